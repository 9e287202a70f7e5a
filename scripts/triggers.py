"""Write the words without which a rule of the constraint detector cannot match.

    python -m scripts.triggers

Read off the rules' own patterns: of each alternative, the words that every match of it contains.
A sentence that holds none of a rule's words is not searched for it, and a pattern that is never
searched is never compiled.
"""

import re._parser as parser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, cast

from lockstitch.intake.constraints import RULES
from lockstitch.intake.phrases import Rule

TARGET: Final = Path(__file__).parents[1] / "src" / "lockstitch" / "intake" / "triggers.py"
_HEAD: Final = '''"""Words without which a rule cannot match. Written by `python -m scripts.triggers`; change the rules.

A rule that is not named here is searched for in every sentence.
"""

from collections.abc import Mapping
from typing import Final

# fmt: off
TRIGGERS: Final[Mapping[str, tuple[str, ...]]] = {
'''
_WORDS_MAX: Final = 60


def triggers_of(rule: Rule) -> tuple[str, ...]:
    """Return words of which every match of *rule* contains at least one; none when there are no such."""
    parsed: object = parser.parse(rule.pattern.source)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - partly typed
    found = _needed(cast("Iterable[Any]", parsed))
    if found is None:
        return ()
    shortest = [word for word in found if not any(o != word and o in word for o in found)]
    return tuple(sorted(shortest)) if len(shortest) <= _WORDS_MAX else ()


def module() -> str:
    """Return the module with the words of every rule that has some."""
    lines = [_HEAD]
    for rule in sorted(RULES, key=lambda rule: rule.slug):
        words = triggers_of(rule)
        if words:
            lines.append(f"    {rule.slug!r}: {words!r},\n")
    return "".join([*lines, "}\n"])


def _needed(sequence: Iterable[Any]) -> frozenset[str] | None:
    """Return the best set of words of which each match of a parsed *sequence* contains one."""
    best: frozenset[str] | None = None
    run = ""
    for operator, argument in [*sequence, (None, None)]:
        if str(operator) == "LITERAL":
            run += chr(int(argument or 0))
            continue
        best = _better(best, frozenset({run.strip()}) if len(run.strip()) > 1 else None)
        run = ""
        best = _better(best, _needed_by(operator, argument))
    return best


def _needed_by(operator: object, argument: Any) -> frozenset[str] | None:  # noqa: ANN401 - the parser's own shapes
    name = str(operator)
    if name == "BRANCH":
        sets = [_needed(branch) for branch in argument[1]]
        known = [one for one in sets if one is not None]
        return frozenset[str]().union(*known) if len(known) == len(sets) else None
    if name == "SUBPATTERN":
        return _needed(argument[3])
    if name.endswith("_REPEAT"):
        return _needed(argument[2]) if argument[0] > 0 else None
    return None


def _better(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """Return the set that fewer sentences will pass: whose shortest word is longer, then the smaller."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda words: (-min(map(len, words)), len(words), sorted(words)))


def main() -> None:
    """Write the module."""
    TARGET.write_text(module(), encoding="utf-8")


if __name__ == "__main__":
    main()
