"""Write the reference pages that are made from the code's own tables.

python -m scripts.docs
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Final, cast

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.table import TOOLS
from lockstitch.gateway.mcp.tools import Tool

DOCS: Final = Path(__file__).parents[1] / "docs"
_NOTE: Final = "<!-- Written by `python -m scripts.docs`; change the code, not this page. -->"


def tools_page() -> str:
    """Return the page of the tools."""
    parts = ["# Tools", _NOTE, ""]
    parts.append(
        "Every tool answers under its dotted name and with underscores; `serve --tool-names underscore` lists the"
        " latter, `serve --tools GROUP,...` lists fewer. Arguments that a tool does not name are refused; `null`"
        " means omitted; numbers out of range are brought into it, and the answer says what was used."
    )
    for tool in sorted(TOOLS, key=lambda tool: tool.name):
        parts += ["", *_tool(tool)]
    return "\n".join(parts) + "\n"


def _tool(tool: Tool) -> list[str]:
    kind = "reads" if tool.reads else "writes"
    lines = [
        f"## {tool.name}",
        "",
        f"{tool.description} Groups: {', '.join(tool.groups)}. It {kind}.",
        "",
    ]
    if tool.properties:
        lines += ["| argument | required | type | |", "|---|---|---|---|"]
    for name, schema in tool.properties.items():
        kinds = schema["type"]
        shown = " or ".join(cast("list[str]", kinds)) if isinstance(kinds, list) else str(kinds)
        choices = cast("list[str] | None", schema.get("enum"))
        said = str(schema.get("description", "")) or (", ".join(choices) if choices else "")
        if "default" in schema:
            said = f"{said}; default {schema['default']}".removeprefix("; ")
        lines.append(f"| `{name}` | {'yes' if name in tool.required else ''} | {shown} | {said} |")
    lines += ["", f"Answers at least: {', '.join(f'`{name}`' for name in tool.output)}."]
    return lines


def limits_page() -> str:
    """Return the page of the limits."""
    rows = [f"| `{field.name}` | {getattr(LIMITS, field.name):,} |" for field in fields(LIMITS)]
    about = (
        "Sizes are in bytes unless the name says characters. `sakur4.status` answers them too. What is over a limit is"
        " refused with a sentence that names it; `recall_k` is a clamp."
    )
    return (
        "\n".join(["# Limits", _NOTE, "", about, "", "| limit | value |", "|---|---|", *rows])
        + "\n"
    )


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "reference/tools.md": tools_page,
    "reference/limits.md": limits_page,
}


def main() -> None:
    """Write every page."""
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
