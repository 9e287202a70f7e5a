"""The one tree of errors. What a caller can act on is a value instead; bugs stay built-in exceptions.

    LockstitchError
    ├── UsageError            the caller's: an argument, an id, a state it asked for
    │   ├── InvalidArgumentError   [invalid-argument]
    │   ├── NotFoundError          [not-found]
    │   └── ConflictError          [conflict]
    ├── StoreError            the store's: [store-error]
    │   ├── StoreBusyError         [store-busy]
    │   ├── StoreNewerError        [store-newer]
    │   ├── StoreDamagedError      [store-damaged]
    │   └── StoreKeyError          [store-key]
    ├── EmbedderError         an embedder that cannot be loaded, or does not answer: [embedder]
    └── ConfigError           a setting or a file of settings: [config]

Every slug has a paragraph in docs/messages.md.
"""

from typing import ClassVar


class LockstitchError(Exception):
    """Something that a person can read and mend: one sentence, a slug, and what to do next."""

    slug: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(LockstitchError):
    """The call asks for what cannot be."""

    slug: ClassVar[str] = "usage"
    exit_code: ClassVar[int] = 2


class InvalidArgumentError(UsageError):
    """An argument is missing, unknown, or not of its form."""

    slug: ClassVar[str] = "invalid-argument"


class NotFoundError(UsageError):
    """Nothing has the id or name that was given."""

    slug: ClassVar[str] = "not-found"
    exit_code: ClassVar[int] = 3


class ConflictError(UsageError):
    """What is asked for does not go with the state that things are in."""

    slug: ClassVar[str] = "conflict"
    exit_code: ClassVar[int] = 4


class StoreError(LockstitchError):
    """The store could not do what it was asked."""

    slug: ClassVar[str] = "store-error"
    exit_code: ClassVar[int] = 5


class StoreBusyError(StoreError):
    """Other processes kept the store busy for longer than we wait."""

    slug: ClassVar[str] = "store-busy"
    exit_code: ClassVar[int] = 6


class StoreNewerError(StoreError):
    """The store was written by a newer Lockstitch."""

    slug: ClassVar[str] = "store-newer"
    exit_code: ClassVar[int] = 7


class StoreDamagedError(StoreError):
    """The file is not a store, or its bytes do not hold together."""

    slug: ClassVar[str] = "store-damaged"
    exit_code: ClassVar[int] = 8


class StoreKeyError(StoreError):
    """The store has a key and none, or another, was given."""

    slug: ClassVar[str] = "store-key"
    exit_code: ClassVar[int] = 9


class ConfigError(LockstitchError):
    """A setting cannot be used."""

    slug: ClassVar[str] = "config"
    exit_code: ClassVar[int] = 10


class EmbedderError(LockstitchError):
    """An embedder cannot be loaded, or does not answer. Recall goes on without it."""

    slug: ClassVar[str] = "embedder"
    exit_code: ClassVar[int] = 11
