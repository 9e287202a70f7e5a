"""What in a sentence takes back the rule that a phrase in it seems to state. Pure."""

import re
from typing import Final

from lockstitch.intake.phrases import Mood, Rule
from lockstitch.intake.statements import Statement


def is_taken_back(rule: Rule, statement: Statement, *, until: int, in_task: bool) -> bool:
    """Tell whether the words around the phrase of *rule*, which ends at *until*, speak against it.

    A check back, a joke, a report of others' words, a past, a guess, a thing for this once: all of
    them use the words of rules without stating one.
    """
    text = statement.text
    if _CHECKING_BACK.search(text) or _JOKE.search(text):
        return True
    match rule.mood:
        case Mood.REPLY:
            return _ACKNOWLEDGING.search(text) is not None
        case Mood.ORDER:
            return _is_for_once(rule, text, in_task=in_task) or _is_reported(text[:until])
        case Mood.CLAIM:
            return (
                _is_for_once(rule, text, in_task=in_task)
                or _is_reported(text[:until])
                or any(told.search(text) for told in (_GUESSING, _BROKEN, _EXPLAINING, _OPINION))
                or any(told.search(text, 0, until) for told in (_THIRD, _PAST, _IMAGINED))
            )


def is_task(statement: Statement, *, in_task: bool) -> bool:
    """Tell whether *statement* asks for one thing to be done, or goes on about it when *in_task*."""
    if statement.is_question:
        return _REQUEST.match(statement.text) is not None
    return _TASK.match(statement.text) is not None or (
        in_task and _OF_THE_TASK.match(statement.text) is not None
    )


def _is_for_once(rule: Rule, text: str, *, in_task: bool) -> bool:
    if _ONE_OFF.search(text):
        return True
    if rule.is_standing:
        return False
    return _TASK.match(text) is not None or (in_task and _OF_THE_TASK.match(text) is not None)


def _is_reported(before: str) -> bool:
    return _REPORTED.search(before) is not None and _BINDING.search(before) is None


def is_claim(text: str) -> bool:
    """Tell whether *text* says how something is, so that a correction before it has its content."""
    return _CLAIM.search(text) is not None and _NO_CLAIM.search(text) is None


_CHECKING_BACK: Final = re.compile(
    r"\bif i (?:read|understand|understood|got|get|remember|see)\b|\bto (?:be sure|confirm|clarify)\b"
    r"|\bdouble-?check\b|\bmak(?:e|ing) sure (?:that )?(?:i|we) (?:understand|understood|got|get|have)\b"
    r"|\byou(?:'re| are) saying\b|\byou mean\b|\bin other words\b|\bam i right\b|\bi understand\b"
    r"|\bi take it\b|\bso basically\b|^(?:got it|understood|i see|alright|makes sense|noted|roger)\b"
)
_JOKE: Final = re.compile(
    r"\b(?:haha\w*|lol|lmao|rofl|funny|poor thing\w*|kidding)\b|[:;]-?[dp]\b|😂|🤣|😅"
)
_ACKNOWLEDGING: Final = re.compile(
    r"\byou(?:'re| are| were) right\b|\bmy (?:mistake|bad|fault)\b|\bnever ?mind\b|\bscratch that\b"
    r"|\bi (?:misread|mistyped|mixed|confused|was wrong|was looking)\b|\bno worries\b|\bthank(?:s| you)\b"
    r"|\b(?:it(?:'s| is)|that's) fine\b|\ball good\b|\bgo ahead\b|\blet's\b|\bwrong window\b"
    r"|\bstill (?:broken|not|fails|failing|the same)\b"
)
_OPINION: Final = re.compile(
    r"\b(?:imh?o|honestly|in my opinion|i (?:think|feel|find|guess|wonder|suppose)|i'd say|annoying\w*"
    r"|myself|personally|undecided|in my experience|ideally|in an ideal world|as the book)\b"
)
_REPORTED: Final = re.compile(
    r"(?<!our )\b(?:says|said|writes|wrote|claims|claimed|states|recommends|complains|shows|showed|told"
    r"|tells|mentions|warns|argues|according to|found this|i read that|reads|reports|reported|throws"
    r"|prints|asked me|was told"
    r"|(?:docs|they|people|guides?|comments|readme) (?:say|write|claim|state|recommend))\b"
)
_BINDING: Final = re.compile(
    r"\b(?:our|customer|client|policy|contract|legal|law|compliance|security team|requirement|agreed)\b"
)
_TASK: Final = re.compile(
    r"(?!\w+ no\b)(?:add|fix|implement|create|change|rename|remove|delete|convert|extract|draft|plot|bump"
    r"|revert|increase|decrease|insert|move|generate|refactor|build|look|find|check|show|explain|tell"
    r"|rerun|try|open|merge|replace|update|set|put|make(?! sure)|print|compute|write|give|list|port"
    r"|summari[sz]e|translate|finish|continue|start|restart|install|download|upgrade|deploy|debug"
    r"|investigate|figure|review|describe|sort|split|turn|apply|commit|push|rebase|squash|copy|paste|take"
    r"|pick|document (?:in|that|the)|mention in|note in|let's(?! agree)|let us|test|reply|send|drop|undo|redo|run|skip|i need|i'd|i want"
    r"|use the(?! (?:imperative|present|active|past|singular|plural|metric|oxford)\b))\b"
    # "Commit messages ..." and "test names ..." are subjects, not tasks.
    r"(?! (?:messages?|names?|notes?|comments?|statements?|titles?|subjects?|scripts?|files?|cases?"
    r"|requests?|branches|output)\b)"
)
_REQUEST: Final = re.compile(r"(?:can|could|would|will) (?:you|we)\b")
_OF_THE_TASK: Final = re.compile(
    r"(?:it|this|that|they|these|those|the [\w-]+(?: [\w-]+)?) (?:must|should|has to|have to|needs? to)\b"
    r"(?! (?:never|always|not)\b)|(?:don't|do not|dont) \w+ (?:the|that|this|it)\b"
)
"""What goes on about the task of the sentence before."""
_ONE_OFF: Final = re.compile(
    r"\b(?:this time|(?:for|right|just|not) now|at the moment|for the moment|today|tonight|tomorrow"
    r"|yesterday|later|while i(?:'m| am)|before i|before the (?:demo|meeting|release)|no need|no rush"
    r"|(?:for|in|with) this (?:one|round|pass|pr|commit|run|turn|step|sprint|week|query|change|task|file"
    r"|prototype|spike|case|demo|test|script)|until (?:i|the|it|we|that|you|ci)|first[.!]?$)\b"
    r"|\byet\b(?! another)|(?:,|\bsince|\bbecause|\bas) i(?:'m| am) (?:still |currently |just )?\w+ing\b"
    r"|\bfor (?:that|this|it) to\b"
)
_THIRD: Final = re.compile(
    r"\b(?:he|she|his|her|their|theirs|him|(?:other|another) teams?|others|competitors?|colleagues?"
    r"|interns?|apple|google|aws|microsoft|my boss)\b"
)
_PAST: Final = re.compile(
    r"\b(?:was|were|wasn't|weren't|used to|had|didn't|did|yesterday|originally|back then|previously"
    r"|formerly|last (?:year|week|month|time|night|summer|spring)|years ago|in those days|for years"
    r"|when i (?:started|joined|was)|until recently|the rule)\b"
)
_IMAGINED: Final = re.compile(
    r"^if (?!.{0,200}\byou\b)|\b(?:if (?:i|we)|(?:one|we|i|you) might|maybe|perhaps|some ?day|one day|would(?:n't)?|it'd|imagine"
    r"|suppose|hypothetically|in theory|what if|wish|could)\b"
)
_EXPLAINING: Final = re.compile(
    r"\b(?:basically|that's what|that explains|the way i see it|technically|under the hood|no idea"
    r"|not sure|takes? (?:ages|forever|long))\b|, so (?:it|that|this|the|i)\b|, which\b|\bwhich is why\b"
)
_GUESSING: Final = re.compile(
    r"\b(?:i|i've|there|he|she) (?:must|have to|has to|need to|should|may)\b"
    r"|\b(?:must|should)(?:'ve| have) (?:been|gone|got|taken|made|\w+ed)\b|\bthis must\b"
    r"|\b(?:it|this|that|you) (?:must|should|may|has to|mustn't|shouldn't) (?:not )?"
    r"(?:be (?!\w+ed\b)|have\b|work\b)|^(?:it|they|this) needs? to\b|^they have to\b"
    r"|\bmust (?:\w+ly )?be (?:an?|the|some\w*|because|due|related|coming|loose|broken|wrong|down|stale|stuck|missing"
    r"|dead|busy|full|corrupt\w*|off|old|there|nice|hard|tired|fun|easy|\w+ing)\b"
)
"""A must of the speaker's own, or one that concludes: "it must be the cache"."""
_BROKEN: Final = re.compile(r"\bshould\b[^.]{1,80}\b(?:but|instead|yet|however|now)\b")
_CLAIM: Final = re.compile(
    r"\b(?:is|are|isn't|aren't|has|have|uses?|returns?|goe?s?|needs?|means?|lives?|ends?|starts?|runs?"
    r"|does|doesn't|don't|owns?|takes?|reports?|skips?|clears?|belongs?|called|comes|was|were|sends?"
    r"|keeps?|reads|holds?|not|can|may|should|must)\b|\w(?:'s|'re|'m)\b"
    r"|^\W*(?:the|our|we|they|it|its|there|these|all|each|x_code|x_quote)\b(?: \S+){2}"
    r"|^\W*[\w-]+s \w+ \w+"
)
_NO_CLAIM: Final = re.compile(
    r"^[\s,;:.!–—-]*(?:(?:i(?!'m)|i'm (?:\w+ing|still|not|confused)|thanks|thx|not yet|nothing|leave|keep"
    r"|go|let|try|never|wait|looks|seems|sounds|yes|just|only|maybe|both|that's (?:all|it|fine|ok|good|enough|everything)|can|could|please)\b|$)"
    r"|\b(?:still|(?:it's|that's|is) fine|works(?! by| like| on| with)|crash\w*|fail\w*|broken)\b"
)
