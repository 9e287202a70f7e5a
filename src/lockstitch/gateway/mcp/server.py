"""The protocol server: the SDK's low-level one, filled from a surface."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar, cast

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from typing_extensions import override

from lockstitch import __version__
from lockstitch.gateway.mcp.announce import Announcer
from lockstitch.gateway.mcp.faults import bad_params, nothing_leaks
from lockstitch.gateway.mcp.surface import Context, Surface

LISTING_TTL_MS: Final = 300_000
RESOURCES_TTL_MS: Final = 10_000

T = TypeVar("T")


def build_server(
    surface: Surface, *, announcer: Announcer, instructions: str, name: str = "lockstitch"
) -> Server[dict[str, Any]]:
    """Return a server of both eras that shows *surface*."""

    def page(answer: Callable[[Context], Awaitable[T]]) -> Callable[[Context, Any], Awaitable[T]]:
        async def handler(context: Context, params: types.PaginatedRequestParams | None) -> T:
            if params is not None and params.cursor is not None:
                raise bad_params(f"no page has the cursor {params.cursor!r}")
            return await answer(context)

        return handler

    async def tools(context: Context) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(await surface.tools(context)))

    async def resources(context: Context) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=list(await surface.resources(context)))

    async def templates(context: Context) -> types.ListResourceTemplatesResult:
        found = await surface.templates(context)
        return types.ListResourceTemplatesResult(resource_templates=list(found))

    async def prompts(context: Context) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list(await surface.prompts(context)))

    listing = CacheHint(LISTING_TTL_MS, "public")
    server = _Server(
        name,
        version=__version__,
        title="Lockstitch",
        instructions=instructions,
        cache_hints={
            "server/discover": listing,
            "tools/list": listing,
            "prompts/list": listing,
            "resources/templates/list": listing,
            "resources/list": CacheHint(RESOURCES_TTL_MS, "private"),
            "resources/read": CacheHint(0, "private"),
        },
        get_tool_input_schema=surface.input_schema,
        on_list_tools=page(tools),
        on_call_tool=surface.call,
        on_list_resources=page(resources),
        on_list_resource_templates=page(templates),
        on_read_resource=surface.read,
        on_subscribe_resource=announcer.subscribe,
        on_unsubscribe_resource=announcer.unsubscribe,
        on_subscriptions_listen=announcer.listen,
        on_list_prompts=page(prompts),
        on_get_prompt=surface.prompt,
        on_completion=surface.completion,
    )
    server.middleware.append(_sealed_state(name))
    server.middleware.append(nothing_leaks)
    return server


class _Server(Server[dict[str, Any]]):
    """The SDK's server, claiming no more than is so: the listings of a process never change."""

    @override
    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> types.ServerCapabilities:
        claimed = super().get_capabilities(
            notification_options,
            experimental_capabilities,
            extensions,
            protocol_version=protocol_version,
        )
        for part in (claimed.tools, claimed.prompts, claimed.resources):
            if part is not None:
                part.list_changed = False
        return claimed


def _sealed_state(name: str) -> RequestStateBoundary:
    """Return what keeps a client from reading or changing the state that it hands back to us."""
    policy = RequestStateSecurity(keys=[secrets.token_bytes(32)], bind_principal=_client_of)
    return RequestStateBoundary(policy, default_audience=name)


def _client_of(context: Context) -> str | None:
    """Return whose token came with the request; on standard streams there is but one client."""
    if context.request is None:
        return None
    return cast("Mapping[str, str]", context.request.scope.get("lockstitch", {})).get("client")
