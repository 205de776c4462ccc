"""What two persons settle between them: offers, and the claim of a game that one has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viergewinnt.errors import AccessRefused, GameRefused
from viergewinnt.server.access import (
    AWAY_MS,
    check_history,
    counterpart,
    last_seen_ms,
    stands_for,
)
from viergewinnt.server.game import OTHER, SIDES, Ending, Offer, Seat, ServedGame
from viergewinnt.server.moves import expired, go_to, undo_ply

if TYPE_CHECKING:
    from viergewinnt.rules.position import Side
    from viergewinnt.server.access import Actor
    from viergewinnt.server.game import OfferKind
    from viergewinnt.server.moves import UndoTarget

__all__ = ["accept", "claim", "decline", "make_offer", "restart", "successor"]

KEPT_OFFERS = 20


def make_offer(
    game: ServedGame, actor: Actor, kind: OfferKind, *, now_ms: int, to: UndoTarget = "stone"
) -> ServedGame:
    """Asks the other person; of each kind one offer may be open."""
    if actor.person is None:
        raise AccessRefused("whoever watches has nothing to offer", code="not_allowed")
    if counterpart(game, actor.person) is None:
        raise GameRefused(
            "there is no other person to ask; do it without an offer", code="nobody_to_ask"
        )
    if any(offer.status == "open" and offer.kind == kind for offer in game.offers):
        raise GameRefused(f"an offer of {kind} is open already", code="offer_open", kind=kind)
    if kind in ("draw", "hints") and game.is_over:
        raise GameRefused(f"the game is over: {kind} is settled", code="game_over")
    ply = undo_ply(game, actor, to) if kind == "undo" else None
    number = max((offer.number for offer in game.offers), default=0) + 1
    offer = Offer(number=number, kind=kind, by=actor.person, ply=ply)
    return game.changed(now_ms, stale=False, offers=(*game.offers, offer)[-KEPT_OFFERS:])


def accept(
    game: ServedGame, actor: Actor, number: int, *, now_ms: int, next_id: str
) -> tuple[ServedGame, ServedGame | None]:
    """Does what was offered; an accepted rematch comes with the new game, of that id."""
    offer = _open_offer(game, number)
    if offer.by == actor.person:
        raise AccessRefused("an offer is accepted by the other person", code="not_allowed")
    _check_asked(game, actor, offer)
    settled = _settled(game, offer, "accepted")
    if offer.kind == "undo":
        assert offer.ply is not None  # noqa: S101 - an undo has one
        return go_to(settled, offer.ply, now_ms=now_ms), None
    if offer.kind == "draw":
        ended = settled.changed(
            now_ms, ending=Ending(reason="agreed"), offers=expired(settled.offers)
        )
        return ended, None
    if offer.kind == "hints":
        return settled.changed(now_ms, stale=False, hints_agreed=True), None
    new = successor(settled, next_id, now_ms=now_ms)
    return settled.changed(now_ms, stale=False, next_game=new.id), new


def decline(game: ServedGame, actor: Actor, number: int, *, now_ms: int) -> ServedGame:
    """Closes an offer: the one who was asked declines it, the one who made it takes it back."""
    offer = _open_offer(game, number)
    if offer.by != actor.person:
        _check_asked(game, actor, offer)
    return _settled(game, offer, "declined").changed(now_ms, stale=False)


def _open_offer(game: ServedGame, number: int) -> Offer:
    for offer in game.offers:
        if offer.number == number and offer.status == "open":
            return offer
    raise GameRefused(f"there is no open offer {number}", code="offer_closed", offer=number)


def _check_asked(game: ServedGame, actor: Actor, offer: Offer) -> None:
    asked = counterpart(game, offer.by)
    if asked is None or not stands_for(game, actor, asked):
        raise AccessRefused("whoever asks was not asked", code="not_allowed")


def _settled(game: ServedGame, offer: Offer, status: str) -> ServedGame:
    offers = tuple(
        replace(each, status=status) if each is offer else each  # type: ignore[arg-type]
        for each in game.offers
    )
    return replace(game, offers=offers)


def claim(game: ServedGame, actor: Actor, *, now_ms: int) -> ServedGame:
    """Wins a game that the other person left for two minutes with their stone to play."""
    own = _own_side(game, actor)
    other = OTHER[own]
    if game.is_over:
        raise GameRefused("the game is over", code="game_over")
    away_ms = now_ms - last_seen_ms(game, other)
    if game.to_move != other or away_ms < AWAY_MS:
        raise GameRefused(
            "a game can be claimed when it is the other person's turn and they have been away for"
            f" {AWAY_MS // 1000} seconds; they were heard of {away_ms // 1000} seconds ago",
            code="not_away",
            away_s=away_ms // 1000,
            needed_s=AWAY_MS // 1000,
        )
    ending = Ending(reason="claimed", winner=own)
    return game.changed(now_ms, ending=ending, offers=expired(game.offers))


def _own_side(game: ServedGame, actor: Actor) -> Side:
    handed = [side for side in SIDES if game.seats[side].handed]
    if actor.person is None or any(player.kind != "human" for player in game.players.values()):
        raise AccessRefused("only one of two persons can claim the game", code="not_allowed")
    if actor.side is not None and handed and (actor.side in handed or OTHER[actor.side] in handed):
        return actor.side
    if actor.is_owner and len(handed) == 1:
        return OTHER[handed[0]]
    raise GameRefused("no other person plays this game", code="nobody_to_ask")


def restart(
    game: ServedGame, actor: Actor, *, now_ms: int, next_id: str
) -> tuple[ServedGame, ServedGame]:
    """The same game from its beginning, under a new id; the old one stays and names it."""
    check_history(game, actor)
    new = successor(game, next_id, now_ms=now_ms)
    return game.changed(now_ms, stale=False, next_game=new.id), new


def successor(game: ServedGame, next_id: str, *, now_ms: int) -> ServedGame:
    """A new game with the same start, players and settings, and the same secrets."""
    seats = {side: _carried_over(seat, now_ms) for side, seat in game.seats.items()}
    return ServedGame(
        id=next_id,
        start=game.start,
        players=dict(game.players),
        owner_hash=game.owner_hash,
        owner_seen_ms=game.owner_seen_ms,
        seats=seats,
        created_ms=now_ms,
        changed_ms=now_ms,
        pace_ms=game.pace_ms,
        hints_agreed=game.hints_agreed,
    )


def _carried_over(seat: Seat, now_ms: int) -> Seat:
    return replace(seat, code_hash=None, seen_ms=now_ms if seat.handed else seat.seen_ms)
