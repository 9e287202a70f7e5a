"""How English forbids. Pure: a table of rules, each with its phrases."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, BASE, NOT, OK, THING, Mood, Rule, any_of

_KIND: Final = AnchorKind.SAFETY_CONSTRAINT
_ALLOWING: Final = (
    r"(?:ask(?:ed|ing|s)?|approv\w+|confirm\w*|agree\w*|allow\w*|permit\w*|sign\w* off|ok(?:ay"
    r"|ayed|'d)?|sa(?:y|id) (?:so|yes)|t(?:ell|old) you|check(?:ed|ing)? with|consult\w*"
    r"|clear(?:ed|ing) it|talk(?:ed|ing)? to|explicitly \w+)"
)
_OUTCOME: Final = (
    r"(?:need|rush|idea|luck|problem|worr|thank|way|one\b|matter|doubt|clue|change|errors?\b"
    r"|warnings?\b|failures?\b|crash|difference|longer|effect|success|output|answer|response"
    r"|result|reason|sign|trace|access|complaint|hurry|pressure|issue|wonder|harm|joke|joy"
    r"|kidding|that|this|it\b|i\b|you|we\b|he\b|she\b|they|the\b|more\b|hits?\b|diff\b|mention"
    r"|exceptions?\b|not\b|no\b|tests? (?:was|were|ran)|\w+ (?:longer|larger|bigger|more|older"
    r"|deeper|slower|higher|wider) than)"
)
"""What "no ..." reports more often than it forbids."""

PROHIBITIONS: Final = (
    Rule(
        slug="ask-first",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.96,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:always )?(?:ask|check with|consult|run it by|confirm with|talk to)(?: me"
            r"| us| the \w+)?(?: first| beforehand|,? before)\b",
            r"\b(?:ask|check with|consult|confirm with) me (?:first|before)",
            r"\bbefore (?:you |any |each |every |\w+ing )[^.]{1,80}[\w/),] "
            r"(?:please )?(?:always )?(?:ask|check with|confirm with|consult)\b",
            r"^without (?:my|our|explicit|prior|written|asking|approval)\b",
            rf"{AT}(?:get|wait for|obtain|seek) (?:my|our|an?|explicit|\w+'s) (?:\w+ )?{OK}",
            r"\b(?:stop|wait|pause) and (?:ask|check|confirm)\b|\bask (?:me "
            r"|us )?for (?:permission|approval)",
            r"\b(?:goe?s?|run|has to go|have to go|must go) (?:it |them )?(?:through|past"
            r"|by) me\b",
        ),
    ),
    Rule(
        slug="never-do",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.95,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:never,?(?: ever,?)?|{NOT} (?:you )?ever) {BASE}",
            rf"{AT}(?:make sure|ensure|see to it)(?: that)? (?:you |we )?(?:never|do not"
            rf"|don't) {BASE}",
            rf"{AT}(?:make sure|ensure|see to it)(?: that)? (?:no|nothing|nobody|no one)\b",
            rf"{AT}{NOT} {BASE}[^.]{{0,120}}[.!,;–—-] ?(?:ever|never|period|no exceptions?)\b",
        ),
    ),
    Rule(
        slug="no-case",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.95,
        is_standing=True,
        pattern=any_of(
            r"\bunder (?:no|any) (?:circumstances?|conditions?)\b|\bi (?:must |have to )?insist\b"
            r"|\bmy (?:explicit|express) wish\b",
            r"\bunder (?:no|any) pretext\b|\bon no account\b|\bat no (?:point|time)\b",
            r"\bin no case\b|\bby no means\b|\bno matter what\b[^.]{0,60}\b(?:not|never|n't)\b",
        ),
    ),
    Rule(
        slug="not-without",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.94,
        pattern=any_of(
            r"^(?!i\b|i'm\b|it\b|that\b)[^.]{0,100}(?:\b(?:not|dont|never|no|nobody|nothing|none"
            r"|refrain|hands off|cannot)|n't)\b[^.]{1,120}\b(?:without|unless|until|before"
            rf"|except)\b[^.]{{0,40}}\b(?:{OK}|{_ALLOWING})(?!\w)",
            rf"\bonly\b[^.]{{0,80}}\b(?:after|once|when|if|with)\b[^.]{{0,30}}\b(?:{OK}"
            rf"|{_ALLOWING})(?!\w)",
            rf"^we (?:do not|don't|never) {BASE}\b[^.]{{1,80}}\b(?:without|unless)\b",
        ),
    ),
    Rule(
        slug="needs-approval",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.93,
        pattern=any_of(
            r"^(?!this |that |it |my |they )[^.]{0,160}\b(?:needs?|requires?|must have"
            rf"|has to have|have to have|only with)(?: \w+'?s?){{0,3}} {OK}\b",
            r"\b(?:must|has to|have to|needs? to) be (?:approved|confirmed|signed off"
            r"|authori[sz]ed|cleared)",
            r"\b(?:must|should|have to|need to) (?:first )?(?:get|obtain|seek|wait for"
            rf"|request)(?: \w+){{0,2}} {OK}\b",
        ),
    ),
    Rule(
        slug="must-never",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.92,
        pattern=any_of(
            r"(?<=\S )(?:must|should|may|shall|are to|is to|has to|have to) (?:never"
            r"|not ever)(?: ever)? \w+",
            r"\b(?:mustn't|shouldn't) ever \w+|\b(?:is|are) (?:never|not) to (?:be )?\w+",
        ),
    ),
    Rule(
        slug="not-allowed",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.9,
        pattern=any_of(
            r"\b(?:you|agents?|assistants?|bots?|models?|nobody|anyone|we|humans|no one"
            r"|tools?)(?:'re| is| are|'s)? ?(?:not|n't|never) (?:allowed|permitted|authori[sz]ed"
            r"|supposed|to)\b",
            r"\b(?:you|we|agents?|nobody)(?: aren't| isn't| is) (?:allowed|permitted"
            r"|authori[sz]ed|supposed)\b",
            r"\b(?:is|are)(?: not|n't) (?:allowed|permitted|ok|okay|acceptable|tolerated"
            r"|an option)\b(?= (?:in|on|here|under|without|anywhere|for|outside|from|at)\b"
            r"|[.,;!:]|$)",
            r"(?:\bis|\bare|'s|'re) (?:absolutely |completely |totally |simply |never )?not (?:ok"
            r"|okay|acceptable) to\b",
            r"\b(?:it's|it is|that's) (?:also |strictly )?not (?:allowed|permitted)\b"
            r"|\bi (?:don't|do not|won't|will not) (?:allow|accept|tolerate|permit|approve of)\b",
            r"(?:\bis|\bare|'s|'re|\bstays?|\bremains?|:) ?(?:strictly |absolutely |completely "
            r"|totally |also )?(?:forbidden|prohibited|banned|off[- ]limits|taboo|a no-go"
            r"|disallowed|out of bounds)\b",
            r"\b(?:no-\w+|zero[- ]tolerance) policy\b",
            r"\b(?:unacceptable|i forbid|strictly no)\b",
        ),
    ),
    Rule(
        slug="must-not",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.88,
        pattern=any_of(
            r"(?<=\S )(?:must not|mustn't|shall not|may not|may no longer"
            rf"|may only) (?:\w+ly )?{BASE}",
            r"(?<=\S )(?:must not|mustn't|may not|shall not|may only) (?:\w+ly )?(?:be|have|get"
            r"|contain|need) \w+",
            r"^only [\w ]{1,30} (?:may|(?:is|are) allowed to)\b",
            r"\b(?:nobody|no one|no-one|nothing|none of \w+)(?: \w+){0,3} (?:may|must|should"
            r"|shall|can|is to|gets? to)\b",
        ),
    ),
    Rule(
        slug="do-not",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        pattern=any_of(
            rf"{AT}{NOT} {BASE} (?!(?:it|that|this|them|now|please|either|too|so|at me"
            r"|like that)\b)[\w'x]",
            rf"{AT}(?:make|do|commit|add|introduce|install|create|write|take|leave|put|send"
            r"|use) no (?!sense|mistake)\w+",
        ),
    ),
    Rule(
        slug="leave-alone",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        pattern=any_of(
            rf"{AT}leave [^.]{{1,80}}(?:alone|untouched|unchanged|as (?:it|they) (?:is|are))\b",
            rf"{AT}(?:stay|keep)(?: \w+){{0,2}} (?:away|clear|off|out) (?:from|of)\b",
            rf"{AT}keep (?:{THING} ){{1,5}}(?:out of|away from|off)\b"
            rf"|{AT}(?:keep (?:your )?)?hands off\b",
            rf"{AT}(?:stay|remain|operate) (?:within|inside)\b",
            rf"{AT}(?:strictly )?(?:refrain from|steer clear of|avoid(?! (?:that|this"
            rf"|it)\b)) {THING}",
            r"\b(?:stays?|remains?|must be left|are to be left|is to be left) (?:untouched"
            r"|unchanged|intact)\b",
        ),
    ),
    Rule(
        slug="keep-within",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.85,
        pattern=any_of(
            r"\b(?:must|has to|have to|needs? to|should|is to|are to)(?: always)? (?:stay|remain"
            r"|be kept|live)(?: \w+)? (?:on|in|inside|within|private|confidential|secret|local"
            r"|untouched|offline|encrypted)\b",
        ),
    ),
    Rule(
        slug="no-thing",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.8,
        pattern=any_of(
            rf"{AT}(?:absolutely |strictly )?no (?!{_OUTCOME})(?:{THING} ){{1,4}}(?:in|on|to|into"
            r"|onto|from|under|outside|at|without|of|before|after|anywhere|unless|please|either"
            r"|here|inside|during|around|past|above|between|over|via|through|as)\b",
            r"^(?:absolutely |strictly )?no (?!one\b)\w[\w-]+(?: \w[\w-]+)?[.,:;!]? (?:ever"
            r"|anywhere|please|whatsoever)\b",
        ),
    ),
    Rule(
        slug="nobody-does",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.8,
        pattern=any_of(
            r"^(?:[^.:]{1,60}: )?(?:nobody|no one|no-one|nothing)(?: (?!knows|likes|cares|happens"
            r"|works|changes|helps|wants|needs|shows|appears|comes|prints|has|is|was|seems"
            r"|responds|answers|told|tells|understands|gets it)[\w./-]+){0,5} (?:touches|uses"
            r"|goes|gets|leaves|enters|ships|lands|merges|pushes|deploys|commits|deletes|edits"
            r"|modifies|writes|changes|runs|calls|sends|reads|removes|publishes|releases"
            r"|bypasses)\b",
            r"\b(?:humans|agents|bots|assistants|people)(?: and \w+)? (?:don't|do not|never) \w+",
        ),
    ),
    Rule(
        slug="read-only",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.8,
        pattern=any_of(
            r"\b(?:read[- ]only|immutable|frozen|append[- ]only) (?:for|to) (?:you|the agent"
            r"|agents|us|everyone)\b",
            rf"{AT}(?:treat|consider|regard) [^.]{{1,80}} (?:as )?(?:read[- ]only|immutable"
            r"|frozen|confidential|append-only|sacred|off-limits)\b",
            r"\b(?:x_code|\w+): ?read[- ]only\b",
            r"\b(?:operates?|works?) (?:strictly )?read[- ]only\b|\b(?:code|feature) freeze\b",
            r"\b(?:is|are) (?:immutable|frozen|read[- ]only)[;,.].{0,40}\b(?:don't|do not|never"
            r"|no)\b",
            r"\b(?:is|are) (?:reserved for|restricted to|for humans|only for|confidential\b)",
        ),
    ),
    Rule(
        slug="not-wanted",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.8,
        pattern=any_of(
            r"\bi (?:do not|don't|never) want (?:you to|any|to (?:see|find|ever)|\w+ing)\b",
            r"\bwe (?:cannot|can't) (?!find|see|get|reproduce|spot|detect)\w+ (?:any|anything)\b",
            r"\b(?:can't|cannot) be \w+(?:ed|en|t)\b[^.]{0,60}\b(?:by any|under any|without|ever"
            r"|at all|in any)\b",
            rf"^we (?:never|do not ever|don't ever) {BASE}|\bwe (?:must|should|may) (?:not"
            r"|never)\b",
            rf"^we (?:do not|don't) {BASE}[^.]{{1,60}}[.!,] ?ever\b",
            r"^we (?:do not|don't) (?:do|allow|accept|merge|push|deploy|commit|ship|store|log"
            r"|touch|edit) (?!it|that|this)\w+",
            r"^(?!the |these |my |our )(?:[\w-]+ ){0,3}[\w-]+s never (?:go|leave) \w+",
            r"(?<!the )(?<!these )(?<!my )\b[\w-]+s are never \w+(?:ed|en|t|wn)\b",
        ),
    ),
    Rule(
        slug="should-not",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.75,
        pattern=any_of(rf"\b(?:should not|shouldn't) (?:\w+ly )?(?:be \w+|{BASE})"),
    ),
)
