"""Count what the tools' listing costs a model, in o200k tokens.

python -m bench.listing
"""

import json

import rs_bpe

from lockstitch.gateway.mcp.preamble import preamble
from lockstitch.gateway.mcp.table import TOOLS
from lockstitch.gateway.mcp.tools import Toolbox


def tokens(text: str) -> int:
    """Return how many o200k tokens *text* has."""
    return len(rs_bpe.bpe.openai.o200k_base().encode(text))


def main() -> None:
    """Print a line a tool, and the sums."""
    toolbox = Toolbox(TOOLS)
    total = 0
    for tool in toolbox.listed:
        shown = {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.input_schema,
        }
        count = tokens(json.dumps(shown, separators=(",", ":")))
        total += count
        print(f"{tool.name:28} {count:5}")
    print(f"{'listing':28} {total:5}")
    print(f"{'prompt':28} {tokens(preamble(toolbox)):5}")


if __name__ == "__main__":
    main()
