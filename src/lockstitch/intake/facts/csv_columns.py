"""CSV and TSV: one fact a column, with how many rows there are and what its first rows hold.

Prose, code and logs have commas and tabs too. So the whole text must be a table: a header of short
names, the same number of cells in every row, and something that tells the header from the rows.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.intake.facts.found import Found, draft, one_line, plural
from lockstitch.intake.patterns import lazy

ROWS_SHOWN: Final = 5
CELL_CHARS: Final = 80
HEADER_CHARS: Final = 64
COLUMNS_MAX: Final = 2_000

_SAMPLE: Final = 50
_HEADER_CELL: Final = lazy(r"[^\W\d][^\n;={}<>`\\|]*|[#%$€£][^\n;={}<>`\\|]*")
_SENTENCE: Final = lazy(r"[.!?:,](?:\s|$)|^(?:https?|[\w.]*/)")
_FILE: Final = lazy(r"\w\.[a-z]{1,4}$|/.*\.|^\.")
_IDENTIFIER: Final = lazy(r"[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)*")
_TYPED: Final = lazy(
    r"[-+]?[$€£]?\d[\d,_ ]*(?:\.\d+)?(?:[eE][-+]?\d+)?\s?%?(?:\s?[A-Za-z]{1,3})?|"
    r"\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[-+]\d\d:?\d\d)?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|"
    r"true|false|null|none|nan|n/a|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\S+@\S+\.\w+|https?://\S+",
    re.IGNORECASE,
)
_WORD: Final = lazy(r"[A-Za-z][a-z]*|[A-Z]+")
_COMMON: Final = frozenset(
    [
        "id",
        "uid",
        "uuid",
        "key",
        "value",
        "name",
        "title",
        "type",
        "kind",
        "date",
        "time",
        "timestamp",
        "created",
        "updated",
        "count",
        "total",
        "sum",
        "amount",
        "price",
        "cost",
        "qty",
        "quantity",
        "email",
        "phone",
        "address",
        "city",
        "country",
        "state",
        "status",
        "code",
        "path",
        "file",
        "url",
        "version",
        "size",
        "description",
        "category",
        "label",
        "score",
        "rank",
        "user",
        "username",
        "age",
        "year",
        "month",
        "day",
        "index",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    header: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    rows: int
    spaced: bool
    """Whether a space follows every delimiter, as it does in prose."""


def read(text: str, *, hint: str) -> Found | None:
    """Return the columns of *text*, or None when it is not a table as a whole."""
    body = text.strip("\n")
    first = body.partition("\n")[0]
    if "\n" not in body or len(first) > HEADER_CHARS * COLUMNS_MAX:
        return None
    sure = any(word in hint for word in ("csv", "tsv", "spreadsheet"))
    for delimiter in ("\t", ",", ";"):
        if delimiter not in first:
            continue
        table = _table(body, delimiter=delimiter)
        if table is not None and _has_names(table.header) and (sure or _is_table(table)):
            return _found(table)
    return None


def _table(body: str, *, delimiter: str) -> _Table | None:
    """Return the rows of *body*, or None where they do not have the same number of cells."""
    rows = csv.reader(
        io.StringIO(body, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    try:
        header = next(rows)
        sample = list(islice((row for row in rows if row), _SAMPLE))
        width = len(header)
        if width < 2 or width > COLUMNS_MAX or not sample:
            return None
        if any(len(row) != width for row in sample):
            return None
        widths = Counter(map(len, rows))
        if widths.keys() - {0, width}:
            return None
    except csv.Error:
        return None
    return _Table(
        header=tuple(cell.strip() for cell in header),
        sample=tuple(tuple(cell.strip() for cell in row) for row in sample),
        rows=len(sample) + widths[width],
        spaced=f"{delimiter} " in body.partition("\n")[0],
    )


def _has_names(header: Sequence[str]) -> bool:
    """Say whether each cell reads as a column's name. The first may be empty: a row's own label."""
    cells = header if header[0] else header[1:]
    return all(_is_name(cell) for cell in cells)


def _is_name(cell: str) -> bool:
    return (
        0 < len(cell) <= HEADER_CHARS
        and len(cell.split()) <= 5
        and _HEADER_CELL.fullmatch(cell) is not None
        and _SENTENCE.search(cell) is None
        and cell.count("(") == cell.count(")")
        and cell.count("[") == cell.count("]")
        and cell.count('"') == 0
    )


def _is_table(table: _Table) -> bool:
    """Say whether something tells the header from the rows.

    That is a column of numbers, dates or the like under a word; a name that columns often have; or
    at least three names that read as identifiers, over at least two rows.
    """
    columns = list(zip(*table.sample, strict=True))
    if any(name and name in column for name, column in zip(table.header, columns, strict=True)):
        return False
    if any(_FILE.search(name) for name in table.header):
        return False
    typed = any(_is_typed(column) for column in columns)
    if table.spaced or not table.header[0]:
        return typed and len(columns) >= 3
    if typed:
        return True
    if any(word.lower() in _COMMON for name in table.header for word in _WORD.findall(name)):
        return True
    return (
        len(columns) >= 3
        and table.rows >= 2
        and all(_IDENTIFIER.fullmatch(name) for name in table.header)
    )


def _is_typed(column: Sequence[str]) -> bool:
    cells = [cell for cell in column if cell]
    return bool(cells) and all(len(cell) < 80 and _TYPED.fullmatch(cell) for cell in cells)


def _found(table: _Table) -> Found:
    facts = tuple(_facts(table))
    return Found(
        facts=facts,
        summary=f"CSV: {plural(len(facts), 'column')}, {plural(table.rows, 'row')}",
    )


def _facts(table: _Table) -> Iterator[FactDraft]:
    seen: dict[str, int] = {}
    shown = table.sample[:ROWS_SHOWN]
    for at, cell in enumerate(table.header):
        name = cell or f"column {at + 1}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name = f"{name}[{seen[name]}]"
        cells = [one_line(row[at], chars_max=CELL_CHARS) for row in shown]
        more = ["…"] if table.rows > len(shown) else []
        yield draft(
            FactKind.CSV_COLUMN,
            name,
            f"{plural(table.rows, 'row')}: {' | '.join([*cells, *more])}",
        )
