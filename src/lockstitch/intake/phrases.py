"""What a rule of the detector is, and the pieces that its patterns are made of. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lockstitch.domain.anchor import AnchorKind
from lockstitch.intake.patterns import Pattern, lazy


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
    pattern: Pattern
    only: Only = Only.ANYWHERE
    is_standing: bool = False
    """It says itself that it holds for good, so that even the wording of a task may carry it."""
    needs_claim: bool = False
    """It counts only where a claim stands beside it, in the same statement or in the one next to it."""


def any_of(*patterns: str) -> Pattern:
    """Return one pattern that finds whatever one of *patterns* finds."""
    return lazy("|".join(patterns))


def rules_of(code: str, *, never: Pattern, wrong: Pattern, always: Pattern) -> tuple[Rule, ...]:
    """Return the three rules of the language *code*, one for each kind."""
    # They are less sure than those for English, of which there was more to learn from.
    return (
        Rule(
            slug=f"never-{code}",
            kind=AnchorKind.SAFETY_CONSTRAINT,
            mood=Mood.ORDER,
            confidence=0.82,
            is_standing=True,
            pattern=never,
        ),
        Rule(
            slug=f"wrong-{code}",
            kind=AnchorKind.USER_CORRECTION,
            mood=Mood.REPLY,
            confidence=0.8,
            pattern=wrong,
        ),
        Rule(
            slug=f"always-{code}",
            kind=AnchorKind.TASK_CONTRACT,
            mood=Mood.ORDER,
            confidence=0.75,
            is_standing=True,
            pattern=always,
        ),
    )


# Pieces for English. Texts are lower case with straight apostrophes; every gap has an upper bound.

AT: Final = r"(?:^|[:;,(–—]\s{0,2}|\s-\s|\b(?:so|but|please|pls|plz|just|also|then|therefore)\s)"
"""Where an order may begin."""

_NOT_ORDERED: Final = (
    # Verbs of the mind, and of the idioms: "don't worry", "never mind", "don't get me wrong".
    r"know|knows|think|mind|worry|bother|care|remember|recall|understand|believe|seem|like|want"
    r"|need|get|have|see|feel|mean|matter|hesitate|forget|panic|fear|say|ask|expect|fret|be"
    r"|let me|tell me|you"
    # Words that are no verb, or one in the past.
    r"|a|an|the|that|this|these|those|it|its|to|of|in|on|at|for|and|or|but|not|no|more|again|ever"
    r"|would|could|will|did|does|do|has|had|was|were|is|am|are|can|gonna|been|seen|done|gone|got"
    r"|made|came|went|knew|saw|took|gave|found|heard|thought|felt|wrote|written|ran|built|broke"
    r"|lost|kept|met|paid|told|sent|left|began|so|such|too|very|really|quite|mine|my|your|i|we"
    r"|they|he|she|his|her|their|our|there|some|than|before|after|as|only|just|once|enough"
    r"|happier|better|worse"
)
BASE: Final = (
    rf"(?!(?:{_NOT_ORDERED})\b)(?:need|feed|embed|exceed|proceed|seed|focus|bias|alias"
    r"|(?!\w+(?:ed|ing|[^s]s)\b)\w[\w-]*)"
)
"""A verb in its base form that may be ordered or forbidden."""
ORDERED: Final = (
    r"(?:use|write|answer|respond|reply|run|keep|put|name|add|include|document|test|check|update"
    r"|target|prefer|follow|generate|format|indent|wrap|return|raise|log|commit|squash|rebase|ask"
    r"|explain|show|give|provide|list|start|end|begin|stick|make|create|place|store|prefix|tag"
    r"|link|cite|quote|mention|treat|assume|stay|be|work|speak|talk|address|call|import|export"
    r"|type|pin|annotate|lint|build|bump|sign|review|consider|produce|output|print|pass|set"
    r"|handle|validate|escape|mark|order|sort|group|split|limit|describe|translate|do|go|read"
    r"|tell|fix|draft|save|push|open|close|remove|delete|clean|verify|confirm|render|define"
    r"|declare|throw|catch|mock|seed|measure|report|post|send|attach|paste|notify|ping|stop|wait"
    r"|file|state|record|preserve)"
)
"""Verbs with which a standing order begins."""
NOT: Final = r"(?:do not|don't|dont)"
THING: Final = r"[\w'./*#@-]+"
OK: Final = (
    r"(?:ok|okay|approvals?|permission|sign-?offs?|signing off|go-ahead|consent|confirmation"
    r"|review|blessing|authori[sz]ation|agreement|say-so|green light|(?:second"
    r"|another) pair of eyes|tickets?)"
)
"""What is to be had before."""
MUST: Final = (
    r"(?:must|has to|have to|had better|needs? to|shall|(?:is|are) (?:required|expected"
    r"|supposed) to)"
)
EACH: Final = r"(?:every|each|all|any|both)"
STANDING: Final = (
    r"(?:from (?:now|here|today|this point) on(?:wards?)?|(?:going|moving) forwards?|henceforth"
    r"|(?:in|for) (?:the )?future|until further notice|at all times|without exception|throughout"
    r"|for the (?:rest|remainder|duration) of|every (?:single )?time|each time"
    r"|as a (?:general )?rule|by convention|by default|always(?!-)|consistently|everywhere"
    r"|whenever you|in (?:all|every|any) (?:code|of|your|the|new|file|module|package)|(?:before"
    r"|after) (?:each|every|any) \w+|(?:before|after|when) you (?:commit|push|merge|release)"
    r"|(?:everything|anything|whatever|all code|any code|(?:every|any"
    r"|each) \w+)(?: that)? you (?:add|write|change|touch|create|produce|generate|build|commit"
    r"|send|propose|make)|(?:in|for|across) (?:all (?:of )?)?(?:this|our|the (?:whole"
    r"|entire)) (?:whole |entire )?(?:repo\w*|project|code ?base|package|monorepo|team|service"
    r"|library|app)\b(?!'))"
)
"""What makes of an order one that stands."""
