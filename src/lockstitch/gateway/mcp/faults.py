"""Faults as the protocol says them."""

import logging
from typing import Any, Final

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from lockstitch.domain.errors import LockstitchError

logger = logging.getLogger(__name__)

MISSING_META: Final = "Invalid params: request _meta is missing"
"""Clients match on it."""


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


async def nothing_leaks(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Answer a request; what goes wrong on our side is said as such, and no more of it, in each era."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except LockstitchError as error:
        raise MCPError(code=types.INTERNAL_ERROR, message=error.message) from error
    except Exception as error:
        logger.exception("request.failed")
        raise bug(ctx.method) from error
