from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Generic, Optional, TypeVar, overload

T = TypeVar("T")


class Box(Generic[T]):
    def __init__(self, items: list[T]) -> None:
        self.items = items

    def first(self) -> T:
        return self.items[0]

    def map(self, change: Callable[[T], T]) -> Box[T]:
        return Box([change(item) for item in self.items])


class Record:
    def __init__(self, text: str, parent: Optional[Record] = None) -> None:
        self.text = text
        self.parent = parent

    def strip(self) -> Record:
        return Record(self.text.strip(), self.parent)

    def depth(self) -> int:
        if self.parent is None:
            return 0
        return 1 + self.parent.depth()


def retried(times: int) -> Callable[[Callable[[], T]], Callable[[], T]]:
    def decorate(step: Callable[[], T]) -> Callable[[], T]:
        @functools.wraps(step)
        def wrapper() -> T:
            note(times)
            return step()

        return wrapper

    return decorate


def note(times: int) -> None:
    print(f"at most {times} times")


@overload
def parse(source: str) -> Record: ...
@overload
def parse(source: list[str]) -> Box[Record]: ...
def parse(source: str | list[str]) -> Record | Box[Record]:
    if isinstance(source, str):
        return Record(source)
    return Box([Record(line) for line in source])
