"""What text may be stored: any Unicode, without the two things that no store and no wire carries."""

import hashlib

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.limits import LIMITS


def check_text(text: str, *, name: str, bytes_max: int = LIMITS.content_bytes) -> str:
    """Return *text* as it is, or raise `InvalidArgumentError` naming what cannot be stored in it."""
    nul = text.find("\0")
    if nul >= 0:
        raise InvalidArgumentError(
            f"{name} holds a NUL character at position {nul}",
            hint="leave it out, or write it as \\u0000 in escaped form",
        )
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidArgumentError(
            f"{name} holds a lone surrogate at position {error.start}",
            hint="decode the text with errors='replace' before you send it",
        ) from error
    if size > bytes_max:
        raise InvalidArgumentError(
            f"{name} has {size} bytes, {bytes_max} allowed", hint="split it into several turns"
        )
    return text


def check_not_blank(text: str, *, name: str, chars_max: int) -> str:
    """Return *text* without white space around it; refuse it when nothing or too much is left."""
    stripped = check_text(text, name=name).strip()
    if not stripped:
        raise InvalidArgumentError(f"{name} is blank", hint=f"say something in {name}")
    if len(stripped) > chars_max:
        raise InvalidArgumentError(f"{name} has {len(stripped)} characters, {chars_max} allowed")
    return stripped


def sha256_of(text: str) -> str:
    """Return the SHA-256 of the bytes that are stored for *text*, as 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_storable(text: str) -> bool:
    """Return whether *text* holds nothing that no store and no wire carries."""
    return "\0" not in text and text.encode(errors="replace").decode() == text
