"""Judge whether a turn states a standing rule. Pure: a turn in, a suggestion or nothing out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lockstitch.domain.anchor import SuggestedAnchor
from lockstitch.domain.episode import Role
from lockstitch.intake.conventions import CONVENTIONS
from lockstitch.intake.corrections import CORRECTIONS
from lockstitch.intake.languages import ABROAD, rules_for
from lockstitch.intake.objections import is_claim, is_taken_back, is_task
from lockstitch.intake.patterns import lazy
from lockstitch.intake.phrases import Only, Rule
from lockstitch.intake.prohibitions import PROHIBITIONS
from lockstitch.intake.requirements import REQUIREMENTS
from lockstitch.intake.statements import Statement, statements_of
from lockstitch.intake.triggers import TRIGGERS

_ENGLISH: Final = (*PROHIBITIONS, *CORRECTIONS, *REQUIREMENTS, *CONVENTIONS)
RULES: Final = (*_ENGLISH, *ABROAD)
"""Every rule there is; the reference lists the same."""
SPEAKERS: Final = frozenset({Role.USER, Role.SYSTEM})
"""Whose words may bind an agent."""
BURIED_COST: Final = 0.05
"""What a suggestion loses that is neither near the beginning nor near the end of its turn."""
_EDGE: Final = 4


def suggest(content: str, *, role: Role) -> SuggestedAnchor | None:
    """Return the rule that *content* seems to state, or None. The surest wins, then the first."""
    if role not in SPEAKERS:
        return None
    # Of equals, max() keeps the first.
    return max(_found_in(content, role), key=lambda found: found.confidence, default=None)


def _found_in(content: str, role: Role) -> Iterator[SuggestedAnchor]:
    statements = statements_of(content)
    in_task = False
    for index, statement in enumerate(statements):
        cost = BURIED_COST if _EDGE <= index < len(statements) - _EDGE else 0.0
        if not statement.is_question:
            around = _Around(
                before=statements[index - 1] if index else None,
                after=statements[index + 1] if index + 1 < len(statements) else None,
                in_task=in_task,
            )
            for rule in _rules_at(statement, role=role, is_opening=index == 0):
                excerpt = _excerpt(rule, statement, around)
                if excerpt:
                    yield SuggestedAnchor(
                        kind=rule.kind,
                        excerpt=excerpt,
                        rule=rule.slug,
                        confidence=round(rule.confidence - cost, 2),
                    )
        in_task = is_task(statement, in_task=in_task)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What stands around a statement in its turn."""

    before: Statement | None
    after: Statement | None
    in_task: bool


def _rules_at(statement: Statement, *, role: Role, is_opening: bool) -> Iterator[Rule]:
    places = {Only.ANYWHERE}
    if is_opening:
        places.add(Only.OPENING)
    if role is Role.SYSTEM:
        places.add(Only.SYSTEM)
    return (rule for rule in rules_for(statement.text) or _ENGLISH if rule.only in places)


def _excerpt(rule: Rule, statement: Statement, around: _Around) -> str:
    """Return the words in which *statement* states *rule*; empty when it does not."""
    text = statement.text
    if not _may_match(rule, text):
        return ""
    found = rule.pattern.search(text)
    if not found or is_taken_back(rule, statement, until=found.end(), in_task=around.in_task):
        return ""
    if not rule.needs_claim or _has_claim(text, found.start(), found.end()):
        return statement.excerpt
    if around.after and _claims(around.after):
        return statement.excerpt_with(around.after)
    if around.before and _claims(around.before):
        return around.before.excerpt_with(statement)
    return ""


def _may_match(rule: Rule, text: str) -> bool:
    words = TRIGGERS.get(rule.slug)
    if words is None:
        return True
    for word in words:  # noqa: SIM110 - a plain loop: this is asked a hundred times a sentence
        if word in text:
            return True
    return False


def _claims(statement: Statement) -> bool:
    return not statement.is_question and is_claim(statement.text)


_CLAUSE: Final = lazy(r"[,;:(–—]|\b(?:but|and)\b")


def _has_claim(text: str, start: int, end: int) -> bool:
    """Tell whether a clause of *text* beside the phrase from *start* to *end* makes a claim."""
    clause = _CLAUSE.search(text, max(0, end - 1))
    if clause and is_claim(text[clause.end() :]):
        return True
    before = text[:start].rstrip()
    return before.endswith((",", ";", ":", "–", "—")) and is_claim(before)
