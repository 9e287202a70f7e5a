"""What a server shows, apart from how it is reached: tools, resources, a prompt."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import mcp_types as types
from mcp.server.context import ServerRequestContext

Context: TypeAlias = ServerRequestContext[dict[str, Any], Any]


class Surface(Protocol):
    """Tools, resources and prompts behind the protocol. One method a request of the protocol."""

    def reads(self, method: str, params: object) -> bool | None:
        """Whether a request only reads; None when it needs no place in the line at all."""
        ...

    async def place(self, project: str | None) -> str:
        """Return the line that requests on a project stand in; None is the server's own project."""
        ...

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the schema of a tool's arguments; None when no tool has this name."""
        ...

    async def tools(self, context: Context) -> Sequence[types.Tool]:
        """Return the listing."""
        ...

    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        """Answer a call; raise `MCPError` for what the protocol calls malformed."""
        ...

    async def resources(self, context: Context) -> Sequence[types.Resource]:
        """Return the resources that are there."""
        ...

    async def templates(self, context: Context) -> Sequence[types.ResourceTemplate]:
        """Return the forms that addresses of resources have."""
        ...

    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult | types.InputRequiredResult:
        """Return a resource's content."""
        ...

    async def prompts(self, context: Context) -> Sequence[types.Prompt]:
        """Return the prompts."""
        ...

    async def prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult | types.InputRequiredResult:
        """Return a prompt's messages."""
        ...

    async def completion(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Return what an argument may be."""
        ...
