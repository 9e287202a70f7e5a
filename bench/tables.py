"""Rankings as figures, and figures as text."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from bench.datasets.shape import Asked, Dataset, Level
from bench.measures import MEASURES, Estimate, hit_at, share_of

Figures = Mapping[str, Mapping[str, Estimate]]
"""By system, and by column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What is said of a data set on one level."""

    title: str
    measures: Figures
    """Over the questions that something answers."""
    by_category: Figures
    """hit@5 of those, by category; empty when there is but one."""
    silence: Figures
    """Of the questions that nothing answers: the share that got no result, by category."""

    def as_text(self) -> str:
        """Return the tables for people."""
        parts = [self.title, _grid("system", self.measures)]
        if self.by_category:
            parts += ["hit@5 by category", _grid("system", self.by_category)]
        if self.silence:
            parts += ["answered with nothing, where nothing answers", _grid("system", self.silence)]
        return "\n".join(parts)

    def as_json(self) -> dict[str, object]:
        """Return the same for programs."""
        return {
            "title": self.title,
            "measures": _plain(self.measures),
            "hit@5 by category": _plain(self.by_category),
            "silence": _plain(self.silence),
        }


def tables_of(
    dataset: Dataset, level: Level, rankings: Mapping[str, Sequence[Sequence[str]]]
) -> Tables:
    """Return the figures of each system's *rankings*, one a question of the data set."""
    asked = [one for corpus in dataset.projects for one in corpus.questions]
    unit = dataset.unit if level is Level.UNITS else "sessions"
    items = sum(len(corpus.items) for corpus in dataset.projects)
    scored = sum(bool(one.at(level)) for one in asked)
    title = (
        f"{dataset.name}, by {unit}: {scored} of {len(asked)} questions have an answer there;"
        f" {items} {dataset.unit} in {len(dataset.projects)} projects"
    )
    by_category = {
        system: _hits_by_category(asked, level, found) for system, found in rankings.items()
    }
    silence = {system: _silence(asked, found) for system, found in rankings.items()}
    return Tables(
        title=title,
        measures={system: _measured(asked, level, found) for system, found in rankings.items()},
        by_category=by_category if any(len(row) > 1 for row in by_category.values()) else {},
        silence=silence if any(silence.values()) else {},
    )


def _measured(
    asked: Sequence[Asked], level: Level, rankings: Sequence[Sequence[str]]
) -> dict[str, Estimate]:
    pairs = [(r, one.at(level)) for one, r in zip(asked, rankings, strict=True) if one.at(level)]
    return {
        name: measure.over([measure.score(ranked, gold) for ranked, gold in pairs])
        for name, measure in MEASURES.items()
    }


def _hits_by_category(
    asked: Sequence[Asked], level: Level, rankings: Sequence[Sequence[str]]
) -> dict[str, Estimate]:
    hits: dict[str, list[float]] = {}
    for one, ranked in zip(asked, rankings, strict=True):
        if gold := one.at(level):
            hits.setdefault(one.category or "other", []).append(hit_at(5, ranked, gold))
    return {category: share_of(hits[category]) for category in sorted(hits)}


def _silence(asked: Sequence[Asked], rankings: Sequence[Sequence[str]]) -> dict[str, Estimate]:
    silent: dict[str, list[float]] = {}
    for one, ranked in zip(asked, rankings, strict=True):
        if not one.answerable:
            silent.setdefault(one.category or "other", []).append(float(not ranked))
    found = {category: share_of(silent[category]) for category in sorted(silent)}
    if len(found) > 1:
        found["all"] = share_of([each for values in silent.values() for each in values])
    return found


def _grid(corner: str, figures: Figures) -> str:
    """Return a table with n at the head of a column, or as a column when all have the same."""
    columns = list(dict.fromkeys(name for row in figures.values() for name in row))
    counts = {name: next(row[name].n for row in figures.values()) for name in columns}
    same = len(set(counts.values())) == 1
    head = [corner, *(name if same else f"{name} (n {counts[name]})" for name in columns)]
    lines = [[*head, "n"] if same else head]
    for system, row in figures.items():
        cells = [system, *(str(row[name]) for name in columns)]
        lines.append([*cells, str(counts[columns[0]])] if same else cells)
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _plain(figures: Figures) -> dict[str, dict[str, dict[str, float]]]:
    return {
        system: {name: asdict(one) for name, one in row.items()} for system, row in figures.items()
    }
