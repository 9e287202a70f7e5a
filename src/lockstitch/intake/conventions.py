"""How English tells what is usual in a place: style, format, habit. Pure: a table of rules."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, ORDERED, Mood, Only, Rule, any_of

_KIND: Final = AnchorKind.TASK_CONTRACT
_TONGUES: Final = (
    r"(?:english|german|french|spanish|italian|portuguese|dutch|japanese|chinese|polish|russian)"
)
_GROUND: Final = (
    r"(?:repo\w*|project|code ?base|team|company|package|module|app|service|organi[sz]ation"
    r"|monorepo|ui|api|backend|frontend|docs|tests?|code|library)"
)
_PROCESS: Final = (
    r"(?:commit messages?|commits?|commit subjects|comments?|docs|documentation|docstrings?"
    r"|branch(?:es| names?)|variable names|variables|functions|identifiers|error messages"
    r"|log messages|changelog entries|headings|titles|summaries|explanations|answers|replies"
    r"|migrations|endpoints|components|classes|constants|timestamps|dates|strings|labels|queries"
    r"|imports)"
)
_NOT_A_PERSON: Final = r"(?!i |we |you |they |he |she |it |this |that )"

CONVENTIONS: Final = (
    Rule(
        slug="heading",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.88,
        pattern=any_of(
            r"^(?:the )?(?:definition of done|acceptance criteria|(?:\w+ )?requirements?"
            r"|(?:\w+ )?conventions?|(?:\w+ )?guidelines?|(?:\w+ )?standards?|(?:\w+ )?rules?"
            r"|(?:code|coding|writing) style|style|constraints)(?: (?:for|in"
            r"|of) [\w ./-]{1,40})?(?::| -| –| are:)|^(?:done|ready|finished) means\b",
            r"^[\w -]{0,20}\b(?:budget|limit|threshold|target|style|format|convention|naming"
            r"|baseline): ",
            r"^(?:code|coding|commit|naming|comment|indentation) (?:style|convention|format) is\b",
            r"^(?:error handling|logging|naming|tests?|testing|commits?|formatting|docs"
            r"|documentation|comments|imports|types|security|accessibility|api|sql|css|git"
            rf"|branches|code): (?:{ORDERED}|no|only|all|every|each)\b",
        ),
    ),
    Rule(
        slug="keep-limit",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        pattern=any_of(
            rf"{AT}(?:keep|limit|cap|hold|restrict) [^.]{{1,60}}\b(?:at|below|under|above|within"
            r"|to|short|brief|small|simple|concise|terse|sorted|minimal|clean|consistent"
            r"|up to date|in sync|stable|compatible|atomic|focused|readable|flat|lean|tidy|pure"
            r"|documented|tested|typed|separate)\b",
            r"\b(?:at most|at least|no more than|not more than|up to|less than|fewer than) \d+",
            r"\b(?:max\.?|maximum|min\.?|minimum) (?:(?!is |was |of )\w+ ){0,2}\d+",
            r"^(?:the |our )?(?:minimum|maximum|lowest|oldest) (?:supported )?[\w -]{0,30}(?:is"
            r"|:) \S{0,8}\d|\band nothing (?:newer|older|else|but|more)\b",
            r"^no [\w -]{1,40} (?:longer|larger|bigger|more|older|deeper|slower|higher"
            r"|wider) than\b",
            r"(?<!is )(?<!was )(?<!are )\b(?:no|not) (?:bigger|larger|longer|older|later|smaller"
            r"|deeper|wider) than\b",
            r"\b(?:oldest|lowest|minimum) [\w ]{0,20}we (?:support|target|accept)\b",
            r"^we (?:still )?(?:support|require|target)\b[^.]{0,60}(?:\d|\blast (?:two|three)\b)",
            r"^we(?:'re| are) aiming for (?!an? release|the)",
        ),
    ),
    Rule(
        slug="manner",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.8,
        is_standing=True,
        pattern=any_of(
            r"^(?:answer|reply|respond|address me|speak|talk to me|write(?: to me)?)\b(?: only"
            rf"| always)?(?: to me)? (?:only )?in (?:{_TONGUES}|markdown|json|bullet|plain|full"
            r"|short|one)",
            r"^(?:respond|reply|answer) (?:only )?(?:with) \w+|^be (?:terse|brief|concise|precise"
            r"|strict|explicit|consistent|direct)\b",
            r"^(?:write|name|format|give|keep|phrase|store|indent|order|sort|prefix|express"
            r"|put) (?!an? )(?:all |every |each |your |any |the "
            rf"|new )?(?:[\w-]+ )?{_PROCESS} (?:in|as|with|at|on|like|under|to"
            r"|above)\b(?!.{0,200}\w\.\w{1,4}\b)",
            r"^(?:write|keep|put|format|name|store|document|handle|treat|express"
            r"|log) (?:everything|all|every|each)\b(?! (?:of|the|these|those|three"
            r"|two)\b)(?!.{0,200}\w\.\w{1,4}\b)",
            r"^i (?:want|expect|like) (?!to|you|the|this|that|it|an?|another|one|two|more|my|your"
            r"|all)\b[\w-]+,? (?:[\w-]+ ){0,2}\w+s[.!]?$",
            r"^you (?:will|shall|are to) (?:always |only )?(?:write|use|answer|respond|reply|keep"
            r"|follow|format|name)\b",
            r"^(?:your|the) (?:answers?|repl(?:y|ies)|responses?|messages?|patches"
            r"|diffs?)\b[^.]{0,40}\b(?:should|must|have to|need to)",
            r"^(?:short|brief|concise|plain|simple|small) [\w-]+s?,? (?:please|only)\b",
            r"^(?:indent|name|prefix|suffix|treat|target|support|validate|escape|capitali[sz]e"
            r"|spell|document|annotate|round|quote) (?!the\b|this|that|it\b|an?\b|my\b|me\b"
            r"|x_code|line\b|three|two)(?:all |every |new |public )?(?:[\w-]+ )?(?:\w+s"
            r"|with)\b(?!.{0,200}(?:\w\.\w{1,4}\b|\bfor this\b))",
            r"^write (?:for (?:beginners|experts|people|readers|users)|idiomatic|clean|readable"
            r"|simple|plain|self-)",
            r"^explain [\w ]{0,20}(?:briefly|simply|in simple|step by step|in detail)\b",
            r"^when(?:ever)? in doubt\b|^if in doubt\b|^when unsure\b|^if (?:you're"
            r"|you are) (?:not sure|unsure)\b",
        ),
    ),
    Rule(
        slug="convention",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.8,
        pattern=any_of(
            rf"^(?:(?:in|for|across) (?:this|our|the) (?:[\w-]+ )?{_GROUND},? |here,? "
            r"|for [\w ]{1,20}, |as a (?:general )?rule,? )(?:we (?!used|had|have|were|got"
            rf"|\w+ed\b)\w+|all\b|every|each|{ORDERED}\b|one \w+ per|[\w -]{{1,30}}s (?:are"
            r"|should|must|go|live) \w+)",
            r"^for [\w -]{1,25} (?:use|prefer|stick|we use|always)\b",
            r"^(?:as a (?:general )?rule(?: of thumb)?|in general|generally"
            rf"|normally),? (?:{ORDERED}|prefer|one|no|only|all|every)\b",
            rf"^by (?:convention|default),? {ORDERED}\b",
            r"^we (?:follow|target|adhere|stick|conform|comply|aim for)\b",
            r"^we (?:only|always) (?!had|have|got|did|was|were|knew|\w+ed\b)\w+",
            r"^our (?:[\w-]+ )?[\w-]+ (?:is|are) (?:written|named|formatted|stored|kept|versioned"
            r"|pinned)\b",
            r"^we (?:use|write|keep|put|name|indent|format|release|support|prefer|pin|test"
            r"|log)\b[^.]{1,100}\b(?:here|always|everywhere|only|throughout|each|every|all|so"
            r"|exclusively)\b|^we \w+ all our\b|^we write [^.]{1,60} in\b",
            r"\b(?:our|the) (?:policy|convention|rule|standard|requirement|contract|agreement"
            r"|style guide|guideline)\b[^.]{0,60}\b(?:is|says?|requires?|that)\b|\bthat's (?:the "
            r"|our )?(?:policy|convention|rule|standard)\b",
            r"^our [\w ]{0,20}\b(?:threshold|limit|minimum|maximum|target|budget|baseline|policy"
            r"|style) (?:is|are)\b|^the target is\b",
            r"\bis (?:the |our )(?:policy|convention)\b|\bwe(?:'ve| have)? agreed\b"
            r"|\blet's (?:agree|stick to|always)\b",
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
            r"^(?:write|answer|respond|reply|use|keep|cite|format|return|name|speak|address"
            r"|produce|output|focus|include|explain|begin|end|assume|treat|wrap|quote|mention"
            r"|state|work|prefix|preserve|follow)\b",
        ),
    ),
    Rule(
        slug="use-for",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.7,
        pattern=any_of(
            r"^use (?!the\b|this\b|that\b|these\b|those\b|my\b|your\b|it\b|an?\b|option|plan"
            r"|port)[^.]{1,60}\b(?:for|in|as|when|with)\b",
            r"^use (?:[\w-]+ )?[\w-]+s[.!]?$|^use the (?:imperative|present|active|past|singular"
            r"|plural|metric|oxford)\b",
        ),
    ),
    Rule(
        slug="place",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.7,
        pattern=any_of(
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+s (?:always )?(?:go|belong|start"
            r"|end) (?:in|into|to|under|at|on|with|behind|through)\b",
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+s (?:always )?(?:follow (?:x_code|\w)"
            r"|get an? |are always (?:\w+ed|in|written|kept)\b)",
            r"^(?:all |our )?(?:[\w-]+ ){0,2}[\w-]+s are (?:named|written|stored|formatted|kept"
            r"|squashed|versioned|indented|prefixed|documented|pinned|reviewed|signed|tagged"
            r"|sorted)\b",
            r"^all (?!the\b|of\b|\d)(?:[\w-]+ ){0,2}[\w-]+s (?:come from|go|use|follow|are in"
            r"|live in)\b",
            r"^(?:[\w-]+ ){0,2}names? (?:are|start|end|use|follow|begin) (?!in\b)",
            rf"^{_NOT_A_PERSON}(?:[\w'-]+ ){{0,4}}[\w'-]+ (?:goes|belongs) (?:in|into|under"
            r"|on top)\b",
            r"^(?!the |these |those |my |some )(?:[\w-]+ ){0,2}[\w-]+s are (?!\w+ing\b)\w+(?:ed"
            r"|en) (?:with|at|in|by|on|once|as|to|under|from)\b",
            r"^(?!the |my )(?:[\w-]+ ){0,2}[\w-]+s come (?:first|last|before|after)\b",
            r"^our (?:[\w-]+ ){0,2}[\w-]+ (?:is|are) (?:formatted|linted|typed|tested|licensed"
            r"|documented|released)\b",
            r"^an? [\w-]+(?: [\w-]+)? (?:consists of|comes with|has to have|must have|gets) ",
        ),
    ),
    Rule(
        slug="note-form",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.65,
        pattern=any_of(
            r"^(?!no |only |the |x_|thread)(?!.{0,200}\b(?:is|are|was|were|has|have|had|did|does"
            r"|do|don't|went|got|gets?|i|i'm|we|you|it|it's)\b)(?:[\w'-]+ ){1,5}(?:in|as|at"
            r"|uppercase|lower ?case|first|only|everywhere)\b.{0,60}(?:,|please|everywhere"
            r"|throughout|mood|case|only)",
            r"\b(?:one|a single) [\w-]+ per [\w-]+[.!]?$|^only [^.]{1,40}, no(?:t|thing)? ",
            r"^(?!this|it|here|that|just|the )(?:[\w-]+ ){0,3}[\w-]+ only(?: (?:in"
            r"|for) [\w ]{1,30})?[.!]?$(?<!happens only)(?<!works only)",
            r"^only (?!the\b|two|three|one|on\b|in\b|a\b|an\b|if\b|when\b|after\b"
            r"|\d)[\w-]+ [\w-]+s[.!]?$",
            r"^[\w-]+ for [\w -]{2,30}, [\w-]+ for [\w -]{2,30}[.!]?$",
            r"^(?:one|two|three|\d+) (?:[\w-]+ )?(?:approvals?|reviewers?|spaces|blank lines?"
            r"|reviews)\b(?: per| for| between|,|[.!]?$)",
            r"^(?!i |we |you )[\w-]+ first, (?:and )?then [\w ]{1,40}[.!]?$",
        ),
    ),
)
