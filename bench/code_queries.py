"""What questions about code cost, how large the answers are, and whether maps and names keep their promises."""

from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle, islice, pairwise
from random import Random
from typing import Final

from bench.code_index import Indexed
from bench.code_tables import Section
from bench.listing import tokens
from bench.stopwatch import Row, Stopwatch, percentile
from lockstitch.app.code_answers import MapAnswer, impact, query_symbol, repo_map
from lockstitch.app.code_text import impact_text, map_text, symbol_text
from lockstitch.domain.limits import LIMITS

BUDGET: Final = 2_000
BUDGETS: Final = (0, 20, 50, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, LIMITS.map_tokens)
KINDS: Final = frozenset({"function", "method", "class", "interface", "struct", "type"})
MAPS_MAX: Final = 50
WARM: Final = 5

Asking = Callable[[], Awaitable[str]]
"""Asks, and gives the answer as a model reads it."""


async def queries_section(index: Indexed, *, n: int, seed: int) -> Section:
    """Return the figures over *n* symbols."""
    graph = await index.graph()
    # Every definition once: what is asked for does not depend on how the index numbers things.
    every = sorted(
        name for name, kind in zip(graph.names, graph.kinds, strict=True) if kind in KINDS
    )
    chance = Random(seed)
    names = chance.sample(every, min(n, len(every)))
    files = await index.paths()
    focus = chance.sample(files, min(n, MAPS_MAX, len(files)))
    rows = await _timed(index, names, focus)
    rows += await promises(index, focus[:1])
    return Section(
        title=f"queries: {len(names)} of {len(every)} symbols, seed {seed}, warm; {index.root.name}",
        rows=rows,
        notes=[
            "Each answer looks at the disk first: `a look` is what that alone costs. Tokens are o200k."
        ],
    )


async def _timed(index: Indexed, names: Sequence[str], focus: Sequence[str]) -> list[Row]:
    def maps(path: str | None, *, names_only: bool) -> Asking:
        return lambda: _map(index, [path] if path else [], names_only=names_only)

    async def look() -> str:
        await index.look()
        return ""

    asked: dict[str, Sequence[Asking]] = {
        "a look, nothing changed": [look] * len(focus),
        "query_symbol": [lambda name=name: _symbol(index, name) for name in names],
        "impact_of_change, depth 4": [lambda name=name: _impact(index, name) for name in names],
        f"repo map, {BUDGET} tokens": [maps(None, names_only=False)] * len(focus),
        f"repo map, {BUDGET} tokens, a new focus": [maps(p, names_only=False) for p in focus],
        f"repo map, {BUDGET} tokens, names_only": [maps(None, names_only=True)] * len(focus),
    }
    rows: list[Row] = []
    for what, questions in asked.items():
        for question in islice(cycle(questions), WARM):
            await question()
        spent, sizes = Stopwatch(), list[int]()
        for question in questions:
            with spent:
                answer = await question()
            sizes.append(tokens(answer))
        row = spent.row(what)
        if any(sizes):
            row["tokens p50"] = percentile(sizes, 50)
            row["tokens p95"] = percentile(sizes, 95)
        rows.append(row)
    return rows


async def _symbol(index: Indexed, name: str) -> str:
    return symbol_text(await query_symbol(index.world, index.caller, name=name))


async def _impact(index: Indexed, name: str) -> str:
    return impact_text(await impact(index.world, index.caller, name=name))


async def _map(index: Indexed, focus: Sequence[str], *, names_only: bool) -> str:
    answer = await repo_map(
        index.world, index.caller, token_budget=BUDGET, focus_paths=focus, names_only=names_only
    )
    return map_text(answer)


async def promises(index: Indexed, focus: Sequence[str]) -> list[Row]:
    """Return how often a map began no larger one, was over its budget, or named what is not found by it."""
    still = index.standing_still()
    pairs = drawn_maps = broken = over = 0
    most = 0.0
    for names_only in (False, True):
        for paths in ((), focus):
            drawn = [
                await repo_map(
                    still.world,
                    still.caller,
                    token_budget=budget,
                    focus_paths=paths,
                    names_only=names_only,
                )
                for budget in BUDGETS
            ]
            drawn_maps += len(drawn)
            pairs += len(drawn) - 1
            broken += breaks_of([one.map for one in drawn])
            shares = [overrun(one) for one in drawn]
            over += sum(share > 0 for share in shares)
            most = max(most, *shares)
    whole = await repo_map(still.world, still.caller, token_budget=BUDGETS[-1], names_only=True)
    names = whole.map.splitlines()[1:]
    lost = [name for name in names if not await _is_itself(still, name)]
    return [
        {"what": "map: a budget's begins no larger one's", "n": broken, "of": pairs},
        {
            "what": "map: over its budget in o200k",
            "n": over,
            "of": drawn_maps,
            "at most by %": round(100 * most, 1),
        },
        {
            "what": "names_only: names that do not resolve to themselves",
            "n": len(lost),
            "of": len(names),
            "examples": ", ".join(lost[:5]) or "none",
        },
    ]


def breaks_of(maps: Sequence[str]) -> int:
    """Return how often a map does not begin the next one."""
    return sum(not larger.startswith(smaller) for smaller, larger in pairwise(maps))


def overrun(answer: MapAnswer) -> float:
    """Return by which share of its budget a map costs more than that."""
    return max(0.0, tokens(answer.map) / answer.token_budget - 1) if answer.token_budget else 0.0


async def _is_itself(index: Indexed, name: str) -> bool:
    answer = await query_symbol(index.world, index.caller, name=name)
    return answer.found and answer.qualified_name == name
