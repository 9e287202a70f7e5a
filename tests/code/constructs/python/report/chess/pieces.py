from __future__ import annotations

import sys
from enum import IntEnum, unique

if sys.version_info >= (3, 12):

    def pairs(size: int) -> list[tuple[int, int]]:
        return [(row, size - row) for row in range(size)]

else:

    def pairs(size: int) -> list[tuple[int, int]]:
        return list(zip(range(size), range(size, 0, -1)))


@unique
class Kind(IntEnum):
    PAWN = 1
    ROOK = 5
    QUEEN = 9

    def beats(self, other: Kind) -> bool:
        return self.worth() > other.worth()

    def worth(self) -> int:
        return int(self)

    @property
    def letter(self) -> str:
        return first_letter(self.name)

    @staticmethod
    def strongest() -> Kind:
        return Kind.QUEEN


def first_letter(word: str) -> str:
    return word[0]


class Square:
    def __init__(self, kind: Kind | None = None) -> None:
        self.kind = kind
        self.below: Square | None = None

    def stack(self, kind: Kind) -> Square:
        self.below = Square(kind)
        return self.below

    def height(self) -> int:
        height = 1
        if self.below is not None:
            height += self.below.height()
        return height

    def index(self, kind: Kind) -> int:
        return list(Kind).index(kind)
