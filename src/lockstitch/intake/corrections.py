"""How English corrects an agent. Pure: a table of rules, each with its phrases."""

from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import AT, NOT, Mood, Only, Rule, any_of

_KIND: Final = AnchorKind.USER_CORRECTION
_BUT_NOT: Final = (
    r"not (?!yet|sure|now\b|really|even|only|just|to\b|that\b|necessarily|so\b|possible|needed"
    r"|bad|if\b|because|when|working|all\b|every|always|too\b|again|much|many|an? (?:big|problem"
    r"|issue)|the (?:problem|issue))"
)
_NO_STATUS: Final = (
    r"(?!.{0,240}\b(?:works?|worked|pass(?:es)?|fails?|happens?|crash\w*|appears?|shows up)\b)"
)
"""Where something works and where not is a report."""

CORRECTIONS: Final = (
    Rule(
        slug="you-keep",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.93,
        pattern=any_of(
            r"\byou (?:keep|kept) (?:on )?\w+ing\b|\byou(?:'re| are) (?:still|again|always"
            r"|constantly) \w+ing\b",
            r"\byou did (?:it|that|this) (?:again|in|\w+ times)\b|\bwrong \w+ again\b"
            r"|^again,? you\b|^wrong again\b",
            r"\b(?:again|still) (?:wrong|the wrong)\b|\bhow (?:often|many times) \b"
            r"|\bfor the \w+ time\b",
            r"\byou (?:always|constantly) \w+",
            r"\byou(?:'ve| have)? got [^.]{1,40} (?:backwards|wrong|mixed up)[.!]?$",
            r"\byou(?:'ve| have)? [\w']+ (?:[^.]{1,40} )?again, ",
        ),
    ),
    Rule(
        slug="stop-doing",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        pattern=any_of(
            rf"{AT}(?:stop|quit|cease) (?:\w+ly )?(?!working|responding"
            r"|being)\w+ing\b(?! (?:containers?|process\w*|jobs?|servers?|instances?)\b)",
            r"^no more (?!questions?|errors?|issues?|problems?|ideas?|time|tests?|than|left)\w+",
            r"\byou (?:don't|do not|needn't) (?:(?:have|need) to )?\w+ [^.]{0,80}\b(?:every|each"
            r"|always|to me|so much)\b",
            rf"{AT}enough (?:with|of) (?:the|your|these|those)\b",
            r"\bi (?:do not|don't) (?:want|need) [^.]{1,40}, (?:just|only)\b",
        ),
    ),
    Rule(
        slug="not-again",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        pattern=any_of(
            rf"{AT}(?:{NOT}|never) (?:ever )?[^.]{{1,100}}\b(?:again|any ?more|any longer"
            r"|all the time|so often|constantly)\b"
        ),
    ),
    Rule(
        slug="you-erred",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.92,
        needs_claim=True,
        pattern=any_of(
            r"\byou(?:'ve| have)? (?:got|had|have|put|mixed|confused|swapped"
            r"|switched) [^.]{1,60}\b(?:wrong|backwards?|mixed up|upside down|the other way"
            r"|swapped|up|reversed|with)\b",
            r"\byou(?:'ve| have)? (?:misread|misunderst\w+|mistook|confused?|misspell\w*|misspelt"
            r"|mixed)\b",
            r"\byou(?:'ve| have)? (?:forgot|forgotten|forget|ignored?|overlooked|missed) that\b",
            r"\byou(?:'re| are| were) (?:wrong|mistaken|mixing|confusing|misreading|conflating"
            r"|assuming|overlooking|forgetting|ignoring|overcomplicating)\b",
            r"\byour (?:examples?|code|snippets?|answers?|comments?|messages?|summar\w+"
            r"|templates?|imports?|patch\w*|version|output|tests?|diffs?|plan|explanations?"
            r"|suggestions?) (?:is|are|was|were|uses?|still)\b(?! (?:great|good|fine|nice|clean"
            r"|perfect|ok|okay)\b)",
            r"\byou(?:'ve| have)? (?:put|wrote|written|used) [^.]{1,60}\b(?:where|instead of"
            r"|but) it (?:should|is)\b",
            r"\byour [\w ]{1,30}\b(?:shows?|says?|has|assumes?|lists?|mentions?|contains?)\b",
            r"\byour (?:reading|assumption|claim|understanding|guess|version|description)\b",
            r"\byour \w+ (?:is|are|was|were) (?:off|wrong|incorrect|outdated|stale|reversed"
            r"|inverted)\b",
        ),
    ),
    Rule(
        slug="i-told-you",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.9,
        pattern=any_of(
            r"\bi(?:'ve| have)? (?:already |just )?(?:told you (?!it would|so\b|this would)"
            r"|asked you (?:for|to|not))",
            r"\bi(?:'ve| have)? (?:already )?asked for\b[^.]{1,120}\b(?:you|not|instead)\b",
            r"\bi (?:didn't|did not) (?:say|ask|mean|tell|write)\b",
            r"\bi said no \w+\b",
            r"\bi (?:said|meant|mean|wrote)\b[^.]{1,80}(?:\bnot\b|\binstead\b)"
            r"|\bwhen i say\b[^.]{1,80}\bi mean\b",
            r"\b(?:as|like) (?:i|we) (?:already )?(?:said|mentioned|told you|wrote|explained)\b",
            r"\bwe(?:'ve| have) (?:been over|discussed|talked about) this\b|\bas (?:discussed"
            r"|agreed)\b",
            r"^(?:once )?(?:again|more)\b ?[:,]|^once (?:again|more)\b",
        ),
    ),
    Rule(
        slug="correction-note",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.9,
        pattern=any_of(
            r"^(?:\w+ )?correction\b|\blet me correct\b|\bfor the record\b|\bi(?:'d"
            r"| would)? (?:have to|must|should) correct\b",
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
            r"\b(?:that|this|it)(?:'s| is) (?:simply |just |plain )?(?:wrong|incorrect|false"
            r"|inaccurate|outdated|an? (?:wrong|outdated|old|misunderstanding|mistake|error"
            r"|misconception)|the (?:old|wrong)|not (?:quite )?(?:right|true|correct|accurate|how"
            r"|our|what (?:an?|the|we|x_quote)))\b",
            r"\b(?:that|this|it)(?: is not|isn't| isn't) (?:quite )?(?:right|true|correct"
            r"|accurate|how|our|the|an?)\b",
            r"^(?:no|nope|nah|wrong|incorrect|false|not (?:quite|correct|right|true"
            r"|so))\b(?:[ ,]+no\b)*[.:,;!–—-]",
            r"^(?:almost|close|nearly|not (?:exactly|really))\b[,.:!]|^(?:incorrect|false|bad"
            r"|outdated) \w+[.:,;!]",
            r"^wrong \w+[.:,;!]|^not that one\b|\bsorry,? but no\b|^i never (?:said|asked|told"
            r"|wrote)\b",
            r"^(?:on the contrary|in fact|quite the opposite|the opposite is true)\b",
            r"^(?:please )?read [^.]{1,40} again\b",
            r"^(?:wait|hold on|hang on|hm+|sorry)\b[,.!–—-]+ (?=(?:the|that|this|our|it|we"
            r"|there)\b)(?=[^.]{0,120}(?:n't|\bnot\b|deprecated|\bonly\b))",
        ),
    ),
    Rule(
        slug="you-said",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        needs_claim=True,
        pattern=any_of(
            r"\byou(?:'ve| have)?(?: just| already| also| always| again| seem to)? (?:wrote|said"
            r"|told me|claim(?:ed)?|assum(?:e|ed)|flagged|described?|computed|translated|called"
            r"|named|listed|stated|mentioned|treat(?:ed)?|think|believe|suggested|marked"
            r"|labell?ed|used|been \w+ing|spelled|spelt|typed|imported|put|picked|chose|set"
            r"|quoted|referred|refer to|modell?ed|gave|posted|proposed|provided|show(?:ed)?|write"
            r"|use|presented|counted|converted|rounded|take|took|talk about|misquoted"
            r"|mislabell?ed|addressed|swapped|reversed|inverted|placed|sorted|capitali[sz]ed"
            r"|abbreviated|shortened|expanded|declared|defined|initiali[sz]ed|documented|invented"
            r"|hard-?coded)\b",
            r"\byou(?:'re| are) (?:off by|talking about|thinking of|referring to)\b",
            r"\byou read [^.]{1,40} (?:wrong|the wrong way|as|backwards)\b",
        ),
    ),
    Rule(
        slug="as-you-said",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        pattern=any_of(
            r"\bas you (?:\w+ )?(?:wrote|said|claim(?:ed)?|assumed?|described?|call(?:ed)?"
            r"|stated?|put)\b",
            r"\bwhere you got\b|\bthan what you (?:have|wrote|said)\b|\bwhat you (?:wrote|said"
            r"|call(?:ed)?|claim(?:ed)?|assumed?|described?)\b",
            r"\byou(?:'ve| have)? (?:forgot|forgotten|missed|overlooked|ignored) (?:that"
            r"|the fact)\b",
        ),
    ),
    Rule(
        slug="your-output",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.88,
        pattern=any_of(
            r"\b(?:your|you're|you are)\b[^.]{1,60}\b(?:too|way too|far too) \w+|\btoo (?:long"
            r"|verbose|wordy|chatty)\b",
            r"\byou(?:'re| are) (?:writing|using|adding|making|putting|giving)\b",
            r"\byour [^.]{1,40} (?:is|are) [^.]{1,60}, (?:they|it) (?:must|should|ha(?:s|ve) to"
            r"|needs? to)\b",
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
            r"^actually,? (?!i\b|let|never|no\b|yes|can|could|just|it works|that works|this works"
            r"|wait|please)[^.]{1,80}(?:\b(?:is|are|has|have|uses?|returns?|runs?|does|lives?"
            r"|goes|needs?|takes?)\b|'s\b|'re\b)",
        ),
    ),
    Rule(
        slug="is-called",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.82,
        pattern=any_of(
            r"(?:\bis|\bare|'s) (?:(?:spelled|spelt|pronounced)\b|(?:called|named"
            r"|written) (?:x_code|x_quote)\b)",
            r"\b(?:the|our) (?:correct|right|proper|actual) [\w-]+(?: \w+)? (?:is|are)\b"
            r"|\bthe term (?:here|we use|for)\b",
            r"\bx_quote (?:(?:is not|isn't) (?:an?|the|our|x_quote)|means?|does not mean"
            r"|doesn't mean)(?= )",
            r"^my name is (?!in\b|on\b|\w+, hi\b)|\bin our (?:domain|team|project|terminology"
            r"|language|code|world|company),? [^.]{1,60}\bmeans?\b|\bin our (?:domain|terminology"
            r"|language|world)\b|\bother way (?:a)?round\b",
            r"\b(?:by|with|for us) (?:x_quote|x_code)[, ]+(?:i|we) mean\b|\bfor us,? (?:an? "
            r"|the )?(?:x_quote|\w+) (?:is|means|has)\b",
            r"\b(?:nobody|no one) here (?:says|calls|uses|writes)\b[^.]{1,40}, we\b|\bwe (?:say"
            r"|call (?:it|them|these|those)|write) x_quote",
            r"^the name's \w+",
        ),
    ),
    Rule(
        slug="isnt-it-is",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.8,
        pattern=any_of(
            rf"^{_NO_STATUS}.{{0,100}}(?<!\bi)(?<!^)(?: |')(?:isn't|aren't|doesn't|don't|is not"
            r"|are not|does not|s not|re not)\b[^.]{1,80}[,;:–—] ?(?:it|they|there|that|we"
            r"|x_code)(?:'s|'re| is| are| use| has| have| does| skips?| was)\b",
            rf"^{_NO_STATUS}.{{0,100}}\b(?:isn't|aren't|is not|are not) [^.,]{{1,60}} (?:it's"
            r"|they're|it is|they are)\b",
            r"\b(?:is|are|owns?|uses?|does) [^.]{1,80}, (?:the |an? )?[\w-]+ (?:doesn't|isn't"
            r"|aren't|don't)[.!]?$",
        ),
    ),
    Rule(
        slug="x-not-y",
        kind=_KIND,
        mood=Mood.CLAIM,
        confidence=0.78,
        pattern=any_of(
            rf"^{_NO_STATUS}.{{0,160}}(?:\b(?:is|are|am|uses?|has|have|called|named|spelled"
            r"|returns?|by|means?|in|on|at|from|send|sends|reads?|takes?|runs?|x_code|x_quote)\b"
            rf"|'s\b|'re\b|'m\b|:)[^.]{{1,80}}(?:,| and| but|;| –| —) (?:and )?{_BUT_NOT}",
            r"\bnot (?:an? |the )?[\w-]+,? but (?:an? |the |rather )?[\w-]+[.!]?$",
            r"^not (?!now|today|yet|sure|bad|really|necessary|needed|much|working|here"
            r"|there)[\w-]+, [\w-]+[.!]?$",
            rf"^{_NO_STATUS}(?!i |no\b|.{{0,80}}\bi (?:want|need|have|see"
            rf"|get)\b)[^.]{{3,120}},(?: and)? {_BUT_NOT}[\w'-]+(?: [\w'-]+){{0,3}}[.!]?$",
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
            r"^(?:it|that|this|they|these|the [\w-]+|x_code)(?:'s| is|'re| are)?(?: not"
            r"|n't) (?:an?|the|in|called|x_code|x_quote)\b[^.]{0,60}[.!]?$",
            r"^there(?:'s| is| are) no (?!rush|hurry|need|reason|problem|file"
            r"|way)[^.]{1,60}[.!]?$",
            r"^(?:wait|hold on|hang on)\b[,.!–—-]+ (?:the|that|this) [\w-]+ (?:is not"
            r"|isn't) [^.]{1,40}[.!]?$",
        ),
    ),
    Rule(
        slug="no-longer",
        kind=_KIND,
        mood=Mood.REPLY,
        confidence=0.78,
        pattern=any_of(
            r"\b(?:we|there's|there is|our \w+)(?: do not| don't| no longer| no| moved| switched"
            r"| stopped| renamed| replaced| dropped)\b[^.]{1,60}(?:\bany ?more\b|\bany longer\b"
            r"|, (?:it|we|the|they|state|that|use)\b)",
            r"\bwe(?: do not| don't) (?:use|do|call|name|have|run|write) [^.]{1,60}, we (?:use|do"
            r"|call|name|have|run|write)\b",
            r"\b(?:has been|have been|was|were|is|got) (?:renamed|replaced|superseded|deprecated"
            r"|merged|retired)\b[^.]{0,40}(?:\bto x_|\bby\b|\bin favou?r\b|, (?:use|it's|the new"
            r"|we|stop|now)\b)",
            r"^we(?: do not|'ve never| don't| never) ha(?:ve|d) an? [^.,]{1,40}, (?!so\b|but\b"
            r"|can\b|do\b)\w+",
            r"\bwe stopped \w+ing [^.]{1,40}, ",
            r"\b(?:that|this|it) was (?:true|right|correct|the case) (?:in|for|until|before)\b",
            r"\b(?:there(?:'s| is) )?no such thing as\b",
        ),
    ),
)
