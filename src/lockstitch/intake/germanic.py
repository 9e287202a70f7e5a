"""How German and Dutch state a standing rule. Pure: small tables of the commonest wordings."""

from typing import Final

from lockstitch.intake.phrases import any_of, rules_of

GERMAN: Final = rules_of(
    "de",
    never=any_of(
        r"\b(?:auf (?:gar )?keinen fall|unter keinen umständen|keinesfalls|niemals)\b",
        r"^(?!ich |wir |er |sie |es |man |das |die |der |den |dem |mein\w* "
        r"|hier )[^.]{0,80}\bnie(?: wieder)?\b[^.]{1,80}\b\w+en[.!]*$",
        r"^(?:\w+e?|\w+en sie) (?:bitte )?(?:nie|nichts|keine?[nrms]?)\b",
        r"\b(?:darfst|darf|dürfen|soll|sollen|sollst|sollte|sollten) [^.]{0,100}\b(?:nicht|nie"
        r"|nichts|niemals|niemand|kein\w*|nur)\b",
        r"\b(?:niemand|keiner) (?:darf|soll|sollte)\b",
        r"\b(?:ist|sind|bleibt|bleiben) (?:\w+ )?(?:verboten|tabu|untersagt|nicht erlaubt"
        r"|nicht gestattet|unangetastet|unverändert|geheim)\b",
        r"\b(?:nicht|nichts|kein\w*|nie)\b[^.]{1,80}\bohne (?:mein\w*|zu fragen|rückfrage"
        r"|rücksprache|mich|vorher|freigabe|erlaubnis|zustimmung)\b",
        r"\bohne (?:meine|vorherige)\b[^.]{1,80}\b(?:nicht|nichts|kein\w*)\b|\bfrag\w* (?:mich"
        r"|uns|bitte|vorher|erst)\b|\bnur (?:nach|mit) (?:meiner|rücksprache|freigabe"
        r"|ausdrücklicher)\b",
        r"^(?!ich |wir |er |sie |es |man |das |die |der |den |dem |mein\w* "
        r"|noch )(?:[\w/.-]+ ){0,8}(?:nicht|keine?[nrms]?|nichts)\b[^.,]{0,80}\b(?!haben|können"
        r"|müssen|wollen|wissen|kommen|brauchen|sorgen)\w+e(?:n|rn|ln)\b ?[.!]*$",
        r"\b(?:finger weg|lass die finger)\b",
    ),
    wrong=any_of(
        r"^(?:nein|nee|falsch|quatsch|stimmt nicht|nicht ganz|doch"
        r"|korrektur)\b[,.:!–—-] ?+(?!danke|alles|passt|ist (?:gut|ok)|lass|kein problem"
        r"|noch nicht|ich|das passt|schon gut|$)",
        r"\bstimmt (?:so |leider )?nicht\b|\bdas ist (?:falsch|nicht richtig|nicht korrekt"
        r"|nicht unser|veraltet|kein\w*)\b",
        r"\b(?:hör|höre|hören sie) (?:bitte |endlich )?(?:auf|damit auf)\b|\blass (?:das"
        r"|die \w+) (?:bitte )?(?:weg|sein|bleiben)\b",
        r"\bdu (?:hast|verwechselst|schreibst|nimmst|benutzt|irrst)\b[^.]{0,60}\b(?:falsch"
        r"|verwechselt|immer noch|ständig|dauernd|schon wieder|dich)\b|\bdu verwechselst\b"
        r"|\bdu irrst\b",
        r"\bnicht [^.,]{1,60}, sondern\b|\b(?:ist|sind|heißt|heißen|benutzen|verwenden|nutzen"
        r"|läuft|haben) [^.]{1,80}(?:,| und) (?:nicht|kein\w*) \w+",
        r"\bich (?:habe|hab|hatte) (?:dir |ihnen )?(?:schon |doch "
        r"|bereits )?\b[^.]{0,40}\b(?:gesagt|geschrieben)\b",
    ),
    always=any_of(
        r"^(?!das |die |der |den |es |ich |er |sie |wir |man |dein\w* |mein\w* |unser\w* |ein\w* "
        r"|hier |leider |\w+ (?:ist|sind|war|stürzt) )(?:[\w/-]+ ){0,3}(?:immer|stets"
        r"|grundsätzlich) (?!noch|wieder|der|dieser)\w+",
        r"\b(?:jede[rsnm]?|alle|sämtliche) [^.]{1,80}\b(?:muss|müssen|soll|sollen|sollte|sollten"
        r"|braucht|brauchen|bekommt|bekommen)\b",
        r"\b(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|zukünftig|künftig"
        r"|standardmäßig)\b|\bfür den rest\b",
        r"^(?!ich |wir |er |sie |es |man |hier |das muss |da )[^.]{1,80}\b(?:muss|müssen|sollen"
        r"|sollten)\b[^.]{1,80}\b(?:sein|werden|haben|\w+en|bleiben)[.!]*$",
        r"\b(?:achte|achten sie) (?:bitte )?(?:immer )?darauf\b|\bin (?:diesem"
        r"|unser\w*) (?:projekt|repo\w*|team)\b",
        r"^(?:[\w-]+ )?(?:nur|ausschließlich|bevorzug\w*) \w+",
    ),
)
DUTCH: Final = rules_of(
    "nl",
    never=any_of(
        r"(?:^|[:;,] )(?!ik |hij |zij |we |wij |het |de |een |dat |dit |die "
        r"|er )(?:[\w/.-]+ ){0,4}nooit (?!meer gezien|gezien|gehad|geweten"
        r"|geprobeerd)\w+(?!.*\b(?:ik|wij|hij)\b)",
        r"\b(?:mag|mogen|moet|moeten|moogt) (?:je |jij |er |\w+ )?(?:\w+ ){0,4}(?:nooit|niet|geen"
        r"|niemand|nergens)\b",
        r"\bniemand mag\b|\b(?:is|zijn) (?:strikt |streng |absoluut )?(?:verboden|taboe"
        r"|niet toegestaan|off-limits)\b",
        r"\b(?:in geen geval|onder geen beding|onder geen enkele omstandigheid|absoluut niet"
        r"|absoluut geen)\b",
        r"\bzonder (?:mijn|toestemming|te vragen|overleg|eerst|goedkeuring|het mij|mij)\b",
        r"\bvraag (?:het )?(?:me|mij|ons|altijd|eerst)\b",
        r"^(?!ik |we |wij |hij |het |de |die |dit |dat |er )(?:\w+ )(?:[\w/.-]+ ){0,6}(?:niet"
        r"|geen)\b[^.]{0,60}\b(?:aan|weg|toe|over|op|in|uit|naar|van|voor|met|\w+en)[.!]*$",
    ),
    wrong=any_of(
        r"^(?:nee|fout|onjuist|correctie|niet waar|niet helemaal)\b[,.:!–—-] ?+(?!dank|bedankt"
        r"|hoeft|prima|is goed|nog niet|laat|ik |$)",
        r"\b(?:klopt niet|is (?:fout|onjuist|niet juist|verouderd|niet correct))\b"
        r"|\bje (?:vergist je|verwart|haalt)\b",
        r"(?:^|[:;,] )(?:stop|hou(?:d)?(?: eens)? op) met\b|\bik (?:heb|had) (?:je "
        r"|al )?(?:\w+ )?(?:gezegd|gevraagd)\b|\bje blijft\b",
        r"\b(?:is|zijn|gebruiken|heet|heten|staat|draait|in|op) [^.]{1,80}(?:,| en) (?:niet"
        r"|geen) \w+|\bniet [^.,]{1,60}, maar\b",
    ),
    always=any_of(
        r"^(?!de |het |een |ik |hij |zij |we |dat |dit |die |is |mijn "
        r"|er )(?:[\w-]+ ){0,2}(?:altijd|steeds) (?!al|weer|hetzelfde|nog)\w+",
        r"\b(?:elke?|ieder|iedere|alle) [^.]{1,80}\b(?:moet|moeten|heeft|hebben|krijgt|krijgen"
        r"|hoort|horen|dient|dienen)\b",
        r"\b(?:vanaf nu|van nu af aan|voortaan|in het vervolg|standaard)\b|\bin (?:dit"
        r"|deze) (?:project|repo\w*|codebase)\b|\bvoor de rest van\b",
        r"^(?!ik |we |wij |hij |dit |dat |er )[^.]{1,80}\b(?:moet|moeten) (?:\w+ ){0,8}(?:zijn"
        r"|worden|hebben|staan|blijven|\w+en)[.!]*$",
    ),
)
