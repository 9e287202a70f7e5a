from __future__ import annotations

import abc

from fleet.parts import Battery, LogMixin, Powered


class Robot(LogMixin, abc.ABC):
    class Error(Exception):
        def explain(self) -> str:
            return f"robot: {self}"

    def __init__(self, name: str, battery: Battery | None = None) -> None:
        self.name = name
        self.battery = battery or Battery.full()

    @abc.abstractmethod
    def step(self) -> int:
        raise NotImplementedError

    @property
    @abc.abstractmethod
    def kind(self) -> str: ...

    def run(self, steps: int) -> int:
        total = 0
        for _ in range(steps):
            if self.battery.charge == 0:
                raise Robot.Error(self.name)
            total += self.step()
        self.log(f"{self.kind} ran")
        return total


class Walker(Robot):
    def step(self) -> int:
        self.battery.drain(2)
        return 1

    @property
    def kind(self) -> str:
        return "walker"


class Runner(Walker):
    def __init__(self, name: str, stride: int) -> None:
        super().__init__(name)
        self.stride = stride

    def step(self) -> int:
        return super().step() * self.stride

    def log(self, line: str) -> None:
        super().log(line.upper())


def usable(parts: list[Powered]) -> list[Powered]:
    for part in parts:
        part.drain(1)
    return [part for part in parts if part.charge > 0]
