"""`viergewinnt arena`: engines play each other and are rated."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viergewinnt.cli.interruption import told_how_to_go_on
from viergewinnt.cli.options import AsJson, Cluster, Workers
from viergewinnt.engines.limit import Limit
from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from viergewinnt.arena import Tournament

__all__ = ["arena_command"]

FAULT = 3


def arena_command(
    specs: Annotated[list[str], typer.Argument(metavar="SPEC SPEC ...", help="The engines.")],
    games: Annotated[
        int, typer.Option(metavar="N", help="Games of each pairing: an even number.")
    ] = 100,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first engine against each other one.")
    ] = False,
    opening_ply: Annotated[
        int, typer.Option(metavar="N", help="Stones on the board when games begin, 0 to 12.")
    ] = 6,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Repeats a tournament; else the checkpoint's, or drawn."),
    ] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="Stones ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Positions a move.")] = None,
    playouts: Annotated[int | None, typer.Option(metavar="N", help="Random games a move.")] = None,
    timed: Annotated[
        bool, typer.Option("--timed", help="Allow --time; no two runs are then the same.")
    ] = False,
    time_s: Annotated[
        float | None, typer.Option("--time", metavar="S", help="Seconds a move, with --timed.")
    ] = None,
    judge: Annotated[
        bool, typer.Option("--judge", help="Have the solver judge every move.")
    ] = False,
    anchor: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Whose rating is 1500; else the mean is.")
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="F", help="Write one line for each game.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="F", help="Write a drawing of the ratings (SVG).")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="F", help="Keeps finished games; by default in the user's state."),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Let engines play each other, and rate them.

    Everybody meets everybody or, with --gauntlet, the first engine meets all others. Each pairing
    plays half as many openings as games, each with both colours. The same seed gives the same
    games and ratings, however many workers there are; times are measured apart. Ctrl-C keeps what
    is finished, and says how to go on. The exit code is 3 when an engine lost games by an error or
    a column that cannot be played.
    """
    from viergewinnt.arena import arena
    from viergewinnt.arena.run import seed_for
    from viergewinnt.arena.schedule import schedule
    from viergewinnt.jobs import default_checkpoint

    for path in (csv, plot):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise OptionError(f"{path} is no place for a file", code="bad_option")
    plan = schedule(
        specs,
        games=games,
        opening_ply=opening_ply,
        seed=seed_for(checkpoint) if seed is None else seed,
        gauntlet=gauntlet,
        limit=Limit(time_s=time_s, depth=depth, nodes=nodes, playouts=playouts),
        timed=timed,
    )
    keep = default_checkpoint(plan.job) if checkpoint is None else checkpoint
    chosen = [] if seed is not None else ["--seed", str(plan.seed)]
    with told_how_to_go_on(keep, *chosen):
        tournament = arena(
            plan.engines,
            games=games,
            opening_ply=opening_ply,
            seed=plan.seed,
            limit=plan.limit,
            gauntlet=gauntlet,
            timed=timed,
            judge=judge,
            anchor=anchor,
            workers=workers,
            cluster=cluster,
            checkpoint=keep,
            progress=True,
        )
    if csv is not None:
        _write(csv, tournament.csv())
    if plot is not None:
        _write(plot, tournament.svg())
    if as_json:
        print(json.dumps(tournament.to_json()))
    else:
        from viergewinnt.cli.arena_tables import print_tournament

        print_tournament(tournament)
    if checkpoint is None:
        for file in (keep, Path(f"{keep}.judge")):
            file.unlink(missing_ok=True)
    _report_faults(tournament)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise OptionError(f"{path} cannot be written: {fault}", code="bad_option") from fault


def _report_faults(tournament: Tournament) -> None:
    faults = [(row, row.fault) for row in tournament.rows if row.fault is not None]
    if not faults:
        return
    row, fault = faults[0]
    print(
        f"error: {len(faults)} games ended by a fault of an engine; in game {row.game}"
        f" {row.culprit}: {fault.message} [{fault.code}]",
        file=sys.stderr,
    )
    raise typer.Exit(FAULT)
