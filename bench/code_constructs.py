"""How much of each language is understood, by the projects in `tests/code/constructs`."""

from collections.abc import Mapping
from typing import Final

from bench.code_tables import Section
from bench.measures import Estimate, harmonic, portion
from tests.code.judging import CONSTRUCTS, Score, judge

HALVES: Final = ("tune", "report")


def constructs_section(languages: Mapping[str, str]) -> Section:
    """Return a line a language and half; *languages* are those that are read, each with its tier."""
    figures: dict[str, dict[str, Estimate | None]] = {}
    there = sorted(path.name for path in CONSTRUCTS.iterdir() if path.is_dir())
    for language in there:
        if language in languages:
            for half in HALVES:
                name = f"{language}, {half}, {languages[language]}"
                figures[name] = row_of(judge(language, half))
    missing = ", ".join(one for one in there if one not in languages)
    return Section(
        title="constructs: edges that a careful reader draws in small projects",
        corner="language",
        figures=figures,
        notes=[f"not read, and so not judged: {missing}"] if missing else [],
    )


def row_of(score: Score) -> dict[str, Estimate | None]:
    """Return the figures of a score. `traps` is the share of what was drawn that is written down as wrong."""
    drawn = score.right + len(score.wrong)
    precision = portion(score.right, drawn)
    recall = portion(score.right, score.right + len(score.missed))
    return {
        "precision": precision,
        "recall": recall,
        "F1": harmonic(precision, recall),
        "traps": portion(len(score.forbidden), drawn),
    }
