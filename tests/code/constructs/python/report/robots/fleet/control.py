from __future__ import annotations

from fleet.parts import Battery
from fleet.robot import Robot, Runner, Walker, usable


class Control:
    def __init__(self, robots: list[Robot]) -> None:
        self.robots = robots
        self.spare: dict[str, list[Battery]] = {}
        self.leader = Runner("leader", 3)

    def run_all(self) -> list[str]:
        failures = []
        for robot in self.robots:
            try:
                robot.run(10)
            except Robot.Error as error:
                failures.append(error.explain())
        return failures

    def lead(self) -> Control:
        self.leader.run(1)
        self.leader.log("led")
        return self

    def recharge(self) -> None:
        for batteries in self.spare.values():
            for battery in batteries:
                battery.charge = 100


def pick(fast: bool):
    if fast:
        return Runner("fast", 2)
    return Walker("slow")


def drill() -> list[str]:
    control = Control([pick(True)])
    control.lead().lead().recharge()
    usable([Battery.full()])
    return control.run_all()


def walk(walker: Walker) -> int:
    walker.reset_log()
    steps = [walker.step for _ in range(3)]
    return len(steps) + len(walker.kind)


def show(control: Control) -> None:
    lines: list[str] = []
    for robot in control.robots:
        lines.append(robot.name)
    control.leader.battery.drain(len(lines))
