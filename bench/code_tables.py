"""Figures about code as text and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from bench.measures import Estimate
from bench.stopwatch import Row

Figures = Mapping[str, Mapping[str, Estimate | None]]
"""By system, and by column; None where nothing can be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What is said of one thing: shares by system, lines of figures, and what to know about them."""

    title: str
    corner: str = "system"
    figures: Figures = field(default_factory=dict[str, Mapping[str, Estimate | None]])
    rows: Sequence[Row] = ()
    notes: Sequence[str] = ()

    def as_text(self) -> str:
        """Return it for people."""
        parts = [self.title]
        if self.figures:
            parts.append(grid(self.corner, self.figures))
        return "\n".join((*parts, *map(line_of, self.rows), *self.notes))

    def as_json(self) -> dict[str, object]:
        """Return the same for programs."""
        plain = {
            system: {name: None if one is None else asdict(one) for name, one in row.items()}
            for system, row in self.figures.items()
        }
        return {
            "title": self.title,
            "figures": plain,
            "rows": list(self.rows),
            "notes": list(self.notes),
        }


def grid(corner: str, figures: Figures) -> str:
    """Return a table, each share with its interval and n."""
    columns = list(dict.fromkeys(name for row in figures.values() for name in row))
    lines = [[corner, *columns]]
    for system, row in figures.items():
        lines.append([system, *(_cell(row.get(name)) for name in columns)])
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cell(one: Estimate | None) -> str:
    return "–" if one is None or not one.n else f"{one} ({one.n})"


def line_of(row: Row) -> str:
    """Return a line of figures."""
    said = ", ".join(f"{name} {value}" for name, value in row.items() if name != "what")
    return f"{row['what']:52} {said}"
