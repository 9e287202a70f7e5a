"""How English asks for something that stands. Pure: a table of rules, each with its phrases."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, BASE, EACH, MUST, ORDERED, STANDING, Mood, Only, Rule, any_of

_KIND: Final = AnchorKind.TASK_CONTRACT
_TONGUES: Final = r"(?:english|german|french|spanish|italian|portuguese|dutch|japanese|chinese|polish|russian)"
_GROUND: Final = (
    r"(?:repo\w*|project|code ?base|team|company|package|module|app|service|organi[sz]ation|monorepo|ui|api"
    r"|backend|frontend|docs|tests?|code|library)"
)
_PROCESS: Final = (
    r"(?:commit messages?|commits?|commit subjects|comments?|docs|documentation|docstrings?|branch(?:es| names?)"
    r"|variable names|variables|functions|identifiers|error messages|log messages|changelog entries|headings|titles"
    r"|summaries|explanations|answers|replies|migrations|endpoints|components|classes|constants|timestamps|dates"
    r"|strings|labels|queries|imports)"
)
_NOT_A_PERSON: Final = r"(?!i |we |you |they |he |she |it |this |that )"

REQUIREMENTS: Final = (
    Rule(
        slug="always-do",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.93,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:and |or )?always(?!-) (?!x_quote){BASE}|^(?:{ORDERED}|i need|i want|i'd like) [^.?]{{1,120}},? always[.!]?$",
        ),
    ),
    Rule(
        slug="each-must",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.92,
        pattern=any_of(
            rf"(?:^|[,:;] |\b(?:that|but|so|and|want|sure) ){EACH} (?:\w[\w'./-]* ){{1,6}}(?:must|should|shall"
            r"|(?:has|have) to|needs? (?!about|around|more|some|help|\d)|(?:are|is) to|requires? an?"
            r"|gets? an?|belongs? in|go(?:es)? (?:in|through|to|under)|carr(?:y|ies)|starts? with|ends? with|includes?"
            r"|be|follows?)\b",
            r"^(?:everything|everyone|all)\b[^.]{1,60}\b(?:must|should|has to|have to|needs? to|goes through)\b",
            r"\bfor (?:all|every|each|any) [\w -]{1,40}:",
        ),
    ),
    Rule(
        slug="whenever-you",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.9,
        is_standing=True,
        pattern=any_of(
            rf"^(?:whenever|every time|each time) [^,]{{1,80}}, (?:please )?(?:always )?(?:{ORDERED}|prefer)\b",
            r"\b(?:whenever|every time|each time|any time|as soon as) you\b",
            rf"^(?:when|while|before|after|if) (?:you(?:'re|'ve)? \w+|\w+ing) [^.]{{1,80}}, (?:please )?(?:always )?{ORDERED}\b",
            rf"^(?:before|after) (?:you )?(?:commit(?:ting)?|push(?:ing)?|merg(?:e|ing)|releas(?:e|ing)),? {ORDERED}\b",
            rf"^(?:before|after|on|with|for) (?:each|every|any) [\w -]{{1,30}},? {ORDERED}\b",
            rf"^{ORDERED} [^.]{{1,80}} (?:before|after) (?:each|every|any) (?!of\b)\w+",
            rf"^{ORDERED} [^.]{{1,80}} (?:with|on) (?:each|every) (?:push|commit|save|change|release|pr|build|merge|deploy\w*)\b",
            rf"^{ORDERED} [^.]{{1,80}} (?:before|after|when(?:ever)?) you (?:commit|push|merge|release|deploy|edit|change)\b",
            r"\b(?:before|after) (?:each|every|any) [\w-]+,? you (?:need|must|have|should)",
        ),
    ),
    Rule(
        slug="make-sure",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.88,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:make sure|ensure|see to it|take care|i want|i'd like|i expect|we want|we expect)(?: that)?(?: to have)?"
            rf" (?:{EACH}|new)\b(?! (?:the |of the )?(?:tests?|checks|files?) (?:pass|are|work|deleted|removed))",
            rf"\bi (?:like|want) to (?:have|see) [^.]{{1,40}} (?:on|in|for|with) (?:every|each|all|everything)",
        ),
    ),
    Rule(
        slug="heading",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.88,
        pattern=any_of(
            r"^(?:the )?(?:definition of done|acceptance criteria|(?:\w+ )?requirements?|(?:\w+ )?conventions?"
            r"|(?:\w+ )?guidelines?|(?:\w+ )?standards?|(?:\w+ )?rules?|(?:code|coding|writing) style|style|constraints)"
            r"(?: (?:for|in|of) [\w ./-]{1,40})?(?::| -| –| are:)|^(?:done|ready|finished) means\b",
            r"^[\w -]{0,20}\b(?:budget|limit|threshold|target|style|format|convention|naming|baseline): ",
            r"^(?:code|coding|commit|naming|comment|indentation) (?:style|convention|format) is\b",
            r"^(?:error handling|logging|naming|tests?|testing|commits?|formatting|docs|documentation|comments|imports|types"
            rf"|security|accessibility|api|sql|css|git|branches|code): (?:{ORDERED}|no|only|all|every|each)\b",
        ),
    ),
    Rule(
        slug="from-now-on",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.86,
        is_standing=True,
        pattern=any_of(
            r"\b(?:from (?:now|here|today|this point) on(?:wards?)?|(?:going|moving) forwards?|henceforth)\b",
            r"\bfor the (?:rest|remainder|duration) of\b",
        ),
    ),
    Rule(
        slug="must",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.84,
        pattern=any_of(
            rf"(?<=\S )(?<!n't )(?<!not ){MUST} (?!admit|say|have been|confess|leave|go\b|restart|wait)(?:also |still )?\w+",
            r"\b(?:is|are) (?:mandatory|required|compulsory|obligatory|a must|essential|non-negotiable)\b",
            r"\bit(?:'s| is) (?:essential|crucial|vital|imperative|mandatory|required|compulsory) to\b",
            r"\bit(?:'s| is) (?:essential|important|crucial|vital|imperative|mandatory|required|a requirement)\b"
            r"[^.]{0,60}\bthat\b",
        ),
    ),
    Rule(
        slug="prefer",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:(?:i )?prefer (?!x_quote|the\b|this|that|option|not\b|it\b|to (?!have|see|keep|use))\w+"
            r"|stick (?:to|with)|adhere to|conform to|comply with|follow (?:the|our|x_code|pep|conv)|favou?r) ?",
            rf"{AT}only use\b|{AT}use only\b|^use (?!.{{0,200}}\b(?:in (?:x_code|\w+\(\)|line)|here\b))[^.]{{1,80}}\b(?:instead of"
            r"|rather than|over|for all|for every|for any|wherever|everywhere|throughout|and nothing)\b",
            r"^use [^.]{1,60}, not\b|^write (?:the |all |your )?\w+s so that\b",
        ),
    ),
    Rule(
        slug="keep-limit",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        pattern=any_of(
            rf"{AT}(?:keep|limit|cap|hold|restrict) [^.]{{1,60}}\b(?:at|below|under|above|within|to|short|brief|small|simple"
            r"|concise|terse|sorted|minimal|clean|consistent|up to date|in sync|stable|compatible|pure|documented|tested"
            r"|typed|separate)\b",
            r"\b(?:at most|at least|no more than|not more than|up to|less than|fewer than) \d+",
            r"\b(?:max\.?|maximum|min\.?|minimum) (?:(?!is |was |of )\w+ ){0,2}\d+",
            r"^(?:the |our )?(?:minimum|maximum|lowest|oldest) (?:supported )?[\w -]{0,30}(?:is|:) \S{0,8}\d|\band nothing (?:newer|older|else|but|more)\b",
            r"^no [\w -]{1,40} (?:longer|larger|bigger|more|older|deeper|slower|higher|wider) than\b",
        ),
    ),
    Rule(
        slug="standing-order",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.77,
        is_standing=True,
        pattern=any_of(rf"^{ORDERED}\b[^.]{{1,140}}\b{STANDING}"),
    ),
    Rule(
        slug="manner",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.8,
        is_standing=True,
        pattern=any_of(
            rf"^(?:answer|reply|respond|address me|speak|talk to me|write(?: to me)?)\b(?: only| always)?(?: to me)? (?:only )?in "
            rf"(?:{_TONGUES}|markdown|json|bullet|plain|full|short|one)",
            r"^(?:respond|reply|answer) (?:only )?(?:with) \w+|^be (?:terse|brief|concise|precise|strict|explicit|consistent|direct)\b",
            rf"^(?:write|name|format|give|keep|phrase|store|indent|order|sort|prefix|express|put) (?:all |every |each |your |any "
            rf"|the |new )?(?:[\w-]+ )?{_PROCESS} (?:in|as|with|at|on|like|under|to|above)\b(?!.{{0,200}}\w\.\w{{1,4}}\b)",
            r"^(?:write|keep|put|format|name|store|document|handle|treat|express|log) (?:everything|all|every|each)\b"
            r"(?! (?:of|the|these|those|three|two)\b)(?!.{0,200}\w\.\w{1,4}\b)",
            r"^i (?:want|expect|like) (?!to|you|the|this|that|it|an?|another|one|two|more|my|your|all)\b[\w-]+,? (?:[\w-]+ ){0,2}\w+s[.!]?$",
            r"^you (?:will|shall|are to) (?:always |only )?(?:write|use|answer|respond|reply|keep|follow|format|name)\b",
            r"^(?:your|the) (?:answers?|repl(?:y|ies)|responses?|messages?|patches|diffs?)\b[^.]{0,40}\b(?:should|must|have to|need to)",
        ),
    ),
    Rule(
        slug="convention",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.8,
        pattern=any_of(
            rf"^(?:(?:in|for|across) (?:this|our|the) (?:[\w-]+ )?{_GROUND},? |here,? |for [\w ]{{1,20}}, |as a (?:general )?rule,? )"
            rf"(?:we (?!used|had|have|were|got|\w+ed\b)\w+|all\b|every|each|{ORDERED}\b|one \w+ per|[\w -]{{1,30}}s (?:are|should|must|go|live) \w+)",
            r"^for [\w -]{1,25} (?:use|prefer|stick|we use|always)\b",
            rf"^(?:as a (?:general )?rule(?: of thumb)?|in general|generally|normally),? (?:{ORDERED}|prefer|one|no|only|all|every)\b",
            rf"^by (?:convention|default),? {ORDERED}\b",
            r"^we (?:follow|target|adhere|stick|conform|comply|aim for)\b",
            r"^we (?:only|always) (?!had|have|got|did|was|were|knew|\w+ed\b)\w+",
            r"^our (?:[\w-]+ )?[\w-]+ (?:is|are) (?:written|named|formatted|stored|kept|versioned|pinned)\b",
            r"^we (?:use|write|keep|put|name|indent|format|release|support|prefer|pin|test|log)\b"
            r"[^.]{1,100}\b(?:here|always|everywhere|only|throughout|each|every|all|so|exclusively)\b|^we \w+ all our\b",
            r"\b(?:our|the) (?:policy|convention|rule|standard|requirement|contract|agreement|style guide|guideline)\b"
            r"[^.]{0,60}\b(?:is|says?|requires?|that)\b|\bthat's (?:the |our )?(?:policy|convention|rule|standard)\b",
            r"^our [\w ]{0,20}\b(?:threshold|limit|minimum|maximum|target|budget|baseline|policy|style) (?:is|are)\b|^the target is\b",
            r"\bis (?:the |our )(?:policy|convention)\b|\bwe(?:'ve| have)? agreed\b|\blet's agree\b",
        ),
    ),
    Rule(
        slug="system-order",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.75,
        only=Only.SYSTEM,
        is_standing=True,
        pattern=any_of(
            r"^(?:write|answer|respond|reply|use|keep|cite|format|return|name|speak|address|produce|output|focus|include"
            r"|explain|begin|end|assume|treat|wrap|quote|mention|state|work|prefix|preserve|follow)\b",
        ),
    ),
    Rule(
        slug="in-future",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.75,
        is_standing=True,
        pattern=any_of(r"\b(?:in|for) (?:the )?future\b|\bin what follows\b"),
    ),
    Rule(
        slug="should",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.75,
        pattern=any_of(
            r"(?<=\S )should (?:be|go|use|have|follow|produce|return|run|contain|wait|live|come|end|start"
            r"|stay|support|read|match|fit|take|print|log|write|state|name|link|carry|get)\b"
            r"(?! (?:fine|green|ok|okay|done|enough|possible|there|faster|better|fixed|all)\b)",
            r"(?<=\S )should (?:always|only) \w+|^(?:[\w-]+ ){0,3}[\w-]+s should (?!work|be\b|pass)\w+",
        ),
    ),
    Rule(
        slug="needs-a",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.72,
        pattern=any_of(
            r"^(?!all )(?:(?:our|new|public) )?(?:[\w-]+ ){0,2}[\w-]+s need (?!to\b|more|some|help|a look|the\b|about)\w+",
            r"\bthey (?:all )?need an? \w+",
        ),
    ),
    Rule(
        slug="use-for",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.7,
        pattern=any_of(
            r"^use (?!the\b|this\b|that\b|these\b|those\b|my\b|your\b|it\b|an?\b|option|plan|port)[^.]{1,60}\b(?:for|in|as|when|with)\b",
            r"^use (?:[\w-]+ )?[\w-]+s[.!]?$|^use the (?:imperative|present|active|past|singular|plural|metric|oxford)\b",
        ),
    ),
    Rule(
        slug="place",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.7,
        pattern=any_of(
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+s (?:always )?(?:go|belong|start|end) (?:in|into|to|under|at|on|with|behind|through)\b",
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+s (?:always )?(?:follow (?:x_code|\w)|get an? |are always (?:\w+ed|in|written|kept)\b)",
            r"^(?:all |our )?(?:[\w-]+ ){0,2}[\w-]+s are (?:named|written|stored|formatted|kept|squashed|versioned|indented|prefixed"
            r"|documented|pinned|reviewed|signed|tagged|sorted)\b",
            r"^all (?!the\b|of\b|\d)(?:[\w-]+ ){0,2}[\w-]+s (?:come from|go|use|follow|are in|live in)\b",
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+ (?:goes|belongs) (?:in|into|under|on top)\b",
        ),
    ),
    Rule(
        slug="note-form",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.65,
        pattern=any_of(
            r"^(?!no |only |the |x_|thread)(?!.{0,200}\b(?:is|are|was|were|has|have|had|did|does|do|don't|went|got|gets?|i|i'm|we"
            r"|you|it|it's)\b)(?:[\w'-]+ ){1,5}(?:in|as|at|uppercase|lower ?case|first|only|everywhere)\b"
            r".{0,60}(?:,|please|everywhere|throughout|mood|case|only)",
            r"\b(?:one|a single) [\w-]+ per [\w-]+[.!]?$|^only [^.]{1,40}, no(?:t|thing)? ",
        ),
    ),
)
