"""Tic-tac-toe through the generic search."""

import random

import pytest

from viergewinnt.errors import IllegalMove
from viergewinnt.search import AlphaBeta, Minimax, TicTacToe


def all_positions() -> dict[int, TicTacToe]:
    """One state for each position that can arise."""
    found = {0: TicTacToe()}
    layer = dict(found)
    while layer:
        children = (p.play(move) for p in layer.values() for move in p.legal_moves)
        layer = {child.keys[0]: child for child in children}
        found |= layer
    return found


def games_from(state: TicTacToe) -> int:
    return 1 if state.is_over else sum(games_from(state.play(move)) for move in state.legal_moves)


def test_positions_agree_with_the_published_counts() -> None:
    positions = all_positions()
    assert len(positions) == 5478
    assert len({min(state.keys) for state in positions.values()}) == 765


def test_whole_game_is_a_draw_by_minimax_and_by_alpha_beta() -> None:
    plain = Minimax[TicTacToe](depth=9).choose(TicTacToe())
    fast = AlphaBeta[TicTacToe](depth=None).choose(TicTacToe())
    # All sequences of moves but the root; an immediate win is a shortcut at the root only.
    assert plain.nodes == 549_945
    assert fast.nodes < 10_000
    assert plain.values == fast.values
    assert plain.value.decided == 0
    assert plain.best == tuple(range(1, 10))


def test_number_of_games_agrees_with_the_published_one() -> None:
    # Every first move up to symmetry: a corner, an edge, the middle.
    start = TicTacToe()
    corner, edge, middle = (games_from(start.play(move)) for move in (1, 2, 5))
    assert 4 * corner + 4 * edge + middle == 255_168


def test_images_have_the_keys_promised(seed: int) -> None:
    rng = random.Random(seed)
    for position in rng.sample(list(all_positions().values()), 200):
        for symmetry, key in enumerate(position.keys):
            image = position.image(symmetry)
            assert image.keys[0] == key
            assert sorted(image.keys) == sorted(position.keys)
            for move in position.legal_moves:
                there = position.image_of_move(move, symmetry)
                assert position.move_of_image(there, symmetry) == move
                assert image.play(there) == position.play(move).image(symmetry)


def test_taken_cell_and_finished_game_are_refused() -> None:
    state = TicTacToe().play(5)
    for move, message in ((5, "taken"), (0, "no cell 0"), (10, "no cell 10")):
        with pytest.raises(IllegalMove, match=message):
            state.play(move)
    won = TicTacToe()
    for move in (1, 4, 2, 5, 3):
        won = won.play(move)
    assert won.winner == "first"
    with pytest.raises(IllegalMove, match="the game is over"):
        won.play(9)


def test_picture() -> None:
    assert str(TicTacToe().play(5).play(1)) == "O . .\n. X .\n. . ."
