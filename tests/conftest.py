"""What all tests share: the seed, counts of random trials, records of them, and missing tools."""

import importlib.util
import json
import os
import platform
import random
import shutil
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import hypothesis
import hypothesis.core
import pytest

pytest_plugins = ["tests.databases"]

IN_CI = os.environ.get("CI") == "true"
SOAK = os.environ.get("VIER_SOAK") == "1"
SEED = int(os.environ.get("VIER_TEST_SEED") or random.SystemRandom().getrandbits(32))

Json = str | int | float | bool | None

# ------------------------------------------------------------------------------------------ seeds


def pytest_report_header() -> str:
    """Print what repeats this run."""
    return f"VIER_TEST_SEED={SEED}" + (" VIER_SOAK=1" if SOAK else "")


def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis the same seed, so that one number repeats everything."""
    # A run in the background of a shell ignores Ctrl-C, and so would every program it starts.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--hypothesis-seed", default=None) is None:
        hypothesis.core.global_force_seed = SEED  # type: ignore[assignment]  # starts as None
    hypothesis.settings.register_profile("test", deadline=None, print_blob=True)
    hypothesis.settings.register_profile("soak", deadline=None, print_blob=True, max_examples=10000)
    if config.getoption("--hypothesis-profile", default=None) is None:
        hypothesis.settings.load_profile("soak" if SOAK else "test")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Return a number for this test alone, the same whichever other tests run beside it."""
    return random.Random(f"{SEED}/{request.node.nodeid}").getrandbits(32)


# ------------------------------------------------------------------------------------------- soak


@pytest.fixture
def count() -> Callable[[int, int], int]:
    """Choose how many random trials: `count(in_make_test, in_make_soak)`."""
    return lambda test, soak: soak if SOAK else test


class Record(Protocol):
    """Notes what a randomised test did: `record(games=10_000, disagreements=0)`."""

    def __call__(self, **results: Json) -> None: ...


RECORDS = pytest.StashKey[list[dict[str, Json]]]()


@pytest.fixture
def record(request: pytest.FixtureRequest, seed: int) -> Record:
    """Collect results; `make soak` writes them down, each with its test and seed."""
    records = request.config.stash.setdefault(RECORDS, [])

    def add(**results: Json) -> None:
        records.append({"test": request.node.nodeid, "seed": seed, **results})

    return add


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the records of a whole soak run that passed."""
    target = os.environ.get("VIER_RECORD")
    if not (SOAK and target and exitstatus == 0):
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    assert reporter is not None
    report = {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "seed": SEED,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "passed": len(reporter.stats.get("passed", [])),
        "skipped": len(reporter.stats.get("skipped", [])),
        "records": session.config.stash.get(RECORDS, []),
    }
    path = Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=2) + "\n")


# -------------------------------------------------------------------------------------- tools


def has_program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def has_module(name: str) -> Callable[[], bool]:
    return lambda: importlib.util.find_spec(name) is not None


def has_postgresql() -> bool:
    installed = any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return bool(os.environ.get("VIER_POSTGRESQL_URL")) or installed or has_program("initdb")()


def has_chunk_runner() -> bool:
    root = Path(__file__).resolve().parent.parent
    return (root / "build" / "core-release" / "tools" / "book_chunks").exists()


TOOLS: dict[str, Callable[[], bool]] = {
    "bitbully": has_module("bitbully"),
    "book_chunks": has_chunk_runner,  # built by `scripts/test-core release`
    "chromium": has_program("chromium", "chromium-browser"),
    "clang": has_program("clang++"),
    "distributed": has_module("distributed"),
    "node": has_program("node"),
    "open_spiel": has_module("pyspiel"),
    "postgresql": has_postgresql,
    "pytorch": has_module("torch"),
    "textual": has_module("textual"),
}
MISSING = pytest.StashKey[dict[str, list[str]]]()


def need(item: pytest.Item, tool: str) -> None:
    """Skip the test when the tool is missing; in CI, where all tools are installed, fail it."""
    if TOOLS[tool]():
        return
    if IN_CI:
        pytest.fail(f"{tool} is missing, and in CI every tool must be there", pytrace=False)
    item.config.stash.setdefault(MISSING, {}).setdefault(tool, []).append(item.nodeid)
    pytest.skip(f"{tool} is missing")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Heed `@pytest.mark.needs("open_spiel")`."""
    for mark in item.iter_markers("needs"):
        for tool in mark.args:
            need(item, tool)


@pytest.fixture
def require_tool(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Do what the mark does, for a test that knows only while it runs."""
    return lambda tool: need(request.node, tool)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """List once what was not tested for want of a tool."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"to repeat this run: VIER_TEST_SEED={SEED}")
    missing = config.stash.get(MISSING, {})
    if missing:
        terminalreporter.section("not tested: tools missing on this machine")
        for tool, tests in sorted(missing.items()):
            terminalreporter.write_line(f"{tool}: {len(tests)} tests")


@pytest.fixture(autouse=True)
def own_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the data of the person who runs it."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("VIERGEWINNT_STATE_DIR", str(tmp_path / "state"))
    for name in ("DATA_DIR", "POSITIONS_DATABASE", "POSITIONS_MAX_ROWS"):
        monkeypatch.delenv(f"VIERGEWINNT_{name}", raising=False)
