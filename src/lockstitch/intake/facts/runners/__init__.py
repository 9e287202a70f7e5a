"""The test runners whose output is read, in the order in which they are tried. One module a family."""

from typing import Final

from lockstitch.intake.facts.runners import compiled, javascript, managed, python
from lockstitch.intake.facts.runners.run import Runner

RUNNERS: Final[tuple[Runner, ...]] = (
    *python.RUNNERS,
    *javascript.RUNNERS,
    *compiled.RUNNERS,
    *managed.RUNNERS,
)
