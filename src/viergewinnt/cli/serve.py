"""`viergewinnt serve`: the game server."""

from __future__ import annotations

import socket
import sys
from typing import Annotated

import typer

from viergewinnt.errors import OptionError

__all__ = ["serve_command"]


def serve_command(
    host: Annotated[str | None, typer.Option(metavar="H", help="Address to listen on.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Listen for the local network, and show how to join.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="Port to listen on; 0 takes a free one.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Games: a URL or an SQLite file; by default your own."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes; several need PostgreSQL.")
    ] = None,
    engine_threads: Annotated[
        int | None, typer.Option(metavar="N", help="Moves computed at once in each process.")
    ] = None,
) -> None:
    """Serve games over HTTP, until Ctrl-C.

    Prints the address on standard output; the log goes to standard error, one JSON object a line.
    What is not said here is read from environment variables VIERGEWINNT_....
    """
    from viergewinnt.server.process import serve
    from viergewinnt.server.settings import ServerSettings

    if lan and host is not None:
        raise OptionError("say --lan or --host, not both", code="bad_option", option="lan")
    settings = ServerSettings.read(
        host="0.0.0.0" if lan else host,  # noqa: S104 - that is what --lan asks for
        port=port,
        database=database,
        workers=workers,
        engine_threads=engine_threads,
    )

    def listening(taken: int) -> None:
        shown = _own_address() if lan else settings.host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}"
        print(address, flush=True)
        if lan:
            _print_code(address)

    serve(settings, listening)


def _own_address() -> str:
    """The address under which the local network finds this machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, which nobody has
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _print_code(address: str) -> None:
    import segno

    segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
