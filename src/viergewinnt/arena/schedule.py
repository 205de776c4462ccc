"""Who plays whom, from which openings: a tournament before it is played, as a job."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from viergewinnt._version import __version__
from viergewinnt.arena.game_row import GameRow
from viergewinnt.arena.match import Fault, play_game, seed_of, seeded_engine
from viergewinnt.arena.openings import draw_openings
from viergewinnt.arena.reader import Reader
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.limit import Limit
from viergewinnt.errors import OptionError
from viergewinnt.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.memory import Memory
    from viergewinnt.jobs import JSON
    from viergewinnt.rules.position import Side

__all__ = ["Schedule", "play_chunk", "schedule"]

OPENINGS_A_CHUNK = 4  # with both colours: small enough to lose little, large enough to cost nothing
MAX_GAMES = 1_000_000
MAX_ENGINES = 100


class Meeting(NamedTuple):
    """A game before it is played."""

    first: str
    second: str
    opening: str


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A tournament: every pairing plays every opening twice, once with each colour."""

    engines: tuple[str, ...]
    """Canonical SPECs, each different."""
    openings: tuple[str, ...]
    """Digits, each opening different up to mirror."""
    seed: int
    gauntlet: bool = False
    """Only the first engine against each of the others."""
    limit: Limit = field(default_factory=Limit)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Places of engines, the first of them first."""
        count = len(self.engines)
        starts = range(1 if self.gauntlet else count)
        return tuple((one, other) for one in starts for other in range(one + 1, count))

    @property
    def job(self) -> Job:
        """The tournament as a job: the same games however it is run."""
        chunks = [len(openings) for _ in self.pairings for openings in _parts(self.openings)]
        parameters: dict[str, JSON] = {
            "engines": list(self.engines),
            "openings": list(self.openings),
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "limit": asdict(self.limit),
            "version": __version__,  # other versions may play differently
        }
        weights = [2 * openings for openings in chunks]
        return Job("arena", parameters, len(chunks), play_chunk, "games", weights)

    @classmethod
    def of_parameters(cls, parameters: Mapping[str, JSON]) -> Schedule:
        """The schedule that a job carries."""
        given = cast("Mapping[str, Any]", parameters)
        return cls(
            engines=tuple(given["engines"]),
            openings=tuple(given["openings"]),
            seed=given["seed"],
            gauntlet=given["gauntlet"],
            limit=Limit(**given["limit"]),
        )

    def chunk(self, index: int) -> Iterable[Meeting]:
        """The games of one chunk, the two of an opening beside each other."""
        parts = _parts(self.openings)
        one, other = (self.engines[place] for place in self.pairings[index // len(parts)])
        for opening in parts[index % len(parts)]:
            yield Meeting(one, other, opening)
            yield Meeting(other, one, opening)

    def engine(self, meeting: Meeting, side: Side, database: Memory) -> Engine:
        """A fresh engine for one side of one game, so that nothing is left of the games before."""
        spec = meeting.first if side == "first" else meeting.second
        return seeded_engine(spec, seed_of(self.seed, *meeting, side), database=database)

    def rows(self, payloads: Sequence[bytes]) -> tuple[GameRow, ...]:
        """The games that the chunks of the job have given."""
        rows: list[GameRow] = []
        for index, payload in enumerate(payloads):
            for meeting, (moves, winner, fault) in zip(
                self.chunk(index), json.loads(payload), strict=True
            ):
                its_fault = None if fault is None else Fault(**fault)
                rows.append(GameRow(len(rows) + 1, *meeting, moves, winner, its_fault))
        return tuple(rows)


def schedule(
    specs: Iterable[str],
    *,
    games: int,
    opening_ply: int,
    seed: int,
    gauntlet: bool = False,
    limit: Limit | None = None,
    timed: bool = False,
) -> Schedule:
    """Draws the openings; refuses everything that cannot be played before anything is."""
    limit = Limit() if limit is None else limit
    if limit.time_s is not None and not timed:
        raise OptionError(
            "a limit of time gives other games on each run; say timed, or limit depth, nodes or"
            " playouts",
            code="bad_option",
            option="time_s",
        )
    if isinstance(specs, str):
        raise OptionError(f"specs is the one text {specs!r:.60}; give several", code="bad_option")
    engines = tuple(engine_of(spec).spec for spec in specs)
    if not 2 <= len(engines) <= MAX_ENGINES:
        raise OptionError(
            f"there are {len(engines)} engines; allowed are 2 to {MAX_ENGINES}", code="bad_option"
        )
    for spec in engines:
        if engines.count(spec) > 1:
            raise OptionError(f"{spec} is there twice; each engine plays once", code="bad_option")
    if not 2 <= games <= MAX_GAMES or games % 2:
        raise OptionError(
            f"games is {games}; allowed are even numbers from 2 to {MAX_GAMES}: each opening is"
            " played with both colours",
            code="bad_option",
        )
    openings = draw_openings(opening_ply, games // 2, seed)
    return Schedule(engines=engines, openings=openings, seed=seed, gauntlet=gauntlet, limit=limit)


def play_chunk(parameters: Mapping[str, JSON], index: int) -> bytes:
    """One chunk of a tournament: for each game its moves, its winner and its fault, as JSON."""
    plan = Schedule.of_parameters(parameters)
    games = []
    with Reader() as database:
        for meeting in plan.chunk(index):
            first = plan.engine(meeting, "first", database)
            second = plan.engine(meeting, "second", database)
            game = play_game(first, second, meeting.opening, plan.limit)
            fault = None if game.fault is None else asdict(game.fault)
            games.append((game.moves, game.winner, fault))
    return json.dumps(games, separators=(",", ":")).encode()


def _parts(openings: Sequence[str]) -> list[Sequence[str]]:
    return [
        openings[start : start + OPENINGS_A_CHUNK]
        for start in range(0, len(openings), OPENINGS_A_CHUNK)
    ]
