"""What came of an export so far, and what stands here of it: for the rules in `loading`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from lockstitch.domain.errors import ConflictError, InvalidArgumentError
from lockstitch.domain.export import ROWS
from lockstitch.domain.store import ImportReport
from lockstitch.stores.sqlite.database import Cell, Cells, Connection
from lockstitch.stores.sqlite.queries import named, query

SAID_MAX: Final = 1_000
"""How many refusals, and how many notes, are told one by one."""

Binds = dict[str, Cell]


class Arrivals:
    """Counts what came, and answers what is here. In the transaction that is open."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._added: Counter[str] = Counter()
        self._present: Counter[str] = Counter()
        self._refused: list[str] = []
        self._notes: list[str] = []
        self._unsaid = 0
        self._homes: dict[str, str] = {}
        self._superseded: dict[str, str] = {}
        self.merged_there: set[str] = set()
        """Projects that are merged into another in the export."""
        self.renamed: dict[tuple[Cell, Cell], str] = {}
        """Sessions that have another name here, by their project and their name in the export."""

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

    def add(self, kind: str, binds: Binds) -> None:
        """Write a row that is not there."""
        self.run(f"in_{kind}", binds)
        self.count_added(kind)

    def count_added(self, kind: str) -> None:
        """Count a row that was written."""
        self._added[kind] += 1

    def count_present(self, kind: str) -> None:
        """Count a row that was there."""
        self._present[kind] += 1

    def note(self, text: str) -> None:
        """Say what a person should know."""
        self._say(self._notes, text)

    def refuse(self, text: str) -> None:
        """Say what was left out."""
        self._say(self._refused, text)

    def run(self, name: str, binds: Binds) -> None:
        """Do what a query of the transfer says."""
        self._connection.run(_sql(name), binds)

    def row(self, name: str, binds: Binds) -> Cells | None:
        """Return the first row that a query of the transfer gives."""
        return self._connection.row(_sql(name), binds)

    def rows(self, name: str, binds: Binds) -> Sequence[Cells]:
        """Return every row that a query of the transfer gives."""
        return self._connection.rows(_sql(name), binds)

    @property
    def connection(self) -> Connection:
        """What they are written to."""
        return self._connection

    def value(self, name: str, binds: Binds) -> Cell:
        """Return the first cell that a query of the transfer gives."""
        return self._connection.value(_sql(name), binds)

    def step_tier(self, position: Cell, *, upto: int) -> None:
        """Move an episode down to a tier, a step at a time, where it is not so far yet."""
        tier = self._connection.number(query("tier_at"), {"position": position})
        for step in range(tier + 1, upto + 1):
            self._connection.run(query("step_tier"), {"position": position, "tier": step})

    def is_there(self, item: str) -> bool:
        """Whether an episode, a rule or an atlas entry has this id."""
        return any(
            self._connection.row(query(name), {"item": item}) is not None
            for name in ("episode_is_there", "anchor_is_there", "atlas_is_there")
        )

    def is_purged(self, item: str) -> bool:
        """Whether a purge erased here what had this id."""
        return self._connection.row(query("tombstone"), {"item": item}) is not None

    def twin(self, binds: Binds) -> Cell:
        """Return the id of the standing rule that says the same in the same scope."""
        where = {**binds, "project": binds["project_id"]}
        return self._connection.value(query("standing_twin"), where)

    def final(self, project: str) -> str:
        """Return where everything of *project* is here; itself where it is unknown."""
        found = self.value("final_project", {"project": project})
        return project if found is None else str(found)

    def home(self, project: Cell) -> str:
        """Return the project that rows of *project* belong to here.

        It was merged here and not there: its rows follow. Merged there as well: what still names it
        is what the merge left behind, and stays.
        """
        name = str(project)
        if name in self.merged_there:
            return name
        if name not in self._homes:
            self._homes[name] = self.final(name)
        return self._homes[name]

    def free_name(self, project: str, name: str) -> str:
        """Return *name*, or the first one like it that no session of *project* has."""
        free, number = name, 1
        while self._connection.row(query("session"), {"project": project, "session_id": free}):
            number += 1
            free = f"{name}~{number}"
        return free

    def note_correction(self, episode: str, *, superseded_by: Cell) -> None:
        """Note that *episode* came, and what is said to correct it."""
        self._superseded.pop(episode, None)
        if superseded_by is not None:
            self._superseded.setdefault(str(superseded_by), episode)

    def check_corrections(self) -> None:
        """Refuse a correction that is nowhere: neither here, nor purged here."""
        for by, episode in self._superseded.items():
            if not self.is_purged(by) and not self.is_there(by):
                raise InvalidArgumentError(
                    f"episode {episode} is superseded by {by}, which is neither in the export"
                    " nor here"
                )

    def _say(self, where: list[str], text: str) -> None:
        if len(where) < SAID_MAX:
            where.append(text)
        else:
            self._unsaid += 1


def compare(kind: str, binds: Mapping[str, Cell], there: Mapping[str, Cell]) -> None:
    """Raise `ConflictError` where a row that is *there* says something else."""
    for name, cell in there.items():
        if binds[name] != cell:
            raise conflict(kind, binds[f"{kind}_id"], name)


def conflict(kind: str, item: Cell, name: str) -> ConflictError:
    """Return the error that *item* is here with another value of the field *name*."""
    return ConflictError(
        f"{kind} {item} is here with another {name}",
        hint="one id was used twice, or one of the two was altered; nothing was changed",
    )


def _sql(name: str) -> str:
    return named("transfer_queries.sql")[name]
