"""Who may do what: the table of the design, as functions.

Whoever made a game has its owner secret and one secret for each seat of a human. A seat can be
handed over to another person, and then the owner has no hand in it. All others only watch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt.errors import AccessRefused, GameRefused
from viergewinnt.server.game import OTHER, SIDES
from viergewinnt.server.tokens import is_secret

if TYPE_CHECKING:
    from viergewinnt.rules.position import Side
    from viergewinnt.server.game import Person, ServedGame

__all__ = [
    "AWAY_MS",
    "WATCHER",
    "Actor",
    "capabilities",
    "check_delete",
    "check_hints",
    "check_history",
    "check_owner",
    "check_play",
    "counterpart",
    "held_by_others",
    "identify",
    "last_seen_ms",
    "stands_for",
]

AWAY_MS = 120_000


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever asks; without a person somebody who only watches."""

    person: Person | None = None

    @property
    def is_owner(self) -> bool:
        """Whether it is whoever made the game."""
        return self.person == "owner"

    @property
    def side(self) -> Side | None:
        """The side of a seat's holder."""
        return self.person if self.person in SIDES else None


WATCHER = Actor()


def identify(game: ServedGame, secret: str | None) -> Actor:
    """Whose secret it is; none makes a watcher, and a wrong one is refused."""
    if secret is None:
        return WATCHER
    # All are compared, so that the time does not tell which one it was.
    owner = is_secret(secret, game.owner_hash)
    sides = [side for side in SIDES if is_secret(secret, game.seats[side].secret_hash)]
    if owner:
        return Actor("owner")
    if sides:
        return Actor(sides[0])
    raise AccessRefused(
        "the secret is not, or no longer, one of this game; without a secret one watches",
        code="wrong_secret",
    )


# ------------------------------------------------------------------------------- between persons


def held_by_others(game: ServedGame, actor: Actor) -> bool:
    """Whether a seat is held by a person other than the one who asks."""
    handed = {side for side in SIDES if _is_handed(game, side)}
    if actor.side in handed:
        other = OTHER[actor.side]
        return game.players[other].kind == "human"
    return bool(handed)


def counterpart(game: ServedGame, person: Person) -> Person | None:
    """Whose consent somebody needs; None where there is nobody to ask."""
    handed: list[Person] = [side for side in SIDES if _is_handed(game, side)]
    others = [side for side in handed if side != person]
    if person == "owner":
        return others[0] if len(others) == 1 else None
    return others[0] if others else "owner"


def stands_for(game: ServedGame, actor: Actor, person: Person) -> bool:
    """Whether the one who asks may consent for a person."""
    if actor.person == person:
        return True
    return person == "owner" and actor.side is not None and not _is_handed(game, actor.side)


def last_seen_ms(game: ServedGame, side: Side) -> int:
    """When the holder of a side's seat was last heard of."""
    if _is_handed(game, side):
        return game.seats[side].seen_ms
    own = [game.seats[side].seen_ms for side in SIDES if not _is_handed(game, side)]
    return max(game.owner_seen_ms, *own)


def _is_handed(game: ServedGame, side: Side) -> bool:
    return game.players[side].kind == "human" and game.seats[side].handed


# ------------------------------------------------------------------------------------ the table


def check_play(game: ServedGame, actor: Actor) -> None:
    """A stone for the side to move; after the end the rules refuse it."""
    if actor.person is None:
        raise _not_allowed("play")
    side = game.to_move
    if side is None:
        if actor.side is None and all(_is_handed(game, each) for each in SIDES):
            raise _not_your_turn("both seats are held by other people")
        return
    if game.players[side].kind == "human":
        if actor.side is not None and actor.side != side:
            raise _not_your_turn(f"it is the turn of the {side} player")
        if actor.is_owner and game.seats[side].handed:
            raise _not_your_turn(f"the seat of the {side} player is held by another person")
        return
    if not actor.is_owner:
        raise _not_your_turn("it is the computer's turn, and only the owner may play for it")
    if game.thinking:
        raise GameRefused(
            "the computer is about to move; take a stone back, pause the game or switch the"
            " computer off to play for it",
            code="computer_to_move",
        )


def check_history(game: ServedGame, actor: Actor) -> None:
    """Taking back, redoing and restarting: the owner alone, or an accepted offer."""
    if actor.person is None:
        raise _not_allowed("take back, redo or restart")
    if not actor.is_owner or held_by_others(game, actor):
        raise AccessRefused(
            "this takes an offer that the other person accepts", code="needs_agreement"
        )


def check_hints(game: ServedGame, actor: Actor) -> None:
    """Best move, hint and the values of columns; of a finished game everybody may see them."""
    if game.is_over:
        return
    if actor.person is None:
        raise _not_allowed("ask for hints during the game")
    if held_by_others(game, actor) and not game.hints_agreed:
        raise AccessRefused(
            "between two people hints and values are off until both agree: offer hints",
            code="needs_agreement",
        )


def check_owner(actor: Actor) -> None:
    """Players, pace, pause, engines and invitations."""
    if not actor.is_owner:
        raise _not_allowed("change players, pace or engines; the owner may")


def check_delete(game: ServedGame, actor: Actor) -> None:
    """Deleting: the owner, and while another person is playing nobody."""
    check_owner(actor)
    if held_by_others(game, actor) and not game.is_over:
        raise AccessRefused(
            "another person is playing this game; it can be deleted when it is over",
            code="seat_held",
        )


def capabilities(game: ServedGame, actor: Actor) -> dict[str, bool]:
    """What somebody may do now, for pages that show only that."""
    found = {}
    for name, check in (
        ("play", check_play),
        ("history", check_history),
        ("hints", check_hints),
        ("delete", check_delete),
    ):
        try:
            check(game, actor)
        except (AccessRefused, GameRefused):
            found[name] = False
        else:
            found[name] = name != "play" or not game.is_over
    found["settings"] = actor.is_owner
    found["offer"] = actor.person is not None and counterpart(game, actor.person) is not None
    return found


def _not_allowed(what: str) -> AccessRefused:
    return AccessRefused(f"whoever asks may not {what}", code="not_allowed")


def _not_your_turn(why: str) -> AccessRefused:
    return AccessRefused(f"this stone is not yours to play: {why}", code="not_your_turn")
