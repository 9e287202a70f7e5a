"""Answers about code as text: all that their structures hold, in the few words that code needs.

What is quoted from a source stands last, so that none of it reads as a field of ours.
"""

from collections.abc import Iterator
from typing import Final

from lockstitch.app.answers import plain
from lockstitch.app.code_answers import (
    BoundAnswer,
    CallerAnswer,
    Dated,
    ImpactAnswer,
    MapAnswer,
    SymbolAnswer,
    dated,
)
from lockstitch.app.code_diff import DiffAnswer
from lockstitch.app.code_index import Current

COMMIT_SHOWN: Final = 12


def resource_text(answer: MapAnswer) -> str:
    """Return a map under the time that it is of, and nothing below it."""
    return f"indexed_at {plain(answer.indexed_at)}\n{answer.map}"


def map_text(answer: MapAnswer) -> str:
    """Return a map with what is said about it below: the text for a larger budget begins alike."""
    if answer.map:
        lines = [answer.map]
    else:
        lines = ["no map: its first line does not fit; raise token_budget"]
    shown = f"{answer.symbols} of {answer.symbols_total} symbols" + (
        ", truncated" if answer.truncated else ""
    )
    lines.append(
        f"tokens_used {answer.tokens_used}, token_budget {answer.token_budget}:"
        f" {shown}, in {answer.files} files"
    )
    if answer.unknown_paths:
        lines.append(f"nothing is at: {', '.join(answer.unknown_paths)}")
    lines += _dated(answer.index)
    return "\n".join(lines)


def symbol_text(answer: SymbolAnswer) -> str:
    """Return a symbol with its place and hash, or what may have been meant."""
    if not answer.found:
        lines = [f"found: false ({answer.source})", f"qualified_name: {answer.qualified_name}"]
        lines.append(f"note: {answer.note}")
        lines += [f"near: {name}" for name in answer.near]
        lines += _dated(answer.index)
        return "\n".join(lines)
    lines = [
        f"found: true ({answer.source})",
        f"{answer.kind} {answer.qualified_name}",
        f"at {answer.file}:{answer.line}-{answer.end_line}, ast_hash {answer.ast_hash}",
        *_dated(answer.index),
        f"signature:\n{answer.signature}",
    ]
    return "\n".join(lines)


def impact_text(answer: ImpactAnswer) -> str:
    """Return the callers by depth; one that is reached by another caller gives its number."""
    lines = [
        f"symbol {answer.symbol}",
        f"at {answer.file}:{answer.line}, ast_hash {answer.ast_hash}",
        f"callers: {_counted(answer)}, depth {answer.depth}",
        *_callers(answer),
        *_bound(answer.bound),
        *_dated(answer.index),
        f"signature:\n{answer.signature}",
    ]
    return "\n".join(lines)


def diff_text(answer: DiffAnswer) -> str:
    """Return what changed, and who depends on it, by depth."""
    lines = [
        f"changed since {answer.revision}: {_shown(len(answer.symbols), answer.symbols_total)}"
    ]
    lines += [
        f"- {one.kind} {one.qualified_name} {one.file}:{one.line}, callers {one.callers_total}"
        for one in answer.symbols
    ]
    lines += [f"- {path}: no symbol is known there now" for path in answer.other_paths]
    lines += [
        f"callers: {_counted(answer)}, depth {answer.depth}",
        *_callers(answer),
        *_bound(answer.bound),
        *_dated(answer.index),
    ]
    return "\n".join(lines)


def index_text(current: Current) -> str:
    """Return what an index describes, and what was read for it just now."""
    state = current.state
    spoken = ", ".join(f"{language} {count}" for language, count in state.languages.items())
    lines = [
        f"{state.root}: {state.files} files ({spoken or 'none in a language that is read'})",
        f"read now: {current.read}, resolved again: {current.resolved}",
        *_dated(dated(current)),
    ]
    return "\n".join(lines)


def _shown(shown: int, total: int) -> str:
    return str(total) if shown == total else f"{shown} of {total}"


def _counted(answer: ImpactAnswer | DiffAnswer) -> str:
    shown = _shown(len(answer.callers), answer.callers_total)
    return shown if len(answer.callers) == answer.callers_total else f"{shown}, the nearest first"


def _callers(answer: ImpactAnswer | DiffAnswer) -> Iterator[str]:
    symbol = answer.symbol if isinstance(answer, ImpactAnswer) else ""
    numbers = {one.qualified_name: number for number, one in enumerate(answer.callers, 1)}
    depth = 0
    for number, one in enumerate(answer.callers, 1):
        if one.depth != depth:
            depth = one.depth
            yield f"depth {depth}:"
        of = _of(one, symbol, numbers)
        place = f"{one.file}:{one.line}" if one.line else one.file
        stale = f", stale: {one.stale_reason}" if one.stale else ""
        yield f"[{number}] {one.qualified_name} {place} {one.via}{of}{stale}"


def _of(one: CallerAnswer, symbol: str, numbers: dict[str, int]) -> str:
    """Return what a caller uses, where that is not the symbol itself."""
    if one.through == symbol:
        return ""
    number = numbers.get(one.through)
    return f" of {one.through}" if number is None else f" of [{number}]"


def _bound(bound: BoundAnswer) -> Iterator[str]:
    yield "bound: exact" if bound.exact else "bound: lower bound, there may be more"
    yield from (f"- {reason}" for reason in bound.why)
    if bound.unbound_uses:
        places = f": {', '.join(bound.unbound_places)}" if bound.unbound_places else ""
        yield f"unbound uses of the name: {bound.unbound_uses}{places}"
    yield from (f"may use it: {candidate}" for candidate in bound.candidates)
    if bound.dynamic_places:
        yield f"by a computed name: {', '.join(bound.dynamic_places)}"


def _dated(index: Dated) -> Iterator[str]:
    commit = index.commit[:COMMIT_SHOWN] if index.commit else "none"
    dirty = "+dirty" if index.dirty else ""
    yield f"as of commit {commit}{dirty}, indexed_at {plain(index.indexed_at)}, {index.files} files"
    for left in index.left_out:
        examples = f": {', '.join(left.examples)}" if left.examples else ""
        yield f"left out, {left.reason}: {left.count}{examples}"
    if index.files_in_part:
        yield f"with syntax errors, known in part: {index.files_in_part} files"
