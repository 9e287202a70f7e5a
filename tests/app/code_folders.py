"""Small folders of sources, and who depends on what is in them."""

from pathlib import Path
from textwrap import dedent

from lockstitch.app.code_answers import ImpactAnswer, impact
from lockstitch.app.world import World
from lockstitch.domain.project import Caller


def write(root: Path, texts: dict[str, str]) -> Path:
    """Write files below *root*; the margin of each text is left away."""
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root


async def answer(world: World, caller: Caller, name: str, *, depth: int = 4) -> ImpactAnswer:
    """Return what depends on a symbol."""
    return await impact(world, caller, name=name, depth=depth)


async def callers(world: World, caller: Caller, name: str, *, depth: int = 1) -> set[str]:
    """Return the names of those that depend on a symbol by more than an import."""
    told = await answer(world, caller, name, depth=depth)
    return {one.qualified_name for one in told.callers if one.via != "import"}


async def stale(world: World, caller: Caller, name: str) -> dict[str, str | None]:
    """Return who depends on a symbol, and why each is stale, if it is."""
    told = await answer(world, caller, name, depth=1)
    return {one.qualified_name: one.stale_reason for one in told.callers if one.via != "import"}
