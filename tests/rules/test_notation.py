"""Every form of a position is read, and what is printed is read back as the same position."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import viergewinnt as vg

POSITION = vg.Position.parse("......./......./......./......./......O/..XX..O X")

FORMS = {
    "X and O with .": """
        .......
        .......
        .......
        .......
        ......O
        ..XX..O
    """,
    "X and O with -": "-------\n-------\n-------\n-------\n------O\n--XX--O",
    "spaces": """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . O
        . . X X . . O
    """,
    "brackets": """
        [.][.][.][.][.][.][.]
        [.][.][.][.][.][.][.]
        [.][.][.][.][.][.][.]
        [.][.][.][.][.][.][.]
        [.][.][.][.][.][.][O]
        [.][.][X][X][.][.][O]
    """,
    "nested lists as printed": """[['.', '.', '.', '.', '.', '.', '.'],
        ['.', '.', '.', '.', '.', '.', '.'],
        ['.', '.', '.', '.', '.', '.', '.'],
        ['.', '.', '.', '.', '.', '.', '.'],
        ['.', '.', '.', '.', '.', '.', 'O'],
        ['.', '.', 'X', 'X', '.', '.', 'O']]""",
    "row labels and column footer": """
        6 | - - - - - - - |
        5 | - - - - - - - |
        4 | - - - - - - - |
        3 | - - - - - - - |
        2 | - - - - - - O |
        1 | - - X X - - O |
          +---------------+
            1 2 3 4 5 6 7
    """,
    "labels on both sides": "6:.......:6\n5:.......:5\n4:.......:4\n3:.......:3\n2:......O:2\n"
    "1:..XX..O:1\n  1234567",
    "footer above": "1234567\n" + "-------\n" * 4 + "------O\n--XX--O",
    "frame": "===============\n" + "|.......|\n" * 4 + "|......O|\n|..XX..O|\n===============\n",
    "0 for O": "-------\n-------\n-------\n-------\n------0\n--XX--0",
    "h and r": "0000000\n0000000\n0000000\n0000000\n000000h\n00rr00h",
    "h and r with labels": "6 0000000\n5 0000000\n4 0000000\n3 0000000\n2 000000h\n1 00rr00h\n"
    "  1234567",
    "Windows line ends": ".......\r\n.......\r\n.......\r\n.......\r\n......O\r\n..XX..O\r\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_pictures_are_read_in_every_printed_form(form: str) -> None:
    assert vg.Position.parse(FORMS[form]) == POSITION


def test_an_empty_picture_is_the_start_in_every_form() -> None:
    for sign in ".-0":
        assert vg.Position.parse("\n".join([sign * 7] * 6)) == vg.Position()


def test_who_is_to_move_may_be_said() -> None:
    text = "......./......./......./......./......./..XX.OO"
    as_x, as_o = vg.Position.parse(f"{text} X"), vg.Position.parse(f"{text} O")
    assert vg.Position.parse(text) == vg.Position.parse(text, to_move="X") == as_x
    assert vg.Position.parse(text, to_move="O") == as_o
    assert as_x != as_o
    assert as_x.to_move == as_o.to_move == "first"  # on equal counts the side to move began
    # The letters are only names: with X and O swapped as well it is the same position.
    assert as_o == vg.Position.parse("......./......./......./......./......./..OO.XX X")


def test_the_side_with_fewer_stones_moves_unless_said() -> None:
    assert vg.Position.parse("......./......./......./......./......./..O....").to_move == "second"
    assert vg.Position.parse(FORMS["h and r"], to_move="r").to_move == "first"


def test_on_a_robot_board_equal_counts_mean_that_the_robot_is_to_move() -> None:
    board = robot_board(["0000000"] * 5 + ["00h000r"])
    robot = vg.Position.parse("......./......./......./......./......./..O...X X")
    assert vg.Position.parse(board) == robot
    assert vg.Position.parse(board, to_move="h") == robot_seen_by_the_human()


def robot_seen_by_the_human() -> vg.Position:
    return vg.Position.parse("......./......./......./......./......./..X...O X")


def robot_board(rows: list[str]) -> dict[str, dict[str, str]]:
    return {
        f"Column{column + 1}": {f"Row{6 - line}": rows[line][column] for line in range(6)}
        for column in range(7)
    }


def test_a_finished_game_can_be_set_up() -> None:
    lost = vg.Position.parse("......./......./X....../X.O..../X.O..../X.O.... O")
    assert lost.winner == "first"
    assert lost.legal_moves == ()


@pytest.mark.parametrize(
    "grid",
    [
        [".......", ".......", ".......", ".......", "......O", "..XX..O"],
        [list(row) for row in (".......", ".......", ".......", ".......", "......O", "..XX..O")],
        [[None] * 7] * 4 + [[None] * 6 + ["O"], [None, None, "X", "X", None, None, "O"]],
        [[0] * 7] * 4 + [[0, 0, 0, 0, 0, 0, 2], [0, 0, 1, 1, 0, 0, 2]],
    ],
)
def test_grids_are_read_in_text_none_and_numbers(grid: list[list[object]]) -> None:
    assert vg.Position.parse(grid) == POSITION


def test_a_position_prints_as_text_and_as_picture() -> None:
    assert POSITION.text == "......./......./......./......./......O/..XX..O X"
    assert str(POSITION).splitlines()[-2:] == [". . X X . . O", "1 2 3 4 5 6 7"]
    assert POSITION.grid()[-1] == (".", ".", "X", "X", ".", ".", "O")


games = st.integers(0, 2**32).map(lambda seed: random_moves(random.Random(seed)))


def random_moves(rng: random.Random) -> str:
    position, moves = vg.Position(), ""
    for _ in range(rng.randrange(43)):
        if position.is_over:
            break
        column = rng.choice(position.legal_moves)
        position, moves = position.play(column), moves + str(column)
    return moves


def printed_forms(position: vg.Position) -> list[Any]:
    rows = ["".join(row) for row in position.grid()]
    lettered = "\n".join(rows)
    robot_rows = [row.translate(str.maketrans("XO.", "hr0")) for row in rows]
    labelled = "\n".join(f"{6 - line} [{' '.join(row)}]" for line, row in enumerate(rows))
    forms: list[Any] = [
        position.text,
        str(position),
        position.grid(),
        lettered,
        lettered.replace(".", "-"),
        f"{labelled}\n   1 2 3 4 5 6 7",
        position,
    ]
    if position.ply % 2 == 1:  # on equal counts the robot's sign would be to move
        forms += ["\n".join(robot_rows), robot_board(robot_rows)]
    if position.ply >= 1:
        forms.append(lettered.replace("O", "0"))
    return forms


@given(games)
def test_everything_printed_is_read_back_as_the_same_position(moves: str) -> None:
    position = vg.Position.parse(moves)
    for form in printed_forms(position):
        assert vg.Position.parse(form) == position
    mirrored = vg.Position.parse("".join(str(8 - int(column)) for column in moves))
    assert mirrored == position.mirrored()
    for form in printed_forms(mirrored):
        assert vg.Position.parse(form).mirrored() == position


@given(games)
def test_a_game_text_is_read_back_as_the_same_game(moves: str) -> None:
    assert vg.Game(str(vg.Game(moves))) == vg.Game(moves)
