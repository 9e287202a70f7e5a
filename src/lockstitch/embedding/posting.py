"""A question to an HTTP server and its answer as JSON, bounded in time and size. No redirects.

A key is sent to the one address that it was given for; it is in no message.
"""

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self
from urllib.parse import SplitResult, urlsplit

from lockstitch.domain.errors import EmbedderError

ANSWER_MAX: Final = 64 * 1024 * 1024

_STRETCH: Final = 64 * 1024
_REASONS: Final[Mapping[int, str]] = {
    401: "check the key",
    403: "check the key",
    404: "check the URL, it ends with /v1, and the model's name",
    408: "try again later",
    413: "the server takes smaller texts or batches only",
    429: "the server asks for fewer requests: try again later",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A URL in its parts. Without user and password: messages show it."""

    secure: bool
    host: str
    port: int | None
    path: str
    query: str

    @classmethod
    def of(cls, url: str) -> Self:
        """Return the parts of *url*.

        Raises:
            EmbedderError: it is not http or https, names no host, or holds a password.
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise _unusable("is not a URL") from error
        reason = _reason_unusable(url, parts)
        if reason:
            raise _unusable(reason)
        return cls(
            secure=parts.scheme == "https",
            host=parts.hostname or "",
            port=port,
            path=parts.path.rstrip("/"),
            query=parts.query,
        )

    def below(self, name: str) -> Self:
        """Return the address of *name* under this one."""
        return replace(self, path=f"{self.path}/{name}")

    @property
    def target(self) -> str:
        """What is asked of the host."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def shown(self) -> str:
        """The address for a message: a query may hold a key, so it is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = f":{self.port}" if self.port is not None else ""
        return f"{'https' if self.secure else 'http'}://{host}{port}{self.path}"


class Post:
    """Posts JSON to one address. Each question has a connection of its own: safe for many threads."""

    def __init__(self, address: Address, *, key: str, timeout_s: float) -> None:
        """Connect to nothing yet.

        Raises:
            EmbedderError: the key has characters that a header cannot carry.
        """
        if not (key.isascii() and (not key or key.isprintable())):
            raise EmbedderError(
                "the embedding server's key holds odd characters", hint="set it again"
            )
        self._address = address
        self._timeout_s = timeout_s
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"

    def json(self, question: object) -> object:
        """Return what the server answers.

        Raises:
            EmbedderError: it cannot be reached, is too slow, refuses, or does not answer JSON.
        """
        body = json.dumps(question).encode("ascii")
        connection = self._connection()
        try:
            content = self._exchange(connection, body)
        except TimeoutError as error:
            raise self._failed(f"did not answer within {self._timeout_s:g} s") from error
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise self._failed("cannot be reached, or broke off") from error
        finally:
            connection.close()
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise self._failed("does not answer JSON") from error

    def _connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._address.secure else http.client.HTTPConnection
        return kind(self._address.host, self._address.port, timeout=self._timeout_s)

    def _exchange(self, connection: http.client.HTTPConnection, body: bytes) -> bytes:
        end = time.monotonic() + self._timeout_s
        connection.request("POST", self._address.target, body=body, headers=self._headers)
        connected = connection.sock
        answer = connection.getresponse()
        if answer.status != http.client.OK:
            hint = _REASONS.get(answer.status, "see what the server's log says")
            raise self._failed(f"answered with status {answer.status}", hint=hint)
        content = bytearray()
        while not answer.isclosed():
            left_s = end - time.monotonic()
            if left_s <= 0:
                raise TimeoutError
            connected.settimeout(left_s)
            stretch = answer.read1(_STRETCH)
            if not stretch:
                break
            content += stretch
            if len(content) > ANSWER_MAX:
                raise self._failed("answered more than 64 MB")
        return bytes(content)

    def _failed(self, what: str, *, hint: str = "") -> EmbedderError:
        hint = hint or "check that the server runs, and the URL"
        return EmbedderError(f"the embedding server at {self._address.shown} {what}", hint=hint)


def _reason_unusable(url: str, parts: SplitResult) -> str:
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "is not of the form http://host:port/v1"
    if parts.username is not None or parts.password is not None:
        return "holds a password: give the key as a setting of its own"
    if not url.isascii() or not url.isprintable() or " " in url:
        return "holds characters that have to be written in another way"
    return ""


def _unusable(reason: str) -> EmbedderError:
    return EmbedderError(
        f"the embedding server's URL {reason}", hint="give it like http://127.0.0.1:8080/v1"
    )
