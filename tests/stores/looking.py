"""Looking at the files of a store from outside: their rows, and their bytes."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from lockstitch.stores.sqlite.database import READ_ONLY, Cells, Connection, connect

CANONICAL = "lockstitch.db"


@contextmanager
def opened(data_dir: Path, *, key: str | None = None) -> Generator[Connection]:
    """Lend a connection of our own kind to the canonical file in *data_dir*."""
    with closing(connect(data_dir / CANONICAL, key=key)) as connection:
        yield connection


def rows_of(path: Path, *, key: str | None = None) -> dict[str, list[Cells]]:
    """Return every row of every table in the file at *path*."""
    with closing(connect(path, key=key, mode=READ_ONLY)) as connection:
        names = connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return {
            str(name): sorted(connection.rows(f"SELECT * FROM {name}"), key=repr)  # noqa: S608
            for (name,) in names
        }


def stored(data_dir: Path, *, key: str | None = None) -> dict[str, list[Cells]]:
    """Return every row of the canonical file."""
    return rows_of(data_dir / CANONICAL, key=key)


def files_in(folder: Path) -> list[Path]:
    """Return every file below *folder*."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def copied(path: Path, to: Path) -> Path:
    """Copy a file byte for byte, and tell nobody."""
    to.write_bytes(path.read_bytes())
    return to


def holding(folder: Path, text: str) -> list[str]:
    """Return the files below *folder* in whose bytes *text* stands."""
    return [path.name for path in files_in(folder) if text.encode() in path.read_bytes()]
