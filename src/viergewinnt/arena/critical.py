"""Critical positions: two engines disagree, and the solver proves exactly one of them wrong."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

from viergewinnt.arena.match import seeded_engine
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.engine import BaseEngine
from viergewinnt.engines.limit import Limit
from viergewinnt.engines.scenarios import Scenario
from viergewinnt.errors import OptionError
from viergewinnt.jobs import Job, run_job
from viergewinnt.rules.position import Position
from viergewinnt.rules.random_positions import random_position
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from viergewinnt.engines.engine import Engine
    from viergewinnt.jobs import JSON

__all__ = ["CriticalSearch", "find_critical", "try_positions"]

TRIES_A_CHUNK = 20
MAX_STONES = 41


@dataclass(frozen=True, kw_only=True)
class CriticalSearch:
    """What to try: two engines, on random positions of so many stones."""

    engines: tuple[str, str]
    tries: int = 1000
    least_stones: int = 12
    most_stones: int = 30
    nodes: int | None = None
    """The most nodes for one choice."""
    seed: int

    def __post_init__(self) -> None:
        Limit(nodes=self.nodes)  # refuses what is none
        for spec in self.engines:
            engine = engine_of(spec)  # refuses what is no engine before any work
            options = engine.options if isinstance(engine, BaseEngine) else None
            if getattr(options, "memory", None) == "database":
                raise OptionError(
                    f"{spec} answers by what the position database holds at the time, which nobody"
                    " could repeat; search without memory=database",
                    code="bad_option",
                )
        if not 1 <= self.tries <= 100_000_000:
            raise OptionError(
                f"tries is {self.tries}; allowed are 1 to 100000000", code="bad_option"
            )
        if not 0 <= self.least_stones <= self.most_stones <= MAX_STONES:
            raise OptionError(
                f"stones are {self.least_stones} to {self.most_stones}; allowed is any range"
                f" within 0 to {MAX_STONES}",
                code="bad_option",
            )

    @property
    def job(self) -> Job:
        """The search as a job: the same result however it is run."""
        chunks = -(-self.tries // TRIES_A_CHUNK)
        weights = [min(TRIES_A_CHUNK, self.tries - TRIES_A_CHUNK * i) for i in range(chunks)]
        parameters = cast("Mapping[str, JSON]", asdict(self) | {"engines": list(self.engines)})
        return Job("critical", parameters, chunks, try_positions, "positions", weights)


def find_critical(
    search: CriticalSearch,
    *,
    checkpoint: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: bool = False,
) -> tuple[Scenario, ...]:
    """The critical positions among those tried, each once up to mirror, as scenarios.

    Each asks to keep the value of the position; its note names the engine that does not.
    """
    payloads = run_job(
        search.job, checkpoint=checkpoint, workers=workers, cluster=cluster, progress=progress
    )
    scenarios: dict[int, Scenario] = {}
    for payload in payloads:
        for found in json.loads(payload):
            position = Position.parse(found["position"])
            name = f"critical-{len(scenarios) + 1}"
            scenario = Scenario.of(
                name, position, "keep", None, tuple(found["right"]), found["note"]
            )
            scenarios.setdefault(position.canonical_key, scenario)
    return tuple(scenarios.values())


def try_positions(parameters: Mapping[str, JSON], index: int) -> bytes:
    """One chunk of a search: the critical positions among its tries, as JSON."""
    search = _search_of(parameters)
    rng = random.Random(f"{search.seed}/{index}")
    engines = [seeded_engine(spec, rng.getrandbits(62)) for spec in search.engines]
    solver = Solver()
    found = []
    for _ in range(min(TRIES_A_CHUNK, search.tries - index * TRIES_A_CHUNK)):
        stones = rng.randint(search.least_stones, search.most_stones)
        position = random_position(stones, over="positions", rng=rng)
        critical = _criticism(position, engines, search, solver)
        if critical is not None:
            found.append(critical)
    return json.dumps(found, sort_keys=True).encode()


def _search_of(parameters: Mapping[str, JSON]) -> CriticalSearch:
    fields = cast("dict[str, Any]", dict(parameters))
    return CriticalSearch(**{**fields, "engines": tuple(fields["engines"])})


def _criticism(
    position: Position, engines: list[Engine], search: CriticalSearch, solver: Solver
) -> dict[str, object] | None:
    limit = Limit(nodes=search.nodes)
    columns = [engine.choose(position, limit).column for engine in engines]
    if columns[0] == columns[1]:
        return None
    analysis = solver.analyse(position)
    outcome = analysis.evaluation.outcome
    right = [column for column, its in analysis.columns.items() if its.outcome == outcome]
    wrong = [place for place, column in enumerate(columns) if column not in right]
    if len(wrong) != 1:
        return None
    loser, winner = wrong[0], 1 - wrong[0]
    note = (
        f"a {outcome} for the side to move; {search.engines[winner]} plays {columns[winner]},"
        f" {search.engines[loser]} plays {columns[loser]}, which gives"
        f" a {analysis.columns[columns[loser]].outcome}"
    )
    return {"position": position.text, "right": right, "note": note}
