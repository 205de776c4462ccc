"""Filling the database with random positions, on all cores or a cluster."""

from __future__ import annotations

import atexit
import base64
import json
import random
import zlib
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from viergewinnt.engines.engine import BaseEngine
from viergewinnt.engines.registry import build_engine, kind_of
from viergewinnt.engines.spec import read_spec
from viergewinnt.errors import OptionError
from viergewinnt.jobs import Job, run_job
from viergewinnt.memory.records import json_record, read_json_record
from viergewinnt.rules import Position, perft, random_position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from viergewinnt.engines.memory import Wanted
    from viergewinnt.jobs import JSON, Progress
    from viergewinnt.memory.store import PositionDatabase

__all__ = ["MAX_AMOUNT", "Seeding", "evaluate_chunk", "seed_positions", "wanted_by"]

MAX_AMOUNT, MAX_STONES = 10_000_000, 41
MAX_CHUNK = 32  # positions that are lost at most when a worker dies
CHUNKS_PER_WORKER = 16
LISTED_AT_ONCE, LISTED_IF_NEAR = 8, 11  # stones


@dataclass
class Seeding:
    """How far it came; complete when `seed_positions` returns, and true whenever it is stopped."""

    seed: int
    tries: int = 0
    """Random positions drawn. Those not `new` were known or came up before, mirrored or not."""
    new: int = 0
    """Positions evaluated and kept."""
    planned: int = 0
    """Positions to be evaluated."""
    exhausted: bool = False
    """No unseen position with so many stones is left."""

    @property
    def skipped(self) -> int:
        """Tries whose position was known already or came up before."""
        return self.tries - self.planned


def seed_positions(
    database: PositionDatabase,
    *,
    amount: int,
    stones: int,
    engine: str,
    seeding: Seeding,
    workers: int | None = None,
    cluster: str | None = None,
    progress: bool | Progress = True,
) -> None:
    """Draws `amount` random positions with so many stones and lets an engine evaluate the new ones.

    Rows are kept as soon as their chunk is done, so what was finished before an interruption is
    there, and the same call goes on with the rest. The same seed gives the same rows on any number
    of workers; only the times differ.
    """
    if not 1 <= amount <= MAX_AMOUNT:
        raise OptionError(f"amount is {amount}; allowed are 1 to {MAX_AMOUNT}", code="bad_option")
    if not 0 <= stones <= MAX_STONES:
        raise OptionError(f"stones is {stones}; allowed are 0 to {MAX_STONES}", code="bad_option")
    engine_seed = _engine_seed(engine, seeding.seed)
    evaluator = _evaluator(engine, engine_seed)
    if getattr(evaluator.options, "memory", None) == "database":
        raise OptionError(
            f"{engine} reads the database that is to be filled; seed without memory=database",
            code="bad_option",
        )
    wanted = wanted_by(engine, random_position(stones, seed=seeding.seed))
    rows = {row.key: row for row in database.rows_at(stones, wanted)}

    def is_known(position: Position) -> bool:
        row = rows.get(position.canonical_key)
        return row is not None and wanted_by(engine, position).accepts(row)

    unseen = _all_positions(stones) if _may_find_all(stones, amount + len(rows)) else None
    if unseen is not None:
        unseen = {key for key in unseen if not is_known(Position.from_key(key))}
    tries = _plan(seeding, amount, stones, is_known, unseen)
    size = max(1, min(MAX_CHUNK, len(tries) // (CHUNKS_PER_WORKER * (workers or 4))))
    parameters: dict[str, JSON] = {
        "engine": engine,
        "engine_seed": engine_seed,
        "seed": seeding.seed,
        "stones": stones,
        "size": size,
        "tries": _packed(tries),
    }

    def take(_: int, payload: bytes) -> None:
        rows = [read_json_record(line) for line in zlib.decompress(payload).decode().splitlines()]
        database.store_all(rows)
        seeding.new += len(rows)

    chunks = range(0, len(tries), size)
    job = Job(
        "seed-positions",
        parameters,
        len(chunks),
        evaluate_chunk,
        unit="positions",
        weights=[min(size, len(tries) - first) for first in chunks],
    )
    run_job(job, workers=workers, cluster=cluster, progress=progress, take=take)


def evaluate_chunk(parameters: Mapping[str, JSON], index: int) -> bytes:
    """The rows of some tries, as compressed JSON Lines: the work of the job."""
    given: Mapping[str, Any] = parameters
    engine = _evaluator(given["engine"], given["engine_seed"])
    first = index * given["size"]
    lines = []
    for number in _unpacked(given["tries"])[first : first + given["size"]]:
        position = _position(given["seed"], number, given["stones"])
        row = engine.row(position, engine.choose(position), at=datetime.now(UTC))
        if row is not None:
            lines.append(json.dumps(json_record(row)))
    return zlib.compress("\n".join(lines).encode())


def wanted_by(spec: str, position: Position) -> Wanted:
    """What an engine believes of a position, or `OptionError` for one that keeps no rows."""
    wanted = _evaluator(spec, None).wanted(position)
    if wanted is None:
        raise _keeps_no_rows(spec)
    return wanted


def _plan(
    seeding: Seeding,
    amount: int,
    stones: int,
    is_known: Callable[[Position], bool],
    unseen: set[int] | None,
) -> list[int]:
    """The numbers of the tries that bring something new."""
    came_up: set[int] = set()
    tries = []
    for number in range(amount):
        if unseen is not None and not unseen:
            break
        seeding.tries += 1
        position = _position(seeding.seed, number, stones)
        key = position.canonical_key
        if key not in came_up and not is_known(position):
            came_up.add(key)
            tries.append(number)
            if unseen is not None:
                unseen.discard(key)
    seeding.exhausted = unseen is not None and not unseen
    seeding.planned = len(tries)
    return tries


def _position(seed: int, number: int, stones: int) -> Position:
    return random_position(stones, rng=random.Random(f"{seed}/{number}"))


def _may_find_all(stones: int, found: int) -> bool:
    """Whether so many tries and known positions could be all that there are.

    Undecided and up to mirror images there are 91,295 positions with 8 stones and over two million
    with 11. With 12 and more no run of tries comes near all of them.
    """
    if LISTED_AT_ONCE < stones <= LISTED_IF_NEAR:
        # More than half of the positions are undecided, and two at most are mirror images.
        *_, last = perft(stones)
        return found >= last.positions // 4
    return stones <= LISTED_AT_ONCE


def _all_positions(stones: int) -> set[int]:
    """The canonical keys of all undecided positions."""
    level = {Position().canonical_key}
    for _ in range(stones):
        level = {
            following.canonical_key
            for position in map(Position.from_key, level)
            for following in map(position.play, position.legal_moves)
            if not following.is_over
        }
    return level


def _engine_seed(spec: str, seed: int) -> int | None:
    """The seed to give an engine: none where it has none, or has its own in the SPEC."""
    name, options = read_spec(spec)
    has_one = "seed" in {field.name for field in fields(kind_of(name).options)}
    return seed if has_one and "seed" not in options else None


@lru_cache(maxsize=1)
def _evaluator(spec: str, seed: int | None) -> BaseEngine[Any]:
    engine = build_engine(spec) if seed is None else build_engine(spec, seed=seed)
    # Native parts must be gone before the interpreter is.
    atexit.register(_evaluator.cache_clear)
    if not isinstance(engine, BaseEngine):
        raise _keeps_no_rows(spec)
    return engine


def _keeps_no_rows(spec: str) -> OptionError:
    return OptionError(f"{spec} finds nothing out that could be kept", code="bad_option")


def _packed(numbers: Sequence[int]) -> str:
    """A bit for each number, as text."""
    bits = bytearray((numbers[-1] >> 3) + 1 if numbers else 0)
    for number in numbers:
        bits[number >> 3] |= 1 << (number & 7)
    return base64.b64encode(zlib.compress(bits)).decode()


@lru_cache(maxsize=1)
def _unpacked(text: str) -> tuple[int, ...]:
    bits = zlib.decompress(base64.b64decode(text))
    return tuple(
        place * 8 + bit for place, byte in enumerate(bits) if byte for bit in range(8)
        if byte >> bit & 1
    )  # fmt: skip
