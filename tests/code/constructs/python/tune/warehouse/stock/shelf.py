from __future__ import annotations

from collections.abc import Iterable

from stock.items import Crate, Item, Weighable


class Counter:
    def __init__(self) -> None:
        self.moves = 0

    def append(self, item: Item) -> None:
        self.moves += 1


class Shelf:
    def __init__(self, limit: float) -> None:
        self.items: list[Item] = []
        self.by_name: dict[str, Crate] = {}
        self.counter = Counter()
        self.limit = limit

    def put(self, item: Item) -> Shelf:
        self.items.append(item)
        self.counter.append(item)
        return self

    def load(self) -> float:
        return sum(item.weight() for item in self.items)

    def sale(self) -> None:
        for name, crate in self.by_name.items():
            crate.discount(len(name))

    def labels(self) -> list[str]:
        return sorted(map(Item.label, self.items))

    @property
    def room(self) -> float:
        return self.limit - self.load()


def heaviest(things: Iterable[Weighable]) -> float:
    return max(thing.weight() for thing in things)


def make_shelf():
    return Shelf(limit=100.0)
