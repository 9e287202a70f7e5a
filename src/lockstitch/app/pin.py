"""Pin a rule, list what is pinned, take one back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lockstitch.app.arguments import checked_name
from lockstitch.app.identify import named_project
from lockstitch.app.masks import masked
from lockstitch.app.world import World
from lockstitch.domain.anchor import Anchor, AnchorKind, Scope
from lockstitch.domain.episode import Redaction
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import ANCHOR, AnchorId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller
from lockstitch.domain.text import check_not_blank, check_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Overflow:
    """The rules need more tokens than the window has. None of them is dropped for it."""

    needed: int
    available: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """The rule as it stands."""

    anchor_id: AnchorId
    kind: AnchorKind
    scope: Scope
    session_id: str | None
    token_cost: int
    note: str
    existed: bool
    redactions: tuple[Redaction, ...]
    overflow: Overflow | None


async def pin(
    world: World,
    caller: Caller,
    content: str,
    *,
    kind: str | None = None,
    session_id: str | None = None,
    everywhere: bool = False,
    pinned_by: str = "agent",
) -> Pinned:
    """Pin *content*: to a session when one is named, else to the project, or everywhere.

    Raises:
        InvalidArgumentError: the rule is blank or too long, or the kind is none.
    """
    text, redactions = masked(
        world, check_not_blank(content, name="content", chars_max=LIMITS.anchor_chars)
    )
    session_id = checked_name(session_id, name="session_id")
    draft = Anchor(
        id=AnchorId(world.ids.new(ANCHOR)),
        content=text,
        kind=_kind(kind),
        scope=_scope(session_id, everywhere=everywhere),
        project=None if everywhere else caller.project,
        session_id=session_id,
        token_count=0,
        pinned_by=pinned_by,
        created_at=world.clock.now(),
    )
    anchor, existed = await world.anchors.pin(
        replace(draft, token_count=world.tokens.count(draft.rendered))
    )
    standing = await standing_anchors(world, caller, session_id=session_id)
    needed = sum(one.token_count for one in standing)
    overflow = None
    if needed > world.context_window:
        overflow = Overflow(needed=needed, available=world.context_window)
    return Pinned(
        anchor_id=anchor.id,
        kind=anchor.kind,
        scope=anchor.scope,
        session_id=anchor.session_id,
        token_cost=anchor.token_count,
        note=_note(anchor, existed=existed, overflow=overflow),
        existed=existed,
        redactions=redactions,
        overflow=overflow,
    )


async def unpin(world: World, anchor: str) -> Anchor:
    """Take a rule back, for a person. It stays readable by its id.

    Raises:
        NotFoundError: no rule has this id.
        ConflictError: it was taken back already.
    """
    wanted = AnchorId(check_text(anchor, name="anchor"))
    return await world.anchors.withdraw(wanted, now=world.clock.now())


async def standing_anchors(
    world: World, caller: Caller, *, session_id: str | None = None
) -> Sequence[Anchor]:
    """Return the rules that hold for the caller: everywhere, the project's, its session's."""
    session = session_id or caller.session_id
    project = await named_project(world, caller.project)
    standing = await world.anchors.standing(project.id)
    return [one for one in standing if one.scope is not Scope.SESSION or one.session_id == session]


def _kind(value: str | None) -> AnchorKind:
    try:
        return AnchorKind(value or AnchorKind.TASK_CONTRACT)
    except ValueError as error:
        kinds = ", ".join(AnchorKind)
        raise InvalidArgumentError(f"kind is {value!r}, not one of {kinds}") from error


def _scope(session_id: str | None, *, everywhere: bool) -> Scope:
    if everywhere and session_id is not None:
        raise InvalidArgumentError("a rule holds in one session or everywhere, not both")
    if everywhere:
        return Scope.EVERYWHERE
    return Scope.PROJECT if session_id is None else Scope.SESSION


def _note(anchor: Anchor, *, existed: bool, overflow: Overflow | None) -> str:
    said = f"costs {anchor.token_count} tokens in every prompt until a person takes it back"
    if existed:
        said = f"was pinned already as {anchor.id}; {said}"
    if overflow is not None:
        said += (
            f"; all rules together need {overflow.needed} tokens and the window has"
            f" {overflow.available}: they stay, ask the person which to unpin"
        )
    return said
