"""Players of a served game: their names, colours and engines, and who holds a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viergewinnt.errors import AccessRefused, GameRefused, OptionError
from viergewinnt.server.access import AWAY_MS, check_owner, held_by_others, last_seen_ms
from viergewinnt.server.colours import PAIRS, check_pair, read_colour
from viergewinnt.server.game import OTHER, Player, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.rules.position import Side
    from viergewinnt.server.access import Actor
    from viergewinnt.server.game import PlayerKind, ServedGame

__all__ = [
    "DEFAULT_ENGINE",
    "MAX_NAME",
    "change_player",
    "default_players",
    "invite",
    "read_name",
    "set_pace",
    "swap_sides",
    "take_seat",
]

DEFAULT_ENGINE = "perfect"
MAX_NAME = 40
_RED, _YELLOW = PAIRS["red-yellow"]


def default_players() -> dict[Side, Player]:
    """A human, who begins, against the computer."""
    return {
        "first": Player(kind="human", name="Spieler A", colour=_RED, engine=DEFAULT_ENGINE),
        "second": Player(kind="computer", name="Spieler B", colour=_YELLOW, engine=DEFAULT_ENGINE),
    }


def read_name(name: str) -> str:
    """The name without spaces around it: printable, 1 to 40 characters."""
    stripped = name.strip()
    if not 1 <= len(stripped) <= MAX_NAME or not stripped.isprintable():
        raise OptionError(
            f"{name!r:.60} is no name; a name has 1 to {MAX_NAME} printable characters",
            code="bad_name",
        )
    return stripped


def change_player(
    game: ServedGame,
    actor: Actor,
    side: Side,
    *,
    now_ms: int,
    kind: PlayerKind | None = None,
    name: str | None = None,
    colour: str | None = None,
    engine: str | None = None,
) -> ServedGame:
    """A side with what is given changed; the engine is a SPEC that was checked before.

    Switching the computer on at its turn lets it move at once.
    """
    player = game.players[side]
    _check_may_change(game, actor, side, kind=kind, name=name, engine=engine, now_ms=now_ms)
    changed = replace(
        player,
        kind=player.kind if kind is None else kind,
        name=player.name if name is None else read_name(name),
        colour=player.colour if colour is None else read_colour(colour),
        engine=player.engine if engine is None else engine,
    )
    if colour is not None:
        check_pair(changed.colour, game.players[OTHER[side]].colour)
    seats = dict(game.seats)
    if changed.kind != player.kind:
        # Whoever held it is out: a seat that is a human's again is the owner's.
        seats[side] = Seat() if seats[side].handed else replace(seats[side], code_hash=None)
    works = changed.kind != player.kind or changed.engine != player.engine
    return game.changed(
        now_ms,
        stale=works and game.to_move == side,
        players={**game.players, side: changed},
        seats=seats,
        held=game.held and changed.kind == player.kind,
    )


def _check_may_change(
    game: ServedGame,
    actor: Actor,
    side: Side,
    *,
    kind: PlayerKind | None,
    name: str | None,
    engine: str | None,
    now_ms: int,
) -> None:
    if not actor.is_owner:
        if actor.side != side:
            check_owner(actor)
        if kind is not None or engine is not None:
            raise AccessRefused(
                "the holder of a seat may change its name and colour; kind and engine are the"
                " owner's",
                code="not_allowed",
            )
        return
    if game.players[side].kind != "human" or not game.seats[side].handed:
        return
    if name is not None:
        raise AccessRefused(
            f"the {side} player is another person, whose name is theirs", code="seat_held"
        )
    if kind == "computer":
        _check_away(game, side, now_ms)


def _check_away(game: ServedGame, side: Side, now_ms: int) -> None:
    if now_ms - last_seen_ms(game, side) < AWAY_MS:
        raise AccessRefused(
            f"the {side} player is another person; their seat can be taken from them only after"
            f" {AWAY_MS // 60_000} minutes of absence",
            code="seat_held",
        )


def set_pace(game: ServedGame, actor: Actor, pace_ms: int, *, now_ms: int) -> ServedGame:
    """The least time between two stones when computers play each other."""
    check_owner(actor)
    return game.changed(now_ms, stale=False, pace_ms=pace_ms)


def swap_sides(game: ServedGame, actor: Actor, *, now_ms: int) -> ServedGame:
    """The two players change places; the colours stay with the stones.

    A computer that is then to move goes on.
    """
    check_owner(actor)
    if held_by_others(game, actor):
        raise AccessRefused(
            "another person holds a seat; sides can be swapped in a new game", code="seat_held"
        )
    first, second = game.players["first"], game.players["second"]
    return game.changed(
        now_ms,
        players={
            "first": replace(second, colour=first.colour),
            "second": replace(first, colour=second.colour),
        },
        seats={"first": game.seats["second"], "second": game.seats["first"]},
        held=False,
    )


# --------------------------------------------------------------------------------- handing over


def invite(
    game: ServedGame, actor: Actor, side: Side, code_hash: str, *, now_ms: int
) -> ServedGame:
    """Opens a human's seat to whoever brings the code; an older code counts no more.

    Only its holder hands over a seat that was handed over before, unless they have gone away.
    """
    if actor.side != side:
        check_owner(actor)
        if game.seats[side].handed and game.players[side].kind == "human":
            _check_away(game, side, now_ms)
    if game.players[side].kind != "human":
        raise GameRefused(
            f"the {side} player is a computer; make it a human to hand the seat over",
            code="not_human_seat",
            side=side,
        )
    seat = replace(game.seats[side], code_hash=code_hash)
    return game.changed(now_ms, stale=False, seats={**game.seats, side: seat})


def take_seat(game: ServedGame, code_hash: str, secret_hash: str, *, now_ms: int) -> ServedGame:
    """Gives the seat that the code opens to whoever brought it; the code is used up."""
    side = _side_of_code(game.seats, code_hash)
    if side is None or game.players[side].kind != "human":
        raise wrong_code()
    seat = Seat(secret_hash=secret_hash, handed=True, seen_ms=now_ms)
    # What was agreed and offered was between other people.
    offers = tuple(
        replace(offer, status="expired") if offer.status == "open" else offer
        for offer in game.offers
    )
    return game.changed(
        now_ms,
        stale=False,
        seats={**game.seats, side: seat},
        hints_agreed=False,
        offers=offers,
    )


def wrong_code() -> AccessRefused:
    """The refusal of a code, used or never given out."""
    return AccessRefused(
        "this invitation is not, or no longer, good for a seat; ask for a new one",
        code="wrong_code",
    )


def _side_of_code(seats: Mapping[Side, Seat], code_hash: str) -> Side | None:
    return next((side for side, seat in seats.items() if seat.code_hash == code_hash), None)
