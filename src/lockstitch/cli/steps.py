"""The steps of a fold, word for word, a page at a time. Shared by `fold --show` and `show --steps`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lockstitch.app.fold import FoldedEpisode, FoldTrace
    from lockstitch.cli.invocation import Desk, Invocation


def show_steps(invocation: "Invocation", fold_id: str, *, offset: int) -> None:
    """Print the steps of a fold of any project, from *offset* characters on."""
    from lockstitch.app.fold import recall_fold

    async def work(desk: "Desk") -> "FoldTrace":
        caller = await desk.caller_for(fold_id)
        return await recall_fold(desk.world, caller, fold_id=fold_id, offset=offset)

    trace = invocation.run(work)
    invocation.tell(trace, text_of(trace))


def text_of(trace: "FoldTrace") -> str:
    """Return a page of a fold, for a person."""
    from lockstitch.cli.text import counted, local

    closed = f", closed {local(trace.closed_at)}" if trace.closed_at else ""
    lines = [
        f"{trace.fold_id} ({trace.status}, {counted(trace.episode_count, 'step')})",
        f"opened {local(trace.created_at)}{closed}",
        f"description: {trace.description}",
        f"goal: {trace.goal}",
    ]
    if trace.parent_fold_id:
        lines.append(f"inside {trace.parent_fold_id}")
    if trace.result_summary is not None:
        lines.append(f"result: {trace.result_summary}")
    lines += [_step(step) for step in trace.episodes]
    if trace.next_offset is not None:
        more = f"lockstitch show {trace.fold_id} --steps --offset {trace.next_offset}"
        lines.append(f"\nmore: {more}")
    return "\n".join(lines)


def _step(step: "FoldedEpisode") -> str:
    who = f"{step.role} {step.tool_name}" if step.tool_name else str(step.role)
    begun = f", from character {step.content_offset}" if step.content_offset else ""
    return f"\n--- {step.episode_id} (turn {step.seq}, {who}{begun})\n{step.content}"
