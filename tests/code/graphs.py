"""Graphs of symbols with one thing said about each."""

from collections.abc import Iterable, Mapping
from typing import Final

from hypothesis import strategies as st

from lockstitch.code.graph import Graph, graph_of
from lockstitch.domain.code import Via
from lockstitch.ports.code import GraphRows

Use = tuple[str, str, str]
"""Source, target and via; `?` before the via makes it a candidate."""


def rows_of(
    uses: Iterable[Use],
    *,
    more: Iterable[str] = (),
    kinds: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> GraphRows:
    """Return the rows of a graph whose symbols are those of *uses* and *more*.

    A symbol's file is named after its first component. It is a function, and a test where its
    file's name begins with `test`.
    """
    kinds, files = kinds or {}, files or {}
    every = [*uses]
    found = {end for source, target, _ in every for end in (source, target)} | {*more}
    where = {name: files.get(name, f"{name.partition('::')[0]}.py") for name in found}
    names = sorted(found, key=lambda name: (where[name], name))
    number = {name: place for place, name in enumerate(names)}
    edges = [
        (
            number[source],
            number[target],
            via.removeprefix("?"),
            "candidate" if via.startswith("?") else "exact",
            line,
        )
        for line, (source, target, via) in enumerate(every, 1)
    ]
    return GraphRows(
        names=names,
        files=[where[name] for name in names],
        kinds=[kinds.get(name, "function") for name in names],
        tests=[where[name].startswith("test") for name in names],
        edges=sorted(edges),
    )


def a_graph(
    uses: Iterable[Use],
    *,
    more: Iterable[str] = (),
    kinds: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Graph:
    """Return the graph of those rows."""
    return graph_of(rows_of(uses, more=more, kinds=kinds, files=files))


NAMES: Final = [
    "app", "app::Shop", "app::Shop::buy", "app::main", "base", "base::Store", "base::Store::buy",
    "base::Store::sell", "test_app", "test_app::test_buy", "util", "util::_pad", "util::trim",
]  # fmt: skip
KINDS: Final = {
    "app": "module",
    "base": "module",
    "test_app": "module",
    "util": "module",
    "app::Shop": "class",
    "base::Store": "class",
    "app::Shop::buy": "method",
    "base::Store::buy": "method",
    "base::Store::sell": "method",
}
VIAS: Final = [*(via.value for via in Via), "?call"]
USES: Final = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(VIAS)), max_size=40
)
GRAPHS: Final = st.builds(a_graph, USES, more=st.just(NAMES), kinds=st.just(KINDS))
