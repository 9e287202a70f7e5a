"""How English asks for something that stands. Pure: a table of rules, each with its phrases."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, BASE, EACH, MUST, ORDERED, STANDING, Mood, Rule, any_of

_KIND: Final = AnchorKind.TASK_CONTRACT

REQUIREMENTS: Final = (
    Rule(
        slug="always-do",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.93,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:and |or )?always(?!-) (?!x_quote|nice|good|great|fun|happy|glad|interesting"
            rf"|hard|worth|easy|love|wonder){BASE}|^(?:{ORDERED}|i need|i want"
            r"|i'd like) [^.?]{1,120},? always[.!]?$",
        ),
    ),
    Rule(
        slug="each-must",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.92,
        pattern=any_of(
            rf"(?:^|[,:;] |\b(?:that|but|so|and|want|sure) ){EACH} (?:\w[\w'./-]* ){{1,6}}(?:must"
            r"|should|shall|(?:has|have) to|needs? (?!about|around|more|some|help|\d)|(?:are"
            r"|is) to|requires? an?|gets? an?|belongs? in|go(?:es)? (?:in|through|to|under)"
            r"|carr(?:y|ies)|starts? with|ends? with|includes?|be|follows?)\b",
            r"^(?:everything|everyone|all)\b[^.]{1,60}\b(?:must|should|has to|have to|needs? to"
            r"|goes through)\b",
            r"\bfor (?:all|every|each|any) [\w -]{1,40}:",
            r"^(?:each|every) (?!time|day|now|single|run|test)\w+(?: \w+)? (?:begins?|starts?"
            r"|ends?|has|gets|exposes|comes|carries|declares|returns|implements|lives"
            r"|ships) (?!two|three|about|\d)",
        ),
    ),
    Rule(
        slug="whenever-you",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.9,
        is_standing=True,
        pattern=any_of(
            r"^(?:whenever|every time|each time) [^,]{1,80}, "
            rf"(?:please )?(?:always )?(?:{ORDERED}|prefer)\b",
            r"\b(?:whenever|every time|each time|any time|as soon as) you\b",
            r"^(?:when|while|before|after|if) (?:you(?:'re|'ve)? \w+"
            rf"|\w+ing) [^.]{{1,80}}, (?:please )?(?:always )?{ORDERED}\b",
            r"^(?:before|after) (?:you )?(?:commit(?:ting)?|push(?:ing)?|merg(?:e|ing)|releas(?:e"
            rf"|ing)),? {ORDERED}\b",
            rf"^(?:before|after|on|with|for) (?:each|every|any) [\w -]{{1,30}},? {ORDERED}\b",
            rf"^{ORDERED} [^.]{{1,80}} (?:before|after) (?:each|every|any) (?!of\b)\w+",
            rf"^{ORDERED} [^.]{{1,80}} (?:with|on) (?:each|every) (?:push|commit|save|change"
            r"|release|pr|build|merge|deploy\w*)\b",
            rf"^{ORDERED} [^.]{{1,80}} (?:before|after|when(?:ever)?) you (?:commit|push|merge"
            r"|release|deploy|edit|change)\b",
            r"^(?:include|mention|link|attach|state|use|provide|end|start|begin|prefix"
            r"|close) [^.]{1,80}\b(?:each|every) \w+",
            r"\b(?:before|after) (?:each|every|any) [\w-]+,? you (?:need|must|have|should)",
            r"^(?:don't forget|do not forget|remember|be sure) to "
            rf"(?:always )?{ORDERED}\b[^.]{{1,80}}\b(?:before|after|when|whenever|with|in|for"
            r"|on) (?:each|every|any|you)\b",
        ),
    ),
    Rule(
        slug="make-sure",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.88,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:make sure|ensure|see to it|take care|i want|i'd like|i expect|we want"
            rf"|we expect)(?: that)?(?: to have)? (?:{EACH}|new)\b(?! (?:the |of the )?(?:tests?"
            r"|checks|files?) (?:pass|are|work|deleted|removed))",
            r"^we (?:want|need|expect|require|demand) (?:\d|full|complete|at least|zero|every)",
            r"\bi (?:like|want) to (?:have|see) [^.]{1,40} (?:on|in|for|with) (?:every|each|all"
            r"|everything)",
            r"\bi(?:'d| would) (?:appreciate|prefer|like) it if (?:you (?!could|can|would)|all"
            r"|every)",
            r"\bi only want(?: to see)? (?:the )?\w+s?\b[^.]{0,60}\b(?:in your|in the answers?"
            r"|each)\b",
        ),
    ),
    Rule(
        slug="from-now-on",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.86,
        is_standing=True,
        pattern=any_of(
            r"\b(?:from (?:now|here|today|this point) on(?:wards?)?|(?:going|moving) forwards?"
            r"|henceforth)\b",
            r"\bfor the (?:rest|remainder|duration) of\b",
        ),
    ),
    Rule(
        slug="must",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.84,
        pattern=any_of(
            rf"(?<=\S )(?<!n't )(?<!not )(?<!no ){MUST} (?!admit|say|have been|confess|leave|go\b"
            r"|restart|wait)(?:also |still )?\w+",
            r"\b(?:is|are) (?:mandatory|required|compulsory|obligatory|a must|essential"
            r"|non-negotiable)\b",
            r"^(?:must|has to|needs to) (?:also |always )?(?:run|work|support|compile|pass|build"
            r"|stay|remain)\b",
            r"\bit(?:'s| is) (?:essential|crucial|vital|imperative|mandatory|required"
            r"|compulsory) to\b",
            r"\bit(?:'s| is) (?:essential|important|crucial|vital|imperative|mandatory|required"
            r"|a requirement)\b[^.]{0,60}\bthat\b",
        ),
    ),
    Rule(
        slug="prefer",
        kind=_KIND,
        mood=Mood.ORDER,
        confidence=0.85,
        is_standing=True,
        pattern=any_of(
            rf"{AT}(?:(?:i )?prefer (?!x_quote|the\b|this|that|option|not\b|it\b|to (?!have|see"
            r"|keep|use))\w+|stick (?:to|with)|adhere to|conform to|comply with|follow (?:the|our"
            r"|x_code|pep|conv)|favou?r) ?",
            rf"{AT}only use\b|{AT}use only\b|^use (?!.{{0,200}}\b(?:in (?:x_code|\w+\(\)|line)"
            r"|here\b))[^.]{1,80}\b(?:instead of|rather than|over|for all|for every|for any"
            r"|wherever|everywhere|throughout|and nothing)\b",
            r"^use [^.]{1,60}, not\b|^write (?:the |all |your )?\w+s so that\b",
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
            r"(?<=\S )should (?:be|go|use|have|follow|produce|return|run|contain|wait|live|come"
            r"|end|start|stay|support|read|match|fit|take|print|log|write|state|name|link|carry"
            r"|get)\b(?! (?:fine|green|ok|okay|done|enough|possible|there|faster|better|fixed"
            r"|all)\b)",
            r"(?<=\S )should (?:always|only) \w+|^(?:[\w-]+ ){0,3}[\w-]+s should (?!work|be\b"
            r"|pass)\w+",
        ),
    ),
    Rule(
        slug="needs-a",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.72,
        pattern=any_of(
            r"^(?!all )(?:(?:our|new|public) )?(?:[\w-]+ ){0,2}[\w-]+s need (?!to\b|more|some"
            r"|help|a look|the\b|about)\w+",
            r"\bthey (?:all )?need an? \w+",
        ),
    ),
)
