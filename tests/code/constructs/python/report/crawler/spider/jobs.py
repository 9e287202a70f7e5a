from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Generic, ParamSpec, Self, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")
J = TypeVar("J", bound="Job")


class Job:
    def __init__(self, url: str) -> None:
        self.url = url
        self.after: Job | None = None

    def then(self, job: Job) -> Self:
        self.after = job
        return self

    def chain(self) -> list[str]:
        rest = self.after.chain() if self.after else []
        return [self.url, *rest]

    def urgency(self) -> int:
        return 0


class UrgentJob(Job):
    def urgency(self) -> int:
        return 10 + super().urgency()

    def escalate(self) -> UrgentJob:
        return self


class Heap(Generic[J]):
    def __init__(self) -> None:
        self._jobs: list[J] = []

    def push(self, job: J) -> None:
        self._jobs.append(job)
        self._jobs.sort(key=lambda each: each.urgency())

    def pop(self) -> J | None:
        return self._jobs.pop() if self._jobs else None


def logged(call: Callable[P, R]) -> Callable[P, R]:
    @functools.wraps(call)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        write(call.__name__)
        return call(*args, **kwargs)

    return wrapper


def write(line: str) -> None:
    print(line)


@overload
def job(url: str) -> Job: ...
@overload
def job(url: str, urgent: bool) -> UrgentJob: ...
def job(url: str, urgent: bool | None = None) -> Job:
    if urgent is None:
        return Job(url)
    return UrgentJob(url)
