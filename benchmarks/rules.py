"""The rules from Python: playing whole random games, and the cost of single calls."""

from __future__ import annotations

import random
import statistics
import time
import timeit
from typing import TYPE_CHECKING

import viergewinnt as vg
from benchmarks.table import Table
from viergewinnt.search import ConnectPosition

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["measure_rules"]

GAMES, ROUNDS, SEED = 300, 5, 20260101


def measure_rules() -> Table:
    """Replays the same games with each; every move also asks for the winner."""
    games = _random_games()
    moves = sum(map(len, games))
    players: dict[str, Callable[[str], object]] = {
        "viergewinnt": _replay_native,
        "open_spiel": _open_spiel_replayer(),
        "plain Python (`viergewinnt.search`)": _replay_plain,
    }
    results = [[replay(game) for game in games] for replay in players.values()]
    assert results[0] == results[1] == results[2], "the three disagree about a winner"
    times_ns = {name: _best_ns(replay, games) / moves for name, replay in players.items()}
    ours = times_ns["viergewinnt"]
    rows = [(name, f"{ns:,.0f} ns", f"{ns / ours:.1f}×") for name, ns in times_ns.items()]
    calls = ", ".join(f"`{call}` {ns:.0f} ns" for call, ns in _calls_ns().items())
    return Table(
        "Rules from Python",
        ("", "a move and its winner", "ratio"),
        rows,
        f"{GAMES} random games of {moves} moves, seed {SEED}, best of {ROUNDS}."
        f" Single calls: {calls}.",
    )


def _random_games() -> list[str]:
    rng, games = random.Random(SEED), []
    for _ in range(GAMES):
        game = vg.Game()
        while not game.position.is_over:
            game.play(rng.choice(game.position.legal_moves))
        games.append(game.moves)
    return games


def _replay_native(game: str) -> str | None:
    position, winner = vg.Position(), None
    for column in game:
        position = position.play(int(column))
        winner = position.winner
    return winner


def _replay_plain(game: str) -> str | None:
    position, winner = ConnectPosition.start(), None
    for column in game:
        position = position.play(int(column))
        winner = position.winner
    return winner


def _open_spiel_replayer() -> Callable[[str], str | None]:
    import pyspiel

    spiel = pyspiel.load_game("connect_four")

    def replay(game: str) -> str | None:
        state, over, value = spiel.new_initial_state(), False, 0.0
        for column in game:
            state.apply_action(int(column) - 1)
            over = state.is_terminal()
        if over:
            value = state.player_return(0)
        return {1.0: "first", -1.0: "second"}.get(value)

    return replay


def _best_ns(replay: Callable[[str], object], games: list[str]) -> float:
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter_ns()
        for game in games:
            replay(game)
        times.append(time.perf_counter_ns() - started)
    return min(times)


def _calls_ns() -> dict[str, float]:
    names = {"p": vg.Position.parse("4453")}
    calls = ["p.play(4)", "p.winner", "p.legal_moves", "p.canonical_key"]
    number = 200_000
    return {
        call: statistics.median(timeit.repeat(call, globals=names, number=number, repeat=5))
        / number
        * 1e9
        for call in calls
    }
