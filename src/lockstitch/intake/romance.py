"""How four Romance languages state a standing rule. Pure: small tables of common wordings."""

from typing import Final

from lockstitch.intake.phrases import any_of, rules_of

FRENCH: Final = rules_of(
    "fr",
    never=any_of(
        r"(?:^|[:;,] )n(?:e |'|e pas |e jamais )(?!t'inqui|vous inqui|t'en fais|sais"
        r"|marche)(?:[\w']+ )?(?:jamais|pas|rien|plus|aucun\w*|\w+er)\b",
        r"(?:^|[:;,] )(?:jamais|surtout pas|pas) (?:de |d'|touche\w*)[^.]{1,80}\b(?:dans|sur|sans"
        r"|en|vers|à|avec|pour)\b",
        r"\b(?:doit|doivent|peut|peuvent|dois|devez|devons|peux|pouvez|faut) (?:jamais|pas|rien"
        r"|plus|en aucun cas)\b",
        r"\b(?:est|sont) (?:strictement |formellement )?(?:interdite?s?|défendue?s?|proscrite?s?"
        r"|hors limites|intouchables?)\b|\binterdiction de\b|\binterdit de\b",
        r"\b(?:en aucun cas|sous aucun prétexte|en aucune circonstance)\b",
        r"\bsans (?:mon accord|mon autorisation|me demander|m'en parler|demander|autorisation"
        r"|validation|ma permission)\b",
        r"\bdemande(?:z)?[- ]moi (?:avant|d'abord|toujours)\b"
        r"|\bdemande(?:z)? (?:toujours )?avant\b",
    ),
    wrong=any_of(
        r"^(?:non|faux|erreur|correction|pas du tout|pas tout à fait"
        r"|pas exactement)\b[,.:!–—-] ?+(?!merci|ça va|c'est bon|c'est parfait|rien|pas encore"
        r"|je |pas besoin|$)",
        r"\bc'est (?:faux|inexact|incorrect|périmé)\b|\bce n'est pas (?:ça|correct|vrai|exact"
        r"|notre)\b",
        r"\b(?:arrête|arrêtez|cesse|cessez) (?:de |d')\w+",
        r"\btu (?:te trompes|confonds|as confondu|t'es trompé|continues)\b|\bvous (?:vous trompez"
        r"|confondez)\b|\bje t'ai (?:déjà )?(?:dit|demandé)\b",
        r"\b(?:est|sont|utilise|utilisons|s'appelle|s'écrit|c'est|en|sur) [^.]{1,80}(?:,"
        r"| et) (?:non |pas |et non )(?:pas )?\w+",
    ),
    always=any_of(
        r"^(?!c'est |ça |il |elle |on |je |tu |nous |le |la |les |l'|mon |ma |un "
        r"|une )(?:[\w'-]+ ){0,2}toujours \w+",
        r"\b(?:chaque|tous les|toutes les|tout|toute) [^.]{1,80}\b(?:doit|doivent|devra|devront"
        r"|a besoin|ont besoin|nécessite)\b",
        r"\b(?:désormais|dorénavant|à partir de maintenant|à l'avenir|par défaut|pour la suite)\b"
        r"|\bdans ce (?:projet|dépôt)\b",
        r"^(?!il |elle |on |je |tu |nous |ça |c'est )[^.]{1,80}\b(?:doit|doivent) (?:\w+ment "
        r"|toujours )?\w+(?:er|ir|re|oir)\b",
        r"\b(?:assure-toi|veille|assurez-vous|veillez) (?:toujours )?(?:que|à|de)\b",
    ),
)
SPANISH: Final = rules_of(
    "es",
    never=any_of(
        r"(?:^|[:;,] )(?:no|nunca|jamás) (?:lo |la |los |las |me |te |se )?(?!tienes|eres|sabes"
        r"|puedes|quieres|entiendes|es\b|las\b|los\b|estas|esas|otras|mas\b|veces|necesitas"
        r"|te preocupes|preocupes|gracias)\w{2,}(?:es|as)\b",
        r"(?:^|[:;,] )(?:nunca|jamás|no) (?:se )?(?:haga|hagan|borre|use|modifique|toque|suba"
        r"|escriba|ejecute|cambie|elimine|publique|comparta)n?\b",
        r"\bno (?:se )?(?:debe|deben|debes|puede[ns]? (?:\w+r)|permite"
        r"|permiten)\b[^.]{0,60}\b(?:nunca|jamás|sin|bajo|en|a|fuera|\w+r)\b",
        r"\b(?:está|están|queda|es) (?:terminantemente |totalmente "
        r"|estrictamente )?prohibid[oa]s?\b|\bprohibido \w+r\b",
        r"\b(?:bajo ninguna circunstancia|en ningún caso|de ninguna manera"
        r"|bajo ningún concepto)\b",
        r"\bsin (?:mi (?:permiso|aprobación|autorización|visto bueno|ok)|preguntar\w*|avisar\w*"
        r"|consultar\w*|autorización|permiso)\b",
        r"\b(?:pregúntame|consúltame|pregunta|consulta|avísame"
        r"|pídeme permiso)(?: siempre)? antes\b|\bantes de [^.]{1,60}, (?:pregúntame|consúltame"
        r"|pregunta|avísame)",
    ),
    wrong=any_of(
        r"^(?:no|falso|incorrecto|mal|error|corrección|te equivocas)\b[,.:!–—-] ?+(?!gracias"
        r"|está bien|todavía|aún|pasa nada|ya|perfecto|tranqui|$)(?=[^.]*\b(?:es|son|se llama"
        r"|usamos|está|están|va|van|tiene|tienen|devuelve|no)\b)",
        r"\beso (?:no es|es falso|es incorrecto|está mal|ya no es)\b|\bno es (?:correcto|cierto"
        r"|así)\b|\bte (?:equivocas|has equivocado|confundes)\b",
        r"(?:^|[:;,] )(?:deja|dejá|para) de \w+r\b|\b(?:ya te dije|te he dicho|te dije)\b"
        r"|\bsigues \w+ndo\b",
        r"\b(?:es|son|usamos|está|están|se llama|tiene|devuelve|en|usa) [^.]{1,80}(?:, (?:y )?no"
        r"|y no|, sino) \w+",
        r"\bno es [^.]{1,60}, (?:es|sino)\b",
    ),
    always=any_of(
        r"^(?!falla|tarda|sale|es |está |se |me |el |la |los |las |yo |un |una "
        r"|casi )(?:[\w-]+ ){0,1}siempre (?!igual|lo\b|la\b|el\b|un\b|falla|tarda|sale|da\b|me\b"
        r"|se\b|es\b|está|hay|funciona|pasa|ha\b|he\b|que\b)\w+",
        r"\b(?:cada|tod[oa]s? l[oa]s|tod[oa]|cualquier) [^.]{1,80}\b(?:debe|deben|tiene que"
        r"|tienen que|ha de|necesita|necesitan|debería|deberían|llevan?)\b",
        r"\b(?:a partir de ahora|de ahora en adelante|en adelante|de aquí en adelante|por defecto"
        r"|en el futuro)\b|\ben este (?:proyecto|repo\w*)\b",
        r"^(?!yo |eso |esto )[^.]{1,80}\b(?:debe|deben|tiene que"
        r"|tienen que) (?:siempre )?\w+(?:ar|er|ir)\b",
        r"\basegúrate (?:siempre )?de que (?:cada|tod)",
    ),
)
PORTUGUESE: Final = rules_of(
    "pt",
    never=any_of(
        r"(?:^|[:;,] )(?:nunca|jamais|não) (?:mais )?(?:faça|mexa|escreva|suba|inclua|remova"
        r"|ponha|permita|insira|toque|ponhas|faças)m?\b",
        r"(?:^|[:;,] )(?:nunca|jamais|não) (?!pode|existe|recebe|parece|aparece|entende|acontece"
        r"|deve|esquece|sabe|teve|quer|é|se preocupe|preocupe|esque)\w{2,}e\b",
        r"\bnão (?:se )?(?:deve|devem|pode|podem|é permitido|são permitidos)\b[^.]{0,60}\b(?:sem"
        r"|nunca|em|no|na|para|fora|ser|\w+r)\b",
        r"\b(?:é|está|são|fica) (?:terminantemente |estritamente |totalmente )?proibid[oa]s?\b"
        r"|\bproibido \w+r\b",
        r"\b(?:em hipótese alguma|de jeito nenhum|em caso algum|sob nenhuma circunstância"
        r"|em nenhuma circunstância)\b",
        r"\bsem (?:a minha|minha|o meu|meu|falar comigo|me perguntar|perguntar|me avisar"
        r"|me consultar|autorização|aprovação|permissão)\b",
        r"\b(?:pergunte|me pergunte|pergunta|consulte|fale comigo|me avise"
        r"|peça)\b[^.]{0,40}\bantes\b|\bantes de [^.]{1,60}, (?:me )?(?:pergunt|consult|avis"
        r"|fal)\w+",
    ),
    wrong=any_of(
        r"^(?:não|errado|incorreto|falso|correção|negativo)\b[,.:!–—-] ?+(?!obrigad|está bom"
        r"|tudo bem|precisa|ainda|tá|valeu|$)",
        r"\bnão é (?:isso|assim|bem assim|verdade)\b|\bisso (?:não é|está errado|é falso"
        r"|está incorreto|não está)\b|\bvocê (?:se enganou|está enganado|confundiu|errou"
        r"|continua)\b",
        r"(?:^|[:;,] )(?:pare|para|chega) de \w+r?\b|\b(?:já te disse|já falei|eu disse)\b",
        r"\b(?:é|são|usamos|está|se chama|chama-se|fica|roda|em) [^.]{1,80}(?:, (?:e )?não|e não"
        r"|, mas não|, e sim) \w+",
    ),
    always=any_of(
        r"^(?!o |a |os |as |é |eu |ele |ela |isso |está |quase |meu "
        r"|minha )(?:[\w-]+ ){0,1}sempre (?!a\b|o\b|igual|um\b|falha|demora|que|dá|é|foi|está"
        r"|fica|tem\b|acontece)\w+",
        r"\b(?:cada|tod[oa]s? [oa]s|todo|toda|qualquer) [^.]{1,80}\b(?:deve|devem|precisa"
        r"|precisam|tem que|têm que|tem de|têm de)\b",
        r"\b(?:a partir de agora|de agora em diante|daqui em diante|daqui pra frente|por padrão"
        r"|no futuro)\b|\bneste (?:projeto|repo\w*)\b",
        r"^(?!eu |isso |ele |ela )[^.]{1,80}\b(?:deve|devem|têm que|tem que|precisam"
        r"|precisa) (?:sempre )?\w+(?:ar|er|ir|or)\b",
    ),
)
ITALIAN: Final = rules_of(
    "it",
    never=any_of(
        r"(?:^|[:;,] )(?:non|mai) (?:\w+ )?(?!preoccup|ti preoccup)\w+(?:are|ere|ire|arlo|arla"
        r"|arli|erlo|irlo)\b",
        r"(?:^|[:;,] )non \w+(?:te|re) mai\b",
        r"\bnon (?:devi|deve|devono|dovete|si deve|si devono|si può|si possono|puoi|possono|può"
        r"|vanno|va) (?:\w+ )?(?:mai |essere )?\w+(?:re|at[oaie]|ut[oaie]|it[oaie]|ss[oaie])\b",
        r"\b(?:è|sono) (?:severamente |assolutamente |tassativamente )?(?:vietat|proibit)[oaie]\b"
        r"|\bvietato \w+re\b",
        r"\b(?:in nessun caso|per nessun motivo|nessuno (?:deve|può))\b",
        r"\bsenza (?:il mio|la mia|chieder\w*|avvisar\w*|permesso|autorizzazione|approvazione)\b",
        r"\bchiedimi (?:sempre )?(?:prima|conferma)\b|\bprima di [^.]{1,60}, (?:chiedi\w*"
        r"|avvisami|consultami)",
    ),
    wrong=any_of(
        r"^(?:no|sbagliato|falso|errato|correzione|non è vero"
        r"|non esattamente)\b[,.:!–—-] ?+(?!grazie|va bene|va benissimo|tutto|non ancora|niente"
        r"|non serve|$)(?=[^.]*\b(?:è|sono|si chiama|usiamo|ti sbagli|sta|stanno|ha|hanno|non|va"
        r"|vanno)\b)",
        r"\b(?:è sbagliato|non è corretto|non è così|non è vero|ti sbagli|ti confondi|hai confuso"
        r"|hai sbagliato)\b",
        r"(?:^|[:;,] )(?:smetti|smettila|basta|smettetela) (?:di |con )\w+"
        r"|\bte l'ho (?:già )?detto\b|\bcontinui a \w+re\b",
        r"\b(?:è|sono|usiamo|si chiama|sta|ha|in|su|usa) [^.]{1,80}(?:, (?:e )?non|e non|, bensì"
        r"|, mica) \w+",
    ),
    always=any_of(
        r"^(?!il |la |lo |i |gli |le |è |io |si |mi |sono |quasi |un "
        r"|una )(?:[\w-]+ ){0,1}sempre (?!la\b|a\b|o\b|lo\b|uguale|un\b|così|fallisce|più|è|che"
        r"|lo stesso)\w+|^[^.,]{1,80}, sempre[.!]*$",
        r"\b(?:ogni|tutt[ie] (?:i|gli|le)|qualsiasi|ciascun\w*) [^.]{1,80}\b(?:deve|devono"
        r"|dovrebbe|dovrebbero|va|vanno|ha bisogno)\b",
        r"\b(?:d'ora in poi|da ora in poi|da adesso in poi|in futuro|da oggi in poi)\b"
        r"|\bin questo (?:progetto|repo\w*)\b",
        r"^(?!io |questo |lui |lei )[^.]{1,80}\b(?:deve|devono) (?:sempre )?\w+(?:are|ere|ire)\b",
    ),
)
