"""Take rows of an export into the canonical file: in one transaction, adding and never overwriting.

What was written once is compared, and another content under the same id is a conflict. What moves
one way (a tier, a correction, the end of a fold) is brought up to where it is furthest. What a
person decided here stands: a project's name and place, a merge, a purge, a rule that holds.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import apsw

from lockstitch.domain.episode import Tier
from lockstitch.domain.errors import ConflictError, InvalidArgumentError
from lockstitch.domain.export import named
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.project import Evidence
from lockstitch.ports.stores import Loaded, Row
from lockstitch.stores.sqlite.anchors import folded
from lockstitch.stores.sqlite.arrivals import Arrivals, Binds, compare, conflict
from lockstitch.stores.sqlite.database import Cell, Cells, Connection, text_or_none
from lockstitch.stores.sqlite.loading_atlas import take_entry
from lockstitch.stores.sqlite.projects import place_of
from lockstitch.stores.sqlite.rows import TIERS

_PURGED: Final = "[purged]"
_EPISODE_WRITTEN: Final = (
    "session_key", "role", "tool_name", "slot_id", "message_id", "tool_call_id", "corrects",
    "idempotency_key", "occurred_at", "created_at", "content_sha256", "fold_id",
)  # fmt: skip
_FOLD_WRITTEN: Final = (
    "session_key", "slot_id", "parent_id", "description", "goal", "tokens_at_open", "opened_at",
)  # fmt: skip
_ANCHOR_WRITTEN: Final = ("content", "anchor_kind", "scope", "pinned_by", "created_at")
_REFERENCES: Final = ("project_id", "merged_into", "session_key", "parent_id", "fold_id")


def load(connection: Connection, rows: Iterable[Row]) -> Loaded:
    """Take *rows* in, in the transaction that is open; see `Transfer.load`."""
    arrivals = Arrivals(connection)
    position, entry = arrivals.row("newest", {}) or (0, 0)
    for row in rows:
        kind = str(row["kind"])
        binds = {name: _cell(value) for name, value in row.items() if name != "kind"}
        try:
            _TAKE[kind](arrivals, binds)
        except apsw.ConstraintError as error:
            raise _translated(error, row) from error
    arrivals.check_corrections()
    touched: list[ProjectId] = []
    for (project,) in arrivals.rows("projects_since", {"position": position, "row": entry}):
        arrivals.run("bring_up", {"project": project})
        touched.append(ProjectId(str(project)))
    return Loaded(report=arrivals.report(), touched=tuple(touched))


def _project(arrivals: Arrivals, binds: Binds) -> None:
    """One that is here keeps its name, and stays merged."""
    there = arrivals.row("there_project", binds)
    project, merged_into = str(binds["project_id"]), binds["merged_into"]
    if merged_into is not None:
        arrivals.merged_there.add(project)
    if there is None:
        # A merge leads straight to where everything went.
        into = None if merged_into is None else arrivals.final(str(merged_into))
        arrivals.add("project", binds | {"merged_into": into})
        return
    arrivals.count_present("project")
    arrivals.run("join_project", binds)
    if merged_into is not None and there[0] is None:
        arrivals.note(
            f"project {project} is merged into {merged_into} in the export and stands by itself"
            f" here; to merge it: lockstitch projects merge {project} {merged_into}"
        )


def _place(arrivals: Arrivals, binds: Binds) -> None:
    """One that is here keeps its project."""
    common_dir = text_or_none(binds["common_dir"])
    evidence = Evidence(directory=str(binds["directory"]), common_dir=common_dir)
    home = arrivals.home(binds["project_id"])
    place = binds | {"place": place_of(evidence), "project_id": home}
    there = arrivals.row("there_place", place)
    if there is None:
        arrivals.add("place", place)
        return
    arrivals.count_present("place")
    if there[0] != home:
        arrivals.note(
            f"{evidence.directory} is a place of project {home} in the export and of {there[0]}"
            " here, where it stays"
        )


def _root(arrivals: Arrivals, binds: Binds) -> None:
    root = binds | {"project_id": arrivals.home(binds["project_id"])}
    if arrivals.row("there_root", root) is None:
        arrivals.add("root", root)
    else:
        arrivals.count_present("root")


def _session(arrivals: Arrivals, binds: Binds) -> None:
    """A new one gets another name where its own is taken in the project."""
    home, name = arrivals.home(binds["project_id"]), str(binds["session_id"])
    there = arrivals.row("there_session", binds)
    if there is not None:
        arrivals.count_present("session")
        arrivals.run("join_session", binds)
        here = str(there[1])
    else:
        here = arrivals.free_name(home, name)
        arrivals.add("session", binds | {"project_id": home, "session_id": here})
        if here != name:
            arrivals.note(f"session {name} of project {home} is {here} here: its name was taken")
    if here != name:
        arrivals.renamed[home, name] = here


def _fold(arrivals: Arrivals, binds: Binds) -> None:
    """One that is open here ends as it did there."""
    _check_parent(arrivals, binds)
    summary = binds["summary_episode"]
    if summary is not None and arrivals.is_purged(str(summary)):
        binds = binds | {"result_summary": _PURGED}  # its words were the summary's
    there = arrivals.row("there_fold", binds)
    if there is None:
        arrivals.add("fold", binds)
        return
    compare("fold", binds, dict(zip(_FOLD_WRITTEN, there, strict=False)))
    state, result = there[len(_FOLD_WRITTEN) :]
    if binds["state"] != "open":
        results = {result, binds["result_summary"]}
        if state == "open":
            arrivals.run("end_fold", binds)
        elif state != binds["state"] or (len(results) > 1 and _PURGED not in results):
            raise conflict("fold", binds["fold_id"], "result")
    arrivals.count_present("fold")


def _check_parent(arrivals: Arrivals, binds: Binds) -> None:
    around = arrivals.value("session_of_fold", {"fold": binds["parent_id"]})
    if around is not None and around != binds["session_key"]:
        raise InvalidArgumentError(
            f"fold {binds['fold_id']} is inside {binds['parent_id']}, a fold of another session"
        )


def _episode(arrivals: Arrivals, binds: Binds) -> None:
    """One that was purged here is refused; one that is here moves on where it had not."""
    episode = str(binds["episode_id"])
    state = binds | {"tier": TIERS.index(Tier(str(binds["tier"])))}
    there = arrivals.row("there_episode", binds)
    if there is not None:
        seq, position = there[len(_EPISODE_WRITTEN) :]
        compare("episode", binds | {"seq": binds["seq"] or seq}, _written(there) | {"seq": seq})
        arrivals.run("join_episode_state", state | {"position": position})
        arrivals.step_tier(position, upto=TIERS.index(Tier(str(binds["tier"]))))
        arrivals.count_present("episode")
    elif arrivals.is_purged(episode):
        arrivals.refuse(f"episode {episode} was purged here and does not come back")
        return
    else:
        if binds["seq"] is None:
            seq = arrivals.value("next_seq_of_session", binds)
            if seq is None:
                raise _nowhere(f"episode {episode}", [f"session_key {binds['session_key']}"])
            binds = binds | {"seq": seq}
        position = arrivals.value("in_episode", binds)
        arrivals.run("in_episode_state", state | {"position": position})
        arrivals.count_added("episode")
    arrivals.note_correction(episode, superseded_by=binds["superseded_by"])


def _written(there: Cells) -> dict[str, Cell]:
    return dict(zip(_EPISODE_WRITTEN, there, strict=False))


def _edge(arrivals: Arrivals, binds: Binds) -> None:
    """One that leads to what was purged here is left out."""
    if arrivals.row("there_edge", binds) is not None:
        arrivals.count_present("edge")
        return
    for end in (str(binds["source_id"]), str(binds["target_id"])):
        if arrivals.is_there(end):
            continue
        if arrivals.is_purged(end):
            return
        raise InvalidArgumentError(
            f"the edge of {binds['source_id']} refers to {end}, which is neither in the export"
            " nor here"
        )
    arrivals.add("edge", binds)


def _anchor(arrivals: Arrivals, binds: Binds) -> None:
    """One that was purged here is refused; one that says what another says here is that one."""
    anchor = str(binds["anchor_id"])
    home = None if binds["project_id"] is None else arrivals.home(binds["project_id"])
    name = binds["session_id"]
    binds = binds | {
        "project_id": home,
        "session_id": arrivals.renamed.get((home, name), name),
        "folded_text": folded(str(binds["content"])),
    }
    there = arrivals.row("there_anchor", binds)
    if there is not None:
        compare("anchor", binds, dict(zip(_ANCHOR_WRITTEN, there, strict=False)))
        arrivals.count_present("anchor")
        if binds["withdrawn_at"] is not None and there[len(_ANCHOR_WRITTEN)] is None:
            arrivals.note(
                f"rule {anchor} was taken back in the export and stands here; to take it back:"
                f" lockstitch unpin {anchor}"
            )
    elif arrivals.is_purged(anchor):
        arrivals.refuse(f"rule {anchor} was purged here and does not come back")
    elif binds["withdrawn_at"] is None and (twin := arrivals.twin(binds)) is not None:
        arrivals.count_present("anchor")
        arrivals.note(f"rule {anchor} says what {twin} says here already")
    else:
        arrivals.add("anchor", binds)


def _tombstone(arrivals: Arrivals, binds: Binds) -> None:
    """One of what is still here is left out: only a purge erases, and it writes its own."""
    item, kind = str(binds["item_id"]), str(binds["item_kind"])
    if arrivals.is_purged(item):
        arrivals.count_present("tombstone")
    elif arrivals.is_there(item):
        arrivals.note(
            f"tombstone for {item}: this {kind} was purged where the export was made and is still"
            f" here; to purge it: lockstitch forget {item} --purge"
        )
    else:
        arrivals.add("tombstone", binds)


_TAKE: Final[Mapping[str, Callable[[Arrivals, Binds], None]]] = {
    "project": _project,
    "place": _place,
    "root": _root,
    "session": _session,
    "fold": _fold,
    "episode": _episode,
    "edge": _edge,
    "anchor": _anchor,
    "atlas_entry": take_entry,
    "tombstone": _tombstone,
}


def _cell(value: object) -> Cell:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    assert value is None or isinstance(value, (str, int)), value  # a row is checked before
    return value


def _translated(error: apsw.ConstraintError, row: Row) -> Exception:
    """Return what to say about a row that the schema does not take."""
    said = named(row)
    code: object = getattr(error, "extendedresult", 0)  # the driver's stubs do not know it
    if code == apsw.SQLITE_CONSTRAINT_FOREIGNKEY:
        names = [f"{name} {row[name]}" for name in _REFERENCES if row.get(name)]
        return _nowhere(said, names)
    if code in {apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY}:
        return ConflictError(f"{said} takes what another row has here: {error}")
    return InvalidArgumentError(f"{said} does not hold together: {error}")


def _nowhere(said: str, names: Sequence[str]) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"{said} refers to what is neither in the export nor here: {' or '.join(names)}"
    )
