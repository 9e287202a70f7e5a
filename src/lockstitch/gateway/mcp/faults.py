"""Faults as the protocol says them."""

import mcp_types as types
from mcp.shared.exceptions import MCPError

from lockstitch.domain.errors import LockstitchError


def bad_params(message: str, *, data: object = None) -> MCPError:
    """Return the error for parameters that name nothing, or are malformed."""
    return MCPError(code=types.INVALID_PARAMS, message=message, data=data)


def bug(where: str) -> MCPError:
    """Return the error for a bug of ours; nothing of it but the place reaches the wire."""
    return MCPError(code=types.INTERNAL_ERROR, message=f"internal error in {where}")


def refused(error: LockstitchError) -> types.CallToolResult:
    """Return the answer of a tool that cannot do what it was asked: a slug, why, and what would be right."""
    text = f"error[{error.slug}]: {error.message}"
    if error.hint:
        text += f"\nhint: {error.hint}"
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
