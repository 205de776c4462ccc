"""A position as a value: playing, asking, comparing, keeping."""

import copy
import pickle
import random
from xml.etree import ElementTree

import pytest

import viergewinnt as vg

DRAWN_GAME = "547125662261271266215743771576315353334444"


def random_game(rng: random.Random) -> str:
    position, moves = vg.Position(), ""
    while not position.is_over:
        column = rng.choice(position.legal_moves)
        position, moves = position.play(column), moves + str(column)
    return moves


def test_the_start_is_empty_and_first_to_move() -> None:
    start = vg.Position()
    assert (start.ply, start.to_move, start.winner) == (0, "first", None)
    assert start.legal_moves == (1, 2, 3, 4, 5, 6, 7)
    assert start.heights == (0,) * 7
    assert not start.is_over
    assert not start.is_draw
    assert start.winning_cells == ()


def test_play_returns_a_new_position_and_leaves_the_old_one() -> None:
    before = vg.Position.parse("44")
    after = before.play(4)
    assert before == vg.Position.parse("44")
    assert after == vg.Position.parse("444")
    assert (after.to_move, after.heights) == ("second", (0, 0, 0, 3, 0, 0, 0))


@pytest.mark.parametrize(
    ("moves", "column", "code"),
    [
        ("444444", 4, "column_full"),
        ("", 0, "no_such_column"),
        ("", 8, "no_such_column"),
        ("", -1, "no_such_column"),
        ("", 10**30, "no_such_column"),
        ("1212121", 3, "game_over"),
        ("1212121", 1, "game_over"),
        (DRAWN_GAME, 4, "game_over"),
    ],
)
def test_an_illegal_move_is_refused_by_name_and_changes_nothing(
    moves: str, column: int, code: str
) -> None:
    position = vg.Position.parse(moves)
    before = position.text
    with pytest.raises(vg.IllegalMove, match=str(column)) as refusal:
        position.play(column)
    assert refusal.value.code == code
    assert refusal.value.data == {"column": column, "position": before}
    assert position.text == before


@pytest.mark.parametrize("column", ["4", 4.0, None])
def test_a_column_is_a_whole_number(column: object) -> None:
    with pytest.raises(TypeError):
        vg.Position().play(column)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moves", "winner", "cells"),
    [
        ("1212121", "first", ((1, 1), (1, 2), (1, 3), (1, 4))),
        ("1122334", "first", ((1, 1), (2, 1), (3, 1), (4, 1))),
        ("674675441455", "second", ((4, 4), (5, 3), (6, 2), (7, 1))),
        ("12233434474", "first", ((1, 1), (2, 2), (3, 3), (4, 4))),
    ],
)
def test_four_in_a_row_wins(moves: str, winner: str, cells: tuple[tuple[int, int], ...]) -> None:
    position = vg.Position.parse(moves)
    assert position.winner == winner
    assert position.is_over
    assert not position.is_draw
    assert position.legal_moves == ()
    assert position.winning_cells == cells


def test_one_stone_may_complete_several_fours() -> None:
    position = vg.Position.parse(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O . O O O
        X X X X X X X
        """
    )
    assert position.winning_cells == tuple((column, 1) for column in range(1, 8))


def test_a_full_board_without_four_is_a_draw() -> None:
    position = vg.Position.parse(DRAWN_GAME)
    assert (position.ply, position.is_draw, position.is_over) == (42, True, True)
    assert position.winner is None
    assert position.legal_moves == ()


def test_a_position_is_immutable() -> None:
    position = vg.Position()
    with pytest.raises(AttributeError):
        position.ply = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        position.note = "mine"  # type: ignore[attr-defined]


def test_equal_positions_by_different_moves_are_one_value() -> None:
    one, other = vg.Position.parse("123"), vg.Position.parse("321")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, vg.Position.parse("132")}) == 2
    assert one != "123"
    assert (one == 3) is False


def test_a_position_and_its_mirror_share_the_canonical_key_only(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        position = vg.random_position(rng.randrange(42), rng=rng)
        mirrored = position.mirrored()
        assert mirrored.mirrored() == position
        assert mirrored.canonical_key == position.canonical_key
        assert position.canonical_key == min(position.key, mirrored.key)
        assert (mirrored.key == position.key) == (mirrored == position)
        assert mirrored.heights == position.heights[::-1]
        assert mirrored.grid() == tuple(row[::-1] for row in position.grid())


def test_copies_pickles_and_repr_give_the_position_back(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        moves = random_game(rng)
        position = vg.Position.parse(moves[: rng.randrange(len(moves) + 1)])
        assert copy.copy(position) is position
        assert copy.deepcopy(position) is position
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(position, protocol)) == position  # noqa: S301
        assert eval(repr(position), {"Position": vg.Position}) == position  # noqa: S307
        assert vg.Position.from_key(position.key) == position
        assert type(position.play(1) if 1 in position.legal_moves else position) is vg.Position


def test_a_subclass_stays_one_through_play_mirror_and_pickle() -> None:
    class Marked(vg.Position):
        __slots__ = ()

    position = Marked.parse("4453").play(4).mirrored()
    assert type(position) is Marked
    assert type(Marked.from_key(position.key)) is Marked
    assert position == vg.Position.parse("44534").mirrored()


@pytest.mark.parametrize("key", [-1, 1 << 49, 10**40, 127])
def test_a_number_that_is_no_key_is_refused(key: int) -> None:
    with pytest.raises(vg.NotationError, match=str(key)) as refusal:
        vg.Position.from_key(key)
    assert refusal.value.code == "bad_key"


def test_a_key_of_impossible_stones_is_refused() -> None:
    with pytest.raises(vg.ImpossiblePosition) as refusal:
        vg.Position.from_key(0b10)  # one stone, of the side to move
    assert refusal.value.code == "count_mismatch"
    four_under_three = 0b1111 + (0b111 + 0b000 << 7)
    with pytest.raises(vg.ImpossiblePosition) as refusal:
        vg.Position.from_key(four_under_three + 0b1111)
    assert refusal.value.code in {"count_mismatch", "winner_not_last"}


def test_positions_that_no_order_of_moves_reaches_are_legal() -> None:
    stacked = vg.Position.parse("......./......./O....../O....../X....../X...... X")
    assert stacked.digits is None
    assert stacked.play(1).ply == 5


def test_digits_tell_some_game_that_leads_to_the_position(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        position = vg.random_position(rng.randrange(43), over="positions", rng=rng)
        assert position.digits is not None
        assert vg.Position.parse(position.digits) == position
    assert vg.Position().digits == ""
    assert vg.Position.parse("2121212").digits is not None


def test_the_drawing_shows_every_stone_and_the_four() -> None:
    position = vg.Position.parse("1212121")
    drawing = ElementTree.fromstring(position._repr_svg_())  # noqa: S314 - our own text
    circles = drawing.findall("{http://www.w3.org/2000/svg}circle")
    fills = [circle.get("fill") for circle in circles]
    assert fills.count("#f6c945") == 3  # second
    assert fills.count("#d7263d") == 4  # first
    assert sum(circle.get("stroke") is not None for circle in circles) == 4
