"""The graph arm: from the best passages to what shares a rare name, a file or a fact with them.

A walk of two steps at most. What few episodes share says much, what many share says nothing, and
the same links give the same scores in whatever order they come.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lockstitch.domain.passage import Link

SEEDS: Final = 3
"""How many of the best passages the walk starts from."""
HOLDERS_MAX: Final = 8
"""A name that more episodes hold links none of them."""
SECOND_STEP: Final = 0.5
"""What is left of a tie after the first step."""
FOUND_MAX: Final = 30
"""How many episodes a walk brings."""
_DECIMALS: Final = 6


def walked(seeds: Mapping[int, float], links: Iterable[Link]) -> dict[int, float]:
    """Return how strongly *links* tie other episodes to *seeds*, from 0 to 1 each.

    *seeds* are positions with their scores, from 0 to 1. A seed is tied to the other seeds, never
    to itself.
    """
    holders: dict[str, dict[int, int]] = {}
    for link in links:
        holders.setdefault(link.name, {})[link.position] = link.holders
    missed: dict[int, float] = {}
    for name in sorted(holders):
        for seed, other, strength in _ties(seeds, holders[name]):
            if seed != other:
                missed[other] = missed.get(other, 1.0) * (1.0 - strength)
    found = {position: round(1.0 - rest, _DECIMALS) for position, rest in missed.items()}
    best = sorted(found, key=lambda position: (-found[position], -position))[:FOUND_MAX]
    return {position: found[position] for position in best}


def _ties(
    seeds: Mapping[int, float], positions: Mapping[int, int]
) -> Iterable[tuple[int, int, float]]:
    for seed in sorted(set(seeds) & set(positions)):
        for other in sorted(positions):
            yield seed, other, min(0.95, seeds[seed] / max(1, positions[other] - 1) ** 0.5)


def strongest(found: Mapping[int, float], *, besides: Sequence[int]) -> dict[int, float]:
    """Return the episodes from which the second step goes out."""
    fresh = [position for position in found if position not in set(besides)]
    fresh.sort(key=lambda position: (-found[position], -position))
    return {position: found[position] for position in fresh[:SEEDS]}
