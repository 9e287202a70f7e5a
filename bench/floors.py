"""What any full-text table gives: one column, every word of the question, no more."""

from collections.abc import Mapping
from typing import Final

import apsw

from bench.datasets.shape import Corpus
from lockstitch.stores.sqlite.database import Connection, whole

FLOORS: Final[Mapping[str, str]] = {
    "fts5 plain": "unicode61",
    "fts5 porter": "porter unicode61",
}
"""Systems by their tokenizer."""


def plain_fts5(corpus: Corpus, *, tokenize: str, k: int) -> list[list[str]]:
    """Return the best *k* units for each question of *corpus*."""
    table = Connection(apsw.Connection(":memory:"))
    table.run("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = '" + tokenize + "')")
    for row, item in enumerate(corpus.items, 1):
        table.run("INSERT INTO turn (rowid, text) VALUES (?, ?)", (row, item.text))
    return [_ranked(table, corpus, asked.text, k) for asked in corpus.questions]


def _ranked(table: Connection, corpus: Corpus, question: str, k: int) -> list[str]:
    words = ["".join(c for c in word if c.isalnum()) for word in question.split()]
    match = " OR ".join(f'"{word}"' for word in words if word)
    if not match:
        return []
    rows = table.rows(
        "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY bm25(turn), rowid LIMIT ?", (match, k)
    )
    return [corpus.items[whole(row[0]) - 1].unit for row in rows]
