"""The native rules, the plain-Python rules and open_spiel's agree move by move on random games."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt.search.connect import ConnectPosition


@pytest.mark.needs("open_spiel")
def test_random_games_agree_with_open_spiel(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    import pyspiel

    spiel = pyspiel.load_game("connect_four")
    rng = random.Random(seed)
    games, moves = count(10_000, 100_000), 0
    for _ in range(games):
        state, position = spiel.new_initial_state(), vg.Position()
        while True:
            compare_with_open_spiel(position, state)
            if position.is_over:
                break
            column = rng.choice(position.legal_moves)
            state.apply_action(column - 1)
            position = position.play(column)
            moves += 1
    record(games=games, moves=moves)


def compare_with_open_spiel(position: vg.Position, state: Any) -> None:
    assert state.is_terminal() == position.is_over
    if not position.is_over:
        assert [action + 1 for action in state.legal_actions()] == list(position.legal_moves)
        assert ("first", "second")[state.current_player()] == position.to_move
        return
    returns = {None: [0, 0], "first": [1, -1], "second": [-1, 1]}[position.winner]
    assert state.returns() == returns
    assert position.is_draw == (returns == [0, 0])
    rows = str(state).split()[:6]
    assert [row.upper() for row in rows] == ["".join(row) for row in position.grid()]


@pytest.mark.needs("bitbully")
def test_keys_map_to_bitbullys(seed: int, count: Callable[[int, int], int]) -> None:
    """As docs/concepts/scores.md says: the same sums, nine bits a column instead of seven."""
    from bitbully import Board

    rng = random.Random(seed)
    for _ in range(count(2_000, 50_000)):
        position = vg.random_position(rng.randrange(42), rng=rng)
        assert position.digits is not None
        board = Board([int(column) - 1 for column in position.digits])
        assert sum((position.key >> 7 * c & 127) << 9 * c for c in range(7)) == board.uid()


def test_random_games_agree_with_the_plain_python_rules(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    games = count(1_000, 100_000)
    for _ in range(games):
        plain, position = ConnectPosition.start(), vg.Position()
        while True:
            compare_with_plain_rules(position, plain)
            if position.is_over:
                break
            column = rng.choice(position.legal_moves)
            plain, position = plain.play(column), position.play(column)
    record(games=games)


def compare_with_plain_rules(position: vg.Position, plain: ConnectPosition) -> None:
    assert position.legal_moves == plain.legal_moves
    assert (position.ply, position.to_move) == (plain.ply, plain.to_move)
    assert (position.winner, position.is_over) == (plain.winner, plain.is_over)
    assert position.is_draw == plain.is_draw
    assert position.winning_cells == plain.winning_cells
    assert (position.key, position.mirrored().key) == plain.keys
    assert tuple("".join(row) for row in position.grid()) == plain.grid()
    for column in set(range(1, 8)) - set(position.legal_moves):
        for board in (position, plain):
            with pytest.raises(vg.IllegalMove):
                board.play(column)
