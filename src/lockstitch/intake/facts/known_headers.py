"""The HTTP headers that are told from other `key: value` lines, and the form that each one's value has.

Names that mail, configuration and logs use as well are known, but tell nothing by themselves.
"""

from typing import Final

from lockstitch.intake.patterns import lazy

_ANY: Final = ".{1,16384}"
_TOKENS: Final = r"[\w.*+/-]+(?:\s*[;,=].*)?"
_DATE: Final = r"(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|0|-1)"
_URL: Final = r"(?:https?://|/|\./|\.\./)\S*"
_NUMBER: Final = r"\d+"

_FORMS: Final = {
    "accept": r"[\w*+.-]+/[\w*+.-]+.*",
    "accept-encoding": _TOKENS,
    "accept-language": _TOKENS,
    "accept-ranges": "bytes|none",
    "access-control-allow-credentials": "true|false",
    "access-control-allow-headers": _ANY,
    "access-control-allow-methods": _ANY,
    "access-control-allow-origin": rf"\*|null|{_URL}",
    "access-control-expose-headers": _ANY,
    "access-control-max-age": _NUMBER,
    "age": _NUMBER,
    "allow": r"[A-Z]+(?:,\s*[A-Z]+)*",
    "alt-svc": _ANY,
    "authorization": _ANY,
    "cache-control": r"[\w-]+(?:=[^,]*)?(?:,\s*[\w-]+(?:=[^,]*)?)*",
    "cf-cache-status": "[A-Z]+",
    "cf-ray": r"[\w-]+",
    "connection": "(?i:keep-alive|close|upgrade).*",
    "content-disposition": "(?:inline|attachment|form-data).*",
    "content-encoding": "(?:gzip|br|deflate|zstd|identity|compress).*",
    "content-language": r"[\w, -]+",
    "content-length": _NUMBER,
    "content-location": r"\S+",
    "content-range": r"bytes .+",
    "content-security-policy": _ANY,
    "content-type": r"[\w.+-]+/[\w.+*-]+(?:\s*;.*)?",
    "cookie": r"[^=]+=.*",
    "cross-origin-opener-policy": r"[\w-]+",
    "cross-origin-resource-policy": r"[\w-]+",
    "date": _DATE,
    "etag": r'(?:W/)?"[^"]*"|[\w-]+',
    "expires": _DATE,
    "host": r"[\w.\[\]:-]+",
    "if-modified-since": _DATE,
    "if-none-match": _ANY,
    "keep-alive": r"(?:timeout|max)=.*",
    "last-modified": _DATE,
    "link": "<.*",
    "location": _URL,
    "permissions-policy": _ANY,
    "pragma": "no-cache|public",
    "proxy-authenticate": _ANY,
    "referrer-policy": r"[\w, -]+",
    "retry-after": rf"{_NUMBER}|{_DATE}",
    "server": r"[\w./() +:-]+",
    "server-timing": _ANY,
    "set-cookie": r"[^=;]+=.*",
    "strict-transport-security": r"max-age=.*",
    "transfer-encoding": r"(?:chunked|gzip|deflate|identity|compress).*",
    "upgrade": r"[\w/., -]+",
    "user-agent": r"[\w.-]+(?:/.*)?",
    "vary": r"[\w*-]+(?:,\s*[\w*-]+)*",
    "via": r"[\d.]+ .+",
    "www-authenticate": r"[A-Za-z]+.*",
    "x-cache": _ANY,
    "x-content-type-options": "nosniff",
    "x-frame-options": r"(?i:deny|sameorigin|allow-from.*)",
    "x-powered-by": _ANY,
    "x-ratelimit-limit": _NUMBER + ".*",
    "x-ratelimit-remaining": _NUMBER,
    "x-ratelimit-reset": _NUMBER,
    "x-request-id": r"[\w-]+",
    "x-xss-protection": "[01].*",
}

LOOKS_LIKE: Final = {name: lazy(form) for name, form in _FORMS.items()}
"""The form of each known header's value."""

_ORDINARY: Final = frozenset(
    [
        "accept",
        "age",
        "allow",
        "authorization",
        "connection",
        "content-language",
        "content-type",
        "date",
        "expires",
        "host",
        "link",
        "location",
        "server",
        "upgrade",
        "via",
        "x-cache",
        "x-request-id",
    ]
)


def is_known(name: str) -> bool:
    """Say whether *name*, in lower case, is a header of the table."""
    return name in LOOKS_LIKE


def is_telling(name: str) -> bool:
    """Say whether nothing but HTTP is likely to have *name*."""
    return name in LOOKS_LIKE and name not in _ORDINARY
