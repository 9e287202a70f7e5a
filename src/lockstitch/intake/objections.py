"""What in a sentence takes back the rule that a phrase in it seems to state. Pure."""

from typing import Final

from lockstitch.intake.patterns import lazy
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
    """Tell whether *statement* asks for one thing to be done, or when *in_task* goes on about it."""
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


_CHECKING_BACK: Final = lazy(
    r"\bif i (?:read|understand|understood|got|get|remember|see)\b|\bto (?:be sure|confirm"
    r"|clarify)\b|\bdouble-?check\b|\bmak(?:e|ing) sure (?:that )?(?:i|we) (?:understand"
    r"|understood|got|get|have)\b|\byou(?:'re| are) saying\b|\byou mean\b|\bin other words\b"
    r"|\bam i right\b|\bi understand\b|\bi take it\b|\bso basically\b|^(?:got it|understood|i see"
    r"|alright|makes sense|noted|roger)\b"
)
_JOKE: Final = lazy(
    r"\b(?:haha\w*|lol|lmao|rofl|funny|poor thing\w*|kidding)\b|[:;]-?[dp]\b|😂|🤣|😅"
)
_ACKNOWLEDGING: Final = lazy(
    r"\byou(?:'re| are| were) right\b|\bmy (?:mistake|bad|fault)\b|\bnever ?mind\b"
    r"|\bscratch that\b|\bi (?:misread|mistyped|mixed|confused|was wrong|was looking)\b"
    r"|\bno worries\b|\bthank(?:s| you)\b|\b(?:it(?:'s| is)|that's) fine\b|\ball good\b"
    r"|\bgo ahead\b|\blet's\b|\bwrong window\b|\bstill (?:broken|not|fails|failing|the same)\b"
)
_OPINION: Final = lazy(
    r"\b(?:imh?o|honestly|in my opinion|i (?:think|feel|find|guess|wonder|suppose)|i'd say"
    r"|annoying\w*|myself|personally|undecided|in my experience|ideally|in an ideal world"
    r"|as the book)\b"
)
_REPORTED: Final = lazy(
    r"(?<!our )\b(?:says|said|writes|wrote|claims|claimed|states|recommends|complains|shows"
    r"|showed|told|tells|mentions|warns|argues|according to|found this|i read that|reads|reports"
    r"|reported|throws|prints|asked me|was told|sagt|schreibt|dice|dijo|dit que|zegt|diz que"
    r"|disse|(?:docs|they|people|guides?|comments|readme) (?:say|write|claim|state|recommend))\b"
)
_BINDING: Final = lazy(
    r"\b(?:our|customer|client|policy|contract|legal|law|compliance|security team|requirement"
    r"|agreed)\b"
)
_TASK: Final = lazy(
    r"(?!\w+ no\b)(?:add|fix|implement|create|change|rename|remove|delete|convert|extract|draft"
    r"|plot|bump|revert|increase|decrease|insert|move|generate|refactor|build|look|find|check"
    r"|show|explain|tell|rerun|try|open|merge|replace|update|set|put|make(?! sure)|print|compute"
    r"|write|give|list|port|summari[sz]e|translate|finish|continue|start|restart|install|download"
    r"|upgrade|deploy|debug|investigate|figure|review|describe|sort|split|turn|apply|commit|push"
    r"|rebase|squash|copy|paste|take|pick|document (?:in|that|the)|mention in|note in"
    r"|let's(?! (?:agree|stick|always|never)\b)|let us|test|reply|send|drop|undo|redo|run|skip"
    r"|i need|i'd|i want|use the(?! (?:imperative|present|active|past|singular|plural|metric"
    r"|oxford)\b))\b"
    # "Commit messages ..." and "test names ..." are subjects, not tasks.
    r"(?! (?:messages?|names?|notes?|comments?|statements?|titles?|subjects?|scripts?|files?"
    r"|cases?|requests?|branches|output)\b)"
)
_REQUEST: Final = lazy(r"(?:can|could|would|will) (?:you|we)\b")
_OF_THE_TASK: Final = lazy(
    r"(?:it|this|that|they|these|those|the [\w-]+(?: [\w-]+)?) (?:must|should|has to|have to"
    r"|needs? to)\b(?! (?:never|always|not)\b)|(?:don't|do not|dont) \w+ (?:the|that|this|it)\b"
)
"""What goes on about the task of the sentence before."""
_ONE_OFF: Final = lazy(
    r"\b(?:this time|(?:for|right|just|not) now|at the moment|for the moment|today|tonight"
    r"|tomorrow|yesterday|later|while i(?:'m| am)|before i|before the (?:demo|meeting|release)"
    r"|no rush|(?:for|in|with) this (?:one|round|pass|pr|commit|run|turn|step|sprint|week|query"
    r"|change|task|file|prototype|spike|case|demo|test|script)|until (?:i|the|it|we|that|you"
    r"|ci))\b|\byet\b(?! another)|(?:,|\bsince|\bbecause|\bas) i(?:'m| am) (?:still |currently "
    r"|just )?\w+ing\b|\bfor (?:that|this|it) to\b|^you (?:need|have) to\b.{1,200}\bfirst[.!]?$"
    r"|\b(?:noch nicht|diesmal|vorerst|erstmal|pour l'instant|cette fois|pas encore|por ahora"
    r"|esta vez|todavía|aún no|por enquanto|desta vez|ainda não|per ora|per adesso|questa volta"
    r"|voor nu|deze keer|nog niet)\b"
)
_THIRD: Final = lazy(
    r"\b(?:he|she|his|her|their|theirs|him|(?:other|another) teams?|others|competitors?"
    r"|colleagues?|interns?|apple|google(?! style| java)|aws|microsoft|my boss)\b"
)
_PAST: Final = lazy(
    r"\b(?:was|were|wasn't|weren't|used to|had|didn't|did|yesterday|originally|back then"
    r"|previously|formerly|last (?:year|week|month|time|night|summer|spring)|years ago"
    r"|in those days|for years|when i (?:started|joined|was)|until recently|the rule)\b"
)
_IMAGINED: Final = lazy(
    r"^if (?!.{0,200}\byou\b)|\b(?:if (?:i|we)|(?:one|we|i|you) might|maybe|perhaps|some ?day"
    r"|one day|would(?:n't)?|it'd|imagine|suppose|hypothetically|in theory|what if|wish|could)\b"
)
_EXPLAINING: Final = lazy(
    r"\b(?:basically|that's what|that explains|the way i see it|technically|under the hood"
    r"|no idea|not sure|takes? (?:ages|forever|long))\b|, so (?:it|that|this|the|i)\b|, which\b"
    r"|\bwhich is why\b"
)
_GUESSING: Final = lazy(
    r"\b(?:i|i've|there|he|she) (?:must(?! insist)|have to|has to|need to|should|may)\b|\b(?:must"
    r"|should)(?:'ve| have) (?:been|gone|got|taken|made|\w+ed)\b|\bthis must\b|\b(?:it|this|that"
    r"|you) (?:must|should|may|has to|mustn't|shouldn't) (?:not )?(?:be (?!\w+ed\b)|have\b"
    r"|work\b)|^(?:it|they|this) needs? to\b|^they have to\b|\bmust (?:\w+ly )?be (?:an?|the"
    r"|some\w*|because|due|related|coming|loose|broken|wrong|down|stale|stuck|missing|dead|busy"
    r"|full|corrupt\w*|off|old|there|nice|hard|tired|fun|easy|\w+ing)\b"
)
"""A must of the speaker's own, or one that concludes: "it must be the cache"."""
_BROKEN: Final = lazy(r"\bshould\b[^.]{1,80}\b(?:but|instead|yet|however|now)\b")
_CLAIM: Final = lazy(
    r"\b(?:is|are|isn't|aren't|has|have|uses?|returns?|goe?s?|needs?|means?|lives?|ends?|starts?"
    r"|runs?|does|doesn't|don't|owns?|takes?|reports?|skips?|clears?|belongs?|called|comes|was"
    r"|were|sends?|keeps?|reads|holds?|not|can|may|should|must)\b|\w(?:'s|'re|'m)\b|^\W*(?:the"
    r"|our|we|they|it|its|there|these|all|each|x_code|x_quote)\b(?: \S+){2}|^\W*[\w-]+s \w+ \w+"
    r"|^\W*[\w'-]+ \w+s\b \S"
)
_NO_CLAIM: Final = lazy(
    r"^[\s,;:.!–—-]*(?:(?:i(?!'m)|i'm (?:\w+ing|still|not|confused)|thanks|thx|not yet|nothing"
    r"|leave|keep|go|let|try|never|wait|looks|seems|sounds|yes|just|only|maybe|both|that's (?:all"
    r"|it|fine|ok|good|enough|everything)|can|could|please)\b|$)|\b(?:still|(?:it's|that's"
    r"|is) fine|works(?! by| like| on| with)|crash\w*|fail\w*|broken)\b"
)
