"""Ask what the project remembers."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from lockstitch.app.recall import Explained
    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.passage import Passage, Recollection

SHOWN_CHARS: Final = 1_200
"""How much of a passage a person sees at once; `show` prints all of it."""


@click.command(
    epilog="""\b
Examples:
  lockstitch recall "which port does the server use"
  lockstitch recall timeout --file src/net --include-folded
  lockstitch recall "who looks after the releases" --explain
""",
)
@click.argument("query")
@click.option("-k", type=int, default=8, show_default=True, help="How many results at most.")
@click.option("--session", metavar="NAME", help="Only what this session said; else all of them.")
@click.option("--file", metavar="PATH", help="Only what names this file, or a file in this folder.")
@click.option("--include-folded", is_flag=True, help="Also the steps of closed folds.")
@click.option("--project-id", metavar="PROJECT", help="Ask another project.")
@click.option("--explain", is_flag=True, help="Also what each arm says, and what was cut and why.")
@click.pass_obj
def command(
    invocation: "Invocation",
    *,
    query: str,
    k: int,
    session: str | None,
    file: str | None,
    include_folded: bool,
    project_id: str | None,
    explain: bool,
) -> None:
    """Find what the project remembers."""
    from lockstitch.app.recall import Question
    from lockstitch.app.recall import explain as explained

    question = Question(
        query=query,
        k=k,
        session_id=session,
        file_path=file,
        include_folded=include_folded,
        project_id=project_id,
    )

    async def work(desk: "Desk") -> "Explained":
        return await explained(desk.world, await desk.caller(session), question)

    found = invocation.run(work)
    if explain:
        invocation.tell(found, f"{text_of(found.answer)}\n\n{_reasons_of(found)}".strip())
    else:
        invocation.tell(found.answer, text_of(found.answer))


def text_of(found: "Recollection") -> str:
    """Return the passages, best first, and what there is to say about them."""
    from lockstitch.cli.text import counted

    parts = [_passage(n, one, found.query) for n, one in enumerate(found.results, start=1)]
    if parts:
        parts.append(f"{counted(len(parts), 'result')}; read one whole: lockstitch show ID")
    parts.append("\n".join(f"note: {note}" for note in found.notes))
    return "\n\n".join(part for part in parts if part)


def _reasons_of(found: "Explained") -> str:
    """Return what the arms weigh and say, and what is not shown and why."""
    weights = found.weights
    arms = {"words": weights.words, "static": weights.static, "encoder": weights.encoder}
    lines = ["weights: " + ", ".join(f"{arm} {weight:.2f}" for arm, weight in arms.items())]
    for one in found.answer.results:
        votes = ", ".join(f"{arm} {vote:.2f}" for arm, vote in found.votes[one.id].items())
        lines.append(f"{one.id} {one.score:.2f}: {votes}")
    lines += [f"cut {cut.id} ({cut.score:.2f}): {cut.reason}" for cut in found.cuts]
    if found.silent:
        lines.append("what was found says too little to the question to be shown")
    return "\n".join(lines)


def _passage(number: int, passage: "Passage", query: str) -> str:
    from lockstitch.cli.text import indented, local

    said = [passage.role, passage.tool_name, f"session {passage.session_id}"]
    head = f"{number}. {passage.id}  {passage.score:.2f}  {local(passage.created_at)}  "
    head += " ".join(part for part in said if part)
    lines = [head]
    if passage.fold_id:
        lines.append(f"   in fold {passage.fold_id}")
    lines.append(indented(_cut(passage.text, passage.id, query)))
    if passage.stale:
        lines.append("   STALE: superseded by a later episode")
    if passage.current_value is not None:
        lines.append("   now:")
        lines.append(indented(_cut(passage.current_value, passage.id, query)))
    return "\n".join(lines)


def _cut(text: str, item: str, query: str) -> str:
    """Return the part of *text* that has most of what was asked for."""
    from lockstitch.retrieval.window import truncation_of, window_of
    from lockstitch.retrieval.words import phrases_of

    window = window_of(text, item=item, phrases=phrases_of(query), chars_max=SHOWN_CHARS)
    return window.replace(truncation_of(item), f"… [more: lockstitch show {item}]")
