"""Order: what changes things takes effect in the order of arrival; reads run beside one another.

A ticket is taken the moment a request has arrived whole, without waiting for anything in between,
so that the order of tickets is the order of arrival.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Ticket:
    """A place in the line. Its holder waits for `turn`, and gives it back with `leave`."""

    line: "Line"
    reads: bool
    admitted: asyncio.Event = field(default_factory=asyncio.Event)

    async def turn(self) -> None:
        """Wait until everything before that this one may not overtake is done."""
        await self.admitted.wait()

    def leave(self) -> None:
        """Let the next ones in. Twice is once."""
        self.line.left(self)


class Line:
    """One line of tickets: a run of reads goes in together, a write goes in alone."""

    def __init__(self) -> None:
        self._waiting: deque[Ticket] = deque()
        self._inside: set[Ticket] = set()

    def enter(self, *, reads: bool) -> Ticket:
        """Return a place behind all that have arrived."""
        ticket = Ticket(line=self, reads=reads)
        self._waiting.append(ticket)
        self._admit()
        return ticket

    def left(self, ticket: Ticket) -> None:
        """Take *ticket* out of the line, wherever it stands, and let the next ones in."""
        if ticket in self._inside:
            self._inside.discard(ticket)
        elif ticket in self._waiting:
            self._waiting.remove(ticket)
        self._admit()

    @property
    def empty(self) -> bool:
        """Whether nobody waits and nobody is inside."""
        return not self._waiting and not self._inside

    @property
    def length(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def _admit(self) -> None:
        while self._waiting:
            first = self._waiting[0]
            if self._inside and not (first.reads and all(other.reads for other in self._inside)):
                return
            self._waiting.popleft()
            self._inside.add(first)
            first.admitted.set()
