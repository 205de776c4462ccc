"""Stones, taking back, redoing, and when computers move or wait."""

import pytest

from tests.server.games import FIRST, OWNER, SECOND, T0, choice, new_game, put
from viergewinnt import AccessRefused, GameRefused, HistoryError, IllegalMove, OptionError
from viergewinnt.server import agreements, moves, seats
from viergewinnt.server.access import AWAY_MS
from viergewinnt.server.game import ServedGame


def undo(game: ServedGame, to: moves.UndoTarget = "stone") -> ServedGame:
    return moves.undo(game, OWNER, to, now_ms=T0)


def redo(game: ServedGame) -> ServedGame:
    return moves.redo(game, OWNER, now_ms=T0)


def test_every_change_makes_the_next_version_and_leaves_the_old_game_alone() -> None:
    game = new_game()
    after = moves.play(game, OWNER, 4, now_ms=T0 + 5)
    assert (after.version, after.turn, after.moves, after.changed_ms) == (2, 2, "4", T0 + 5)
    assert (game.version, game.moves) == (1, "")
    assert seats.set_pace(after, OWNER, 50, now_ms=T0).turn == after.turn


def test_a_stale_version_is_refused() -> None:
    with pytest.raises(GameRefused) as refusal:
        moves.check_version(new_game(moves="4"), 1)
    assert (refusal.value.code, refusal.value.data["version"]) == ("stale_version", 2)


def test_the_rules_refuse_stones() -> None:
    for game, column, code in (
        (new_game(moves="444444"), 4, "column_full"),
        (new_game(moves="1212121"), 4, "game_over"),
        (new_game(), 8, "no_such_column"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            moves.play(game, OWNER, column, now_ms=T0)
        assert refusal.value.code == code


def test_a_computer_thinks_at_its_turn() -> None:
    game = new_game("human", "computer")
    assert not game.thinking
    game = put(game, 4)
    assert game.thinking
    game = moves.play_computer_move(game, choice(3), now_ms=T0)
    assert (game.moves, game.thinking, game.stones[1].decided_by) == ("43", False, "computer")
    with pytest.raises(GameRefused) as refusal:
        moves.play_computer_move(game, choice(3), now_ms=T0)
    assert refusal.value.code == "not_computer_turn"


def test_after_taking_back_the_computer_waits_until_played_for_or_resumed() -> None:
    game = undo(new_game("human", "computer", moves="43"))
    assert (game.moves, game.redo_moves, game.waiting, game.thinking) == ("4", "3", True, False)
    resumed = moves.resume(game, OWNER, now_ms=T0)
    assert (resumed.thinking, resumed.redo_moves) == (True, "3")
    played = moves.play(game, OWNER, 5, now_ms=T0)
    assert (played.moves, played.redo_moves, played.waiting) == ("45", "", False)
    assert put(played, 1).thinking


def test_taking_back_my_turn_goes_back_to_my_own_last_decision() -> None:
    game = undo(new_game("human", "computer", moves="4312"), "my-turn")
    assert (game.moves, game.to_move, game.waiting) == ("43", "first", False)
    by_computer_first = undo(new_game("computer", "human", moves="431"), "my-turn")
    assert by_computer_first.moves == "4"
    with pytest.raises(HistoryError):
        undo(new_game("computer", "computer", moves="43"), "my-turn")


def test_reports_survive_taking_back_and_redoing() -> None:
    game = new_game("human", "computer", moves="43")
    again = redo(redo(undo(game, 0)))
    assert (again.stones, again.moves, again.waiting) == (game.stones, "43", False)
    assert again.stones[1].depth == 5


def test_while_more_can_be_redone_the_computer_waits_and_then_goes_on() -> None:
    game = undo(new_game("human", "computer", moves="431"), 0)
    one = redo(game)
    assert (one.moves, one.waiting) == ("4", True)
    three = redo(redo(one))
    assert (three.moves, three.thinking) == ("431", True)
    with pytest.raises(HistoryError) as refusal:
        redo(three)
    assert refusal.value.code == "nothing_to_redo"


def test_taking_back_works_after_the_end() -> None:
    game = undo(new_game(moves="1212121"))
    assert (game.is_over, game.to_move) == (False, "first")


@pytest.mark.parametrize("to", [-1, 4, 99])
def test_taking_back_to_where_the_game_is_not_is_refused(to: int) -> None:
    with pytest.raises(HistoryError) as refusal:
        undo(new_game(moves="4321"), to)
    assert refusal.value.code == "no_such_ply"


def test_a_start_with_stones_is_never_taken_back() -> None:
    game = new_game(start="4455", moves="1")
    assert undo(game).moves == ""
    with pytest.raises(HistoryError):
        undo(undo(game))
    assert undo(game, 4).position.ply == 4


def test_computers_that_play_each_other_pause_when_a_stone_is_taken_back() -> None:
    game = new_game("computer", "computer", moves="43")
    assert game.thinking
    back = undo(game)
    assert (back.paused, back.waiting, back.thinking) == (True, False, False)
    played = moves.play(back, OWNER, 2, now_ms=T0)
    assert not played.thinking
    assert moves.resume(played, OWNER, now_ms=T0).thinking


def test_a_step_needs_a_computers_turn() -> None:
    moves.step(moves.pause(new_game("computer", "computer"), OWNER, now_ms=T0), OWNER)
    for game in (new_game(), new_game(moves="1212121")):
        with pytest.raises(GameRefused) as refusal:
            moves.step(game, OWNER)
        assert refusal.value.code == "not_computer_turn"


def test_switching_a_computer_on_or_off_takes_effect_at_once() -> None:
    game = new_game(moves="4")
    on = seats.change_player(game, OWNER, "second", now_ms=T0, kind="computer")
    assert (on.thinking, on.turn) == (True, game.turn + 1)
    off = seats.change_player(on, OWNER, "second", now_ms=T0, kind="human")
    assert (off.thinking, off.turn) == (False, game.turn + 2)
    named = seats.change_player(on, OWNER, "second", now_ms=T0, name="Bob")
    assert named.turn == on.turn  # the computer thinks on


def test_swapping_sides_hands_the_turn_to_the_computer_and_leaves_the_colours() -> None:
    game = new_game("human", "computer", moves="43")
    swapped = seats.swap_sides(game, OWNER, now_ms=T0)
    assert swapped.thinking
    assert swapped.players["first"].kind == "computer"
    assert swapped.players["first"].name == "Spieler B"
    for side in ("first", "second"):
        assert swapped.players[side].colour == game.players[side].colour
    assert swapped.seats["second"] == game.seats["first"]
    with pytest.raises(AccessRefused):
        seats.swap_sides(new_game(handed=("second",)), OWNER, now_ms=T0)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\x00"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(OptionError) as refusal:
        seats.change_player(new_game(), OWNER, "first", now_ms=T0, name=name)
    assert refusal.value.code == "bad_name"


def test_a_colour_too_close_to_the_others_is_refused() -> None:
    with pytest.raises(OptionError) as refusal:
        seats.change_player(new_game(), OWNER, "first", now_ms=T0, colour="#fdd836")
    assert refusal.value.code == "colours_too_close"


# -------------------------------------------------------------------------------- two persons


def two_people(moves: str = "44") -> ServedGame:
    return new_game(handed=("second",), moves=moves)


def accept(game: ServedGame, number: int = 1) -> tuple[ServedGame, ServedGame | None]:
    return agreements.accept(game, SECOND, number, now_ms=T0, next_id="next")


def test_an_accepted_undo_takes_back_what_was_meant_when_it_was_offered() -> None:
    game = agreements.make_offer(two_people("445"), OWNER, "undo", now_ms=T0, to="my-turn")
    after, new = accept(game)
    assert (after.moves, after.redo_moves, new) == ("44", "5", None)
    assert after.offers[0].status == "accepted"


def test_a_stone_closes_offers_for_the_board_as_it_was() -> None:
    game = agreements.make_offer(two_people(), OWNER, "undo", now_ms=T0)
    game = agreements.make_offer(game, OWNER, "rematch", now_ms=T0)
    game = put(game, 1)
    assert [offer.status for offer in game.offers] == ["expired", "open"]
    with pytest.raises(GameRefused) as refusal:
        accept(game, 1)
    assert refusal.value.code == "offer_closed"


def test_an_agreed_draw_ends_the_game_until_a_stone_is_taken_back() -> None:
    game, _ = accept(agreements.make_offer(two_people(), FIRST, "draw", now_ms=T0))
    assert (game.is_over, game.to_move) == (True, None)
    with pytest.raises(GameRefused) as refusal:
        moves.play(game, OWNER, 1, now_ms=T0)
    assert refusal.value.code == "game_over"
    game = agreements.make_offer(game, OWNER, "undo", now_ms=T0)
    after, _ = accept(game, 2)
    assert (after.is_over, after.moves) == (False, "4")


def test_a_rematch_keeps_players_and_secrets_under_a_new_address() -> None:
    old, new = accept(agreements.make_offer(two_people(), OWNER, "rematch", now_ms=T0))
    assert new is not None
    assert (old.next_game, new.id, new.moves, new.version) == ("next", "next", "", 1)
    assert new.seats["second"].secret_hash == old.seats["second"].secret_hash
    assert new.owner_hash == old.owner_hash


def test_agreed_hints_end_when_somebody_else_takes_the_seat() -> None:
    game, _ = accept(agreements.make_offer(two_people(), OWNER, "hints", now_ms=T0))
    assert game.hints_agreed
    game = seats.invite(game, SECOND, "second", "code", now_ms=T0)
    assert not seats.take_seat(game, "code", "hash", now_ms=T0).hints_agreed


def test_nobody_accepts_an_offer_of_their_own() -> None:
    game = agreements.make_offer(two_people(), OWNER, "draw", now_ms=T0)
    for actor in (OWNER, FIRST):
        with pytest.raises(AccessRefused):
            agreements.accept(game, actor, 1, now_ms=T0, next_id="next")
    assert agreements.decline(game, OWNER, 1, now_ms=T0).offers[0].status == "declined"
    assert agreements.decline(game, SECOND, 1, now_ms=T0).offers[0].status == "declined"


def test_of_each_kind_one_offer_is_open() -> None:
    game = agreements.make_offer(two_people(), OWNER, "draw", now_ms=T0)
    with pytest.raises(GameRefused) as refusal:
        agreements.make_offer(game, SECOND, "draw", now_ms=T0)
    assert refusal.value.code == "offer_open"


def test_a_game_is_claimed_when_the_other_is_away_at_their_turn() -> None:
    game = two_people("445")
    later = T0 + AWAY_MS
    for actor in (OWNER, FIRST):
        claimed = agreements.claim(game, actor, now_ms=later)
        assert claimed.ending is not None
        assert (claimed.ending.reason, claimed.ending.winner) == ("claimed", "first")
    for refused, actor, at_ms in (
        (game, OWNER, later - 1),
        (game, SECOND, later),
        (two_people("44"), OWNER, later),
    ):
        with pytest.raises(GameRefused) as refusal:
            agreements.claim(refused, actor, now_ms=at_ms)
        assert refusal.value.code == "not_away"
    with pytest.raises(GameRefused) as refusal:
        agreements.claim(new_game(moves="4"), OWNER, now_ms=later)
    assert refusal.value.code == "nobody_to_ask"
