"""Take rows of an export into the canonical file: in one transaction, adding and never overwriting.

What was written once is compared, and another content under the same id is a conflict. What moves
one way (a tier, a correction, the end of a fold) is brought up to where it is furthest. What a
person decided here stands: a project's name and place, a merge, a purge, a rule that holds.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import apsw

from lockstitch.domain.episode import Tier
from lockstitch.domain.errors import ConflictError, InvalidArgumentError
from lockstitch.domain.export import ROWS
from lockstitch.domain.export import named as named_row
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.project import Evidence
from lockstitch.domain.store import ImportReport
from lockstitch.ports.stores import Loaded, Row
from lockstitch.stores.sqlite.anchors import folded
from lockstitch.stores.sqlite.database import Cell, Cells, Connection, text_or_none, whole
from lockstitch.stores.sqlite.projects import place_of
from lockstitch.stores.sqlite.queries import named, query
from lockstitch.stores.sqlite.rows import TIERS

SAID_MAX: Final = 1_000
"""How many refusals, and how many notes, are told one by one."""
_PURGED: Final = "[purged]"
_EPISODE_WRITTEN: Final = (
    "session_key", "role", "tool_name", "slot_id", "message_id", "tool_call_id", "corrects",
    "idempotency_key", "occurred_at", "created_at", "content_sha256", "fold_id",
)  # fmt: skip
_FOLD_WRITTEN: Final = (
    "session_key", "slot_id", "parent_id", "description", "goal", "tokens_at_open", "opened_at",
)  # fmt: skip
_ANCHOR_WRITTEN: Final = ("content", "anchor_kind", "scope", "pinned_by", "created_at")
_REFERENCES: Final = {
    "project": ("merged_into",),
    "place": ("project_id",),
    "root": ("project_id",),
    "session": ("project_id",),
    "fold": ("session_key", "parent_id"),
    "episode": ("session_key", "fold_id"),
    "anchor": ("project_id",),
}


def load(connection: Connection, rows: Iterable[Row]) -> Loaded:
    """Take *rows* in, in the transaction that is open; see `Transfer.load`."""
    loading = _Loading(connection)
    newest = loading.number("newest")
    for row in rows:
        loading.take(row)
    loading.check_corrections()
    touched: list[ProjectId] = []
    for (project,) in connection.rows(_sql("projects_since"), {"position": newest}):
        connection.run(_sql("bring_up"), {"project": project})
        touched.append(ProjectId(str(project)))
    return Loaded(report=loading.report(), touched=tuple(touched))


def _sql(name: str) -> str:
    return named("transfer_queries.sql")[name]


class _Loading:
    """What came so far."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._added: Counter[str] = Counter()
        self._present: Counter[str] = Counter()
        self._refused: list[str] = []
        self._notes: list[str] = []
        self._unsaid = 0
        self._merged_there: set[str] = set()
        self._homes: dict[str, str] = {}
        self._renamed: dict[tuple[Cell, Cell], str] = {}
        self._superseded: dict[str, str] = {}
        """Episodes that are named as corrections and did not come yet, with whom they correct."""

    def report(self) -> ImportReport:
        """Return what was done."""
        notes = list(self._notes)
        if self._unsaid:
            notes.append(f"{self._unsaid} more refusals and notes are left out here")
        return ImportReport(
            added={kind: self._added[kind] for kind in ROWS if self._added[kind]},
            present={kind: self._present[kind] for kind in ROWS if self._present[kind]},
            refused=tuple(self._refused),
            notes=tuple(notes),
        )

    def number(self, name: str) -> int:
        """Return the whole number that a query gives."""
        return whole(self._connection.value(_sql(name)))

    def take(self, row: Row) -> None:
        """Add *row*, or see that it is there already."""
        kind = str(row["kind"])
        binds = {name: _cell(value) for name, value in row.items() if name != "kind"}
        try:
            _TAKE[kind](self, binds)
        except apsw.ConstraintError as error:
            raise _translated(error, row) from error

    def check_corrections(self) -> None:
        """Refuse a correction that is nowhere: neither here, nor purged here."""
        for by, episode in self._superseded.items():
            if not self._is_purged(by) and not self._is_there("episode", by):
                raise InvalidArgumentError(
                    f"episode {episode} is superseded by {by}, which is neither in the export"
                    " nor here"
                )

    # Each kind of row. `there` is what stands under its id already.

    def take_project(self, binds: dict[str, Cell]) -> None:
        """Add a project; one that is there keeps its name, and stays merged."""
        there = self._row("there_project", binds)
        project, merged_into = str(binds["project_id"]), binds["merged_into"]
        if merged_into is not None:
            self._merged_there.add(project)
        if there is None:
            # A merge always leads straight to where everything went.
            into = None if merged_into is None else self._final(str(merged_into))
            self._add("project", binds | {"merged_into": into})
            return
        self._present["project"] += 1
        self._run("join_project", binds)
        if merged_into is not None and there[0] is None:
            self._note(
                f"project {project} is merged into {merged_into} in the export and stands by"
                f" itself here; to merge it: lockstitch projects merge {project} {merged_into}"
            )

    def take_place(self, binds: dict[str, Cell]) -> None:
        """Add a place; one that is there keeps its project."""
        evidence = Evidence(
            directory=str(binds["directory"]), common_dir=text_or_none(binds["common_dir"])
        )
        place = {"place": place_of(evidence), "project_id": self._home(binds["project_id"])}
        there = self._row("there_place", place)
        if there is None:
            self._add("place", binds | place)
            return
        self._present["place"] += 1
        if there[0] != place["project_id"]:
            self._note(
                f"{evidence.directory} is a place of project {place['project_id']} in the export"
                f" and of {there[0]} here, where it stays"
            )

    def take_root(self, binds: dict[str, Cell]) -> None:
        """Add a root commit."""
        root = binds | {"project_id": self._home(binds["project_id"])}
        if self._row("there_root", root) is None:
            self._add("root", root)
        else:
            self._present["root"] += 1

    def take_session(self, binds: dict[str, Cell]) -> None:
        """Add a session, under another name where its own is taken in the project."""
        home, name = self._home(binds["project_id"]), str(binds["session_id"])
        there = self._row("there_session", binds)
        if there is not None:
            self._present["session"] += 1
            self._run("join_session", binds)
            here = str(there[1])
        else:
            here = self._free_name(home, name)
            self._add("session", binds | {"project_id": home, "session_id": here})
            if here != name:
                self._note(f"session {name} of project {home} is {here} here: the name was taken")
        if here != name:
            self._renamed[home, name] = here

    def take_fold(self, binds: dict[str, Cell]) -> None:
        """Add a fold; one that is open here ends as it did there."""
        parent = binds["parent_id"]
        if parent is not None:
            around = self._connection.value(_sql("session_of_fold"), {"fold": parent})
            if around is not None and around != binds["session_key"]:
                raise InvalidArgumentError(
                    f"fold {binds['fold_id']} is inside {parent}, a fold of another session"
                )
        summary = binds["summary_episode"]
        if summary is not None and self._is_purged(str(summary)):
            binds = binds | {"result_summary": _PURGED}  # its words were the summary's
        there = self._row("there_fold", binds)
        if there is None:
            self._add("fold", binds)
            return
        self._compare("fold", binds, there, _FOLD_WRITTEN)
        self._present["fold"] += 1
        state, result = there[len(_FOLD_WRITTEN) :]
        if state == "open":
            if binds["state"] != "open":
                self._run("end_fold", binds)
        elif binds["state"] != "open" and (
            state != binds["state"]
            or (
                result != binds["result_summary"]
                and _PURGED not in {result, binds["result_summary"]}
            )
        ):
            raise _conflict("fold", binds["fold_id"], "result")

    def take_episode(self, binds: dict[str, Cell]) -> None:
        """Add an episode, unless it was purged here; one that is there moves on where it had not."""
        episode = str(binds["episode_id"])
        superseded_by = binds["superseded_by"]
        there = self._row("there_episode", binds)
        tier = TIERS.index(Tier(str(binds["tier"])))
        if there is not None:
            self._compare_episode(binds, there)
            self._present["episode"] += 1
            *_, position, tier_here = there
            self._run("join_episode_state", binds | {"position": position})
            for step in range(whole(tier_here) + 1, tier + 1):
                self._connection.run(query("step_tier"), {"position": position, "tier": step})
        elif self._is_purged(episode):
            self._refuse(f"episode {episode} was purged here and does not come back")
            return
        else:
            if binds["seq"] is None:
                binds = binds | {"seq": self._value("next_seq_of_session", binds)}
            position = self._value("in_episode", binds)
            self._run("in_episode_state", binds | {"position": position, "tier": tier})
            self._added["episode"] += 1
        self._superseded.pop(episode, None)
        if superseded_by is not None:
            self._superseded.setdefault(str(superseded_by), episode)

    def take_edge(self, binds: dict[str, Cell]) -> None:
        """Add an edge between episodes; one that leads to what was purged here goes without."""
        if self._row("there_edge", binds) is not None:
            self._present["edge"] += 1
            return
        for end in (str(binds["source_id"]), str(binds["target_id"])):
            if self._is_there("episode", end):
                continue
            if self._is_purged(end):
                return
            raise InvalidArgumentError(
                f"the edge of {binds['source_id']} refers to {end}, which is neither in the export"
                " nor here"
            )
        self._add("edge", binds)

    def take_anchor(self, binds: dict[str, Cell]) -> None:
        """Add a rule, unless it was purged, or the same one stands in that scope already."""
        anchor = str(binds["anchor_id"])
        home = None if binds["project_id"] is None else self._home(binds["project_id"])
        name = binds["session_id"]
        binds = binds | {
            "project_id": home,
            "session_id": self._renamed.get((home, name), name),
            "folded_text": folded(str(binds["content"])),
        }
        there = self._row("there_anchor", binds)
        if there is not None:
            self._compare("anchor", binds, there, _ANCHOR_WRITTEN)
            self._present["anchor"] += 1
            if binds["withdrawn_at"] is not None and there[len(_ANCHOR_WRITTEN)] is None:
                self._note(
                    f"rule {anchor} was taken back in the export and stands here; to take it back:"
                    f" lockstitch unpin {anchor}"
                )
        elif self._is_purged(anchor):
            self._refuse(f"rule {anchor} was purged here and does not come back")
        elif (twin := self._twin(binds)) is not None:
            self._present["anchor"] += 1
            self._note(f"rule {anchor} says what {twin} says here already")
        else:
            self._add("anchor", binds)

    def take_tombstone(self, binds: dict[str, Cell]) -> None:
        """Add a tombstone, unless what was purged there is still here: only a purge erases."""
        item, kind = str(binds["item_id"]), str(binds["item_kind"])
        if self._is_purged(item):
            self._present["tombstone"] += 1
        elif any(self._is_there(there, item) for there in ("episode", "anchor")):
            self._note(
                f"tombstone for {item}: this {kind} was purged where the export was made and is"
                f" still here; purge it with lockstitch purge {item}"
            )
        else:
            self._add("tombstone", binds)

    # What they share.

    def _add(self, kind: str, binds: Mapping[str, Cell]) -> None:
        self._run(f"in_{kind}", binds)
        self._added[kind] += 1

    def _run(self, name: str, binds: Mapping[str, Cell]) -> None:
        self._connection.run(_sql(name), binds)

    def _row(self, name: str, binds: Mapping[str, Cell]) -> Cells | None:
        return self._connection.row(_sql(name), binds)

    def _value(self, name: str, binds: Mapping[str, Cell]) -> Cell:
        return self._connection.value(_sql(name), binds)

    def _is_there(self, kind: str, item: str) -> bool:
        return self._connection.row(query(f"{kind}_is_there"), {"item": item}) is not None

    def _is_purged(self, item: str) -> bool:
        return self._connection.row(query("tombstone"), {"item": item}) is not None

    def _twin(self, binds: Mapping[str, Cell]) -> Cell:
        if binds["withdrawn_at"] is not None:
            return None
        where = {**binds, "project": binds["project_id"]}
        return self._connection.value(query("standing_twin"), where)

    def _final(self, project: str) -> str:
        """Return where everything of *project* is here; itself where it is unknown."""
        found = self._connection.value(_sql("final_project"), {"project": project})
        return project if found is None else str(found)

    def _home(self, project: Cell) -> str:
        """Return the project that rows of *project* belong to here.

        It was merged here and not there: its rows follow. Merged there as well: what still names it
        is what the merge left behind, and stays.
        """
        named = str(project)
        if named in self._merged_there:
            return named
        if named not in self._homes:
            self._homes[named] = self._final(named)
        return self._homes[named]

    def _free_name(self, project: str, name: str) -> str:
        free, number = name, 1
        while self._connection.row(query("session"), {"project": project, "session_id": free}):
            number += 1
            free = f"{name}~{number}"
        return free

    def _compare_episode(self, binds: dict[str, Cell], there: Cells) -> None:
        self._compare("episode", binds, there, _EPISODE_WRITTEN)
        seq = there[len(_EPISODE_WRITTEN)]
        if binds["seq"] is not None and binds["seq"] != seq:
            raise _conflict("episode", binds["episode_id"], "seq")

    def _compare(
        self, kind: str, binds: Mapping[str, Cell], there: Cells, names: tuple[str, ...]
    ) -> None:
        for name, cell in zip(names, there, strict=False):
            if binds[name] != cell:
                raise _conflict(kind, binds[f"{kind}_id"], name)

    def _note(self, text: str) -> None:
        if len(self._notes) < SAID_MAX:
            self._notes.append(text)
        else:
            self._unsaid += 1

    def _refuse(self, text: str) -> None:
        if len(self._refused) < SAID_MAX:
            self._refused.append(text)
        else:
            self._unsaid += 1


_TAKE: Final[Mapping[str, Callable[[_Loading, dict[str, Cell]], None]]] = {
    "project": _Loading.take_project,
    "place": _Loading.take_place,
    "root": _Loading.take_root,
    "session": _Loading.take_session,
    "fold": _Loading.take_fold,
    "episode": _Loading.take_episode,
    "edge": _Loading.take_edge,
    "anchor": _Loading.take_anchor,
    "tombstone": _Loading.take_tombstone,
}


def _cell(value: object) -> Cell:
    assert value is None or isinstance(value, (str, int)), value  # a row is checked before
    return value


def _conflict(kind: str, item: Cell, name: str) -> ConflictError:
    return ConflictError(
        f"{kind} {item} is here with another {name}",
        hint="the two come from one id that was used twice, or one was altered; nothing was changed",
    )


def _translated(error: apsw.ConstraintError, row: Row) -> Exception:
    """Return what to say about a row that the schema does not take."""
    said = named_row(row)
    code = error.extendedresult
    if code == apsw.SQLITE_CONSTRAINT_FOREIGNKEY:
        kind = str(row["kind"])
        names = [f"{name} {row[name]}" for name in _REFERENCES.get(kind, ()) if row[name]]
        return InvalidArgumentError(
            f"{said} refers to what is neither in the export nor here: {' or '.join(names)}"
        )
    if code in {apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY}:
        return ConflictError(f"{said} takes what another row has here: {error}")
    return InvalidArgumentError(f"{said} does not hold together: {error}")
