"""Addresses of remotes, in one spelling each, with nothing secret in them."""

import posixpath
import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from lockstitch.domain.text import is_storable

_URL_CHARS_MAX: Final = 4_096
_PORTS_DEFAULT: Final = {
    "ssh": 22, "git+ssh": 22, "ssh+git": 22, "http": 80, "https": 443, "git": 9418,
    "ftp": 21, "ftps": 990,
}  # fmt: skip
_HOSTS_CASELESS: Final = frozenset({"github.com", "gitlab.com", "bitbucket.org"})
"""Hosts where the case of a path means nothing."""

_SCHEME: Final = re.compile(r"[a-z0-9+.-]+")
_HELPER: Final = re.compile(r"[A-Za-z0-9+.-]+::")
_REST: Final = re.compile(r"(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>.*)", re.DOTALL)
_HOST: Final = re.compile(r"(?P<name>\[[^\]\s/@?#]+\]|[^\]\[\s:/@?#]+)(?::(?P<port>[0-9]{0,5}))?")
_SCP: Final = re.compile(r"(?:[^/]*@)?(?P<host>\[[^\]/@]+\]|[^\]\[/:@]+):(?P<path>.*)", re.DOTALL)
_MAYBE_USER: Final = re.compile(r"^(?://+)?[^/.][^/]*@|:.*@", re.DOTALL)
"""What in a local path may be a user or a password, of an address that was written wrongly."""


def normalised_remote(url: str, base: Path) -> str | None:
    """Return the one spelling of a remote's *url*: `host/path`, or `local:/path` on this machine.

    Scheme, user, password, query, default port and `.git` are dropped. None when *url* names no
    host and path, is served by a remote helper, or has an @ where a password might end that was
    not encoded: better no evidence than a secret in it. A relative path starts at *base*.
    """
    if not url or len(url) > _URL_CHARS_MAX or _HELPER.match(url):
        return None
    scheme, separator, rest = url.partition("://")
    scheme = scheme.lower()
    if separator and _SCHEME.fullmatch(scheme):
        return _of_file(rest, base) if scheme == "file" else _of_url(scheme, rest)
    if ":" not in url.partition("/")[0]:
        return _of_path(url, base)
    scp = _SCP.fullmatch(url)
    if scp is None or "@" in scp["path"]:
        return None
    return _hosted(scp["host"], path=scp["path"], port_default=22)


def _of_url(scheme: str, rest: str) -> str | None:
    parts = _REST.fullmatch(rest)
    if parts is None or "@" in parts["path"] + parts["query"]:
        return None
    return _hosted(
        parts["authority"].rpartition("@")[2],
        path=unquote(parts["path"], errors="surrogateescape"),
        port_default=_PORTS_DEFAULT.get(scheme),
    )


def _hosted(host: str, *, path: str, port_default: int | None) -> str | None:
    parts = _HOST.fullmatch(host.lower())
    path = _without_git(path)
    if parts is None or not path:
        return None
    name, port = parts["name"], int(parts["port"] or port_default or 0)
    remote = "/".join(
        (
            name if port in {0, port_default} else f"{name}:{port}",
            path.lower() if name in _HOSTS_CASELESS else path,
        )
    )
    return remote if remote.isprintable() else None


def _of_file(rest: str, base: Path) -> str | None:
    path = unquote(rest, errors="surrogateescape")
    return _of_path(path if path.startswith("/") else f"//{path}", base)


def _of_path(path: str, base: Path) -> str | None:
    if _MAYBE_USER.search(path) or not is_storable(path):
        return None
    absolute = posixpath.normpath(posixpath.join(base.as_posix(), path))
    trimmed = _without_git(absolute)
    return f"local:/{trimmed}" if trimmed else None


def _without_git(path: str) -> str:
    """Return *path* without `.git` at its end, and without empty steps."""
    steps = [step for step in path.split("/") if step not in {"", "."}]
    while steps and steps[-1].endswith(".git"):
        last = steps.pop().removesuffix(".git")
        if last not in {"", ".", ".."}:
            steps.append(last)
    return "/".join(steps)
