"""Bearer tokens, one a client, in a file that its owner alone can read."""

import hmac
import json
import os
import secrets
from pathlib import Path
from typing import Final, cast

from lockstitch.domain.errors import ConfigError

TOKEN_BYTES: Final = 32
_CLIENT_CHARS_MAX: Final = 64


class Tokens:
    """The tokens that `lockstitch config` made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int] | None = None
        self._known: dict[str, str] = {}

    def of(self, client: str) -> str:
        """Return the token of *client*, made when it has none."""
        if not client or len(client) > _CLIENT_CHARS_MAX or not client.isprintable():
            raise ConfigError(f"a client's name has 1 to {_CLIENT_CHARS_MAX} printable characters")
        known = self._load()
        if client not in known:
            known[client] = secrets.token_urlsafe(TOKEN_BYTES)
            self._save(known)
        return known[client]

    def client_of(self, token: str) -> str | None:
        """Return whose token this is. A token made while we serve counts at once."""
        offered = token.encode("utf-8", "replace")
        found: str | None = None
        for client, known in self._load().items():  # all of them, so that time tells nothing
            if hmac.compare_digest(known.encode(), offered):
                found = client
        return found

    def _load(self) -> dict[str, str]:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return {}
        if os.name == "posix" and status.st_mode & 0o077:
            raise ConfigError(f"{self._path} can be read by others", hint=f"chmod 600 {self._path}")
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._read_at:
            try:
                table: object = json.loads(self._path.read_text(encoding="utf-8"))
            except ValueError as error:
                raise ConfigError(
                    f"{self._path} is damaged", hint="delete it, then run config again"
                ) from error
            self._known = cast("dict[str, str]", table)
            self._read_at = stamp
        return dict(self._known)

    def _save(self, known: dict[str, str]) -> None:
        partial = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(known, file, indent=1, sort_keys=True)
        partial.replace(self._path)
        self._read_at = None
