"""How records and states lie in a code index: as bytes with a checksum, and as JSON.

Records are marshalled: nothing else comes near its speed on tuples and dictionaries of plain values.
It trusts its bytes, so that these are checked before they are read.
"""

import json
import marshal
import zlib
from collections.abc import Iterable
from sys import intern
from typing import Final, cast

import apsw

from lockstitch.domain.code import CodeState, LeftOut, Sureness, Via
from lockstitch.domain.source import Definition, Field, FileRecord, Param, Scope
from lockstitch.ports.code import StoredFile
from lockstitch.stores.sqlite.database import Cells, from_us, to_us, whole

VIAS: Final = tuple(one.value for one in Via)
SURENESSES: Final = tuple(one.value for one in Sureness)
"""An edge holds the places of its words in these."""

FORMAT: Final = "1." + str(
    zlib.crc32(
        repr(
            [
                VIAS,
                SURENESSES,
                *(one._fields for one in (FileRecord, Definition, Param, Scope, Field)),
            ]
        ).encode()
    )
)
"""Form of the file: the schema's number, and a sum over the shapes that it holds as bytes."""

_MARSHAL: Final = 4
"""The version that every Python since 3.4 reads and writes."""
_SUM_BYTES: Final = 4
_PARAMS: Final = Definition._fields.index("params")


def pack(value: object) -> bytes:
    """Return *value*, made of plain values, as checked bytes."""
    body = zlib.compress(marshal.dumps(cast("str", value), _MARSHAL), 1)
    return zlib.crc32(body).to_bytes(_SUM_BYTES, "big") + body


def unpack(data: object) -> object:
    """Return what was packed.

    Raises:
        apsw.CorruptError: these are other bytes.
    """
    if not isinstance(data, bytes) or _sum_of(data) != data[:_SUM_BYTES]:
        raise apsw.CorruptError("a checksum does not hold")
    return marshal.loads(zlib.decompress(memoryview(data)[_SUM_BYTES:]))


def pack_record(record: FileRecord) -> bytes:
    """Return a record as bytes."""
    definitions = [
        tuple(
            one._replace(traits=int(one.traits), params=_params(one))
        )  # a flag is no plain number
        for one in record.definitions
    ]
    return pack(
        tuple(
            record._replace(
                definitions=cast("tuple[Definition, ...]", tuple(definitions)),
                scopes=cast("tuple[Scope, ...]", _plain(record.scopes)),
                fields=cast("tuple[Field, ...]", _plain(record.fields)),
            )
        )
    )


def unpack_record(data: object) -> FileRecord:
    """Return the record that *data* holds."""
    record = FileRecord._make(cast("tuple[object, ...]", unpack(data)))
    return record._replace(
        definitions=tuple([_definition(one) for one in record.definitions]),
        scopes=tuple(map(Scope._make, record.scopes)),
        fields=tuple(map(Field._make, record.fields)),
    )


def pack_seen(file: StoredFile) -> bytes:
    """Return what is known of a file beside its row."""
    # Interned, for most names stand in many files: marshal keeps that, and reading shares them.
    return pack(
        (
            _sorted(file.mentions),
            {intern(name): digest for name, digest in sorted(file.interface.items())},
            {intern(name): _sorted(leans) for name, leans in sorted(file.leans.items())},
        )
    )


def stored_file(row: Cells) -> StoredFile:
    """Return the file of a row of the query `files`."""
    path, digest, size, modified_ns, inode, prefix, seen = row
    mentions, interface, leans = cast(
        "tuple[tuple[str, ...], dict[str, str], dict[str, tuple[str, ...]]]", unpack(seen)
    )
    return StoredFile(
        path=str(path),
        hash=str(digest),
        size=whole(size),
        modified_ns=whole(modified_ns),
        inode=int(str(inode)),
        prefix=str(prefix),
        mentions=frozenset(mentions),
        interface=interface,
        leans={name: frozenset(names) for name, names in leans.items()},
    )


def state_json(state: CodeState) -> str:
    """Return *state* as JSON."""
    left_out = [[one.reason, one.count, one.examples] for one in state.left_out]
    values = {name: getattr(state, name) for name in CodeState.__slots__}
    changed = {"indexed_at": to_us(state.indexed_at), "left_out": left_out}
    return json.dumps(values | changed, ensure_ascii=False)


def state_of(text: str) -> CodeState:
    """Return the state that stands in *text*."""
    values = json.loads(text)
    left_out = tuple(
        LeftOut(reason=reason, count=count, examples=tuple(examples))
        for reason, count, examples in values["left_out"]
    )
    changed = {
        "indexed_at": from_us(values["indexed_at"]),
        "left_out": left_out,
        "damaged": tuple(values["damaged"]),
    }
    return CodeState(**values | changed)


def _sum_of(data: bytes) -> bytes:
    return zlib.crc32(memoryview(data)[_SUM_BYTES:]).to_bytes(_SUM_BYTES, "big")


def _plain(named: Iterable[tuple[object, ...]]) -> tuple[tuple[object, ...], ...]:
    return tuple([tuple(one) for one in named])


def _params(one: Definition) -> tuple[Param, ...]:
    return cast("tuple[Param, ...]", _plain(one.params))


def _definition(row: Definition) -> Definition:
    """Return the definition that *row*, a plain tuple by now, was."""
    params = cast("tuple[Param, ...]", row[_PARAMS])
    if not params:
        return Definition._make(row)
    made = tuple(map(Param._make, params))
    return Definition._make((*row[:_PARAMS], made, *row[_PARAMS + 1 :]))


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(intern, sorted(names)))
