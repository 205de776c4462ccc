"""Tournaments: the same however they are run, balanced, and complete in every form."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import viergewinnt as vg
from viergewinnt.arena import Tournament, rows_from_csv
from viergewinnt.arena.match import seed_of
from viergewinnt.engines import registry
from viergewinnt.jobs import read_checkpoint
from viergewinnt.memory import PositionDatabase

ENGINES = ("alphabeta:depth=2", "montecarlo:playouts=5", "mcts:simulations=50", "random")


def play(*specs: str, **options: Any) -> Tournament:
    defaults: dict[str, Any] = {
        "games": 20, "seed": 5, "workers": 1, "times": False, "opening_ply": 8
    }  # fmt: skip
    return vg.arena(specs or ENGINES, **(defaults | options))


def everything(tournament: Tournament) -> str:
    return json.dumps(tournament.to_json())


@pytest.fixture
def rogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.ENGINES, "rogue", "tests.arena.rogues:ROGUE")


def test_one_two_and_four_workers_give_the_same() -> None:
    one = play()
    for workers in (2, 4):
        assert everything(play(workers=workers)) == everything(one)
    assert play(seed=6).rows != one.rows


@pytest.mark.needs("distributed")
def test_a_cluster_gives_the_same() -> None:
    assert everything(play(cluster="local", workers=2)) == everything(play())


def test_an_interrupted_tournament_goes_on_and_gives_the_same(tmp_path: Path) -> None:
    """Killed outright, like by `kill -9`, while it plays and while it judges."""
    command = [
        *(sys.executable, "-m", "viergewinnt", "arena", "alphabeta:depth=4", "random"),
        *("--games", "80", "--opening-ply", "10", "--seed", "3", "--workers", "2", "--judge"),
        *("--checkpoint", str(tmp_path / "it.job"), "--json"),
    ]
    for name in ("it.job", "it.job.judge"):
        killed = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        limit = time.monotonic() + 60
        while kept(tmp_path / name) < 2:
            assert killed.poll() is None
            assert time.monotonic() < limit
            time.sleep(0.005)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        assert kept(tmp_path / name) >= 2
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "finished before" in finished.stderr
    told = json.loads(finished.stdout)
    whole = play("alphabeta:depth=4", "random", games=80, opening_ply=10, seed=3, judge=True)
    assert told | {"times": []} == json.loads(everything(whole))


def kept(checkpoint: Path) -> int:
    try:
        return len(read_checkpoint(checkpoint).payloads)
    except (vg.CheckpointError, FileNotFoundError):
        return 0  # not there, or its first line is not


def test_every_pairing_plays_every_opening_with_both_colours() -> None:
    played = play()
    assert len(played.rows) == 6 * 20
    assert [row.game for row in played.rows] == list(range(1, 121))
    openings = played.schedule.openings
    assert len(set(openings)) == 10
    met = Counter((row.first, row.second, row.opening) for row in played.rows)
    expected = {
        (one, other, opening)
        for one in played.engines
        for other in played.engines
        if one != other
        for opening in openings
    }
    assert met == Counter(expected)


def test_a_gauntlet_is_the_first_against_each() -> None:
    played = play(gauntlet=True)
    assert len(played.pairs) == 3
    assert {ENGINES[0]} == {pair.engine for pair in played.pairs}
    whole = {(row.first, row.second, row.opening): row.moves for row in play().rows}
    for row in played.rows:  # a game depends on who plays it, not on who else takes part
        assert whole[row.first, row.second, row.opening] == row.moves


def test_games_are_real_games_and_rows_tell_them_truly() -> None:
    played = play()
    for row in played.rows:
        game = vg.Game(row.moves)
        assert row.moves.startswith(row.opening)
        assert game.position.is_over
        assert game.position.winner == row.winner
        assert (row.result == "draw") == game.position.is_draw
    for standing in played.standings:
        assert standing.games == 60
        points = sum(
            row.points(standing.engine)
            for row in played.rows
            if standing.engine in (row.first, row.second)
        )
        assert standing.score == points / 60
    assert played.standings[-1].engine == "random"
    assert sum(its.wins for its in played.standings) == sum(its.losses for its in played.standings)


def test_a_game_can_be_played_again_by_its_engines() -> None:
    """With the seed that stands in its row's place, by nothing but the public engine."""
    played = play("alphabeta:depth=2", "mcts:simulations=50")
    for row in played.rows[:4]:
        given = 5, row.first, row.second, row.opening
        engines = {
            "first": vg.engine(row.first, seed=seed_of(*given, "first")),
            "second": vg.engine(row.second, seed=seed_of(*given, "second")),
        }
        game = vg.Game(row.opening)
        while not game.position.is_over:
            game.play(engines[game.position.to_move].choose(game.position).column)
        assert game.moves == row.moves


def test_pairs_can_be_asked_for_from_either_side() -> None:
    played = play()
    pair = played.pair("random", "alphabeta:depth=2")
    turned = played.pair("alphabeta:depth=2", "random")
    assert turned.turned() == pair
    assert pair.score < 0.5 < turned.score
    assert turned.low <= turned.score <= turned.high
    assert turned.games == 20
    with pytest.raises(vg.OptionError, match="did not meet"):
        played.pair("random", "random")


def test_an_anchor_has_its_rating_and_others_keep_their_distance() -> None:
    free, anchored = play(), play(anchor="random")
    assert anchored.anchor == "random"
    shift = {its.engine: its.rating for its in anchored.standings}
    assert shift["random"] == 1500
    for its in free.standings:
        own = {other.engine: other.rating for other in free.standings}
        distance = shift[its.engine] - shift["random"]
        assert distance == pytest.approx(its.rating - own["random"], abs=0.02)
    with pytest.raises(vg.OptionError, match="the anchor montecarlo does not play"):
        play(anchor="montecarlo")


def test_who_won_or_lost_everything_has_no_interval(rogue: None) -> None:
    played = play("alphabeta:depth=4", "rogue:fault=raise,at=8", "random")
    last = played.standings[-1]
    assert last.engine.startswith("rogue")
    assert (last.wins, last.low, last.high) == (0, None, None)
    best = played.standings[0]
    assert (best.losses == 0) == (best.low is None)
    twins = play("rogue:at=1", "rogue:at=2")
    one, _ = twins.standings
    assert one.score == 0.5
    assert one.low is not None
    assert one.high is not None
    assert one.low <= one.rating <= one.high


def test_json_and_csv_can_be_read_back() -> None:
    played = play(judge=True, opening_ply=10, times=True, anchor="random", gauntlet=True, games=4)
    text = everything(played)
    again = Tournament.from_json(text)
    assert again == played
    assert again.times
    assert everything(again) == text
    assert rows_from_csv(played.csv()) == played.rows
    assert len(played.csv().splitlines()) == 13


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "has version 2; version 1 can be read"),
        ({"games": [{}]}, "no tournament: KeyError"),
        ({"games": 3}, "no tournament: TypeError"),
    ],
)
def test_what_is_no_tournament_is_refused(change: dict[str, Any], message: str) -> None:
    told = play("random", "alphabeta:depth=2", games=2).to_json()
    with pytest.raises(vg.OptionError, match=message):
        Tournament.from_json(json.dumps(told | change))
    with pytest.raises(vg.OptionError, match="no tournament"):
        Tournament.from_json("[")
    with pytest.raises(vg.OptionError, match="no table of games"):
        rows_from_csv("a,b\n")


@pytest.mark.parametrize("line", ["1,random", "one,a,b,,4,draw,,,", "1,a,b,,4,nobody,,,", ""])
def test_what_is_no_line_of_a_table_is_refused(line: str) -> None:
    table = play(games=2).csv()
    with pytest.raises(vg.OptionError, match="line 14 of the table") as refusal:
        rows_from_csv(f"{table}{line}\n")
    assert refusal.value.code == "file_form"


@pytest.mark.parametrize(
    ("specs", "options", "message"),
    [
        (("alphabeta", "deepthought"), {}, "there is no engine 'deepthought'"),
        (("alphabeta", "random:depth=2"), {}, "random has no option 'depth'"),
        (("alphabeta", "alphabeta:depth=5"), {}, "alphabeta is there twice"),
        (("alphabeta",), {}, "there are 1 engines; allowed are 2 to 100"),
        (("alphabeta", "random"), {"games": 3}, "games is 3; allowed are even numbers from 2"),
        (("alphabeta", "random"), {"games": 0}, "games is 0"),
        (("alphabeta", "random"), {"games": 100, "opening_ply": 1}, "at ply 1 there are 4"),
        (("alphabeta", "random"), {"limit": vg.Limit(time_s=1)}, "say timed"),
        (("alphabeta", "random"), {"anchor": "mcts"}, "does not play"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_starts(
    specs: tuple[str, ...], options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "it.job"
    with pytest.raises(vg.OptionError, match=message):
        play(*specs, checkpoint=checkpoint, **options)
    assert not checkpoint.exists()


def test_one_text_is_not_taken_for_many_engines() -> None:
    with pytest.raises(vg.OptionError, match="specs is the one text 'alphabeta'"):
        vg.arena("alphabeta", games=2)


def test_limits_cap_all_engines_and_time_needs_leave() -> None:
    deep = play("alphabeta:depth=9", "random", limit=vg.Limit(depth=1))
    shallow = play("alphabeta:depth=1", "random")
    assert [row.result for row in deep.rows].count("draw") <= 20
    assert deep.schedule.limit.depth == 1
    assert deep.standings[0].engine == "alphabeta:depth=9"
    assert shallow.standings[0].engine == "alphabeta:depth=1"
    timed = play(
        "mcts:simulations=1000000000", "random", games=2, limit=vg.Limit(time_s=0.005), timed=True
    )
    assert len(timed.rows) == 2


def test_without_a_seed_a_tournament_goes_on_with_that_of_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "it.job"
    one = play("alphabeta:depth=1", "random", seed=None, checkpoint=checkpoint)
    size = checkpoint.stat().st_size
    assert play("alphabeta:depth=1", "random", seed=None, checkpoint=checkpoint) == one
    assert checkpoint.stat().st_size == size
    checkpoint.unlink()
    another = play("alphabeta:depth=1", "random", seed=None, checkpoint=checkpoint)
    assert another.schedule.seed != one.schedule.seed


def test_the_checkpoint_of_another_tournament_is_refused(tmp_path: Path) -> None:
    play("alphabeta:depth=1", "random", games=2, checkpoint=tmp_path / "it.job")
    with pytest.raises(vg.CheckpointError) as refusal:
        play("alphabeta:depth=1", "random", games=2, seed=6, checkpoint=tmp_path / "it.job")
    assert refusal.value.code == "checkpoint_foreign"


@pytest.mark.parametrize(
    ("fault", "code", "message"),
    [
        ("column", "illegal_column", "cannot play 9"),
        ("text", "illegal_column", "'four' is no column"),
        ("raise", "engine_failed", "ZeroDivisionError: no luck"),
        ("illegal", "engine_failed", "IllegalMove: cannot play 0"),
    ],
)
def test_an_engine_that_misbehaves_loses_its_game_by_name(
    rogue: None, fault: str, code: str, message: str
) -> None:
    spec = f"rogue:at=14,fault={fault}"
    played = play("rogue", spec)
    spec = played.engines[1]
    broken = [row for row in played.rows if row.fault is not None]
    assert broken
    for row in broken:
        assert row.fault is not None
        assert row.culprit == spec
        assert row.fault.code == code
        assert row.winner == ("first" if row.second == spec else "second")
        assert len(row.moves) in (14, 15)
        assert not vg.Position.parse(row.moves).is_over
    assert broken[0].fault is not None
    assert re.search(message, broken[0].fault.message)
    assert {its.engine: its.faults for its in played.standings} == {"rogue": 0, spec: len(broken)}
    assert Tournament.from_json(everything(played)) == played
    assert rows_from_csv(played.csv()) == played.rows


def test_what_goes_wrong_around_an_engine_ends_the_tournament(rogue: None) -> None:
    with pytest.raises(vg.JobError, match="the database is gone"):
        play("rogue:fault=database", "random")


def test_every_game_has_fresh_engines(rogue: None) -> None:
    played = play("rogue:remembers=true", "random")
    assert not any(row.fault for row in played.rows)


def test_the_position_database_is_read_and_never_written() -> None:
    spec = "alphabeta:depth=3,memory=database,ties=middle"
    plain = play("alphabeta:depth=3,ties=middle", "random", games=4)
    opening = plain.schedule.openings[0]
    with PositionDatabase.open() as store:
        right = vg.engine(spec, database=store)
        position = vg.Position.parse(opening)
        believed = right.choose(position)
        [row] = store.rows(position)
        column = next(c for c in position.legal_moves if c != believed.column)
        store.store(replace(row, depth=9, column=row_column(position, column)))
    played = play(spec, "random", games=4)
    with PositionDatabase.open() as store:
        assert store.row_count() == 1
    moved = next(row for row in played.rows if row.first == played.engines[0])
    assert moved.opening == opening
    assert moved.moves[len(opening)] == str(column)
    assert everything(play(spec, "random", games=4, workers=2)) == everything(played)


def row_column(position: vg.Position, column: int) -> int:
    """The column as rows keep it: that of the canonical image."""
    return column if position.key == position.canonical_key else 8 - column


def test_times_are_measured_apart() -> None:
    played = play(times=True)
    assert {its.engine for its in played.times} == set(ENGINES)
    assert all(its.moves > 0 and 0 < its.mean_s <= its.longest_s for its in played.times)
    assert played == play()
