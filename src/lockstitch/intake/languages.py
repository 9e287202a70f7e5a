"""Tell which of the languages other than English a sentence is in. Pure: it counts small words."""

from typing import Final

from lockstitch.intake.germanic import DUTCH, GERMAN
from lockstitch.intake.patterns import lazy
from lockstitch.intake.phrases import Rule
from lockstitch.intake.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH

ABROAD: Final = (*GERMAN, *FRENCH, *SPANISH, *PORTUGUESE, *ITALIAN, *DUTCH)

_ENGLISH_WORDS: Final = lazy(
    r"\b(?:the|and|you|of|to|that|this|with|are|be|don't|never|always|must|should|every|it's|it"
    r"|my|i'm|i've|for|not|use|is|from|at|by|an|all|if|we|has|have|before|when|now)\b"
)
_WORDS: Final = (
    (
        GERMAN,
        lazy(
            r"\b(?:der|das|ist|nicht|und|eine?[nrms]?|den|dem|für|mit|von|zu|bitte|immer|nie"
            r"|niemals|alle|jede[rnms]?|auf|auch|wird|werden|muss|müssen|darf|kein\w*|nein|wir|du"
            r"|ich|hör|falsch|ab|vor|nach|nur|im|beim|bei|aus|ohne|sind|keine)\b"
        ),
    ),
    (
        FRENCH,
        lazy(
            r"\b(?:le|la|les|des|du|une|est|pas|ne|dans|pour|avec|sur|jamais|toujours|chaque|tous"
            r"|toutes|doit|doivent|arrête|sans|et|à|désormais|non|il|tu|en|de|au|aux|plus|faux)\b"
            r"|\b(?:c|qu|d|l|n|j)'"
        ),
    ),
    (
        SPANISH,
        lazy(
            r"\b(?:el|la|los|las|una|un|del|que|nunca|jamás|siempre|cada|todos|todas|debe|deben"
            r"|para|con|sin|por|antes|está|se|y|al|en|de|eso|te|usamos)\b"
        ),
    ),
    (
        PORTUGUESE,
        lazy(
            r"\b(?:não|nunca|sempre|uma|um|da|dos|das|em|na|nas|nos|para|com|sem|cada|todos|todas"
            r"|deve|devem|é|isso|você|ao|pelo|errado|o|os|de|que|se)\b"
        ),
    ),
    (
        ITALIAN,
        lazy(
            r"\b(?:il|lo|gli|che|non|mai|sempre|ogni|tutti|tutte|di|della|dei|delle|del|senza|è"
            r"|deve|devono|sono|nel|nella|nei|una|la|le|si|ti|da|su|poi|d'ora)\b"
        ),
    ),
    (
        DUTCH,
        lazy(
            r"\b(?:de|het|een|niet|nooit|altijd|elke?|alle|moet|moeten|mag|mogen|voor|met|zonder"
            r"|van|en|geen|zijn|nee|je|wij|ik|dat|dit|die|op|naar|bij)\b"
        ),
    ),
)


def rules_for(text: str) -> tuple[Rule, ...]:
    """Return the rules of the languages that *text* is most likely in; of English, none."""
    counts = [len(words.findall(text)) for _, words in _WORDS]
    most = max(counts)
    if most <= len(_ENGLISH_WORDS.findall(text)):
        return ()
    return tuple(
        rule
        for (rules, _), count in zip(_WORDS, counts, strict=True)
        if count == most
        for rule in rules
    )
