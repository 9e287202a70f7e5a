"""Tell those who listen that a resource has changed, whoever changed it, from whichever process."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Final

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated

from lockstitch.gateway.mcp.surface import Context

if TYPE_CHECKING:
    from mcp.server.session import ServerSession

logger = logging.getLogger(__name__)

WATCH_SECONDS: Final = 0.5

Fingerprint = Callable[[str], Awaitable[object]]


class Announcer:
    """Watches resources that somebody subscribed to, and nothing while nobody did.

    *fingerprint* gives, for an address, a value that changes when the resource does; None for an
    address that is not watched.
    """

    def __init__(self, fingerprint: Fingerprint, *, seconds: float = WATCH_SECONDS) -> None:
        self._fingerprint = fingerprint
        self._seconds = seconds
        self._bus = InMemorySubscriptionBus()
        self._listening = ListenHandler(self._bus)
        self._listeners: Counter[str] = Counter()
        self._sessions: dict[str, dict[int, ServerSession]] = {}
        self._seen: dict[str, object] = {}
        self._checking = asyncio.Lock()

    async def listen(
        self, context: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Serve `subscriptions/listen` of the modern era; only what can change is acknowledged."""
        asked = params.notifications.resource_subscriptions or ()
        addresses = [address for address in asked if await self._watch(address)]
        self._listeners.update(addresses)
        heard = types.SubscriptionFilter(resource_subscriptions=addresses)
        params = params.model_copy(update={"notifications": heard})
        try:
            return await self._listening(context, params)
        finally:
            self._listeners.subtract(addresses)

    async def subscribe(
        self, context: Context, params: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        """Serve `resources/subscribe` of the older eras."""
        await self._watch(params.uri)
        self._sessions.setdefault(params.uri, {})[_connection_of(context)] = context.session
        return types.EmptyResult()

    async def unsubscribe(
        self, context: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """Serve `resources/unsubscribe` of the older eras."""
        self._sessions.get(params.uri, {}).pop(_connection_of(context), None)
        return types.EmptyResult()

    async def check(self) -> None:
        """Look at every watched resource now, and tell of those that changed."""
        async with self._checking:
            for address in self._watched():
                try:
                    now = await self._fingerprint(address)
                except Exception:
                    # A store that is busy now may be read the next time; nobody's call fails for it.
                    logger.exception("watch.failed")
                    continue
                if now != self._seen.get(address):
                    self._seen[address] = now
                    await self._tell(address)

    async def run(self) -> None:
        """Look again and again, for changes that other processes make. Cancel it to end."""
        while True:
            await asyncio.sleep(self._seconds)
            await self.check()

    def close(self) -> None:
        """End every open stream in good order."""
        self._listening.close()

    def _watched(self) -> list[str]:
        listened = {address for address, count in self._listeners.items() if count > 0}
        return sorted(listened | {address for address, who in self._sessions.items() if who})

    async def _watch(self, address: str) -> bool:
        """Begin to watch *address*; False when nothing there will ever be announced."""
        if address not in self._watched():
            self._seen[address] = await self._fingerprint(address)
        return self._seen[address] is not None

    async def _tell(self, address: str) -> None:
        await self._bus.publish(ResourceUpdated(uri=address))
        for connection, session in list(self._sessions.get(address, {}).items()):
            try:
                await session.send_resource_updated(address)
            except Exception:  # noqa: BLE001 - a session that has gone is told nothing more
                self._sessions[address].pop(connection, None)


def _connection_of(context: Context) -> int:
    """Return what is one for all requests of a connection; the SDK makes each a session of its own."""
    return id(context.session.client_params)


@contextlib.asynccontextmanager
async def watching(announcer: Announcer) -> AsyncGenerator[None]:
    """Run *announcer* beside a server."""
    task = asyncio.create_task(announcer.run())
    try:
        yield
    finally:
        announcer.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
