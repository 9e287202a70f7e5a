"""The command in front of all others: its global options, and the list of what there is.

A command's module is imported when that command is called, so the list stands here as a table.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn, cast

import click
from typing_extensions import override

from lockstitch import __version__
from lockstitch.cli.failures import exit_code_of, reader_may_go
from lockstitch.cli.invocation import Invocation, answers_in_json

PROGRAM: Final = "lockstitch"
COMMANDS: Final = {
    "Remember": {
        "commit": "Write down a turn or a tool result, word for word.",
        "recall": "Find what the project remembers.",
        "show": "Print one stored thing whole, by its id.",
        "pin": "Pin a rule that must never be lost.",
        "unpin": "Take a pinned rule back.",
        "anchors": "List the pinned rules.",
        "fold": "Begin a sub-task whose steps will leave the window.",
        "unfold": "Close a fold with its result.",
    },
    "Look around": {
        "status": "Say what is stored, and what is attached.",
        "projects": "List projects, and move what belongs to them.",
        "sessions": "List the sessions of a project.",
        "staleness": "List what was concluded from what has changed since.",
    },
    "Ask about code": {
        "index": "Bring the code index of this checkout up to date.",
        "map": "Outline the code, the most load-bearing symbols first.",
        "symbol": "Look up a symbol as it is now.",
        "impact": "List who depends on a symbol, or on what a change touches.",
    },
    "Look after the store": {
        "dream": "Consolidate what a project remembers, now.",
        "doctor": "Check every file of the store.",
        "backup": "Copy the store while others work on it.",
        "restore": "Put a backup in the place of the store.",
        "export": "Write the store out as lines of JSON.",
        "import": "Take in an export, or a Sakur4 store.",
        "forget": "Erase a thing for good, and show that it is gone.",
    },
    "Serve": {
        "serve": "Serve the memory over MCP to a coding agent.",
        "config": "Print what to paste into CLIENT's configuration to use this memory.",
        "demo": "Show the memory at work: real commands in a real repository, over a real server.",
    },
}
"""Every command and the first line of its help, in the order in which help lists them."""
_HERE: Final = Path(__file__).parent


def module_of(name: str) -> str:
    """Return the name of a command's module; `import` is a word that no module can be called by."""
    return f"{name}_" if name == "import" else name


class Root(click.Group):
    """Loads a command when it is called, and answers for what goes wrong in it."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [name for section in COMMANDS.values() for name in section]
        return [name for name in names if (_HERE / f"{module_of(name)}.py").is_file()]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands and cmd_name in self.list_commands(ctx):
            module = import_module(f"lockstitch.cli.{module_of(cmd_name)}")
            command = cast("click.Command", module.command)
            command.name = cmd_name
            self.add_command(answers_in_json(command))
        return self.commands.get(cmd_name)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        there = self.list_commands(ctx)
        for section, commands in COMMANDS.items():
            rows = [(name, about) for name, about in commands.items() if name in there]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows, col_max=12)

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise click.UsageError(_unknown(args[0], self.list_commands(ctx)), ctx=ctx)
        return super().resolve_command(ctx, args)

    @override
    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        with reader_may_go():
            return super().make_context(info_name, args, parent, **extra)

    @override
    def invoke(self, ctx: click.Context) -> object:
        with reader_may_go():
            return super().invoke(ctx)

    @override
    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: object,
    ) -> NoReturn:
        """Run *args* to their end, and exit with the code that says how it went."""
        words = sys.argv[1:] if args is None else list(args)
        invocation = Invocation(as_json="--json" in words[: _end_of_options(words)])

        def run() -> object:
            return super(Root, self).main(
                words, PROGRAM, complete_var, standalone_mode=False, obj=invocation, **extra
            )

        sys.exit(exit_code_of(run, invocation))


def _unknown(name: str, known: Sequence[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    return f"there is no command {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")


def _end_of_options(words: Sequence[str]) -> int:
    return words.index("--") if "--" in words else len(words)


@click.group(
    cls=Root,
    invoke_without_command=True,
    epilog="""\b
Examples:
  lockstitch commit "The port is 9090, not 8080"
  lockstitch recall "which port"
  lockstitch COMMAND --help
""",
)
@click.option("--data-dir", metavar="FOLDER", help="Folder of the store.")
@click.option("--key-file", metavar="FILE", help="File with the key that the store has.")
@click.option(
    "--project", metavar="PROJECT", help="Id, name or folder; else the folder you are in."
)
@click.option(
    "--log",
    type=click.Choice(["error", "warning", "info", "debug"]),
    help="How much to say on standard error.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def root(ctx: click.Context, *, as_json: bool, **flags: str | None) -> None:
    """A memory for coding agents, on this machine, that does not unravel."""
    invocation = ctx.ensure_object(Invocation)
    invocation.update(flags)
    invocation.as_json |= as_json
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
