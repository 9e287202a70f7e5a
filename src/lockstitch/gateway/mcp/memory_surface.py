"""The surface of the product: the tools of the table, the resources, the prompt."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, cast

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from typing_extensions import override

from lockstitch.app.answers import plain
from lockstitch.app.code_answers import BUDGET_OF_RESOURCE, repo_map
from lockstitch.app.code_text import resource_text
from lockstitch.app.pin import standing_anchors
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.domain.anchor import Scope
from lockstitch.domain.errors import InvalidArgumentError, LockstitchError, UsageError
from lockstitch.domain.project import Caller
from lockstitch.gateway.callers import Callers, Signs
from lockstitch.gateway.mcp.faults import bad_params, bug, refused
from lockstitch.gateway.mcp.memory_tools import PIN
from lockstitch.gateway.mcp.preamble import PROMPT_NAME, PROMPT_TITLE, preamble
from lockstitch.gateway.mcp.rendering import rendered
from lockstitch.gateway.mcp.surface import Context, Surface
from lockstitch.gateway.mcp.table import TOOLS
from lockstitch.gateway.mcp.tools import Call, Said, Tool, Toolbox

logger = logging.getLogger(__name__)

ANCHORS: Final = "sakur4://anchors/"
REPO_MAP: Final = "sakur4://repo-map/"
REPO_MAP_TTL_MS: Final = 30_000
STATUS: Final = "sakur4://status/"
_RESOURCES: Final = (
    (
        ANCHORS,
        "anchors",
        "Pinned rules",
        "Every rule that holds here, one a line. Worth reading every turn.",
    ),
    (
        REPO_MAP,
        "repo-map",
        "Map of the repository",
        f"Its most load-bearing symbols, in {BUDGET_OF_RESOURCE:,} tokens, as the disk shows them.",
    ),
    (STATUS, "status", "Status", "Backend, capabilities and counts."),
)
_PLACED: Final = frozenset({"tools/call", "resources/read", "prompts/get"})


class MemorySurface(Surface):
    """What `lockstitch serve` shows. `pinned` is awaited after a rule was pinned."""

    def __init__(self, world: World, settings: Settings, *, process_session: str | None) -> None:
        self._world = world
        self._settings = settings
        self._process_session = process_session
        self.callers = Callers(world, settings)
        self.toolbox = Toolbox(TOOLS, groups=settings.tools, tool_names=settings.tool_names)
        self.pinned: Callable[[], Awaitable[None]] = _nobody_listens
        self._listing = [_listed(self.toolbox, tool) for tool in self.toolbox.listed]

    @override
    def reads(self, method: str, params: object) -> bool | None:
        """Whether a request only reads; None when it needs no place in the line."""
        if method not in _PLACED:
            return None
        if method != "tools/call":
            return None if _text_in(params, "uri").startswith(REPO_MAP) else True
        tool = self.toolbox.named(_text_in(params, "name"))
        if tool is not None and not tool.in_line:
            return None
        return tool is None or tool.reads

    @override
    async def place(self, project: str | None) -> str:
        """Return the id of the project, by whichever of its names the address has it."""
        try:
            return await self.callers.project(project)
        except LockstitchError:
            return (
                project or ""
            )  # its requests are refused one by one; their order is nobody's care

    @override
    def input_schema(self, name: str) -> Mapping[str, object] | None:
        """Return the schema of a tool's arguments."""
        tool = self.toolbox.named(name)
        return None if tool is None else tool.input_schema

    @override
    async def tools(self, context: Context) -> Sequence[types.Tool]:
        """Return the listing, the same object every time."""
        del context
        return self._listing

    @override
    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Answer a call."""
        tool = self.toolbox.named(params.name)
        if tool is None:
            raise bad_params(f"Unknown tool: {params.name}")
        try:
            arguments = tool.checked(params.arguments or {})
            caller = await self._caller(context)
            call = Call(
                caller=caller, arguments=arguments, protocol_version=context.protocol_version
            )
            told = await tool.handler(self._world, call)
        except MCPError:
            raise
        except LockstitchError as error:
            return refused(error)
        except Exception as error:
            logger.exception("call.failed")
            raise bug(tool.name) from error
        if tool is PIN:
            await self.pinned()
        answer = cast(
            "dict[str, object]", plain(told.structure if isinstance(told, Said) else told)
        )
        text = told.text if isinstance(told, Said) else rendered(answer)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=answer,
            is_error=False,
        )

    @override
    async def resources(self, context: Context) -> Sequence[types.Resource]:
        """Return the resources of the caller's project."""
        project = (await self._caller(context)).project
        return [
            types.Resource(
                uri=f"{base}{project}",
                name=name,
                title=title,
                description=about,
                mime_type="text/plain",
            )
            for base, name, title, about in _RESOURCES
        ]

    @override
    async def templates(self, context: Context) -> Sequence[types.ResourceTemplate]:
        """Return the forms of their addresses."""
        del context
        return [
            types.ResourceTemplate(
                uri_template=f"{base}{{project}}",
                name=name,
                title=title,
                description=about,
                mime_type="text/plain",
            )
            for base, name, title, about in _RESOURCES
        ]

    @override
    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Return a resource of the caller's project; another project's is not found."""
        caller = await self._caller(context)
        text = await self._resource(caller, params.uri, context.protocol_version)
        if text is None:
            raise bad_params("Resource not found", data={"uri": params.uri})
        content = types.TextResourceContents(uri=params.uri, mime_type="text/plain", text=text)
        ttl_ms = REPO_MAP_TTL_MS if params.uri.startswith(REPO_MAP) else 0
        return types.ReadResourceResult(contents=[content], ttl_ms=ttl_ms, cache_scope="private")

    @override
    async def prompts(self, context: Context) -> Sequence[types.Prompt]:
        """Return the one prompt."""
        del context
        about = "A fragment of a system prompt: numbered triggers for the tools that are listed."
        return [types.Prompt(name=PROMPT_NAME, title=PROMPT_TITLE, description=about, arguments=[])]

    @override
    async def prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """Return the prompt's one message."""
        del context
        if params.name != PROMPT_NAME:
            raise bad_params(f"Unknown prompt: {params.name}")
        content = types.TextContent(type="text", text=preamble(self.toolbox))
        return types.GetPromptResult(
            description=PROMPT_TITLE, messages=[types.PromptMessage(role="user", content=content)]
        )

    @override
    async def completion(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Return the caller's project for the one argument that addresses have."""
        values: list[str] = []
        if isinstance(params.ref, types.ResourceTemplateReference):
            project = (await self._caller(context)).project
            values = [project] if project.startswith(params.argument.value) else []
        return types.CompleteResult(
            completion=types.Completion(values=values, total=len(values), has_more=False)
        )

    async def fingerprint(self, address: str) -> object:
        """Return a value that changes when the resource at *address* does; only rules are watched."""
        if not address.startswith(ANCHORS):
            return None
        project = await self._world.projects.get(address.removeprefix(ANCHORS))
        if project is None:
            return None
        standing = await self._world.anchors.standing(project.id)
        return tuple(anchor.id for anchor in standing)

    async def _resource(self, caller: Caller, address: str, protocol_version: str) -> str | None:
        if address == f"{ANCHORS}{caller.project}":
            return await self._anchors(caller)
        if address == f"{REPO_MAP}{caller.project}":
            return await self._repo_map(caller)
        if address == f"{STATUS}{caller.project}":
            answer = await status(self._world, caller, protocol_version=protocol_version)
            return rendered(cast("dict[str, object]", plain(answer)))
        return None

    async def _anchors(self, caller: Caller) -> str:
        standing = await standing_anchors(self._world, caller)
        every = await self._world.anchors.standing(caller.project)
        others = sum(one.scope is Scope.SESSION for one in every) - sum(
            one.scope is Scope.SESSION for one in standing
        )
        lines = [anchor.rendered for anchor in standing] or ["No rule is pinned."]
        if others:
            lines.append(f"({others} more hold in other sessions only)")
        return "\n".join(lines)

    async def _repo_map(self, caller: Caller) -> str:
        try:
            found = await repo_map(self._world, caller, token_budget=BUDGET_OF_RESOURCE)
        except InvalidArgumentError as error:
            # It is listed, so it is there: a project without a folder of sources has an empty one.
            return f"There is no map: {error.message}."
        return resource_text(found)

    async def _caller(self, context: Context) -> Caller:
        try:
            return await self.callers.caller(self._signs(context))
        except UsageError as error:
            raise bad_params(error.message) from error

    def _signs(self, context: Context) -> Signs:
        meta = cast("Mapping[str, object] | None", context.meta)
        if context.request is None:
            return Signs(
                meta=meta,
                environment_session=self._settings.session_id,
                process_session=self._process_session,
            )
        state = cast("Mapping[str, str]", context.request.scope.get("lockstitch", {}))
        client = state.get("client")
        legacy = context.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS
        return Signs(
            project=state.get("project"),
            meta=meta,
            http_session=context.request.headers.get("mcp-session-id") if legacy else None,
            token_session=f"token:{client}" if client else None,
            client=client,
        )


async def _nobody_listens() -> None:
    """Stands where an announcer is told of a pin, until there is one."""


def _text_in(params: object, name: str) -> str:
    """Return what *params*, not checked yet, hold under *name*; nothing where that is no text."""
    if not isinstance(params, Mapping):
        return ""
    value = cast("Mapping[str, object]", params).get(name)
    return value if isinstance(value, str) else ""


def _listed(toolbox: Toolbox, tool: Tool) -> types.Tool:
    return types.Tool(
        name=toolbox.shown(tool),
        title=tool.title,
        description=toolbox.rename(tool.description),
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=False,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )
