"""Engines that misbehave, entered into the registry by tests."""

from dataclasses import dataclass

from viergewinnt.engines import BaseEngine, Choice, EngineKind, Limit, Options, Parts
from viergewinnt.engines.options import OneOf, Switch, Whole, option
from viergewinnt.errors import JobError
from viergewinnt.rules import Position

FAULTS = ("none", "column", "text", "raise", "illegal", "database")


@dataclass(frozen=True, kw_only=True)
class RogueOptions(Options):
    """The options of `rogue`."""

    fault: str = option("none", OneOf(FAULTS), "what it does wrong")
    at: int = option(20, Whole(0, 42), "from how many stones on")
    remembers: bool = option(False, Switch(), "whether it fails when it was not reset")


class RogueEngine(BaseEngine[RogueOptions]):
    """Plays the first open column until it misbehaves."""

    def __init__(self, name: str, options: RogueOptions, spec: str, parts: Parts) -> None:
        super().__init__(name, options, spec, parts)
        self.last_ply = -1

    @property
    def sight(self) -> int | None:
        """None."""
        return None

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        options = self.options
        if options.remembers and position.ply < self.last_ply:
            raise AssertionError("the game before has left its mark")
        self.last_ply = position.ply
        column = position.legal_moves[0]
        if position.ply < options.at:
            return Choice(column, 0.0, "points")
        match options.fault:
            case "column":
                return Choice(9, 0.0, "points")
            case "text":
                return Choice("four", 0.0, "points")  # type: ignore[arg-type]  # the fault
            case "raise":
                raise ZeroDivisionError("no luck")
            case "illegal":
                position.play(0)
            case "database":
                raise JobError("the database is gone", code="chunk_failed")
        return Choice(column, 0.0, "points")


ROGUE = EngineKind("misbehaves", RogueOptions, RogueEngine, {})
