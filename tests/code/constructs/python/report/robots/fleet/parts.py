from __future__ import annotations

from typing import ClassVar, Protocol


class Powered(Protocol):
    @property
    def charge(self) -> int: ...

    def drain(self, amount: int) -> None: ...


class Battery:
    made: ClassVar[int] = 0

    def __init__(self, capacity: int) -> None:
        self._charge = capacity
        self.count()

    @classmethod
    def count(cls) -> None:
        cls.made += 1

    @classmethod
    def full(cls) -> Battery:
        return cls(100)

    @property
    def charge(self) -> int:
        return self._charge

    @charge.setter
    def charge(self, value: int) -> None:
        self._charge = self.clamp(value)

    @staticmethod
    def clamp(value: int) -> int:
        return max(0, min(100, value))

    def drain(self, amount: int) -> None:
        self.charge -= amount


class LogMixin:
    lines: list[str]

    def log(self, line: str) -> None:
        if not hasattr(self, "lines"):
            self.reset_log()
        self.lines.append(line)

    def reset_log(self) -> None:
        self.lines = []
