"""Serve the memory over MCP, on standard streams or over HTTP."""

import asyncio
import logging
import sys

import click

from lockstitch.config import read_settings
from lockstitch.gateway.streams import claim_standard_streams


@click.command(
    epilog="""\b
Examples:
  lockstitch serve
  lockstitch serve --http --port 8765
""",
)
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of standard streams.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8765, show_default=True, help="Port to listen on; 0 takes a free one."
)
@click.option("--allow-remote", is_flag=True, help="Listen beyond this machine.")
@click.option("--allowed-host", multiple=True, help="A host name that requests may use; repeat it.")
@click.option("--project", help="Id, name or folder of the project; else the working folder's.")
@click.option("--tools", help="Groups of tools to list, with commas: memory, operability, durable.")
@click.option(
    "--tool-names", type=click.Choice(["dotted", "underscore"]), help="How names are listed."
)
@click.option("--context-window", help="Tokens of the model's context window.")
@click.pass_obj
def command(
    flags: dict[str, str | None],
    *,
    http: bool,
    host: str,
    port: int,
    allow_remote: bool,
    allowed_host: tuple[str, ...],
    project: str | None,
    tools: str | None,
    tool_names: str | None,
    context_window: str | None,
) -> None:
    """Serve the memory over MCP to a coding agent."""
    wire = None if http else claim_standard_streams()

    from lockstitch.gateway.http.app import Doors
    from lockstitch.gateway.serve import check_bind, serve_http, serve_stdio
    from lockstitch.wiring import open_world

    if http:
        check_bind(host, allow_remote=allow_remote, allowed_hosts=allowed_host)
    own = {"tools": tools, "tool_names": tool_names, "context_window": context_window}
    if project is not None:
        own["project"] = project
    settings = read_settings({**flags, **own})
    logging.basicConfig(
        stream=sys.stderr, level=settings.log.upper(), format="%(levelname)s %(name)s: %(message)s"
    )
    world = open_world(settings)
    try:
        if wire is None:
            doors = Doors(allowed_hosts=allowed_host)
            asyncio.run(
                serve_http(world, settings, host=host, port=port, doors=doors, told=_listening)
            )
        else:
            asyncio.run(serve_stdio(world, settings, wire=wire))
    finally:
        world.close()


def _listening(address: str) -> None:
    click.echo(f"listening on {address}", err=True)
