from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol


class Weighable(Protocol):
    def weight(self) -> float: ...


class Priced:
    """Mixed into whatever is sold."""

    cents: int = 0

    @property
    def price(self) -> float:
        return self.cents / 100

    @price.setter
    def price(self, value: float) -> None:
        self.cents = int(value * 100)

    def discount(self, percent: int) -> None:
        self.price = self.price * (100 - percent) / 100


class Item(ABC, Weighable):
    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def weight(self) -> float: ...

    def label(self) -> str:
        return f"{self.name} ({self.weight():.1f} kg)"

    @staticmethod
    def clean(name: str) -> str:
        return name.strip().title()

    @classmethod
    def named(cls, name: str) -> Item:
        return cls(cls.clean(name))


class Crate(Priced, Item):
    class Lid:
        def __init__(self, wood: str) -> None:
            self.wood = wood

        def weight(self) -> float:
            return 1.5

    def __init__(self, name: str, kilos: float) -> None:
        super().__init__(Item.clean(name))
        self.kilos = kilos
        self.lid = Crate.Lid("oak")

    def weight(self) -> float:
        return self.kilos + self.lid.weight()

    def label(self) -> str:
        return super().label() + f" € {self.price}"
