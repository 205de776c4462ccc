"""Every cell of the table of who may do what."""

from collections.abc import Callable

import pytest

from tests.server.games import FIRST, OWNER, SECOND, T0, WATCHER, choice, new_game
from viergewinnt import AccessRefused, GameRefused
from viergewinnt.server import access, agreements, moves, seats
from viergewinnt.server.access import Actor
from viergewinnt.server.game import ServedGame
from viergewinnt.server.tokens import hash_of

# The games of the table: own ones, against the computer, and between two persons.
ALONE = "alone"  # two humans, no seat handed over
SECOND_AWAY = "second handed"  # the owner against another person
BOTH_AWAY = "both handed"
GUEST_COMPUTER = "guest against the computer"
OWN_COMPUTER = "owner against the computer"


def game_of(name: str, moves: str = "4455") -> ServedGame:
    return {
        ALONE: lambda: new_game(moves=moves),
        SECOND_AWAY: lambda: new_game(handed=("second",), moves=moves),
        BOTH_AWAY: lambda: new_game(handed=("first", "second"), moves=moves),
        GUEST_COMPUTER: lambda: new_game("human", "computer", handed=("first",), moves=moves),
        OWN_COMPUTER: lambda: new_game("human", "computer", moves=moves),
    }[name]()


YES = "yes"
Do = Callable[[ServedGame, Actor], object]


def outcome(do: Do, game: ServedGame, actor: Actor) -> str:
    try:
        do(game, actor)
    except (AccessRefused, GameRefused) as refusal:
        return refusal.code
    return YES


def play(game: ServedGame, actor: Actor) -> object:
    return moves.play(game, actor, 1, now_ms=T0)


def undo(game: ServedGame, actor: Actor) -> object:
    return moves.undo(game, actor, "stone", now_ms=T0)


def redo(game: ServedGame, actor: Actor) -> object:
    return moves.redo(moves.go_to(game, 3, now_ms=T0), actor, now_ms=T0)


def restart(game: ServedGame, actor: Actor) -> object:
    return agreements.restart(game, actor, now_ms=T0, next_id="new")


def offer(game: ServedGame, actor: Actor) -> object:
    return agreements.make_offer(game, actor, "undo", now_ms=T0)


def pause(game: ServedGame, actor: Actor) -> object:
    return moves.pause(game, actor, now_ms=T0)


def resume(game: ServedGame, actor: Actor) -> object:
    return moves.resume(game, actor, now_ms=T0)


def pace(game: ServedGame, actor: Actor) -> object:
    return seats.set_pace(game, actor, 100, now_ms=T0)


def name_first(game: ServedGame, actor: Actor) -> object:
    return seats.change_player(game, actor, "first", now_ms=T0, name="Ada")


def name_second(game: ServedGame, actor: Actor) -> object:
    return seats.change_player(game, actor, "second", now_ms=T0, name="Bob")


def colour_second(game: ServedGame, actor: Actor) -> object:
    return seats.change_player(game, actor, "second", now_ms=T0, colour="#212121")


def kind_second(game: ServedGame, actor: Actor) -> object:
    return seats.change_player(game, actor, "second", now_ms=T0, kind="computer")


def engine_second(game: ServedGame, actor: Actor) -> object:
    return seats.change_player(game, actor, "second", now_ms=T0, engine="random")


def invite_second(game: ServedGame, actor: Actor) -> object:
    return seats.invite(game, actor, "second", hash_of("code"), now_ms=T0)


N, A, T, H = "not_allowed", "needs_agreement", "not_your_turn", "seat_held"
# (wish, game): what owner, first, second and watcher are told. It is the first player's turn.
TABLE: list[tuple[Do, str, tuple[str, str, str, str]]] = [
    (play, ALONE, (YES, YES, T, N)),
    (play, SECOND_AWAY, (YES, YES, T, N)),
    (play, BOTH_AWAY, (T, YES, T, N)),
    (play, GUEST_COMPUTER, (T, YES, T, N)),
    (play, OWN_COMPUTER, (YES, YES, T, N)),
    *(
        row
        for wish in (undo, redo, restart)
        for row in [
            (wish, ALONE, (YES, A, A, N)),
            (wish, SECOND_AWAY, (A, A, A, N)),
            (wish, BOTH_AWAY, (A, A, A, N)),
            (wish, GUEST_COMPUTER, (A, A, A, N)),
            (wish, OWN_COMPUTER, (YES, A, A, N)),
        ]
    ),
    (offer, ALONE, ("nobody_to_ask", YES, YES, N)),
    (offer, SECOND_AWAY, (YES, YES, YES, N)),
    (offer, BOTH_AWAY, ("nobody_to_ask", YES, YES, N)),
    (offer, GUEST_COMPUTER, (YES, YES, YES, N)),
    (offer, OWN_COMPUTER, ("nobody_to_ask", YES, YES, N)),
    (access.check_hints, ALONE, (YES, YES, YES, N)),
    (access.check_hints, SECOND_AWAY, (A, A, A, N)),
    (access.check_hints, BOTH_AWAY, (A, A, A, N)),
    (access.check_hints, GUEST_COMPUTER, (A, YES, A, N)),
    (access.check_hints, OWN_COMPUTER, (YES, YES, YES, N)),
    *(
        (wish, name, (YES, N, N, N))
        for wish in (pause, resume, pace)
        for name in (ALONE, SECOND_AWAY, BOTH_AWAY, GUEST_COMPUTER, OWN_COMPUTER)
    ),
    (name_first, ALONE, (YES, YES, N, N)),
    (name_first, SECOND_AWAY, (YES, YES, N, N)),
    (name_first, BOTH_AWAY, (H, YES, N, N)),
    (name_second, SECOND_AWAY, (H, N, YES, N)),
    (name_second, OWN_COMPUTER, (YES, N, YES, N)),
    (colour_second, SECOND_AWAY, (YES, N, YES, N)),
    (kind_second, ALONE, (YES, N, N, N)),
    (kind_second, SECOND_AWAY, (H, N, N, N)),
    (engine_second, SECOND_AWAY, (YES, N, N, N)),
    (invite_second, ALONE, (YES, N, YES, N)),
    (invite_second, SECOND_AWAY, (H, N, YES, N)),
    (invite_second, OWN_COMPUTER, ("not_human_seat", N, "not_human_seat", N)),
    (access.check_delete, ALONE, (YES, N, N, N)),
    (access.check_delete, SECOND_AWAY, (H, N, N, N)),
]


@pytest.mark.parametrize(
    ("wish", "name", "expected"),
    TABLE,
    ids=[f"{wish.__name__}-{name}" for wish, name, _ in TABLE],
)
def test_the_table_of_who_may_do_what(
    wish: Do, name: str, expected: tuple[str, str, str, str]
) -> None:
    found = [outcome(wish, game_of(name), actor) for actor in (OWNER, FIRST, SECOND, WATCHER)]
    assert tuple(found) == expected


@pytest.mark.parametrize("name", [ALONE, SECOND_AWAY, BOTH_AWAY, GUEST_COMPUTER, OWN_COMPUTER])
def test_everybody_may_analyse_a_finished_game(name: str) -> None:
    game = game_of(name, "1212121")
    assert game.is_over
    for actor in (OWNER, FIRST, SECOND, WATCHER):
        access.check_hints(game, actor)


@pytest.mark.parametrize("actor", [OWNER, FIRST, SECOND])
def test_hints_are_on_between_two_people_once_both_agreed(actor: Actor) -> None:
    access.check_hints(new_game(handed=("second",), hints_agreed=True), actor)


def test_only_the_owner_plays_for_a_computer_and_only_when_it_waits() -> None:
    thinking = new_game("human", "computer", moves="4")
    assert outcome(play, thinking, OWNER) == "computer_to_move"
    assert outcome(play, thinking, FIRST) == T
    waiting = moves.go_to(new_game("human", "computer", moves="445"), 1, now_ms=T0)
    assert waiting.waiting
    assert outcome(play, waiting, OWNER) == YES
    assert outcome(play, waiting, FIRST) == T
    assert outcome(play, waiting, WATCHER) == N
    paused = moves.pause(thinking, OWNER, now_ms=T0)
    assert outcome(play, paused, OWNER) == YES


def test_a_seat_can_be_taken_from_its_holder_after_two_minutes_of_absence() -> None:
    game = new_game(handed=("second",))
    later = T0 + access.AWAY_MS
    with pytest.raises(AccessRefused):
        seats.change_player(game, OWNER, "second", now_ms=later - 1, kind="computer")
    taken = seats.change_player(game, OWNER, "second", now_ms=later, kind="computer")
    assert taken.seats["second"].secret_hash is None
    seats.invite(game, OWNER, "second", "hash", now_ms=later)


def test_secrets_say_who_asks_and_wrong_ones_are_refused() -> None:
    game = new_game()
    assert access.identify(game, None) == WATCHER
    for secret in ("", "wrong", "x" * 5000, "ä\ud800"):
        with pytest.raises(AccessRefused) as refusal:
            access.identify(game, secret)
        assert refusal.value.code == "wrong_secret"
    taken = seats.take_seat(
        seats.invite(game, OWNER, "second", hash_of("code"), now_ms=T0),
        hash_of("code"),
        hash_of("secret"),
        now_ms=T0,
    )
    assert access.identify(taken, "secret") == SECOND
    assert taken.seats["second"].handed


def test_an_invitation_is_good_once() -> None:
    game = seats.invite(new_game(), OWNER, "second", hash_of("code"), now_ms=T0)
    taken = seats.take_seat(game, hash_of("code"), hash_of("one"), now_ms=T0)
    for code in ("code", "other"):
        with pytest.raises(AccessRefused) as refusal:
            seats.take_seat(taken, hash_of(code), hash_of("two"), now_ms=T0)
        assert refusal.value.code == "wrong_code"


def test_best_moves_report_like_a_computers() -> None:
    game = moves.play(new_game(), OWNER, 4, now_ms=T0, choice=choice(4))
    stone = game.stones[0]
    assert (stone.decided_by, stone.engine, stone.depth, stone.elapsed_ms) == (
        "best-move",
        "alphabeta",
        5,
        250,
    )
