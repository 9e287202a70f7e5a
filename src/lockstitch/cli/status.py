"""Say what is stored, and what is attached."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from lockstitch.app.status import Status
    from lockstitch.cli.invocation import Desk, Invocation

NO_PROTOCOL: Final = "none (command line)"


@click.command(
    epilog="""\b
Examples:
  lockstitch status
  lockstitch status --json
""",
)
@click.pass_obj
def command(invocation: "Invocation") -> None:
    """Say what is stored, and what is attached."""
    from lockstitch.app.status import status

    async def work(desk: "Desk") -> "Status":
        return await status(desk.world, await desk.caller(), protocol_version=NO_PROTOCOL)

    state = invocation.run(work)
    invocation.tell(state, text_of(state, store=str(invocation.settings().data_dir)))


def text_of(state: "Status", *, store: str) -> str:
    """Return the state of things, for a person."""
    facts = "unknown" if state.symbolic_facts is None else str(state.symbolic_facts)
    own_facts = "unknown" if state.project_facts is None else str(state.project_facts)
    rows = [
        ("lockstitch", state.version),
        ("project", f"{state.project_name} ({state.project_id})"),
        ("session", f"{state.session_id} ({state.session_source})"),
        ("store", store),
        ("episodes", f"{state.project_episodes} here, {state.episodes} in the store"),
        ("facts", f"{own_facts} here, {facts} in the store"),
        ("rules", f"{state.project_anchors} here, {state.anchors} in the store"),
        ("masking", "on" if state.masking else "OFF"),
        ("window", f"{state.context_window} tokens, counted by {state.tokenizer}"),
        ("backend", f"{state.backend}: {state.backend_note}"),
    ]
    lines = [f"{name:<11}{value}" for name, value in rows]
    lines += [f"open fold  {fold}" for fold in state.open_folds.ids]
    if state.open_folds.ids:
        lines.append(f"close one: lockstitch unfold {state.open_folds.ids[-1]} SUMMARY")
    return "\n".join(lines)
