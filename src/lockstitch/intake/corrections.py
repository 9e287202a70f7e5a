"""How English corrects an agent. Pure: a table of rules, each with its phrases."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, NOT, Mood, Only, Rule, any_of

_KIND: Final = AnchorKind.USER_CORRECTION
_BUT_NOT: Final = (
    r"not (?!yet|sure|now\b|really|even|only|just|to\b|that\b|necessarily|so\b|possible|needed|bad|if\b"
    r"|because|when|working|all\b|every|always|too\b|again|much|many|an? (?:big|problem|issue)"
    r"|the (?:problem|issue))"
)
_NO_STATUS: Final = r"(?!.{0,240}\b(?:works?|worked|pass(?:es)?|fails?|happens?|crash\w*|appears?|shows up)\b)"
"""Where something works and where not is a report."""

CORRECTIONS: Final = (
    Rule(
        slug="you-keep",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.93,
        pattern=any_of(
            r"\byou (?:keep|kept) (?:on )?\w+ing\b|\byou(?:'re| are) (?:still|again|always|constantly) \w+ing\b",
            r"\byou did (?:it|that|this) (?:again|in|\w+ times)\b|\bwrong \w+ again\b|^again,? you\b|^wrong again\b",
            r"\b(?:again|still) (?:wrong|the wrong)\b|\bhow (?:often|many times) \b|\bfor the \w+ time\b",
            r"\byou (?:always|constantly) \w+",
        ),
    ),
    Rule(
        slug="stop-doing",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        pattern=any_of(
            rf"{AT}(?:stop|quit|cease) (?:\w+ly )?(?!working|responding|being)\w+ing\b"
            r"(?! (?:containers?|process\w*|jobs?|servers?|instances?)\b)",
            r"^no more (?!questions?|errors?|issues?|problems?|ideas?|time|tests?|than|left)\w+",
            r"\byou (?:don't|do not|needn't) (?:(?:have|need) to )?\w+ [^.]{0,80}\b(?:every|each|always|to me|so much)\b",
            rf"{AT}enough (?:with|of) (?:the|your|these|those)\b",
            r"\bi (?:do not|don't) (?:want|need) [^.]{1,40}, (?:just|only)\b",
        ),
    ),
    Rule(
        slug="not-again",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        pattern=any_of(rf"{AT}(?:{NOT}|never) (?:ever )?[^.]{{1,100}}\b(?:again|any ?more|any longer)\b"),
    ),
    Rule(
        slug="you-erred",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        needs_claim=True,
        pattern=any_of(
            r"\byou(?:'ve| have)? (?:got|had|have|put|mixed|confused|swapped|switched) [^.]{1,60}\b(?:wrong"
            r"|backwards?|mixed up|upside down|the other way|swapped|up|reversed|with)\b",
            r"\byou(?:'ve| have)? (?:misread|misunderst\w+|mistook|confused?|misspell\w*|misspelt|mixed)\b",
            r"\byou(?:'ve| have)? (?:forgot|forgotten|forget|ignored?|overlooked|missed) that\b",
            r"\byou(?:'re| are| were) (?:wrong|mistaken|mixing|confusing|misreading|conflating|assuming"
            r"|overlooking|forgetting|ignoring|overcomplicating)\b",
            r"\byour (?:examples?|code|snippets?|answers?|comments?|messages?|summar\w+|templates?|imports?|patch\w*|version"
            r"|output|tests?|diffs?|plan|explanations?|suggestions?) (?:is|are|uses?|still)\b(?! (?:great|good|fine|nice"
            r"|clean|perfect|ok|okay)\b)",
            r"\byou(?:'ve| have)? (?:put|wrote|written|used) [^.]{1,60}\b(?:where|instead of|but) it (?:should|is)\b",
            r"\byour [\w ]{1,30}\b(?:shows?|says?|has|assumes?|lists?|mentions?|contains?)\b",
            r"\byour (?:reading|assumption|claim|understanding|guess|version|description)\b",
            r"\byour \w+ (?:is|are|was|were) (?:off|wrong|incorrect|outdated|stale|reversed|inverted)\b",
        ),
    ),
    Rule(
        slug="i-told-you",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.9,
        pattern=any_of(
            r"\bi(?:'ve| have)? (?:already |just )?(?:told you (?!it would|so\b|this would)|asked you (?:for|to|not))",
            r"\bi(?:'ve| have)? (?:already )?asked for\b[^.]{1,120}\b(?:you|not|instead)\b",
            r"\bi (?:said|meant|mean|wrote)\b[^.]{1,80}(?:\bnot\b|\binstead\b)|\bwhen i say\b[^.]{1,80}\bi mean\b",
            r"\b(?:as|like) (?:i|we) (?:already )?(?:said|mentioned|told you|wrote|explained)\b",
            r"\bwe(?:'ve| have) (?:been over|discussed|talked about) this\b|\bas (?:discussed|agreed)\b",
            r"^(?:once )?(?:again|more)\b ?[:,]|^once (?:again|more)\b",
        ),
    ),
    Rule(
        slug="correction-note",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.9,
        pattern=any_of(
            r"^(?:\w+ )?correction\b|\blet me correct\b|\bfor the record\b|\bi(?:'d| would)? (?:have to|must|should) correct\b",
        ),
    ),
    Rule(
        slug="not-right",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.9,
        only=Only.OPENING,
        needs_claim=True,
        pattern=any_of(
            r"\b(?:that|this|it)(?:'s| is) (?:simply |just |plain )?(?:wrong|incorrect|false|inaccurate|outdated"
            r"|an? (?:wrong|outdated|old|misunderstanding|mistake|error|misconception)|the (?:old|wrong)|not (?:quite )?(?:right|true|correct|accurate|how|our))\b",
            r"\b(?:that|this|it)(?: is not|isn't| isn't) (?:quite )?(?:right|true|correct|accurate|how|our|the|an?)\b",
            r"^(?:no|nope|nah|wrong|incorrect|false|not (?:quite|correct|right|true|so))\b(?:[ ,]+no\b)*[.:,;!–—-]",
            r"^wrong \w+[.:,;!]|^not that one\b|\bsorry,? but no\b|^i never (?:said|asked|told|wrote)\b",
        ),
    ),
    Rule(
        slug="you-said",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        needs_claim=True,
        pattern=any_of(
            r"\byou(?:'ve| have)?(?: just| already| also| always)? (?:wrote|said|told me|claim(?:ed)?|assum(?:e|ed)"
            r"|flagged|described|computed|translated|called|named|listed|stated|mentioned|treat(?:ed)?|think|suggested"
            r"|marked|labell?ed|used|been \w+ing|spelled|spelt|typed|imported|put|picked|chose|set|quoted|referred"
            r"|modell?ed)\b",
        ),
    ),
    Rule(
        slug="as-you-said",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        pattern=any_of(
            r"\bas you (?:\w+ )?(?:wrote|said|claim(?:ed)?|assumed?|described?|call(?:ed)?|stated?|put)\b",
            r"\bwhere you got\b|\bthan what you (?:have|wrote|said)\b|\bwhat you (?:wrote|said|call(?:ed)?)\b",
        ),
    ),
    Rule(
        slug="your-output",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        pattern=any_of(
            r"\b(?:your|you're|you are)\b[^.]{1,60}\b(?:too|way too|far too) \w+|\btoo (?:long|verbose|wordy|chatty)\b",
            r"\byou(?:'re| are) (?:writing|using|adding|making|putting|giving)\b",
            r"\byour [^.]{1,40} (?:is|are) [^.]{1,60}, (?:they|it) (?:must|should|ha(?:s|ve) to|needs? to)\b",
            r"\byou \w+ (?:too|way too|far too) (?:much|many|often|long)\b",
        ),
    ),
    Rule(
        slug="actually",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.85,
        only=Only.OPENING,
        pattern=any_of(
            r"^actually,? (?!i\b|let|never|no\b|yes|can|could|just|it works|that works|this works|wait|please)"
            r"[^.]{1,80}(?:\b(?:is|are|has|have|uses?|returns?|runs?|does|lives?|goes|needs?|takes?)\b|'s\b|'re\b)",
        ),
    ),
    Rule(
        slug="is-called",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.82,
        pattern=any_of(
            r"(?:\bis|\bare|'s) (?:(?:spelled|spelt|pronounced)\b|(?:called|named|written) (?:x_code|x_quote)\b)",
            r"\b(?:the|our) (?:correct|right|proper|actual) [\w-]+(?: \w+)? (?:is|are)\b|\bthe term (?:here|we use|for)\b",
            r"\bx_quote (?:(?:is not|isn't) (?:an?|the|our|x_quote)|means?|does not mean|doesn't mean)(?= )",
            r"^my name is (?!in\b|on\b)|\bin our (?:domain|team|project|terminology|language|code|world|company),? "
            r"[^.]{1,60}\bmeans?\b|\bin our (?:domain|terminology|language|world)\b|\bother way (?:a)?round\b",
        ),
    ),
    Rule(
        slug="isnt-it-is",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.8,
        pattern=any_of(
            rf"^{_NO_STATUS}.{{0,100}}(?<!\bi)(?<!^)(?: |')(?:isn't|aren't|doesn't|don't|is not|are not|does not|s not|re not)\b"
            r"[^.]{1,80}[,;:–—] ?(?:it|they|there|that|we|x_code)(?:'s|'re| is| are| use| has| have| does| skips?| was)\b",
            rf"^{_NO_STATUS}.{{0,100}}\b(?:isn't|aren't|is not|are not) [^.,]{{1,60}} (?:it's|they're|it is|they are)\b",
            r"\b(?:is|are|owns?|uses?|does) [^.]{1,80}, (?:the |an? )?[\w-]+ (?:doesn't|isn't|aren't|don't)[.!]?$",
        ),
    ),
    Rule(
        slug="x-not-y",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.78,
        pattern=any_of(
            rf"^{_NO_STATUS}.{{0,160}}(?:\b(?:is|are|am|uses?|has|have|called|named|spelled|returns?|by|means?|in|on|at"
            r"|from|send|sends|reads?|takes?|runs?|x_code|x_quote)\b|'s\b|'re\b|'m\b|:)"
            rf"[^.]{{1,80}}(?:,| and| but|;| –| —) (?:and )?{_BUT_NOT}",
            r"\bnot (?:an? |the )?[\w-]+,? but (?:an? |the |rather )?[\w-]+[.!]?$",
            r"^not (?:an?|the|in|on|x_code|x_quote|\d\S*)\b[^.,]{0,40}, [\w'-]+",
        ),
    ),
    Rule(
        slug="is-not",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.78,
        only=Only.OPENING,
        needs_claim=True,
        pattern=any_of(
            r"^(?:it|that|this|they|these|the [\w-]+|x_code)(?:'s| is|'re| are)?(?: not|n't) "
            r"(?:an?|the|in|called|x_code|x_quote)\b[^.]{0,60}[.!]?$",
            r"^there(?:'s| is| are) no [^.]{1,60}[.!]?$",
        ),
    ),
    Rule(
        slug="no-longer",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.78,
        pattern=any_of(
            r"\b(?:we|there's|there is|our \w+)(?: do not| don't| no longer| no| moved| switched| stopped| renamed"
            r"| replaced| dropped)\b[^.]{1,60}(?:\bany ?more\b|\bany longer\b|, (?:it|we|the|they|state|that|use)\b)",
            r"\bwe(?: do not| don't) (?:use|do|call|name|have|run|write) [^.]{1,60}, we (?:use|do|call|name|have|run|write)\b",
        ),
    ),
)
