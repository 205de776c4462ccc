"""Playing a tournament: `vg.arena`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from viergewinnt.arena.judge import PhaseQuality
    from viergewinnt.arena.tournament import Tournament
    from viergewinnt.engines.limit import Limit
    from viergewinnt.jobs import Progress

__all__ = ["arena", "seed_for"]


def arena(
    specs: Iterable[str],
    *,
    games: int,
    opening_ply: int = 6,
    seed: int | None = None,
    limit: Limit | None = None,
    gauntlet: bool = False,
    timed: bool = False,
    judge: bool = False,
    times: bool = True,
    anchor: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | str | None = None,
    progress: bool | Progress = False,
) -> Tournament:
    """Lets engines play each other, or the first one all others, and rates them.

    Each pairing plays so many games: half as many different openings of `opening_ply` stones,
    undecided and without a win in one, each with both colours. The same SPECs, options and seed
    give the same games, results and ratings, whatever the workers, cluster or interruptions;
    without a seed it is that of the checkpoint or else drawn, and stands in the schedule. What is
    finished is kept in the file `checkpoint`, and what the judge has solved beside it in a file of
    the same name with `.judge` at its end.

    A limit caps the options of all engines; one of time needs `timed`. With `judge` the solver says
    of each move whether it kept the value; with `times` some moves are timed at the end.
    Raises `OptionError` before any game when something cannot be played.
    """
    from viergewinnt.arena.judge import judge_moves
    from viergewinnt.arena.schedule import schedule
    from viergewinnt.arena.times import measure_times
    from viergewinnt.arena.tournament import Tournament
    from viergewinnt.composition import engine as engine_of
    from viergewinnt.jobs import run_job

    plan = schedule(
        specs,
        games=games,
        opening_ply=opening_ply,
        seed=seed_for(checkpoint) if seed is None else seed,
        gauntlet=gauntlet,
        limit=limit,
        timed=timed,
    )
    if anchor is not None:
        anchor = engine_of(anchor).spec
        Tournament(schedule=plan, rows=(), anchor=anchor)  # refuses one that does not play
    payloads = run_job(
        plan.job, checkpoint=checkpoint, workers=workers, cluster=cluster, progress=progress
    )
    rows = plan.rows(payloads)
    quality: tuple[PhaseQuality, ...] = ()
    if judge:
        quality = judge_moves(
            rows,
            plan.engines,
            checkpoint=None if checkpoint is None else f"{checkpoint}.judge",
            workers=workers,
            cluster=cluster,
            progress=progress,
        )
    measured = measure_times(plan, rows) if times else ()
    return Tournament(schedule=plan, rows=rows, anchor=anchor, quality=quality, times=measured)


def seed_for(checkpoint: Path | str | None) -> int:
    """The seed of the tournament that was begun on a checkpoint, else a new one."""
    import secrets
    from contextlib import suppress

    from viergewinnt.errors import CheckpointError
    from viergewinnt.jobs import read_checkpoint

    if checkpoint is not None:
        with suppress(CheckpointError, FileNotFoundError):  # a bad file is told when it is used
            seed = read_checkpoint(checkpoint).parameters.get("seed")
            if isinstance(seed, int):
                return seed
    return secrets.randbits(32)
