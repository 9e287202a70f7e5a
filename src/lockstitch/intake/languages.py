"""How six other languages state a standing rule. Pure: small tables, the commonest wordings alone."""

import re
from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.phrases import Mood, Rule, any_of


def _of_language(
    code: str, *, never: tuple[str, ...], wrong: tuple[str, ...], always: tuple[str, ...]
) -> tuple[Rule, ...]:
    """Return the three rules of one language, one for each kind."""
    return (
        Rule(
            slug=f"never-{code}",
            kind=AnchorKind.SAFETY_CONSTRAINT,
            mood=Mood.ORDER,
            confidence=0.82,
            is_standing=True,
            pattern=any_of(*never),
        ),
        Rule(
            slug=f"wrong-{code}",
            kind=AnchorKind.USER_CORRECTION,
            mood=Mood.REPLY,
            confidence=0.8,
            pattern=any_of(*wrong),
        ),
        Rule(
            slug=f"always-{code}",
            kind=AnchorKind.TASK_CONTRACT,
            mood=Mood.ORDER,
            confidence=0.75,
            is_standing=True,
            pattern=any_of(*always),
        ),
    )


GERMAN: Final = _of_language(
    "de",
    never=(
        r"\b(?:auf (?:gar )?keinen fall|unter keinen umständen|keinesfalls|niemals)\b",
        r"^(?!ich |wir |er |sie |es |man |das |die |der |den |dem |mein\w* |hier )[^.]{0,80}\bnie(?: wieder)?\b[^.]{1,80}\b\w+en[.!]*$",
        r"^(?:\w+e?|\w+en sie) (?:bitte )?(?:nie|nichts|keine?[nrms]?)\b",
        r"\b(?:darfst|darf|dürfen|soll|sollen|sollst|sollte|sollten) [^.]{0,100}\b(?:nicht|nie|nichts|niemals|niemand|kein\w*|nur)\b",
        r"\b(?:niemand|keiner) (?:darf|soll|sollte)\b",
        r"\b(?:ist|sind|bleibt|bleiben) (?:\w+ )?(?:verboten|tabu|untersagt|nicht erlaubt|nicht gestattet|unangetastet|unverändert|geheim)\b",
        r"\b(?:nicht|nichts|kein\w*|nie)\b[^.]{1,80}\bohne (?:mein\w*|zu fragen|rückfrage|rücksprache|mich|vorher|freigabe|erlaubnis|zustimmung)\b",
        r"\bohne (?:meine|vorherige)\b[^.]{1,80}\b(?:nicht|nichts|kein\w*)\b|\bfrag\w* (?:mich|uns|bitte|vorher|erst)\b|\bnur (?:nach|mit) (?:meiner|rücksprache|freigabe|ausdrücklicher)\b",
        r"^(?!ich |wir |er |sie |es |man |das |die |der |den |dem |mein\w* |noch )(?:[\w/.-]+ ){0,8}(?:nicht|keine?[nrms]?|nichts)\b[^.,]{0,80}\b(?!haben|können|müssen|wollen|wissen|kommen|brauchen|sorgen)\w+e(?:n|rn|ln)\b ?[.!]*$",
        r"\b(?:finger weg|lass die finger)\b",
    ),
    wrong=(
        r"^(?:nein|nee|falsch|quatsch|stimmt nicht|nicht ganz|doch|korrektur)\b[,.:!–—-] ?+(?!danke|alles|passt|ist (?:gut|ok)|lass|kein problem|noch nicht|ich|das passt|schon gut|$)",
        r"\bstimmt (?:so |leider )?nicht\b|\bdas ist (?:falsch|nicht richtig|nicht korrekt|nicht unser|veraltet|kein\w*)\b",
        r"\b(?:hör|höre|hören sie) (?:bitte |endlich )?(?:auf|damit auf)\b|\blass (?:das|die \w+) (?:bitte )?(?:weg|sein|bleiben)\b",
        r"\bdu (?:hast|verwechselst|schreibst|nimmst|benutzt|irrst)\b[^.]{0,60}\b(?:falsch|verwechselt|immer noch|ständig|dauernd|schon wieder|dich)\b|\bdu verwechselst\b|\bdu irrst\b",
        r"\bnicht [^.,]{1,60}, sondern\b|\b(?:ist|sind|heißt|heißen|benutzen|verwenden|nutzen|läuft|haben) [^.]{1,80}(?:,| und) (?:nicht|kein\w*) \w+",
        r"\bich (?:habe|hab|hatte) (?:dir |ihnen )?(?:schon |doch |bereits )?\b[^.]{0,40}\b(?:gesagt|geschrieben)\b",
    ),
    always=(
        r"^(?!das |die |der |den |es |ich |er |sie |wir |man |dein\w* |mein\w* |unser\w* |ein\w* |hier |leider |\w+ (?:ist|sind|war|stürzt) )(?:[\w/-]+ ){0,3}(?:immer|stets|grundsätzlich) (?!noch|wieder|der|dieser)\w+",
        r"\b(?:jede[rsnm]?|alle|sämtliche) [^.]{1,80}\b(?:muss|müssen|soll|sollen|sollte|sollten|braucht|brauchen|bekommt|bekommen)\b",
        r"\b(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|zukünftig|künftig|standardmäßig)\b|\bfür den rest\b",
        r"^(?!ich |wir |er |sie |es |man |hier |das muss |da )[^.]{1,80}\b(?:muss|müssen|sollen|sollten)\b[^.]{1,80}\b(?:sein|werden|haben|\w+en|bleiben)[.!]*$",
        r"\b(?:achte|achten sie) (?:bitte )?(?:immer )?darauf\b|\bin diesem (?:projekt|repo\w*)\b",
        r"^(?:[\w-]+ )?(?:nur|ausschließlich|bevorzug\w*) \w+",
    ),
)
FRENCH: Final = _of_language(
    "fr",
    never=(
        r"(?:^|[:;,] )n(?:e |'|e pas |e jamais )(?!t'inqui|vous inqui|t'en fais|sais|marche)(?:[\w']+ )?(?:jamais|pas|rien|plus|aucun\w*|\w+er)\b",
        r"(?:^|[:;,] )(?:jamais|surtout pas|pas) (?:de |d'|touche\w*)[^.]{1,80}\b(?:dans|sur|sans|en|vers|à|avec|pour)\b",
        r"\b(?:doit|doivent|peut|peuvent|dois|devez|devons|peux|pouvez|faut) (?:jamais|pas|rien|plus|en aucun cas)\b",
        r"\b(?:est|sont) (?:strictement |formellement )?(?:interdite?s?|défendue?s?|proscrite?s?|hors limites|intouchables?)\b|\binterdiction de\b|\binterdit de\b",
        r"\b(?:en aucun cas|sous aucun prétexte|en aucune circonstance)\b",
        r"\bsans (?:mon accord|mon autorisation|me demander|m'en parler|demander|autorisation|validation|ma permission)\b",
        r"\bdemande(?:z)?[- ]moi (?:avant|d'abord|toujours)\b|\bdemande(?:z)? (?:toujours )?avant\b",
    ),
    wrong=(
        r"^(?:non|faux|erreur|correction|pas tout à fait|pas exactement)\b[,.:!–—-] ?+(?!merci|ça va|c'est bon|c'est parfait|rien|pas encore|je |pas besoin|$)",
        r"\bc'est (?:faux|inexact|incorrect|périmé)\b|\bce n'est pas (?:ça|correct|vrai|exact|notre)\b",
        r"\b(?:arrête|arrêtez|cesse|cessez) (?:de |d')\w+",
        r"\btu (?:te trompes|confonds|as confondu|t'es trompé|continues)\b|\bvous (?:vous trompez|confondez)\b|\bje t'ai (?:déjà )?(?:dit|demandé)\b",
        r"\b(?:est|sont|utilise|utilisons|s'appelle|s'écrit|c'est|en|sur) [^.]{1,80}(?:,| et) (?:non |pas |et non )(?:pas )?\w+",
    ),
    always=(
        r"^(?!c'est |ça |il |elle |on |je |tu |nous |le |la |les |l'|mon |ma |un |une )(?:[\w'-]+ ){0,2}toujours \w+",
        r"\b(?:chaque|tous les|toutes les|tout|toute) [^.]{1,80}\b(?:doit|doivent|devra|devront|a besoin|ont besoin|nécessite)\b",
        r"\b(?:désormais|dorénavant|à partir de maintenant|à l'avenir|par défaut|pour la suite)\b|\bdans ce (?:projet|dépôt)\b",
        r"^(?!il |elle |on |je |tu |nous |ça |c'est )[^.]{1,80}\b(?:doit|doivent) (?:\w+ment |toujours )?\w+(?:er|ir|re|oir)\b",
        r"\b(?:assure-toi|veille|assurez-vous|veillez) (?:toujours )?(?:que|à|de)\b",
    ),
)
SPANISH: Final = _of_language(
    "es",
    never=(
        r"(?:^|[:;,] )(?:no|nunca|jamás) (?:lo |la |los |las |me |te |se )?(?!tienes|eres|sabes|puedes|quieres|entiendes|es\b|las\b|los\b|estas|esas|otras|mas\b|veces|necesitas|te preocupes|preocupes|gracias)\w{2,}(?:es|as)\b",
        r"(?:^|[:;,] )(?:nunca|jamás|no) (?:se )?(?:haga|hagan|borre|use|modifique|toque|suba|escriba|ejecute|cambie|elimine|publique|comparta)n?\b",
        r"\bno (?:se )?(?:debe|deben|debes|puede[ns]? (?:\w+r)|permite|permiten)\b[^.]{0,60}\b(?:nunca|jamás|sin|bajo|en|a|fuera|\w+r)\b",
        r"\b(?:está|están|queda|es) (?:terminantemente |totalmente |estrictamente )?prohibid[oa]s?\b|\bprohibido \w+r\b",
        r"\b(?:bajo ninguna circunstancia|en ningún caso|de ninguna manera|bajo ningún concepto)\b",
        r"\bsin (?:mi (?:permiso|aprobación|autorización|visto bueno|ok)|preguntar\w*|avisar\w*|consultar\w*|autorización|permiso)\b",
        r"\b(?:pregúntame|consúltame|pregunta|consulta|avísame|pídeme permiso)(?: siempre)? antes\b|\bantes de [^.]{1,60}, (?:pregúntame|consúltame|pregunta|avísame)",
    ),
    wrong=(
        r"^(?:no|falso|incorrecto|mal|error|corrección|te equivocas)\b[,.:!–—-] ?+(?!gracias|está bien|todavía|aún|pasa nada|ya|perfecto|tranqui|$)(?=[^.]*\b(?:es|son|se llama|usamos|está|están|va|van|tiene|tienen|devuelve|no)\b)",
        r"\beso (?:no es|es falso|es incorrecto|está mal|ya no es)\b|\bno es (?:correcto|cierto|así)\b|\bte (?:equivocas|has equivocado|confundes)\b",
        r"(?:^|[:;,] )(?:deja|dejá|para) de \w+r\b|\b(?:ya te dije|te he dicho|te dije)\b|\bsigues \w+ndo\b",
        r"\b(?:es|son|usamos|está|están|se llama|tiene|devuelve|en|usa) [^.]{1,80}(?:, (?:y )?no|y no|, sino) \w+",
        r"\bno es [^.]{1,60}, (?:es|sino)\b",
    ),
    always=(
        r"^(?!falla|tarda|sale|es |está |se |me |el |la |los |las |yo |un |una |casi )(?:[\w-]+ ){0,1}siempre (?!igual|lo\b|la\b|el\b|un\b|falla|tarda|sale|da\b|me\b|se\b|es\b|está|hay|funciona|pasa|ha\b|he\b|que\b)\w+",
        r"\b(?:cada|tod[oa]s? l[oa]s|tod[oa]|cualquier) [^.]{1,80}\b(?:debe|deben|tiene que|tienen que|ha de|necesita|necesitan|debería|deberían|llevan?)\b",
        r"\b(?:a partir de ahora|de ahora en adelante|en adelante|de aquí en adelante|por defecto|en el futuro)\b|\ben este (?:proyecto|repo\w*)\b",
        r"^(?!yo |eso |esto )[^.]{1,80}\b(?:debe|deben|tiene que|tienen que) (?:siempre )?\w+(?:ar|er|ir)\b",
        r"\basegúrate (?:siempre )?de que (?:cada|tod)",
    ),
)
PORTUGUESE: Final = _of_language(
    "pt",
    never=(
        r"(?:^|[:;,] )(?:nunca|jamais|não) (?:mais )?(?:faça|mexa|escreva|suba|inclua|remova|ponha|permita|insira|toque|ponhas|faças)m?\b",
        r"(?:^|[:;,] )(?:nunca|jamais|não) (?!pode|existe|recebe|parece|aparece|entende|acontece|deve|esquece|sabe|teve|quer|é|se preocupe|preocupe|esque)\w{2,}e\b",
        r"\bnão (?:se )?(?:deve|devem|pode|podem|é permitido|são permitidos)\b[^.]{0,60}\b(?:sem|nunca|em|no|na|para|fora|ser|\w+r)\b",
        r"\b(?:é|está|são|fica) (?:terminantemente |estritamente |totalmente )?proibid[oa]s?\b|\bproibido \w+r\b",
        r"\b(?:em hipótese alguma|de jeito nenhum|em caso algum|sob nenhuma circunstância|em nenhuma circunstância)\b",
        r"\bsem (?:a minha|minha|o meu|meu|falar comigo|me perguntar|perguntar|me avisar|me consultar|autorização|aprovação|permissão)\b",
        r"\b(?:pergunte|me pergunte|pergunta|consulte|fale comigo|me avise|peça)\b[^.]{0,40}\bantes\b|\bantes de [^.]{1,60}, (?:me )?(?:pergunt|consult|avis|fal)\w+",
    ),
    wrong=(
        r"^(?:não|errado|incorreto|falso|correção|negativo)\b[,.:!–—-] ?+(?!obrigad|está bom|tudo bem|precisa|ainda|tá|valeu|$)",
        r"\bnão é (?:isso|assim|bem assim|verdade)\b|\bisso (?:não é|está errado|é falso|está incorreto|não está)\b|\bvocê (?:se enganou|está enganado|confundiu|errou|continua)\b",
        r"(?:^|[:;,] )(?:pare|para|chega) de \w+r?\b|\b(?:já te disse|já falei|eu disse)\b",
        r"\b(?:é|são|usamos|está|se chama|chama-se|fica|roda|em) [^.]{1,80}(?:, (?:e )?não|e não|, mas não|, e sim) \w+",
    ),
    always=(
        r"^(?!o |a |os |as |é |eu |ele |ela |isso |está |quase |meu |minha )(?:[\w-]+ ){0,1}sempre (?!a\b|o\b|igual|um\b|falha|demora|que|dá|é|foi|está|fica|tem\b|acontece)\w+",
        r"\b(?:cada|tod[oa]s? [oa]s|todo|toda|qualquer) [^.]{1,80}\b(?:deve|devem|precisa|precisam|tem que|têm que|tem de|têm de)\b",
        r"\b(?:a partir de agora|de agora em diante|daqui em diante|daqui pra frente|por padrão|no futuro)\b|\bneste (?:projeto|repo\w*)\b",
        r"^(?!eu |isso |ele |ela )[^.]{1,80}\b(?:deve|devem|têm que|tem que|precisam|precisa) (?:sempre )?\w+(?:ar|er|ir|or)\b",
    ),
)
ITALIAN: Final = _of_language(
    "it",
    never=(
        r"(?:^|[:;,] )(?:non|mai) (?:\w+ )?(?!preoccup|ti preoccup)\w+(?:are|ere|ire|arlo|arla|arli|erlo|irlo)\b",
        r"(?:^|[:;,] )non \w+(?:te|re) mai\b",
        r"\bnon (?:devi|deve|devono|dovete|si deve|si devono|si può|si possono|puoi|possono|può|vanno|va) (?:\w+ )?(?:mai |essere )?\w+(?:re|at[oaie]|ut[oaie]|it[oaie]|ss[oaie])\b",
        r"\b(?:è|sono) (?:severamente |assolutamente |tassativamente )?(?:vietat|proibit)[oaie]\b|\bvietato \w+re\b",
        r"\b(?:in nessun caso|per nessun motivo|nessuno (?:deve|può))\b",
        r"\bsenza (?:il mio|la mia|chieder\w*|avvisar\w*|permesso|autorizzazione|approvazione)\b",
        r"\bchiedimi (?:sempre )?(?:prima|conferma)\b|\bprima di [^.]{1,60}, (?:chiedi\w*|avvisami|consultami)",
    ),
    wrong=(
        r"^(?:no|sbagliato|falso|errato|correzione|non è vero|non esattamente)\b[,.:!–—-] ?+(?!grazie|va bene|va benissimo|tutto|non ancora|niente|non serve|$)(?=[^.]*\b(?:è|sono|si chiama|usiamo|ti sbagli|sta|stanno|ha|hanno|non|va|vanno)\b)",
        r"\b(?:è sbagliato|non è corretto|non è così|non è vero|ti sbagli|ti confondi|hai confuso|hai sbagliato)\b",
        r"(?:^|[:;,] )(?:smetti|smettila|basta|smettetela) (?:di |con )\w+|\bte l'ho (?:già )?detto\b|\bcontinui a \w+re\b",
        r"\b(?:è|sono|usiamo|si chiama|sta|ha|in|su|usa) [^.]{1,80}(?:, (?:e )?non|e non|, bensì|, mica) \w+",
    ),
    always=(
        r"^(?!il |la |lo |i |gli |le |è |io |si |mi |sono |quasi |un |una )(?:[\w-]+ ){0,1}sempre (?!la\b|a\b|o\b|lo\b|uguale|un\b|così|fallisce|più|è|che|lo stesso)\w+|^[^.,]{1,80}, sempre[.!]*$",
        r"\b(?:ogni|tutt[ie] (?:i|gli|le)|qualsiasi|ciascun\w*) [^.]{1,80}\b(?:deve|devono|dovrebbe|dovrebbero|va|vanno|ha bisogno)\b",
        r"\b(?:d'ora in poi|da ora in poi|da adesso in poi|in futuro|da oggi in poi)\b|\bin questo (?:progetto|repo\w*)\b",
        r"^(?!io |questo |lui |lei )[^.]{1,80}\b(?:deve|devono) (?:sempre )?\w+(?:are|ere|ire)\b",
    ),
)
DUTCH: Final = _of_language(
    "nl",
    never=(
        r"(?:^|[:;,] )(?:\w+ )?nooit (?!meer gezien|gezien|gehad|geweten|geprobeerd)\w+(?!.*\b(?:ik|wij|hij)\b)",
        r"\b(?:mag|mogen|moet|moeten|moogt) (?:je |jij |er |\w+ )?(?:\w+ ){0,4}(?:nooit|niet|geen|niemand|nergens)\b",
        r"\bniemand mag\b|\b(?:is|zijn) (?:strikt |streng |absoluut )?(?:verboden|taboe|niet toegestaan|off-limits)\b",
        r"\b(?:in geen geval|onder geen beding|onder geen enkele omstandigheid|absoluut niet|absoluut geen)\b",
        r"\bzonder (?:mijn|toestemming|te vragen|overleg|eerst|goedkeuring|het mij|mij)\b",
        r"\bvraag (?:het )?(?:me|mij|ons|altijd|eerst)\b",
        r"^(?!ik |we |wij |hij |het |de |die |dit |dat |er )(?:\w+ )(?:[\w/.-]+ ){0,6}(?:niet|geen)\b[^.]{0,60}\b(?:aan|weg|toe|over|op|in|uit|naar|van|voor|met|\w+en)[.!]*$",
    ),
    wrong=(
        r"^(?:nee|fout|onjuist|correctie|niet waar|niet helemaal)\b[,.:!–—-] ?+(?!dank|bedankt|hoeft|prima|is goed|nog niet|laat|ik |$)",
        r"\b(?:klopt niet|is (?:fout|onjuist|niet juist|verouderd|niet correct))\b|\bje (?:vergist je|verwart|haalt)\b",
        r"(?:^|[:;,] )(?:stop|hou(?:d)?(?: eens)? op) met\b|\bik (?:heb|had) (?:je |al )?(?:\w+ )?(?:gezegd|gevraagd)\b|\bje blijft\b",
        r"\b(?:is|zijn|gebruiken|heet|heten|staat|draait|in|op) [^.]{1,80}(?:,| en) (?:niet|geen) \w+|\bniet [^.,]{1,60}, maar\b",
    ),
    always=(
        r"^(?!de |het |een |ik |hij |zij |we |dat |dit |die |is |mijn |er )(?:[\w-]+ ){0,2}(?:altijd|steeds) (?!al|weer|hetzelfde|nog)\w+",
        r"\b(?:elke?|ieder|iedere|alle) [^.]{1,80}\b(?:moet|moeten|heeft|hebben|krijgt|krijgen|hoort|horen|dient|dienen)\b",
        r"\b(?:vanaf nu|van nu af aan|voortaan|in het vervolg|standaard)\b|\bin (?:dit|deze) (?:project|repo\w*|codebase)\b|\bvoor de rest van\b",
        r"^(?!ik |we |wij |hij |dit |dat |er )[^.]{1,80}\b(?:moet|moeten) (?:\w+ ){0,8}(?:zijn|worden|hebben|staan|blijven|\w+en)[.!]*$",
    ),
)

ABROAD: Final = (*GERMAN, *FRENCH, *SPANISH, *PORTUGUESE, *ITALIAN, *DUTCH)

_ENGLISH_WORDS: Final = re.compile(
    r"\b(?:the|and|you|of|to|that|this|with|are|be|don't|never|always|must|should|every|it's|it|my|i'm|i've|for|not|use|is|from|at|by|an|all|if|we|has|have|before|when|now)\b"
)
_WORDS: Final = (
    (
        GERMAN,
        re.compile(
            r"\b(?:der|das|ist|nicht|und|eine?[nrms]?|den|dem|für|mit|von|zu|bitte|immer|nie|niemals|alle|jede[rnms]?|auf|auch|wird"
            r"|werden|muss|müssen|darf|kein\w*|nein|wir|du|ich|hör|falsch|ab|vor|nach|nur|im|beim|bei|aus|ohne|sind|keine)\b"
        ),
    ),
    (
        FRENCH,
        re.compile(
            r"\b(?:le|la|les|des|du|une|est|pas|ne|dans|pour|avec|sur|jamais|toujours|chaque|tous|toutes|doit|doivent|arrête|sans|et"
            r"|à|désormais|non|il|tu|en|de|au|aux|plus|faux)\b|\b(?:c|qu|d|l|n|j)'"
        ),
    ),
    (
        SPANISH,
        re.compile(
            r"\b(?:el|la|los|las|una|un|del|que|nunca|jamás|siempre|cada|todos|todas|debe|deben|para|con|sin|por|antes|está|se|y|al|en|de"
            r"|eso|te|usamos)\b"
        ),
    ),
    (
        PORTUGUESE,
        re.compile(
            r"\b(?:não|nunca|sempre|uma|um|da|dos|das|em|na|nas|nos|para|com|sem|cada|todos|todas|deve|devem|é|isso|você|ao|pelo|errado|o|os|de|que|se)\b"
        ),
    ),
    (
        ITALIAN,
        re.compile(
            r"\b(?:il|lo|gli|che|non|mai|sempre|ogni|tutti|tutte|di|della|dei|delle|del|senza|è|deve|devono|sono|nel|nella|nei|una|la|le|si|ti|da|su|poi|d'ora)\b"
        ),
    ),
    (
        DUTCH,
        re.compile(
            r"\b(?:de|het|een|niet|nooit|altijd|elke?|alle|moet|moeten|mag|mogen|voor|met|zonder|van|en|geen|zijn|nee|je|wij|ik|dat|dit|die|op|naar|bij)\b"
        ),
    ),
)


def rules_for(text: str) -> tuple[Rule, ...]:
    """Return the rules of the languages that *text* is most likely in; English has none of these."""
    counts = [len(words.findall(text)) for _, words in _WORDS]
    most = max(counts)
    if most <= len(_ENGLISH_WORDS.findall(text)):
        return ()
    return tuple(
        rule for (rules, _), count in zip(_WORDS, counts, strict=True) if count == most for rule in rules
    )
