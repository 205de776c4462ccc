"""Databases for tests: a new SQLite file or a new PostgreSQL database for each one.

PostgreSQL is the server that `VIER_POSTGRESQL_URL` names, else one of our own that is started for
this run, else the test is skipped, and in CI fails. As no server runs as root, it then runs as
Debian's user postgres.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

__all__ = ["database_url", "postgresql_server"]

BACKENDS = [
    pytest.param("sqlite"),
    pytest.param("postgresql", marks=pytest.mark.needs("postgresql")),
]
SETTINGS = ("fsync=off", "full_page_writes=off", "unix_socket_directories=", "max_connections=60")


def _programs() -> Path:
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    found = installed[-1] if installed else Path(shutil.which("initdb") or "")
    return found.parent


class Cluster:
    """A PostgreSQL server on a loopback port, with a password, in a folder that goes with it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="vier-postgresql-"))
        self._as_user: list[str] = []
        password = secrets.token_hex(16)
        password_file = self._folder / "password"
        password_file.write_text(password)
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            self._as_user = ["setpriv", "--reuid", "postgres", "--regid", "postgres"]
            self._as_user += ["--clear-groups"]
            for path in (self._folder, password_file):
                os.chown(path, user.pw_uid, user.pw_gid)
        self._data = self._folder / "data"
        options = "--auth=scram-sha-256 --username=vier --encoding=UTF8 --no-locale --no-sync"
        self._run("initdb", *options.split(), f"--pwfile={password_file}", "-D", self._data)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = " ".join(f"-c {setting}" for setting in SETTINGS)
        options = f"-h 127.0.0.1 -p {port} {settings}"
        log = self._folder / "log"
        self._run("pg_ctl", "start", "--wait", "-D", self._data, "-l", log, "-o", options)
        self.url = f"postgresql://vier:{password}@127.0.0.1:{port}/postgres"

    def stop(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "stop", "--wait", "--mode=immediate", "-D", self._data)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [*self._as_user, str(_programs() / program), *map(str, arguments)]
        # Into a file: the server would keep a pipe open, and so the call waiting.
        output = self._folder / "output"
        with output.open("w") as file:
            done = subprocess.run(command, cwd="/", stdout=file, stderr=file, timeout=120)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, output.read_text())


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Give the URL of a server on which databases may be made."""
    if named := os.environ.get("VIER_POSTGRESQL_URL"):
        yield named
        return
    cluster = Cluster()
    try:
        yield cluster.url
    finally:
        cluster.stop()


@pytest.fixture
def new_postgresql(request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Make empty PostgreSQL databases, gone after the test, which must need postgresql."""
    made: list[str] = []
    server: str | None = None

    def execute(statement: str) -> None:
        assert server is not None
        url = make_url(server).set(drivername="postgresql+psycopg")
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()

    def make() -> str:
        nonlocal server
        server = request.getfixturevalue("postgresql_server")
        made.append(f"vier_test_{secrets.token_hex(6)}")
        execute(f"CREATE DATABASE {made[-1]}")
        return make_url(server).set(database=made[-1]).render_as_string(hide_password=False)

    yield make
    for name in made:
        execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=BACKENDS)
def database_url(
    request: pytest.FixtureRequest, tmp_path: Path, new_postgresql: Callable[[], str]
) -> str:
    """Give the URL of a new, empty database; the test runs once on each kind."""
    if request.param == "postgresql":
        return new_postgresql()
    return f"sqlite:///{tmp_path / 'test.db'}"
