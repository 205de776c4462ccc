"""The plain rules of Connect Four: end of the game, keys, mirror, set-up, refusals."""

import random
from collections.abc import Callable

import pytest

from viergewinnt.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from viergewinnt.search import STANDARD, Board, ConnectPosition

BOARDS = (STANDARD, Board(4, 4), Board(5, 4), Board(4, 5, 3), Board(9, 7, 5), Board(3, 3, 3))


def has_complete_window(position: ConnectPosition) -> bool:
    """Look at every line of the board anew."""
    return any(
        position.stone(window[0]) is not None and len({position.stone(c) for c in window}) == 1
        for window in position.board.windows
    )


def random_game(board: Board, rng: random.Random) -> list[ConnectPosition]:
    positions = [ConnectPosition.start(board)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_random_games_end_exactly_when_a_line_or_the_board_is_full(
    board: Board, seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    for _ in range(count(30, 1000)):
        for position in random_game(board, rng):
            won = has_complete_window(position)
            full = position.ply == board.cells
            assert (position.winner is not None) == won
            assert position.is_over == (won or full)
            assert position.is_draw == (full and not won)
            assert bool(position.legal_moves) != position.is_over
            if won:
                assert position.winner != position.to_move
                complete = [
                    window
                    for window in board.windows
                    if all(position.stone(cell) == position.winner for cell in window)
                ]
                cells = {cell for window in complete for cell in window}
                assert position.winning_cells == tuple(sorted(cells))
            else:
                assert position.winning_cells == ()


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_moves_keep_the_position_equal_to_the_same_one_set_up(
    board: Board, seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    for _ in range(count(30, 1000)):
        for position in random_game(board, rng):
            set_up = ConnectPosition.from_grid(position.grid(), position.to_move, board)
            assert set_up == position
            assert set_up.keys == position.keys


def key_from_grid(position: ConnectPosition) -> int:
    """The definition of the key: for each column the own stones as a binary number, plus one bit a
    stone.
    """
    own = "X" if position.to_move == "first" else "O"
    key = 0
    for column in range(position.board.columns):
        signs = [row[column] for row in reversed(position.grid())]
        for row, sign in enumerate(signs):
            place = column * (position.board.rows + 1) + row
            key += ((sign == own) + (sign != ".")) * 2**place
    return key


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_key_of_each_move_is_the_key_from_scratch(board: Board, seed: int) -> None:
    for position in random_game(board, random.Random(seed)):
        assert position.key == key_from_grid(position)
        assert position.mirrored().key == key_from_grid(position.mirrored())


def test_key_of_known_positions() -> None:
    assert ConnectPosition.start().key == 0
    # One stone of the other side at the bottom of column 4, bit 21.
    assert ConnectPosition.from_moves("4").key == 1 << 21
    # Own stone at the bottom, the other's above it: 1 + (1 + 2).
    assert ConnectPosition.from_moves("11").key == 4


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_mirror_plays_the_mirrored_moves(board: Board, seed: int) -> None:
    positions = random_game(board, random.Random(seed))
    for position in positions:
        mirrored = position.mirrored()
        assert mirrored.grid() == tuple(row[::-1] for row in position.grid())
        assert mirrored.mirrored() == position
        assert mirrored.keys == position.keys[::-1]
        assert position.image(0) == position
        assert position.image(1) == mirrored
        images = [position.image_of_move(move, 1) for move in position.legal_moves]
        assert sorted(images) == list(mirrored.legal_moves)
        for move, image in zip(position.legal_moves, images, strict=True):
            assert position.move_of_image(image, 1) == move
            assert mirrored.play(image) == position.play(move).mirrored()


def test_twins_with_colours_swapped_have_the_same_key() -> None:
    position = ConnectPosition.from_moves("44531")
    swapped = tuple(row.translate(str.maketrans("XO", "OX")) for row in position.grid())
    twin = ConnectPosition.from_grid(swapped, "first")
    assert position.to_move == "second"
    assert twin.keys == position.keys
    assert twin != position


def test_distinct_positions_by_ply_agree_with_the_published_counts() -> None:
    positions = {0: ConnectPosition.start()}
    counts = []
    for _ in range(7):
        counts.append(len(positions))
        children = (
            position.play(move) for position in positions.values() for move in position.legal_moves
        )
        positions = {child.key: child for child in children}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def test_distinct_positions_on_four_by_four_agree_with_the_published_count() -> None:
    layer = {0: ConnectPosition.start(Board(4, 4))}
    total = 0
    while layer:
        total += len(layer)
        children = (p.play(move) for p in layer.values() for move in p.legal_moves)
        layer = {child.key: child for child in children}
    # J. Tromp's count of the legal positions of 4x4.
    assert total == 161029


@pytest.mark.parametrize(
    ("moves", "cells"),
    [
        ("1212121", ((1, 1), (1, 2), (1, 3), (1, 4))),
        ("1122334", ((1, 1), (2, 1), (3, 1), (4, 1))),
        ("12233434464", ((1, 1), (2, 2), (3, 3), (4, 4))),
        ("76655454424", ((4, 4), (5, 3), (6, 2), (7, 1))),
        ("1122556677334", tuple((column, 1) for column in range(1, 8))),
    ],
)
def test_winning_cells_of_each_direction(moves: str, cells: tuple[tuple[int, int], ...]) -> None:
    position = ConnectPosition.from_moves(moves)
    assert position.winner == "first"
    assert position.winning_cells == cells
    assert position.legal_moves == ()


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ("", 0, "no_such_column"),
        ("", 8, "no_such_column"),
        ("", -1, "no_such_column"),
        ("111111", 1, "column_full"),
        ("1212121", 3, "game_over"),
    ],
)
def test_illegal_move_is_refused_and_changes_nothing(moves: str, move: int, code: str) -> None:
    position = ConnectPosition.from_moves(moves)
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert refused.value.code == code
    assert position == ConnectPosition.from_moves(moves)


EMPTY_ROWS = (".......",) * 5


@pytest.mark.parametrize(
    ("grid", "error", "code"),
    [
        (EMPTY_ROWS, NotationError, "wrong_size"),
        ((*EMPTY_ROWS, "......"), NotationError, "wrong_size"),
        ((*EMPTY_ROWS, "...x..."), NotationError, "unknown_sign"),
        ((*EMPTY_ROWS[:4], "...X...", "......."), ImpossiblePosition, "floating_stone"),
        ((*EMPTY_ROWS, "XXXX..."), ImpossiblePosition, "winner_not_last"),
        ((*EMPTY_ROWS[:4], "OOOO...", "XXXX..."), ImpossiblePosition, "winner_not_last"),
    ],
)
def test_bad_grid_is_refused(grid: tuple[str, ...], error: type[ValueError], code: str) -> None:
    with pytest.raises(error) as refused:
        ConnectPosition.from_grid(grid, "first")
    assert getattr(refused.value, "code", None) == code


def test_bad_moves_and_boards_are_refused() -> None:
    with pytest.raises(NotationError, match="'x'"):
        ConnectPosition.from_moves("44x")
    with pytest.raises(NotationError):
        ConnectPosition.from_moves("4²")
    with pytest.raises(OptionError, match="columns is 0"):
        Board(columns=0)


def test_picture_shows_the_top_row_first() -> None:
    position = ConnectPosition.from_moves("121", Board(3, 2, 3))
    assert str(position) == "X . .\nX O ."
