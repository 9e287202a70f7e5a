"""How a long reading of code goes on, told beside the answer."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from lockstitch.cli.invocation import Invocation

STEP: Final = 250
"""Files between two lines: a short reading says nothing."""


class Reading:
    """Tells every so many files how far it is, on standard error."""

    def __init__(self, invocation: "Invocation") -> None:
        self._quiet = invocation.as_json

    def __call__(self, what: str, done: int, total: int) -> None:
        """Take note that of *total* files *done* are done."""
        if done and done % STEP == 0 and not self._quiet:
            click.echo(f"{what} {done:,} of {total:,} files ...", err=True)
