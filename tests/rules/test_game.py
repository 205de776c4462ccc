"""A game with its history."""

import copy
import pickle

import pytest

import viergewinnt as vg


def test_play_undo_and_redo_walk_the_line() -> None:
    game = vg.Game("4453")
    assert game.play(4) == game.position == vg.Position.parse("44534")
    assert game.undo() == vg.Position.parse("4453")
    assert game.undo() == vg.Position.parse("445")
    assert (game.moves, game.redo_moves) == ("445", "34")
    assert game.redo() == vg.Position.parse("4453")
    assert (game.moves, game.redo_moves, game.ply) == ("4453", "4", 4)


def test_a_new_stone_forgets_what_was_taken_back() -> None:
    game = vg.Game("4453")
    game.undo()
    game.play(1)
    assert (game.moves, game.redo_moves) == ("4451", "")


def test_a_refused_stone_changes_nothing_not_even_the_redo() -> None:
    game = vg.Game("4444441")
    game.undo()
    with pytest.raises(vg.IllegalMove) as refusal:
        game.play(4)
    assert refusal.value.code == "column_full"
    assert (game.moves, game.redo_moves) == ("444444", "1")


def test_jump_goes_to_any_ply_of_the_line() -> None:
    game = vg.Game("445344")
    assert game.jump(2) == vg.Position.parse("44")
    assert game.redo_moves == "5344"
    assert game.jump(6) == vg.Position.parse("445344")
    assert game.jump(0) == vg.Position()


@pytest.mark.parametrize("ply", [-1, 7, 100])
def test_a_ply_off_the_line_is_refused(ply: int) -> None:
    game = vg.Game("445344")
    with pytest.raises(vg.HistoryError, match="0 to 6") as refusal:
        game.jump(ply)
    assert refusal.value.code == "no_such_ply"
    assert game.ply == 6


def test_plies_count_the_stones_of_a_set_up_start() -> None:
    game = vg.Game("1", start=vg.Position.parse("44"))
    assert game.ply == 3
    assert game.jump(2) == vg.Position.parse("44")
    with pytest.raises(vg.HistoryError):
        game.jump(1)


def test_there_is_nothing_before_the_start_or_after_the_last_stone() -> None:
    game = vg.Game()
    with pytest.raises(vg.HistoryError) as refusal:
        game.undo()
    assert refusal.value.code == "nothing_to_undo"
    with pytest.raises(vg.HistoryError) as refusal:
        game.redo()
    assert refusal.value.code == "nothing_to_redo"


def test_taking_back_works_after_the_end() -> None:
    game = vg.Game("1212121")
    assert game.position.winner == "first"
    assert not game.undo().is_over


def test_bad_moves_do_not_make_a_game() -> None:
    with pytest.raises(vg.NotationError):
        vg.Game("44x")
    with pytest.raises(vg.IllegalMove):
        vg.Game("4444444")


def test_positions_lists_the_way_from_the_start() -> None:
    game = vg.Game("445")
    game.undo()
    assert list(game.positions()) == [vg.Position.parse(moves) for moves in ("", "4", "44")]


def test_games_compare_copy_pickle_and_print() -> None:
    game = vg.Game("4453")
    game.undo()
    assert game != vg.Game("445")  # the redo differs
    twin = game.copy()
    assert twin == game
    twin.redo()
    assert (game.moves, twin.moves) == ("445", "4453")
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301
    assert copy.deepcopy(game) == game
    assert str(game) == "445"
    names = {"Game": vg.Game, "Position": vg.Position}
    for other in (vg.Game("4453"), vg.Game("1", start=vg.Position.parse("44"))):
        assert eval(repr(other), names) == other  # noqa: S307
    with pytest.raises(TypeError):
        hash(game)
