"""All the tools, in one table."""

from typing import Final

from lockstitch.gateway.mcp.atlas_tools import ATLAS_TOOLS
from lockstitch.gateway.mcp.code_tools import CODE_TOOLS
from lockstitch.gateway.mcp.memory_tools import TOOLS as MEMORY_TOOLS

TOOLS: Final = (*MEMORY_TOOLS, *CODE_TOOLS, *ATLAS_TOOLS)
