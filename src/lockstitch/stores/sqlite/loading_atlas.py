"""Take atlas entries of an export in, by the rules in `loading`."""

import json
from collections.abc import Mapping
from typing import Final, cast

from lockstitch.domain.atlas import AtlasEntry, AtlasSource, SourceKind
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import AtlasId, ProjectId
from lockstitch.stores.sqlite.arrivals import Arrivals, Binds, compare, conflict
from lockstitch.stores.sqlite.atlas import replace_entry, session_for, write_entry
from lockstitch.stores.sqlite.database import Cell, Cells, from_us, whole

_WRITTEN: Final = (
    "row", "content", "token_count", "made_by", "created_at", "regenerated_at", "sources",
)  # fmt: skip


def take_entry(arrivals: Arrivals, binds: Binds) -> None:
    """One that was purged here is refused; of two wordings the one that was made later holds."""
    entry = _entry_of(binds)
    if _was_purged(arrivals, entry):
        arrivals.refuse(f"atlas entry {entry.id} was purged here and does not come back")
        return
    there = arrivals.row("there_atlas_entry", binds)
    if there is not None and not _is_later(binds, there):
        _compare(binds, there)
        arrivals.count_present("atlas_entry")
        return
    session = session_for(arrivals.connection, entry)
    if session is None:
        _leave_out(arrivals, entry)
    elif there is None:
        write_entry(arrivals.connection, entry, session=session)
        arrivals.count_added("atlas_entry")
    else:
        replace_entry(arrivals.connection, entry, of_row=whole(there[0]), session=session)
        arrivals.count_present("atlas_entry")


def _was_purged(arrivals: Arrivals, entry: AtlasEntry) -> bool:
    return arrivals.is_purged(entry.id) or any(
        arrivals.is_purged(source.id) for source in entry.sources
    )


def _is_later(binds: Binds, there: Cells) -> bool:
    """Whether it was made again since the wording that is *there*."""
    written = _written(there)
    if written["created_at"] != binds["created_at"]:
        raise conflict("atlas_entry", binds["atlas_id"], "created_at")
    return _made_at(binds) > _made_at(written)


def _written(there: Cells) -> dict[str, Cell]:
    return dict(zip(_WRITTEN, there, strict=True))


def _made_at(wording: Mapping[str, Cell]) -> int:
    again = wording["regenerated_at"]
    return whole(wording["created_at"] if again is None else again)


def _compare(binds: Binds, there: Cells) -> None:
    written = _written(there)
    del written["row"]
    if _made_at(written) > _made_at(binds):
        return  # what holds here was made since
    as_binds = {**binds, "atlas_entry_id": binds["atlas_id"], "sources": None}
    compare("atlas_entry", as_binds, {**written, "sources": None})
    if json.loads(str(written["sources"])) != json.loads(str(binds["sources"])):
        raise conflict("atlas_entry", binds["atlas_id"], "sources")


def _leave_out(arrivals: Arrivals, entry: AtlasEntry) -> None:
    for source in entry.sources:
        if source.kind is SourceKind.EPISODE and not arrivals.is_there(source.id):
            raise InvalidArgumentError(
                f"atlas entry {entry.id} comes from {source.id}, which is neither in the export"
                " nor here"
            )
    arrivals.count_present("atlas_entry")
    arrivals.note(
        f"atlas entry {entry.id} is left out: another one is made from {entry.sources[0].id} here"
    )


def _entry_of(binds: Binds) -> AtlasEntry:
    sources = cast("list[dict[str, str]]", json.loads(str(binds["sources"])))
    again = binds["regenerated_at"]
    return AtlasEntry(
        id=AtlasId(str(binds["atlas_id"])),
        project=ProjectId(""),  # that of its episode, whichever this is here
        session_id="",
        content=str(binds["content"]),
        token_count=whole(binds["token_count"]),
        sources=tuple(
            AtlasSource(
                kind=SourceKind(source["kind"]),
                id=source["id"],
                hash=source["hash"],
                was=source["was"],
            )
            for source in sources
        ),
        made_by=str(binds["made_by"]),
        created_at=from_us(whole(binds["created_at"])),
        regenerated_at=None if again is None else from_us(whole(again)),
    )
