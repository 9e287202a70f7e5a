"""Judge whether a turn states a standing rule. Pure: a turn in, a suggestion or nothing out."""

import re
from typing import Final

from lockstitch.domain.anchor import SuggestedAnchor
from lockstitch.domain.episode import Role
from lockstitch.intake.corrections import CORRECTIONS
from lockstitch.intake.languages import ABROAD, rules_for
from lockstitch.intake.phrases import Mood, Only, Rule
from lockstitch.intake.prohibitions import PROHIBITIONS
from lockstitch.intake.requirements import REQUIREMENTS
from lockstitch.intake.statements import Statement, statements_of

ENGLISH: Final = (*PROHIBITIONS, *CORRECTIONS, *REQUIREMENTS)
RULES: Final = (*ENGLISH, *ABROAD)
_VOICES: Final = frozenset({Role.USER, Role.SYSTEM})


def suggest(content: str, *, role: Role) -> SuggestedAnchor | None:
    """Return the rule that *content* seems to state, or None. The surest wins, then the first."""
    if role not in _VOICES:
        return None
    statements = statements_of(content)
    best: SuggestedAnchor | None = None
    for index, statement in enumerate(statements):
        if statement.is_question:
            continue
        following = statements[index + 1] if index + 1 < len(statements) else None
        for rule in rules_for(statement.text) or ENGLISH:
            if best and rule.confidence <= best.confidence:
                continue
            if (rule.only is Only.OPENING and index) or (rule.only is Only.SYSTEM and role is not Role.SYSTEM):
                continue
            excerpt = _excerpt(rule, statement, following)
            if excerpt:
                best = SuggestedAnchor(
                    kind=rule.kind, excerpt=excerpt, rule=rule.slug, confidence=rule.confidence
                )
    return best


def _excerpt(rule: Rule, statement: Statement, following: Statement | None) -> str:
    """Return the words in which *statement* states *rule*, or none."""
    found = rule.pattern.search(statement.text)
    if not found or _speaks_against(rule, statement.text, until=found.end()):
        return ""
    rest = _CLAUSE.search(statement.text, found.end() - 1)
    if not rule.needs_claim or (rest and _is_claim(statement.text[rest.end() :])):
        return statement.excerpt
    if following and not following.is_question and _is_claim(following.text):
        return statement.excerpt_with(following)
    return ""


_CLAUSE: Final = re.compile(r"[,;:(–—]|\b(?:but|and)\b")
_CHECKING: Final = re.compile(
    r"\b(?:if i (?:read|understand|understood|got|get|remember|see)\b|(?:just )?to (?:be sure|confirm|double-?check|clarify)"
    r"|(?:make|making) sure (?:that )?(?:i|we) (?:understand|understood|got|get|have)|you(?:'re| are) saying|you mean\b"
    r"|in other words|am i right|i understand|i take it|so basically)"
)
_JOKE: Final = re.compile(
    r"\b(?:haha\w*|lol|lmao|rofl|funny|poor thing\w*|kidding)\b|[:;]-?[dp]\b|😂|🤣|😅"
)
_OPINION: Final = re.compile(
    r"\b(?:imh?o|honestly|in my opinion|i think|i feel|i find|i guess|i wonder|i suppose|i'd say|annoying\w*|undecided)\b"
)
_REPORTED: Final = re.compile(
    r"(?<!our )\b(?:says|said|writes|wrote|claims|claimed|states|recommends|complains|shows|showed|told|tells|mentions|warns|argues"
    r"|(?:docs|they|people|guides?|comments|readme) (?:say|write|claim|state|recommend)"
    r"|according to|found this|i read that|reads|reports|reported|throws|prints|asked me|was told)\b"
)
_BINDING: Final = re.compile(
    r"\b(?:our|customer|client|policy|contract|legal|law|compliance|security team|requirement|agreed)\b"
)
_TASK: Final = re.compile(
    r"(?:add|fix|implement|create|change|rename|remove|delete|convert|extract|draft|plot|bump|revert|increase|decrease|insert|move"
    r"|generate|refactor|build|look|find|check|show|explain|tell|rerun|try|open|merge|replace|update|set|put|make(?! sure)|print|compute"
    r"|write|give|list|summari[sz]e|translate|finish|continue|start|restart|install|download|upgrade|deploy|debug|investigate|figure|review"
    r"|describe|sort|split|turn|apply|commit|push|rebase|squash|copy|paste|take|pick|let's(?! agree)|let us|test|reply|send|drop|undo|redo"
    r"|use the|run|skip|i need|i'd|i want)\b(?! (?:messages?|names?|notes?|comments?|statements?|titles?|subjects?|scripts?|files?|cases?|requests?|branches|output)\b)"
)
_ONE_OFF: Final = re.compile(
    r"\b(?:this time|(?:for|in|with) this (?:one|round|pass|pr|commit|run|turn|step|sprint|week|query|change|task|file|prototype|spike|case|demo|test|script)\b|(?:for|right|just|not) now\b"
    r"|yet\b(?! another)|at the moment|for the moment|today|tonight|tomorrow|later\b|later on|(?:,|while|since|because|as) i(?:'m| am) (?:still |currently |just )?\w+ing|before i\b|before the (?:demo|meeting|release)"
    r"|until (?:i|the|it|we|that|you|ci)\b|no need|no rush)"
)
_THIRD: Final = re.compile(
    r"\b(?:he|she|his|her|their|theirs|him|other teams?|others|another team|competitors?|colleagues?|intern|interns|apple|google|aws|microsoft|my boss)\b"
)
_PAST: Final = re.compile(
    r"\b(?:was|were|wasn't|weren't|used to|had|didn't|did|last (?:year|week|month|time|night|summer|spring)|yesterday|originally|back then|previously|formerly"
    r"|years ago|in those days|when i (?:started|joined|was)|for years|until recently|the rule)\b"
)
_HYPOTHETICAL: Final = re.compile(
    r"\b(?:if (?:i|we)\b|(?:one|we|i|you) might|maybe|perhaps|some ?day|one day|would(?:n't)?|it'd|imagine|suppose|hypothetically|in theory|what if|wish|could)\b"
)
_EXPLAINING: Final = re.compile(
    r"\b(?:basically|that's what|which explains|which is why|that explains|the way i see it|technically|under the hood|so that's why|no idea|not sure|takes? (?:ages|forever|long)|, so (?:it|that|this|the|i)\b|, which)\b"
)
_SELF: Final = re.compile(
    r"\b(?:i|i've|there|he|she) (?:must|have to|has to|need to|should|may)\b|\b(?:must|should)(?:'ve| have) (?:been|gone|got|taken|made|\w+ed)\b"
    r"|\b(?:it|this|that|you) (?:must|should|may|has to|mustn't|shouldn't) (?:not )?(?:be (?!\w+ed\b)|have\b|work\b)|\bthis must\b"
)
_BROKEN: Final = re.compile(r"\bshould\b[^.]{1,80}\b(?:but|instead|yet|however|now)\b")

_AGAINST: Final = {
    Mood.ORDER: (_REPORTED,),
    Mood.CLAIM: (_REPORTED, _THIRD, _PAST, _HYPOTHETICAL, _OPINION),
    Mood.REPLY: (),
}


def _speaks_against(rule: Rule, text: str, *, until: int) -> bool:
    """Tell whether the sentence around the phrase takes it back: a report, a task, a joke, a past."""
    if _CHECKING.search(text) or _JOKE.search(text):
        return True
    if rule.mood is Mood.REPLY:
        return bool(_ACKNOWLEDGING.search(text))
    if _ONE_OFF.search(text):
        return True
    if not rule.is_standing and _TASK.match(text):
        return True
    before = text[:until]
    if rule.mood is Mood.CLAIM and (
        _SELF.search(text) or _BROKEN.search(text) or _EXPLAINING.search(text)
    ):
        return True
    return any(
        veto.search(before) and not (veto is _REPORTED and _BINDING.search(before))
        for veto in _AGAINST[rule.mood]
    )


_ACKNOWLEDGING: Final = re.compile(
    r"\b(?:you(?:'re| are) right|my (?:mistake|bad|fault)|i (?:misread|mistyped|mixed|confused|was wrong|was looking)|never ?mind|scratch that|no worries|thanks|thank you|it(?:'s| is) fine"
    r"|that's fine|all good|go ahead|still (?:broken|not|fails|failing|the same)|let's)\b"
)
_NO_CLAIM: Final = re.compile(
    r"^[\s,;:.!–—-]*(?:(?:i|i've|i'm (?:\w+ing|still|not|confused)|i'll|thanks|thx|not yet|nothing|leave|keep|go|let|try|never|wait|that's (?:all|it|fine|ok|good|enough|everything)|can|could|please)\b|$)"
    r"|\b(?:still|(?:it's|that's|is) fine|works|crash\w*|fail\w*|broken)\b"
)
_CLAIM: Final = re.compile(
    r"\b(?:is|are|isn't|aren't|has|have|uses?|returns?|goes|go|needs?|means?|lives?|live|ends?|starts?|runs?|does|doesn't|don't|owns?|takes?|reports?|skips?|clears?|belongs?"
    r"|called|comes|was|were|send|sends|use|own|keeps?|reads|holds?|not|can|may|may not|should|must)\b|\w(?:'s|'re|'m)\b"
)


def _is_claim(text: str) -> bool:
    return bool(_CLAIM.search(text)) and not _NO_CLAIM.search(text)
