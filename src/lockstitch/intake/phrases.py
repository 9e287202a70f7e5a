"""What a rule of the detector is, and the pieces that its patterns are made of. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lockstitch.domain.anchor import AnchorKind


class Mood(StrEnum):
    """How a phrase speaks. It decides what else in the sentence speaks against it."""

    ORDER = "order"
    """Tells the reader what to do."""
    CLAIM = "claim"
    """Says how things have to be."""
    REPLY = "reply"
    """Answers what the agent said or did."""


class Only(StrEnum):
    """Where alone a phrase counts."""

    ANYWHERE = "anywhere"
    OPENING = "opening"
    """In the first statement of a turn."""
    SYSTEM = "system"
    """In a system turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A phrase that states a rule of one kind."""

    slug: str
    kind: AnchorKind
    mood: Mood
    confidence: float
    pattern: re.Pattern[str]
    only: Only = Only.ANYWHERE
    is_standing: bool = False
    """It says itself that it holds for good, so that even the wording of a task may carry it."""
    needs_claim: bool = False
    """It counts only where a claim follows, in the same statement or in the next."""


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return one pattern that finds whatever one of *patterns* finds."""
    return re.compile("|".join(patterns))


# Pieces for English. Texts are lower case with straight apostrophes; every gap has an upper bound.

AT: Final = r"(?:^|[:;,(–—]\s{0,2}|\s-\s|\b(?:so|but|please|pls|plz|just|also|then|therefore)\s)"
"""Where an order may begin."""

_NOT_ORDERED: Final = (
    # Verbs of the mind, and of the idioms: "don't worry", "never mind", "don't get me wrong".
    r"know|knows|think|mind|worry|bother|care|remember|recall|understand|believe|seem|like|want|need"
    r"|get|have|see|feel|mean|matter|hesitate|forget|panic|fear|say|ask|expect|fret|be|let me|tell me|you"
    # Words that are no verb, or one in the past.
    r"|a|an|the|that|this|these|those|it|its|to|of|in|on|at|for|and|or|but|not|no|more|again|ever"
    r"|would|could|will|did|does|do|has|had|was|were|is|am|are|can|gonna|been|seen|done|gone|got|made"
    r"|came|went|knew|saw|took|gave|found|heard|thought|felt|wrote|written|ran|built|broke|lost|kept"
    r"|met|paid|told|sent|left|began|so|such|too|very|really|quite|mine|my|your|i|we|they|he|she|his"
    r"|her|their|our|there|some|than|before|after|as|only|just|once|enough|happier|better|worse"
)
BASE: Final = (
    rf"(?!(?:{_NOT_ORDERED})\b)"
    r"(?:need|feed|embed|exceed|proceed|seed|focus|bias|alias|(?!\w+(?:ed|ing|[^s]s)\b)\w[\w-]*)"
)
"""A verb in its base form that may be ordered or forbidden."""
ORDERED: Final = (
    r"(?:use|write|answer|respond|reply|run|keep|put|name|add|include|document|test|check|update"
    r"|target|prefer|follow|generate|format|indent|wrap|return|raise|log|commit|squash|rebase|ask"
    r"|explain|show|give|provide|list|start|end|begin|stick|make|create|place|store|prefix|tag|link"
    r"|cite|quote|mention|treat|assume|stay|be|work|speak|talk|address|call|import|export|type|pin"
    r"|annotate|lint|build|bump|sign|review|consider|produce|output|print|pass|set|handle|validate"
    r"|escape|mark|order|sort|group|split|limit|describe|translate|do|go|read|tell|fix|draft|save"
    r"|push|open|close|remove|delete|clean|verify|confirm|render|define|declare|throw|catch|mock"
    r"|seed|measure|report|post|send|attach|paste|notify|ping|stop|wait|file|state|record|preserve)"
)
"""Verbs with which a standing order begins."""
NOT: Final = r"(?:do not|don't|dont)"
THING: Final = r"[\w'./*#@-]+"
OK: Final = (
    r"(?:ok|okay|approvals?|permission|sign-?offs?|signing off|go-ahead|consent|confirmation|review"
    r"|blessing|authori[sz]ation|agreement|say-so|green light|(?:second|another) pair of eyes|tickets?)"
)
"""What is to be had before."""
MUST: Final = (
    r"(?:must|has to|have to|had better|needs? to|(?:is|are) (?:required|expected|supposed) to|shall)"
)
EACH: Final = r"(?:every|each|all|any|both)"
STANDING: Final = (
    r"(?:from (?:now|here|today|this point) on(?:wards?)?|(?:going|moving) forwards?|henceforth"
    r"|(?:in|for) (?:the )?future|until further notice|at all times|without exception|throughout"
    r"|for the (?:rest|remainder|duration) of|every (?:single )?time|each time|as a (?:general )?rule"
    r"|by convention|by default|always(?!-)|consistently|everywhere|whenever you"
    r"|in (?:all|every|any) (?:code|of|your|the|new|file|module|package)"
    r"|(?:before|after) (?:each|every|any) \w+"
    r"|(?:before|after|when) you (?:commit|push|merge|release)"
    r"|(?:everything|anything|whatever|all code|any code|(?:every|any|each) \w+)(?: that)? you"
    r" (?:add|write|change|touch|create|produce|generate|build|commit|send|propose|make)"
    r"|(?:in|for|across) (?:all (?:of )?)?(?:this|our|the (?:whole|entire)) (?:whole |entire )?"
    r"(?:repo\w*|project|code ?base|package|monorepo|team|service|library|app)\b(?!'))"
)
"""What makes of an order one that stands."""
