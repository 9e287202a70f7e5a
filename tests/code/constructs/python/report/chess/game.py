from collections.abc import Callable

import pieces as p
from pieces import Kind, Square, first_letter as initial, pairs


def score(kinds: list[Kind]) -> int:
    return sum(kind.worth() for kind in kinds) + Kind.ROOK.worth()


def captures(square: Square, other: Kind) -> bool:
    if square.kind is None:
        return False
    return square.kind.beats(other) and other.letter != "Q"


def tower(kinds: list[Kind]) -> int:
    base = square = Square()
    for kind in kinds:
        square = square.stack(kind)
    return base.height()


def search(depth: int, rate: Callable[[int], int]) -> int:
    def descend(left: int) -> int:
        if left == 0:
            return evaluate(left)
        return max(descend(left - 1), rate(left))

    def evaluate(left: int) -> int:
        return left + len(pairs(left))

    return descend(depth)


def evaluate(left: int) -> int:
    return -left


def play(depth: int) -> int:
    return search(depth, evaluate) + search(depth, lambda left: penalty(left))


def penalty(left: int) -> int:
    return 0 if left < 1 else replies(left - 1)


def replies(left: int) -> int:
    return 1 + penalty(left)


def title(words: list[str], score: Callable[[str], str]) -> str:
    return "".join(score(word) for word in words) + initial(words[0])


def best() -> str:
    tower = p.Kind.strongest().letter
    return tower + p.first_letter("king")


def locate(kinds: list[Kind], kind: Kind) -> int:
    return kinds.index(kind)
