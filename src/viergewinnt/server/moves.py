"""Stones of a served game: played, taken back, played again; and the computer held or let go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from viergewinnt.errors import GameRefused, HistoryError
from viergewinnt.server.access import check_history, check_owner, check_play
from viergewinnt.server.game import Stone

if TYPE_CHECKING:
    from viergewinnt.engines.choice import Choice
    from viergewinnt.server.access import Actor
    from viergewinnt.server.game import DecidedBy, Offer, ServedGame

__all__ = [
    "UndoTarget",
    "check_version",
    "expired",
    "go_to",
    "pause",
    "play",
    "play_computer_move",
    "redo",
    "resume",
    "step",
    "stone_of",
    "undo",
    "undo_ply",
]

UndoTarget = Literal["stone", "my-turn"] | int


def check_version(game: ServedGame, version: int) -> None:
    """Refuses a change that was made up for another version of the game."""
    if version != game.version:
        raise GameRefused(
            f"the game is at version {game.version} and this was meant for {version}; look at it"
            " again",
            code="stale_version",
            version=game.version,
            given=version,
        )


def play(
    game: ServedGame, actor: Actor, column: int, *, now_ms: int, choice: Choice | None = None
) -> ServedGame:
    """A person's stone for the side to move; with a choice it is the best move played for them."""
    check_play(game, actor)
    _check_ending(game)
    decided_by: DecidedBy = "person" if choice is None else "best-move"
    return _with_stone(game, stone_of(column, decided_by, now_ms, choice), now_ms)


def play_computer_move(game: ServedGame, choice: Choice, *, now_ms: int) -> ServedGame:
    """The stone of the computer whose turn it is."""
    if not game.is_computer_turn:
        raise GameRefused("it is no computer's turn", code="not_computer_turn")
    return _with_stone(game, stone_of(choice.column, "computer", now_ms, choice), now_ms)


def stone_of(column: int, decided_by: DecidedBy, at_ms: int, choice: Choice | None = None) -> Stone:
    """A stone with the report of the engine that chose it."""
    if choice is None:
        return Stone(column=column, decided_by=decided_by, at_ms=at_ms)
    return Stone(
        column=column,
        decided_by=decided_by,
        at_ms=at_ms,
        engine=choice.engine,
        source=choice.source,
        score=choice.score,
        score_kind=choice.score_kind,
        depth=choice.depth,
        nodes=choice.nodes,
        playouts=choice.playouts,
        elapsed_ms=choice.elapsed_s * 1000,
    )


def _with_stone(game: ServedGame, stone: Stone, now_ms: int) -> ServedGame:
    game.position.play(stone.column)  # the rules refuse it here
    return game.changed(
        now_ms,
        stones=(*game.stones[: game.played], stone),
        played=game.played + 1,
        held=False,
        offers=expired(game.offers),
    )


def _check_ending(game: ServedGame) -> None:
    if game.ending is not None:
        raise GameRefused(
            f"the game has ended: it was {game.ending.reason}; take a stone back to go on",
            code="game_over",
        )


# ------------------------------------------------------------------------------------- history


def undo(game: ServedGame, actor: Actor, to: UndoTarget, *, now_ms: int) -> ServedGame:
    """Takes back one stone, to the person's own last decision, or to so many stones."""
    check_history(game, actor)
    return go_to(game, undo_ply(game, actor, to), now_ms=now_ms)


def undo_ply(game: ServedGame, actor: Actor, to: UndoTarget) -> int:
    """The stones that are left on the board when it is taken back that far."""
    if game.played == 0:
        raise HistoryError("there is no stone to take back", code="nothing_to_undo")
    if to == "stone":
        return game.position.ply - 1
    if to == "my-turn":
        return game.start_position.ply + _own_last_decision(game, actor)
    first, last = game.start_position.ply, game.position.ply - 1
    if not first <= to <= last:
        raise HistoryError(
            f"it cannot be taken back to {to} stones: {first} to {last} are possible",
            code="no_such_ply",
            ply=to,
            first=first,
            last=last,
        )
    return to


def _own_last_decision(game: ServedGame, actor: Actor) -> int:
    for index in reversed(range(game.played)):
        side = game.side_of(index)
        if actor.is_owner:
            own = not (game.players[side].kind == "human" and game.seats[side].handed)
        else:
            own = side == actor.side
        if own and game.stones[index].decided_by != "computer":
            return index
    raise HistoryError("no stone on the board was your decision", code="nothing_to_undo")


def go_to(game: ServedGame, ply: int, *, now_ms: int) -> ServedGame:
    """Takes back to so many stones; a computer whose turn it then is waits.

    When computers play each other the game is paused instead: there is no person's turn at which it
    would go on by itself.
    """
    computers_only = game.is_computers_only
    return game.changed(
        now_ms,
        played=ply - game.start_position.ply,
        held=not computers_only,
        paused=game.paused or computers_only,
        ending=None,
        offers=expired(game.offers),
    )


def redo(game: ServedGame, actor: Actor, *, now_ms: int) -> ServedGame:
    """Plays again what was taken back last.

    While more could be played again a computer waits; after the last one it goes on.
    """
    check_history(game, actor)
    if game.played == len(game.stones):
        raise HistoryError("no stone was taken back", code="nothing_to_redo")
    more = game.played + 1 < len(game.stones)
    return game.changed(now_ms, played=game.played + 1, held=more, offers=expired(game.offers))


# ------------------------------------------------------------------------- computers held or let go


def resume(game: ServedGame, actor: Actor, *, now_ms: int) -> ServedGame:
    """Lets the computers go on."""
    check_owner(actor)
    return game.changed(now_ms, held=False, paused=False)


def pause(game: ServedGame, actor: Actor, *, now_ms: int) -> ServedGame:
    """Keeps the computers from moving, also in mid-computation."""
    check_owner(actor)
    return game.changed(now_ms, paused=True)


def step(game: ServedGame, actor: Actor) -> None:
    """Checks that the computer to move may be told to make this one move."""
    check_owner(actor)
    if not game.is_computer_turn:
        raise GameRefused(
            "there is no computer's move to make: "
            + ("the game is over" if game.is_over else "it is a person's turn"),
            code="not_computer_turn",
        )
    if game.thinking:
        raise GameRefused(
            "the computer is about to move by itself; pause it first", code="computer_to_move"
        )


def expired(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Offers when the board has changed: what was offered for the old one counts no more."""
    return tuple(
        replace(offer, status="expired")
        if offer.status == "open" and offer.kind in ("undo", "draw")
        else offer
        for offer in offers
    )
