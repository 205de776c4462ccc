"""A tournament that has been played: its games, its table, and its forms."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from viergewinnt.arena.game_row import GameRow, rows_to_csv
from viergewinnt.arena.match import Fault
from viergewinnt.arena.schedule import Schedule
from viergewinnt.arena.standings import PairScore, Standing, pair_scores, standings
from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from viergewinnt.arena.judge import PhaseQuality
    from viergewinnt.arena.times import MoveTime

__all__ = ["FORMAT_VERSION", "Tournament"]

FORMAT_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """The games of a schedule and what they come to. All but `times` depends on the seed alone."""

    schedule: Schedule
    rows: tuple[GameRow, ...]
    """The games, in the order of the schedule."""
    anchor: str | None = None
    """The engine whose rating is 1500; None: the mean of all is."""
    quality: tuple[PhaseQuality, ...] = ()
    """What the solver says of the moves, where it was asked."""
    times: tuple[MoveTime, ...] = field(default=(), compare=False)
    """Seconds a move, measured apart."""

    def __post_init__(self) -> None:
        if self.anchor is not None and self.anchor not in self.schedule.engines:
            raise OptionError(
                f"the anchor {self.anchor} does not play; there are"
                f" {', '.join(self.schedule.engines)}",
                code="bad_option",
            )

    @property
    def engines(self) -> tuple[str, ...]:
        """The SPECs, in the order given."""
        return self.schedule.engines

    @cached_property
    def pairs(self) -> tuple[PairScore, ...]:
        """The score of each pairing with its 99 % interval."""
        return pair_scores(self.rows, self.engines, self.schedule.pairings)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The engines by rating, the best first, with 95 % intervals."""
        plan = self.schedule
        return standings(
            self.rows,
            plan.engines,
            plan.pairings,
            plan.openings,
            seed=plan.seed,
            anchor=self.anchor,
        )

    def pair(self, engine: str, opponent: str) -> PairScore:
        """How one engine did against another, by the SPECs that `engines` lists."""
        for score in self.pairs:
            if (score.engine, score.opponent) == (engine, opponent):
                return score
            if (score.opponent, score.engine) == (engine, opponent):
                return score.turned()
        raise OptionError(
            f"{engine} and {opponent} did not meet; there are {', '.join(self.engines)}",
            code="bad_option",
        )

    def csv(self) -> str:
        """One line for each game, below a line of names."""
        return rows_to_csv(self.rows)

    def to_json(self) -> dict[str, Any]:
        """Everything, as commands print it; `from_json` reads it back."""
        plan = self.schedule
        return {
            "version": FORMAT_VERSION,
            "engines": list(plan.engines),
            "openings": list(plan.openings),
            "seed": plan.seed,
            "gauntlet": plan.gauntlet,
            "limit": asdict(plan.limit),
            "anchor": self.anchor,
            "standings": [standing.to_json() for standing in self.standings],
            "pairs": [pair.to_json() for pair in self.pairs],
            "quality": [quality.to_json() for quality in self.quality],
            "times": [time.to_json() for time in self.times],
            "games": [
                {
                    "game": row.game,
                    "first": row.first,
                    "second": row.second,
                    "opening": row.opening,
                    "moves": row.moves,
                    "result": row.result,
                    "fault": None if row.fault is None else asdict(row.fault),
                }
                for row in self.rows
            ],
        }

    @classmethod
    def from_json(cls, text: str) -> Tournament:
        """The tournament that was printed as JSON; ratings are worked out again."""
        from viergewinnt.arena.judge import PhaseQuality
        from viergewinnt.arena.times import MoveTime

        try:
            told = json.loads(text)
            if told["version"] != FORMAT_VERSION:
                raise OptionError(
                    f"this tournament has version {told['version']}; version {FORMAT_VERSION} can"
                    " be read",
                    code="file_version",
                )
            return cls(
                schedule=Schedule.of_parameters(told),
                rows=tuple(_row(game) for game in told["games"]),
                anchor=told["anchor"],
                quality=tuple(PhaseQuality.from_json(one) for one in told["quality"]),
                times=tuple(MoveTime.from_json(one) for one in told["times"]),
            )
        except (KeyError, TypeError, ValueError) as fault:
            if isinstance(fault, OptionError):
                raise
            raise OptionError(
                f"this is no tournament: {type(fault).__name__}: {fault!s:.100}", code="file_form"
            ) from fault

    def svg(self) -> str:
        """The ratings with their intervals as a drawing."""
        from viergewinnt.arena.plot import draw_ratings

        return draw_ratings(self.standings)


def _row(game: dict[str, Any]) -> GameRow:
    fault = game["fault"]
    return GameRow(
        game["game"],
        game["first"],
        game["second"],
        game["opening"],
        game["moves"],
        None if game["result"] == "draw" else game["result"],
        None if fault is None else Fault(**fault),
    )
