"""One run of the command line: what its global options said, the open store, and how it answers."""

import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO, TypeVar

import click

if TYPE_CHECKING:
    from lockstitch.app.world import World
    from lockstitch.config import Settings
    from lockstitch.domain.ids import ProjectId
    from lockstitch.domain.project import Caller, Project

T = TypeVar("T")
CLIENT: Final = "cli"
"""The client of every call, and the session of a person who names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a command works with: the open store, and the settings it was opened by."""

    world: "World"
    settings: "Settings"

    async def project(self, named: str | None = None) -> "Project":
        """Return the project that is *named*, by id, name or folder; else that of the folder."""
        from lockstitch.app.identify import identify, named_project

        wanted = named or self.settings.project
        if wanted is None:
            return await identify(self.world, self.settings.directory)
        folder = _folder(wanted)
        if folder is not None:
            return await identify(self.world, folder)
        return await named_project(self.world, wanted)

    async def caller(
        self, session: str | None = None, *, project: "ProjectId | None" = None
    ) -> "Caller":
        """Return who calls: in *session* when one is named, in *project* or else the present one."""
        from lockstitch.app.arguments import checked_name
        from lockstitch.domain.project import Caller, SessionSource

        named = checked_name(session, name="--session")
        given = self.settings.session_id
        source = SessionSource.DEFAULT
        if named is not None:
            source = SessionSource.ARGUMENT
        elif given is not None:
            source = SessionSource.ENVIRONMENT
        return Caller(
            project=project or (await self.project()).id,
            session_id=named or given or CLIENT,
            session_source=source,
            client=CLIENT,
            working_directory=str(Path.cwd()),
        )

    async def caller_for(self, item: str) -> "Caller":
        """Return a caller of the project that *item* belongs to: a person may look into each."""
        return await self.caller(project=await self.world.catalogue.project_of(item))


class Invocation(dict[str, str | None]):
    """The flags of this run, by the keys of the settings; and how it answers.

    Commands take it with `click.pass_obj`.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        super().__init__()
        self.as_json = as_json
        self.read: Settings | None = None

    def settings(self) -> "Settings":
        """Return the settings: these flags, else the environment, else the file.

        Raises:
            ConfigError: a setting cannot be used.
        """
        from lockstitch.config import read_settings

        if self.read is None:
            self.read = read_settings(self)
            _start_logging(self.read.log)
        return self.read

    def run(self, work: Callable[[Desk], Coroutine[object, object, T]]) -> T:
        """Return what short *work* returns at the open store, which is closed again in any case."""
        from lockstitch.wiring import at_once

        return self._at_desk(lambda desk: at_once(work(desk)), threads=False)

    def run_long(self, work: Callable[[Desk], Coroutine[object, object, T]]) -> T:
        """Return what *work* returns that waits for files, with an event loop to wait in."""
        import asyncio

        return self._at_desk(lambda desk: asyncio.run(work(desk)), threads=True)

    def _at_desk(self, work: Callable[[Desk], T], *, threads: bool) -> T:
        from lockstitch.domain.errors import StoreError
        from lockstitch.wiring import open_world

        settings = self.settings()
        try:
            world = open_world(settings, threads=threads)
        except OSError as error:
            raise StoreError(
                f"{settings.data_dir} cannot be used: {error.strerror or error}",
                hint="check the folder's owner and permissions, or name another with --data-dir",
            ) from error
        try:
            return work(Desk(world=world, settings=settings))
        finally:
            world.close()

    def tell(self, answer: object, text: str) -> None:
        """Print *answer* as one JSON object when that was asked for, else *text*."""
        if self.as_json:
            say(json_of(answer))
        else:
            say(text)

    def progress(self, line: str) -> None:
        """Print a line about what goes on, out of the way of an answer in JSON."""
        if self.as_json:
            click.echo(line, err=True)
        else:
            say(line)


def answers_in_json(command: click.Command) -> click.Command:
    """Return *command*, and those below it, with the option `--json`."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            answers_in_json(inner)
    if not any("--json" in option.opts for option in command.params):
        command.params.append(
            click.Option(
                ["--json"],
                is_flag=True,
                expose_value=False,
                callback=_ask_for_json,
                help="Answer with one JSON object.",
            )
        )
    return command


def json_of(answer: object) -> str:
    """Return *answer* as one line of JSON."""
    import json

    from lockstitch.app.answers import plain

    return json.dumps(plain(answer), ensure_ascii=False)


def say(text: str) -> None:
    """Print *text*; at a terminal without what would command the terminal."""
    stdout: TextIO | None = sys.stdout  # None where a program starts us without one
    click.echo(visible(text) if stdout is not None and stdout.isatty() else text)


def visible(text: str) -> str:
    """Return *text* with control characters written out, but for line ends and tabs."""
    if text.isprintable():
        return text
    return "".join(
        char if char in "\n\t" or not _is_control(ord(char)) else f"\\x{ord(char):02x}"
        for char in text
    )


def _is_control(code: int) -> bool:
    return code < 0x20 or 0x7F <= code < 0xA0


def _ask_for_json(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click calls it so
    if value:
        ctx.ensure_object(Invocation).as_json = True


def _folder(name: str) -> str | None:
    folder = Path(name).expanduser()
    return str(folder) if folder.is_dir() else None


def _start_logging(level: str) -> None:
    import logging

    logging.basicConfig(
        stream=sys.stderr, level=level.upper(), format="%(levelname)s %(name)s: %(message)s"
    )
