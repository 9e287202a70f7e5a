"""What calls cost: wall and CPU time of this process, and its peak memory."""

import resource
import statistics
import time
from collections.abc import Sequence
from typing import Self

Row = dict[str, float | int | str]
"""One line of figures; `what` says of what."""


class Stopwatch:
    """Collects wall and CPU milliseconds of this process, call by call."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []
        self._started = (0.0, 0.0)

    def __enter__(self) -> Self:
        self._started = (time.perf_counter(), time.process_time())
        return self

    def __exit__(self, *_: object) -> None:
        self.wall.append((time.perf_counter() - self._started[0]) * 1000)
        self.cpu.append((time.process_time() - self._started[1]) * 1000)

    def row(self, what: str) -> Row:
        """Return the figures of one line."""
        return {
            "what": what,
            "p50 ms": percentile(self.wall, 50),
            "p95 ms": percentile(self.wall, 95),
            "cpu p50 ms": percentile(self.cpu, 50),
            "cpu p95 ms": percentile(self.cpu, 95),
            "n": len(self.wall),
        }


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that *share* per cent of *values* do not pass."""
    ordered = sorted(values)
    if share == 50:
        return round(statistics.median(ordered), 2)
    return round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 2)


def peak_row(what: str) -> Row:
    """Return the most memory that this process has had so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"what": f"{what}: peak memory", "MB": round(peak, 1)}
