"""Print what to paste into a coding agent's configuration."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from lockstitch.config import Settings, read_settings
from lockstitch.gateway.clients import CLIENTS, TOKEN_VARIABLE, Client, Reach, client_named


@click.command(
    epilog="""\b
Examples:
  lockstitch config claude-code
  lockstitch config codex --http
  export LOCKSTITCH_TOKEN="$(lockstitch config codex --token)"
""",
)
@click.argument("client", type=click.Choice([client.name for client in CLIENTS]))
@click.option(
    "--http", is_flag=True, help="For a server that runs already: lockstitch serve --http."
)
@click.option(
    "--url", default="http://127.0.0.1:8765/mcp", show_default=True, help="Where it listens."
)
@click.option(
    "--token", is_flag=True, help="Print the client's token alone, made when there is none."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def command(
    flags: dict[str, str | None], *, client: str, http: bool, url: str, token: bool, as_json: bool
) -> None:
    """Print what to paste into CLIENT's configuration to use this memory."""
    chosen = client_named(client)
    assert chosen is not None
    settings = read_settings(flags)
    if token:
        click.echo(_token(settings.data_dir, client))
        return
    reach = Reach(url=url) if http else Reach(command=_command(chosen, settings))
    text = chosen.render(reach)
    made = http and bool(_token(settings.data_dir, client))
    if as_json:
        answer = {
            "client": client,
            "file": chosen.file,
            "paste": text,
            "token_variable": TOKEN_VARIABLE if made else None,
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    click.echo(f"# {chosen.title}: put this into {chosen.file}", err=True)
    click.echo(text)
    if chosen.shell is not None:
        click.echo(f"# or run: {chosen.shell(reach)}", err=True)
    if made:
        names = " --tool-names underscore" if chosen.refuses_dots else ""
        click.echo(f"# start the server: lockstitch serve --http{names}", err=True)
        click.echo(
            f'# and give the client its token: export {TOKEN_VARIABLE}="$(lockstitch config {client} --token)"',
            err=True,
        )


def _token(data_dir: Path, client: str) -> str:
    from lockstitch.gateway.http.tokens import Tokens

    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Tokens(data_dir / "tokens.json").of(client)


def _command(client: Client, settings: Settings) -> Sequence[str]:
    """Return the command that starts the server, with nothing that the client's environment decides."""
    beside = Path(sys.executable).with_name("lockstitch")
    found = str(beside) if beside.is_file() else shutil.which("lockstitch")
    command = [found] if found else [sys.executable, "-m", "lockstitch"]
    command += ["--data-dir", str(settings.data_dir)]
    if settings.key_file is not None:
        command += ["--key-file", str(settings.key_file)]
    command.append("serve")
    if client.refuses_dots:
        command += ["--tool-names", "underscore"]
    return command
