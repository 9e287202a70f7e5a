"""Parse what a tool printed into facts: names and the values that stood there. No model, no guess.

The order, for one text:
1. All of it is JSON: its fields, and nothing else.
2. Lines that say how the command ended: exit code and signal. What a harness puts around the output
   is then set aside, and what follows looks at the rest.
3. It starts with HTTP headers: these, and the body by the steps below.
4. All of it is JSON (again, as a body or without its wrapping), or a table: its fields or columns.
5. Anything else: the diffs in it; then, in the text around them, the results of test runners.
What is kept first when there is too much: exit code, headers, tests, then the rest.
"""

from collections.abc import Iterable, Sequence

from lockstitch.domain.fact import Extraction, FactDraft
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts import (
    csv_columns,
    diff_hunks,
    exit_codes,
    http_headers,
    json_fields,
    tests_run,
)
from lockstitch.intake.facts.found import Found
from lockstitch.intake.facts.plain import plain, unfenced, without_fences
from lockstitch.intake.facts.wrapping import unwrapped

__all__ = ["extract"]


def extract(content: str, *, tool_name: str | None) -> Extraction:
    """Return the facts that stand in *content*, the same ones for the same text.

    *tool_name* is a hint and no more: `curl` or `http` in it lets unknown headers pass beside known
    ones, `csv` or `tsv` lets a table pass whose header nothing tells from its rows.
    """
    hint = (tool_name or "").lower()
    text = unfenced(plain(content))
    whole = json_fields.read(text)
    if whole is not None:
        return _extraction([whole], exits=None)
    exits = exit_codes.read(without_fences(text))
    return _extraction(_read_output(unwrapped(text), hint=hint), exits=exits)


def _read_output(text: str, *, hint: str) -> Sequence[Found]:
    response = http_headers.read(text, hint=hint)
    if response is None:
        return _read_body(text, hint=hint)
    return [response.found, *_read_body(response.body, hint=hint)]


def _read_body(text: str, *, hint: str) -> Sequence[Found]:
    whole = json_fields.read(text) or csv_columns.read(text, hint=hint)
    if whole is not None:
        return [whole]
    shown = without_fences(text)
    changes = diff_hunks.read(shown)
    tests = tests_run.read(changes.rest if changes else shown)
    return [*([tests] if tests else []), *([changes.found] if changes else [])]


def _extraction(found: Sequence[Found], *, exits: Found | None) -> Extraction:
    """Put all together: the exit code is the first to keep and the last to tell."""
    ends = [exits] if exits else []
    facts = _unique(fact for each in [*ends, *found] for fact in each.facts)
    kept = facts[: LIMITS.facts_per_episode]
    left_out = len(facts) - len(kept) + sum(each.left_out for each in found)
    parts = [each.summary for each in [*found, *ends]]
    if left_out:
        parts.append(f"{left_out} more not kept")
    return Extraction(
        facts=tuple(kept), summary="; ".join(parts) or "no structure", left_out=left_out
    )


def _unique(facts: Iterable[FactDraft]) -> list[FactDraft]:
    """Return one fact a name, the first: two of a name would be one row of the ledger."""
    unique: dict[tuple[str, str, str | None], FactDraft] = {}
    for fact in facts:
        unique.setdefault((fact.kind, fact.name, fact.file_path), fact)
    return list(unique.values())
