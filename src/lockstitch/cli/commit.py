"""Commit a turn or a tool result from the command line, or from what is piped in."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.commit import Committed
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch commit "Deploys go through staging first"
  pytest 2>&1 | lockstitch commit --role tool --tool pytest
""",
)
@click.argument("text", required=False)
@click.option(
    "--role",
    type=click.Choice(["system", "user", "assistant", "tool", "internal"]),
    default="user",
    show_default=True,
    help="Who said it.",
)
@click.option("--tool", metavar="NAME", help="The tool whose result it is.")
@click.option("--session", metavar="NAME", help="The conversation it belongs to.")
@click.option("--corrects", metavar="ID", help="The episode that it corrects.")
@click.option("--message-id", metavar="ID", help="The message's own id.")
@click.option("--tool-call-id", metavar="ID", help="The tool call's own id.")
@click.option("--occurred-at", metavar="TIME", help="When it was said, in ISO 8601.")
@click.option("--fold", metavar="ID", help="The fold it belongs to; else the innermost open one.")
@click.option("--idempotency-key", metavar="KEY", help="Written once, however often it is sent.")
@click.option("--slot", metavar="ID", help="The sequence of an inference server.")
@click.pass_obj
def command(
    invocation: "Invocation",
    *,
    text: str | None,
    role: str,
    tool: str | None,
    session: str | None,
    corrects: str | None,
    message_id: str | None,
    tool_call_id: str | None,
    occurred_at: str | None,
    fold: str | None,
    idempotency_key: str | None,
    slot: str | None,
) -> None:
    """Write down a turn or a tool result, word for word.

    TEXT is what was said; without it, or as -, it is what is piped in.
    """
    from lockstitch.app.commit import Turn, commit
    from lockstitch.cli.text import text_or_piped

    turn = Turn(
        role=role,
        content=text_or_piped(text, name="TEXT"),
        tool_name=tool,
        slot_id=slot,
        corrects=corrects,
        message_id=message_id,
        tool_call_id=tool_call_id,
        occurred_at=occurred_at,
        fold_id=fold,
        idempotency_key=idempotency_key,
    )

    async def work(desk: "Desk") -> "Committed":
        return await commit(desk.world, await desk.caller(session), turn)

    written = invocation.run(work)
    invocation.tell(written, text_of(written))


def text_of(written: "Committed") -> str:
    """Return what was written, for a person."""
    from lockstitch.cli.text import counted, quoted

    tokens = counted(written.token_count, "token")
    verb = "was committed before as" if written.repeated else "committed"
    lines = [f"{verb} {written.episode_id} (turn {written.seq}, {tokens})"]
    lines.append(f"session {written.session_id} ({written.session_source})")
    if written.supersedes:
        lines.append(f"corrects {written.supersedes}")
    if written.fold_id:
        lines.append(f"in fold {written.fold_id}")
    if written.symbolic_facts:
        lines.append(f"facts: {written.symbolic_summary}")
    if written.redactions:
        kinds = ", ".join(dict.fromkeys(redaction.kind for redaction in written.redactions))
        lines.append(f"masked: {counted(len(written.redactions), 'credential')} ({kinds})")
    if written.suggested_anchor:
        rule = quoted(written.suggested_anchor.excerpt)
        kind = written.suggested_anchor.kind
        lines.append(f"looks like a rule: lockstitch pin {rule} --kind {kind}")
    return "\n".join(lines)
