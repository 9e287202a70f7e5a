"""Forget: plan a purge, and with --yes erase for good and show the proof."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.forget import Purged, PurgePlan
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch forget ep_0198c0de... --purge
  lockstitch forget ep_0198c0de... --purge --yes
""",
)
@click.argument("item", metavar="ID")
@click.option("--purge", "is_purge", is_flag=True, help="Erase it from every file.")
@click.option("--yes", is_flag=True, help="Do it; without this it is only planned.")
@click.pass_context
def command(ctx: click.Context, *, item: str, is_purge: bool, yes: bool) -> None:
    """Erase a thing for good, and show that it is gone.

    An episode, a rule, or a fact with the episodes it was seen in.
    """
    invocation: Invocation = ctx.obj
    if not is_purge:
        raise _no_way_but_purge(item)
    if not yes:
        plan = invocation.run_long(lambda desk: _planned(desk, item))
        invocation.tell(_in_json(plan), text_of_plan(plan, item))
        return
    purged = invocation.run_long(lambda desk: _purged(desk, item))
    answer = {"ids": purged.ids, "proof": purged.proof, "proven": purged.proven}
    answer["unreachable_backups"] = purged.unreachable_backups
    invocation.tell(answer, text_of(purged))
    if not purged.proven:
        ctx.exit(1)


async def _planned(desk: "Desk", item: str) -> "PurgePlan":
    from lockstitch.app.forget import plan_purge

    return await plan_purge(desk.world, await desk.caller_for(item), item)


async def _purged(desk: "Desk", item: str) -> "Purged":
    from lockstitch.app.forget import purge

    return await purge(desk.world, await _planned(desk, item))


def text_of_plan(plan: "PurgePlan", item: str) -> str:
    """Return what a purge would do. The text itself is not said again."""
    lines = ["would erase"]
    lines += [f"  {target.id}  {target.about}" for target in plan.targets]
    if plan.also_held_by:
        lines.append("the same words stand, and would stay, in")
        lines += [f"  {one}" for one in plan.also_held_by]
    if plan.backups:
        lines.append("backups that would be rewritten")
        lines += [f"  {path}" for path in plan.backups]
    lines.append(f"nothing was changed; do it: lockstitch forget {item} --purge --yes")
    return "\n".join(lines)


def text_of(purged: "Purged") -> str:
    """Return what was erased, and the search for what might be left."""
    from lockstitch.cli.text import counted

    proof = purged.proof
    lines = [f"erased {one}" for one in purged.ids]
    lines.append(
        f"searched {counted(len(proof.files_searched), 'file')} with {proof.bytes_searched} bytes"
        f" for {counted(proof.samples, 'piece')} of the text:"
    )
    lines += [f"  {path}" for path in proof.files_searched]
    lines += [f"STILL FOUND in {path}" for path in proof.found_in]
    lines += [f"OUT OF REACH: the backup {path}" for path in purged.unreachable_backups]
    lines.append(_verdict(purged))
    return "\n".join(lines)


def _verdict(purged: "Purged") -> str:
    if not purged.proven:
        return "not proven to be gone"
    if not purged.proof.samples:
        return "there was nothing to search for: it has no words that nothing else in the store has"
    return "found nowhere"


def _in_json(plan: "PurgePlan") -> dict[str, object]:
    """Return *plan* without the text that is to be gone, and without its hash."""
    targets = [
        {"kind": one.kind, "id": one.id, "project": one.project, "about": one.about}
        for one in plan.targets
    ]
    return {"targets": targets, "also_held_by": plan.also_held_by, "backups": plan.backups}


def _no_way_but_purge(item: str) -> Exception:
    from lockstitch.domain.errors import UsageError
    from lockstitch.domain.ids import ANCHOR

    if item.startswith(ANCHOR):
        return UsageError(
            "a rule is taken back, not forgotten",
            hint=f"lockstitch unpin {item}; to erase its words too, add --purge",
        )
    return UsageError(
        "what was committed is never changed afterwards: it can be corrected, or erased for good",
        hint="--purge shows what would be erased, with --yes it erases it from the store, its"
        " indexes and our backups; or correct it: lockstitch commit ... --corrects ID",
    )
