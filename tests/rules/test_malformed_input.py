"""What cannot be a position is refused: each way with its own error, code and message."""

import random
import re
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest

import viergewinnt as vg
from tests.conftest import Record

E = "......."  # an empty row
EMPTY = f"{E}/{E}/{E}/{E}/{E}/"


class Case(NamedTuple):
    source: object
    error: type[vg.VierGewinntError]
    code: str
    message: str  # a regular expression
    to_move: str | None = None


def picture(*lower_rows: str) -> str:
    return "\n".join([E] * (6 - len(lower_rows)) + list(lower_rows))


def board(**changes: object) -> dict[str, object]:
    columns: dict[str, object] = {
        f"Column{column}": {f"Row{row}": "0" for row in range(1, 7)} for column in range(1, 8)
    }
    return columns | changes


def column(**changes: object) -> dict[str, object]:
    return {f"Row{row}": "0" for row in range(1, 7)} | changes


NOTATION, IMPOSSIBLE, ILLEGAL = vg.NotationError, vg.ImpossiblePosition, vg.IllegalMove

CASES = [
    # digits
    Case("8", ILLEGAL, "no_such_column", "move 1 of '8'.*no column 8: columns are 1 to 7"),
    Case("440", ILLEGAL, "no_such_column", "move 3 of '440'"),
    Case("4444444", ILLEGAL, "column_full", "move 7 of '4444444'.*column 4 is full"),
    Case("12121213", ILLEGAL, "game_over", "move 8 of '12121213'.*the game is over"),
    Case("1" * 4097, NOTATION, "too_long", "4097 characters.*longest has 4096"),
    Case("1" * 10_000_000, NOTATION, "too_long", "10000000 characters"),
    Case("44a", NOTATION, "unknown_sign", "'a' at place 3 of '44a'.*digits 1 to 7"),
    Case("44 53", NOTATION, "unknown_sign", "' ' at place 3"),
    Case("4,4", NOTATION, "unknown_sign", "',' at place 2"),
    Case("+4", NOTATION, "unknown_sign", r"'\+' at place 1"),
    Case("4.5", NOTATION, "unknown_sign", r"'\.' at place 2"),
    Case("\u0664", NOTATION, "unknown_sign", "u0664.*at place 1"),  # an Arabic four
    Case("4\u00b2", NOTATION, "unknown_sign", "xb2.*at place 2"),  # a superscript two
    Case("\uff14\uff14", NOTATION, "unknown_sign", "uff14.*at place 1"),  # full width
    Case("44\x00", NOTATION, "unknown_sign", r"x00.*at place 3"),
    Case("hello", NOTATION, "unknown_sign", "'h' at place 1 of 'hello'"),
    Case("\U0001f534\U0001f7e1", NOTATION, "unknown_sign", "1f534.*at place 1"),
    Case("44", NOTATION, "bad_to_move", "'44' already say who is to move", "X"),
    # one line of rows
    Case("/", NOTATION, "wrong_size", "2 rows; a board has 6 rows of 7 cells"),
    Case("/////", NOTATION, "wrong_size", "row 6 .*has 0 cells"),
    Case(f"{E}/{E}", NOTATION, "wrong_size", "2 rows"),
    Case(f"{EMPTY}{E}/{E} X", NOTATION, "wrong_size", "7 rows"),
    Case(f"{EMPTY}...... X", NOTATION, "wrong_size", "row 1 .*has 6 cells"),
    Case(f"{EMPTY}........ X", NOTATION, "wrong_size", "row 1 .*has 8 cells"),
    Case(f"{EMPTY}{E}X", NOTATION, "wrong_size", "row 1 .*has 8 cells"),
    Case(f"{EMPTY}{E} Z", NOTATION, "bad_to_move", "'Z' cannot be to move.*allowed are X and O"),
    Case(f"{EMPTY}{E} .", NOTATION, "bad_to_move", r"'\.' cannot be to move"),
    Case(f"{EMPTY}{E} h", NOTATION, "bad_to_move", "'h' cannot be to move"),
    Case(f"{EMPTY}{E} X O", NOTATION, "wrong_size", "row 1 .*has 8 cells"),
    Case(f"{EMPTY}{E} X", NOTATION, "bad_to_move", "says that X is to move, to_move says 'O'", "O"),
    Case(f"{EMPTY}..Q.... X", NOTATION, "unknown_sign", "'Q' in column 3, row 1.*allowed are X, O"),
    Case(f"{EMPTY}..x.... O", NOTATION, "unknown_sign", "'x' in column 3, row 1"),
    Case(f"{EMPTY}..\u041e.... X", NOTATION, "unknown_sign", "column 3, row 1"),  # Cyrillic O
    # pictures
    Case(picture()[:-8], NOTATION, "wrong_size", "5 rows"),
    Case(picture() + "\n" + E, NOTATION, "wrong_size", "7 rows"),
    Case("XO", NOTATION, "wrong_size", "1 row; a board has 6"),
    Case("...\n...\n...", NOTATION, "wrong_size", "3 rows"),
    Case(picture("........"), NOTATION, "wrong_size", "row 1 .*has 8 cells"),
    Case(picture("......", E), NOTATION, "wrong_size", "row 2 .*has 6 cells"),
    Case("\n".join(["........"] * 8), NOTATION, "wrong_size", "8 rows"),
    Case("1234567\n1234567", NOTATION, "wrong_size", "0 rows"),
    Case("=======\n-------\n+++++++", NOTATION, "wrong_size", "1 row"),
    Case(picture("...?..."), NOTATION, "unknown_sign", r"'\?' in column 4, row 1"),
    Case(picture("...9..."), NOTATION, "unknown_sign", "'9' in column 4, row 1"),
    Case(picture("\u26aa......"), NOTATION, "unknown_sign", "column 1, row 1"),
    Case(picture("X..h..."), NOTATION, "mixed_signs", "X or O and h or r both occur"),
    Case(picture("h..r..."), NOTATION, "mixed_signs", r"an empty cell is written 0, not \. or -"),
    Case(picture("X.O.0.."), NOTATION, "mixed_signs", "O and 0 both occur"),
    Case(picture("..0...."), NOTATION, "mixed_signs", "0 stands for O only where an X occurs"),
    Case(
        "1 .......\n2 .......\n3 .......\n4 .......\n5 .......\n6 .......",
        NOTATION,
        "bad_label",
        "labelled 1 .*is row 6: rows are counted from the bottom",
    ),
    Case(picture("X......"), NOTATION, "bad_to_move", "'r' cannot be to move", "r"),
    Case(picture("X......"), NOTATION, "bad_to_move", "'' cannot be to move", ""),
    Case("0000000\n" * 6, NOTATION, "bad_to_move", "'X' cannot be to move.*h and r", "X"),
    # grids
    Case([], NOTATION, "wrong_size", "the grid has 0 rows"),
    Case([[]] * 6, NOTATION, "wrong_size", "row 6 of the grid has 0 cells"),
    Case([E] * 7, NOTATION, "wrong_size", "7 rows"),
    Case([E] * 5 + ["......"], NOTATION, "wrong_size", "row 1 of the grid has 6 cells"),
    Case(([0] * 10**6 for _ in iter(int, 1)), NOTATION, "wrong_size", "7 rows"),  # endless
    Case(
        [[0] * 7] * 5 + [[0, 0, 3, 0, 0, 0, 0]],
        NOTATION,
        "unknown_sign",
        "'3'.* in column 3, row 1",
    ),
    Case([[0] * 7] * 5 + [[0, True, 0, 0, 0, 0, 0]], NOTATION, "unknown_sign", "True.* column 2"),
    Case([[0] * 7] * 5 + [[0, 1.5, 0, 0, 0, 0, 0]], NOTATION, "unknown_sign", "1.5.* column 2"),
    Case([[0] * 7] * 5 + [[0, [], 0, 0, 0, 0, 0]], NOTATION, "unknown_sign", r"\[\].* column 2"),
    Case([["X "] * 7] * 6, NOTATION, "unknown_sign", "'X ' in column 1, row 6"),
    Case([1, 2, 3, 4, 5, 6], NOTATION, "not_a_position", "a row of the grid is '1'"),
    # robot boards
    Case({}, NOTATION, "missing_cell", "Column1 is missing"),
    Case(board(Column8={}), NOTATION, "unknown_key", "unknown entry 'Column8'"),
    Case(board(column1={}), NOTATION, "unknown_key", "unknown entry 'column1'.*Column1 to Column7"),
    Case(board(Column3={}), NOTATION, "missing_cell", "Row1 is missing in Column3"),
    Case(
        board(Column3=column(Row7="0")), NOTATION, "unknown_key", "Column3 .*'Row7'.*Row1 to Row6"
    ),
    Case(board(Column3=None), NOTATION, "bad_cell", "Column3 is None"),
    Case(board(Column3="000000"), NOTATION, "bad_cell", "Column3 is '000000'"),
    Case(
        board(Column3=column(Row2="H")), NOTATION, "bad_cell", "Column3, Row2 is 'H'; allowed are"
    ),
    Case(board(Column3=column(Row1=0)), NOTATION, "bad_cell", "Column3, Row1 is 0"),
    Case(board(Column3=column(Row1="hh")), NOTATION, "bad_cell", "Column3, Row1 is 'hh'"),
    Case(board(Column3=column(Row2="h")), IMPOSSIBLE, "floating_stone", "column 3, row 2"),
    Case(board(Column3=column(Row1="h", Row2="h")), IMPOSSIBLE, "count_mismatch", "2 of h"),
    # other things
    Case(None, NOTATION, "not_a_position", "a NoneType is not a position"),
    Case(4453, NOTATION, "not_a_position", "a int is not a position"),
    Case(b"4453", NOTATION, "not_a_position", "a bytes is not a position"),
    # stones that no game can show
    Case(picture("X......", E), IMPOSSIBLE, "floating_stone", "column 1, row 2"),
    Case("X......\n" + picture()[8:], IMPOSSIBLE, "floating_stone", "column 1, row 6"),
    Case(picture("X..O...", ".X.O..."), IMPOSSIBLE, "floating_stone", "column 1, row 2"),
    Case(picture("XO.....", E), IMPOSSIBLE, "floating_stone", "column 1, row 2, column 2, row 2"),
    Case(picture("XX....."), IMPOSSIBLE, "count_mismatch", "0 stones of O and 2 of X"),
    Case(picture("XXXOOOO"), IMPOSSIBLE, "count_mismatch", "4 stones of O and 3 of X", "O"),
    Case(picture("X......"), IMPOSSIBLE, "count_mismatch", "1 stone of X and 0 of O", "X"),
    Case(picture("XXXX...", "OOOO..."), IMPOSSIBLE, "two_winners", "X and O both have four"),
    Case(picture("OOO....", "XXXX..O"), IMPOSSIBLE, "winner_not_last", "X has four.*is to move"),
    Case(picture("XXXO...", "OOOOX.."), IMPOSSIBLE, "play_after_win", "O has four"),
    Case(picture("OOO....", "XXXXO.."), IMPOSSIBLE, "winner_not_last", "say which side", "X"),
    Case(picture("OOOO...", "XXXX..."), IMPOSSIBLE, "two_winners", "O and X both have four", "O"),
]


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{place}-{case.code}" for place, case in enumerate(CASES)]
)
def test_malformed_and_impossible_input_is_refused_by_name(case: Case) -> None:
    started = time.perf_counter()
    with pytest.raises(vg.VierGewinntError) as refusal:
        vg.Position.parse(case.source, to_move=case.to_move)  # type: ignore[arg-type]
    error = refusal.value
    message = str(error)
    assert (type(error), error.code) == (case.error, case.code), message
    assert re.search(case.message, message), message
    assert len(message) < 400
    assert message.isprintable()
    assert time.perf_counter() - started < 1


def test_the_table_covers_every_code_of_the_three_kinds() -> None:
    assert len(CASES) >= 60
    assert {case.code for case in CASES} >= {
        "bad_cell", "bad_label", "bad_to_move", "missing_cell", "mixed_signs", "not_a_position",
        "too_long", "unknown_key", "unknown_sign", "wrong_size", "count_mismatch",
        "floating_stone", "play_after_win", "two_winners", "winner_not_last", "column_full",
        "game_over", "no_such_column",
    }  # fmt: skip


def test_refusals_name_the_cells() -> None:
    with pytest.raises(vg.ImpossiblePosition) as refusal:
        vg.Position.parse(picture("XO.....", E))
    assert refusal.value.data["cells"] == ((1, 2), (2, 2))
    with pytest.raises(vg.ImpossiblePosition) as refusal:
        vg.Position.parse(picture("OOO....", "XXXX..O"))
    assert refusal.value.data["cells"] == ((1, 1), (2, 1), (3, 1), (4, 1))


ALPHABETS = ["XO.-0hr/ \n", "1234567", "0123456789 /XO.\n|[]+", "".join(map(chr, range(0x250)))]


def random_text(rng: random.Random) -> str:
    """Random signs, or something right with a few signs changed, doubled or lost."""
    alphabet = rng.choice(ALPHABETS)
    if rng.random() < 0.5:
        return "".join(rng.choices(alphabet, k=rng.randrange(80)))
    position = vg.random_position(rng.randrange(43), rng=rng)
    signs = list(rng.choice([position.text, str(position)]))
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(signs))
        signs[place : place + rng.randrange(2)] = rng.choices(alphabet, k=rng.randrange(3))
    return "".join(signs)


def test_no_text_crashes_the_parser(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    texts, read = count(30_000, 5_000_000), 0
    for _ in range(texts):
        source: object = random_text(rng)
        if rng.random() < 0.1:
            source = rng.randbytes(rng.randrange(60)).decode("latin-1")
        if rng.random() < 0.1 and isinstance(source, str):
            source = [list(row) for row in source.split("/")]
        try:
            position = vg.Position.parse(source, to_move=rng.choice([None, None, "X", "O"]))  # type: ignore[arg-type]
        except vg.VierGewinntError:
            continue
        read += 1
        assert vg.Position.parse(position.text) == position
    assert 0.01 * texts < read < texts
    record(texts=texts, read_as_positions=read)
