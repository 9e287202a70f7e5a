"""Arguments that many use cases take, checked in one way."""

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.domain.text import check_text


def session_of(caller: Caller) -> tuple[str, SessionSource]:
    """Return the session of a call that needs one."""
    if caller.session_id is None or caller.session_source is None:
        raise InvalidArgumentError(
            "no session is known for this call", hint="pass session_id, any name of your own"
        )
    return caller.session_id, caller.session_source


def checked_name(value: str | None, *, name: str) -> str | None:
    """Return *value*, a short name that some other program made up."""
    if value is None:
        return None
    check_text(value, name=name)
    if not value.strip():
        raise InvalidArgumentError(f"{name} is blank", hint=f"leave {name} out instead")
    if len(value) > LIMITS.name_chars:
        raise InvalidArgumentError(
            f"{name} has {len(value)} characters, {LIMITS.name_chars} allowed"
        )
    return value
