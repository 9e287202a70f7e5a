"""How much of a folder of sources is read, and what the rest is called. Nothing is left out silently."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lockstitch.domain.code import LeftOut

_EXAMPLES_MAX: Final = 5

SETTLED_NS: Final = 2_000_000_000
"""What changed less than this before it was looked at may change again and show the same time."""

GIT_FOLDER: Final = ".git"

NEVER_WITH_GIT: Final = frozenset({"node_modules", ".venv"})
"""Folders that are not entered even where git would: what is tracked in one is read all the same."""

NEVER_WITHOUT_GIT: Final = NEVER_WITH_GIT | {
    *("venv", "env", "__pycache__", "site-packages", ".tox", ".nox", ".eggs"),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"),
    *("build", "dist", "out", "target", "_build", ".gradle", ".next", ".nuxt", ".svelte-kit"),
    *("bower_components", "jspm_packages", ".yarn", ".pnpm-store", ".terraform"),
    *("vendor/bundle", "Pods", "Carthage", "DerivedData", ".build", ".dart_tool"),
    *(".hg", ".svn", ".bzr", ".idea", ".vs", ".cache"),
}
"""Folders that are not entered where no git says what is tracked, by name or by the last two names."""

IGNORED: Final = "ignored"
LINK: Final = "a link: what it leads to is read under its own name"
SPECIAL: Final = "no plain file"
UNREADABLE: Final = "unreadable"
BINARY: Final = "binary"
GONE: Final = "gone"
OUTSIDE: Final = "outside of the root"
NESTED: Final = "another repository"
MADE: Final = "a folder of dependencies or build output"
NAME: Final = "a name that is no printable text"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLimits:
    """The bounds of one look. What is beyond them is left out, and said."""

    file_bytes_max: int = 1_000_000
    """Larger files are generated, or data."""
    line_bytes_max: int = 100_000
    """A file with a longer line is minified, or data."""
    text_bytes_probed: int = 8_000
    """A file with a NUL byte among these is binary, as git has it."""
    files_max: int = 50_000
    """Sources and config files together; the first by path are kept."""
    depth_max: int = 64
    """Folders below the root."""
    entries_max: int = 1_000_000
    """Names of files and folders that a look goes through, ignored ones as well."""
    git_time_s: float = 10.0
    """One question to git; what is not answered by then is not known."""
    git_bytes_max: int = 128_000_000
    """One answer of git."""

    @property
    def too_large(self) -> str:
        """The reason of a file that has too many bytes."""
        return f"larger than {self.file_bytes_max:,} bytes"

    @property
    def too_long(self) -> str:
        """The reason of a file that has too long a line."""
        return f"a line longer than {self.line_bytes_max:,} bytes"

    @property
    def too_many(self) -> str:
        """The reason of a file after the last that is kept."""
        return f"more than {self.files_max:,} files"

    @property
    def too_deep(self) -> str:
        """The reason of a folder that lies too deep."""
        return f"deeper than {self.depth_max} folders"

    @property
    def too_wide(self) -> str:
        """The reason of a folder that a look did not come to, or not to the end of."""
        return f"more than {self.entries_max:,} entries"


def left_out(reasons: Mapping[str, str]) -> tuple[LeftOut, ...]:
    """Return what was left out, by reason, of paths and their reasons. A folder counts once."""
    paths: dict[str, list[str]] = {}
    for path, reason in reasons.items():
        paths.setdefault(reason, []).append(path)
    return tuple(
        LeftOut(reason=reason, count=len(found), examples=_examples(found))
        for reason, found in sorted(paths.items())
    )


def _examples(paths: list[str]) -> tuple[str, ...]:
    return tuple(printable(path) for path in sorted(paths)[:_EXAMPLES_MAX])


def printable(path: str) -> str:
    """Return *path* as text that any store and any terminal takes."""
    text = path.encode(errors="backslashreplace").decode()
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
