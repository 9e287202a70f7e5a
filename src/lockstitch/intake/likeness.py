"""Tell a real credential from a placeholder, a word or a hash. Pure: one string in, a verdict out."""

import json
import re
from base64 import urlsafe_b64decode
from itertools import pairwise
from string import digits
from typing import Final

from lockstitch.intake.patterns import lazy

_PLACEHOLDER: Final = lazy(
    r"x{6}|0{8}|\*{3}|\.{3}|example|placeholder|redacted|dummy|sample|your[-_]|change[-_]?me",
    re.IGNORECASE,
)
_UUID: Final = lazy(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_ESCAPED: Final = lazy(r"%[0-9A-Fa-f]{2}")
_NOT_LETTERS: Final = lazy(r"[^A-Za-z]+")
_NOT_LETTERS_OR_DIGITS: Final = lazy(r"[^A-Za-z0-9]+")
_FILLER_WORD: Final = lazy(
    # Longer words first: each is taken out on its own, so that nothing is tried twice.
    r"pass(?:word|wd|phrase|code)?|administrator|credentials?|placeholder|postgresql|localhost"
    r"|changeit|changeme|hostname|username|userinfo|rabbitmq|database|redacted|postgres|default"
    r"|private|example|welcome|letmein|mongodb|testing|string|hidden|masked|public|sample|secret"
    r"|secure|strong|change|server|qwerty|tester|rabbit|wrong|super|login|token|tests|place|dummy"
    r"|guest|admin|mysql|maria|redis|mongo|proxy|local|hello|world|tiger|scott|value|https|your"
    r"|user|some|good|very|this|auth|cred|test|demo|fake|mock|quux|spam|eggs|asdf|root|host|port"
    r"|http|prod|here|name|pwd|the|new|old|bad|top|for|and|key|foo|bar|baz|qux|abc|xyz|sql|api|app"
    r"|dev|pw|my|an|no|to|of|is|it|db|id|a|x",
    re.IGNORECASE,
)
_FAMOUS: Final = frozenset(
    ("hunter", "pa55word", "passw0rd", "p4ssw0rd", "p455w0rd", "s3cret", "s3cr3t", "tiger5hhh")
)
_SEPARATOR: Final = lazy(r"[-_.]")
_KEY_LINE: Final = lazy(r"[A-Za-z0-9+/=]{16,}")


def is_no_placeholder(secret: str) -> bool:
    """Return whether *secret* is more than filler such as `xxxxxxxx`, `***` or `your-key-here`."""
    return _PLACEHOLDER.search(secret) is None


def is_mixed(secret: str) -> bool:
    """Return whether two of lower case, upper case and digits are in *secret* after its prefix."""
    return len(_classes(_body(secret))) > 1 and is_no_placeholder(secret)


def is_numbered(secret: str) -> bool:
    """Return whether letters and digits are in *secret* after its prefix."""
    classes = _classes(_body(secret))
    return "digit" in classes and len(classes) > 1 and is_no_placeholder(secret)


def is_cased_and_numbered(secret: str) -> bool:
    """Return whether lower case, upper case and digits are in *secret* after its prefix."""
    return len(_classes(_body(secret))) == 3 and is_no_placeholder(secret)


def is_secret_access_key(secret: str) -> bool:
    """Return whether *secret* has the form of an AWS secret, that of the AWS manuals included."""
    return len(_classes(secret)) == 3


def is_access_key_id(secret: str) -> bool:
    """Return whether *secret* is an AWS key id, rather than a constant's name such as ASIAPACIFIC...

    One key id in thirty has no digit; only AKIA begins no word. The one of the AWS manuals, which
    ends in EXAMPLE, has the form of a key id and is taken for one.
    """
    spread = len(set(secret[4:])) > 4
    return spread and (secret.startswith("AKIA") or any(map(str.isdecimal, secret)))


def is_opaque(secret: str) -> bool:
    """Return whether *secret* looks drawn at random: no words, no sequence, no UUID."""
    if _UUID.fullmatch(secret) or not is_no_placeholder(secret):
        return False
    longest = max(_NOT_LETTERS_OR_DIGITS.split(secret), key=len)
    changes = sum(_class(one) != _class(next_one) for one, next_one in pairwise(longest))
    numbered = any(
        map(str.isdecimal, longest.rstrip(digits))
    )  # A name may have a number behind it.
    varied = len(longest) >= 16 and len(set(longest)) >= 10
    return numbered and varied and changes * 4 >= len(longest)


def is_web_token(secret: str) -> bool:
    """Return whether the first part of *secret* is the header of a JSON Web Token."""
    try:
        header: object = json.loads(_decoded(secret.partition(".")[0]))
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "alg" in header


def is_bot_token(secret: str) -> bool:
    """Return whether the first part of *secret* is the number of a Discord application."""
    try:
        number = _decoded(secret.partition(".")[0])
    except ValueError:
        return False
    return 17 <= len(number) <= 20 and number.isdigit() and is_mixed(secret)


def is_header_value(secret: str) -> bool:
    """Return whether *secret*, of an Authorization header, is a login or token worth hiding."""
    try:
        name, colon, password = _decoded(secret).decode().partition(":")
    except ValueError:
        return len(secret) >= 20 and is_opaque(secret)
    if name and colon and password.isprintable():
        return is_password(password)
    return len(secret) >= 20 and is_opaque(secret)


def is_password(secret: str) -> bool:
    """Return whether *secret* is a password that someone chose, rather than a word in its place.

    It has eight characters, a letter and a digit, and more to it than filler words.
    """
    plain = _ESCAPED.sub("", secret)
    numbered = any(map(str.isdecimal, plain)) and any(map(str.isalpha, plain))
    return len(plain) >= 8 and numbered and not _is_filler(plain)


def _is_filler(secret: str) -> bool:
    """Return whether filler words, or a famous one and a number, are all there is in *secret*."""
    if len(secret) > 40 or not is_no_placeholder(secret):
        return not is_no_placeholder(secret)
    trunk = _NOT_LETTERS_OR_DIGITS.sub("", secret).rstrip(digits)
    words = trunk, _NOT_LETTERS.sub("", secret)
    return trunk.lower() in _FAMOUS or not all(_FILLER_WORD.sub("", word) for word in words)


def is_key_block(secret: str) -> bool:
    """Return whether *secret*, a block of a private key, holds a key rather than an ellipsis."""
    body = re.sub(r"-----[^-]*-----", "", secret)
    lines = [line for line in _KEY_LINE.findall(body) if len(set(line)) > 7]
    key = sum(map(len, lines))
    filled = key >= 64 and key * 2 >= len(body) - body.count(" ") * 2
    return filled and "EXAMPLE" not in body


def _body(secret: str) -> str:
    """Return what follows the prefix, where a separator ends one."""
    rest = _SEPARATOR.split(secret, maxsplit=1)[-1]
    return rest if len(rest) >= 16 else secret


def _classes(text: str) -> set[str]:
    return {_class(character) for character in text if character.isalnum()}


def _class(character: str) -> str:
    if character.isdecimal():
        return "digit"
    return "upper" if character.isupper() else "lower"


def _decoded(text: str) -> bytes:
    """Return the bytes that *text*, base64 in either alphabet, stands for; or raise `ValueError`."""
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    return urlsafe_b64decode(padded.translate({ord("+"): "-", ord("/"): "_"}))
