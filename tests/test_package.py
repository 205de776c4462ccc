"""The public surface, and what importing it costs."""

import subprocess
import sys
import time

import viergewinnt as vg

SURFACE = [
    "AccessRefused", "Analysis", "BookError", "Cell", "CheckpointError", "Choice", "EngineBusy",
    "Evaluation", "FinishedPosition", "Game", "GameFileError", "GameRefused", "HistoryError",
    "IllegalMove", "ImpossiblePosition", "JobError", "Limit", "NotationError", "OptionError",
    "PlyCount", "Position", "ScenarioError", "Score", "SearchStopped", "Side", "Solver",
    "SolverBusy", "StoreError", "VierGewinntError", "__version__", "arena", "engine", "perft",
    "random_position",
]  # fmt: skip
HEAVY = {
    "alembic", "fastapi", "numpy", "platformdirs", "psycopg", "pydantic", "rich", "sqlalchemy",
    "typer", "uvicorn",
}  # fmt: skip


def test_the_public_names_are_these() -> None:
    assert vg.__all__ == SURFACE
    assert all(hasattr(vg, name) for name in SURFACE)


def test_importing_pulls_in_nothing_heavy() -> None:
    code = "import sys, viergewinnt; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "viergewinnt" in loaded.stdout.split()
    assert HEAVY.isdisjoint(loaded.stdout.split())


def best_start_s(code: str) -> float:
    times = []
    for _ in range(7):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - started)
    return min(times)


def test_importing_adds_under_80_ms_to_a_bare_interpreter() -> None:
    assert best_start_s("import viergewinnt") - best_start_s("pass") < 0.08
