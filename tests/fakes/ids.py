"""Ids that are counted, so that two runs give the same ones."""

from typing_extensions import override

from lockstitch.ports.world import IdSource


class CountedIds(IdSource):
    """Gives 1, 2, 3, ... in hex, beginning with *series*, so that two sources never meet."""

    def __init__(self, series: int = 0) -> None:
        self._series = series
        self._given = 0

    @override
    def new(self, prefix: str) -> str:
        self._given += 1
        return f"{prefix}{self._series:08x}{self._given:024x}"
