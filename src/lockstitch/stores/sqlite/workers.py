"""Where the work on files is done: on threads beside an event loop, or at once where there is none.

A short command needs neither loop nor threads, and importing them is most of what it would cost.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from typing_extensions import override

T = TypeVar("T")


class Workers(Protocol):
    """Does pieces of work."""

    async def run(self, work: Callable[[], T]) -> T:
        """Return what *work* gives."""
        ...

    def run_now(self, work: Callable[[], T]) -> T:
        """Return what *work* gives, to a caller that may wait."""
        ...

    def close(self) -> None:
        """Let what runs finish."""
        ...


class Threads(Workers):
    """So many threads; one of them alone keeps the order in which work was asked for."""

    def __init__(self, count: int, *, name: str) -> None:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - see the module

        self._pool: ThreadPoolExecutor = ThreadPoolExecutor(count, thread_name_prefix=name)

    @override
    async def run(self, work: Callable[[], T]) -> T:
        import asyncio  # noqa: PLC0415 - see the module

        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    @override
    def run_now(self, work: Callable[[], T]) -> T:
        return self._pool.submit(work).result()

    @override
    def close(self) -> None:
        self._pool.shutdown(wait=True)


class Here(Workers):
    """The thread that asks: nothing ever waits, so that no loop is needed."""

    @override
    async def run(self, work: Callable[[], T]) -> T:
        return work()

    @override
    def run_now(self, work: Callable[[], T]) -> T:
        return work()

    @override
    def close(self) -> None:
        """Nothing runs."""


async def beside(work: Callable[[], T]) -> T:
    """Return what *work* gives, done on a thread of its own beside the event loop."""
    import asyncio  # noqa: PLC0415 - see the module

    return await asyncio.to_thread(work)
