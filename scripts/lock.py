"""Write the lock files, or with --check tell whether they are up to date.

A lock file names versions and hashes and no registry, so pip and uv take it wherever the packages
come from. Its first line carries a hash of what it was computed from; the check compares that and
needs no network.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"


@dataclass(frozen=True)
class Lock:
    """One lock file: the dependency groups in it, and whether the package's own ones are too."""

    name: str
    groups: tuple[str, ...]
    runtime: bool = True
    resolve: bool = True  # follow what the named packages depend on
    agrees_with: str | None = None  # a lock whose versions this one must keep

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.lock"


LOCKS = (
    Lock("run", groups=("build",)),
    Lock("dev", groups=("build", "test", "lint", "docs"), agrees_with="run"),
    Lock("peers", groups=("peers",), runtime=False, resolve=False),
)


def inputs(lock: Lock, project: dict[str, Any]) -> str:
    """The first line of the lock: what in pyproject.toml it depends on, as a hash."""
    asked = {
        "python": project["project"]["requires-python"],
        "runtime": project["project"]["dependencies"] if lock.runtime else [],
        "groups": {name: project["dependency-groups"][name] for name in lock.groups},
        "resolve": lock.resolve,
    }
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return f"# inputs sha256:{digest}; renew with: make lock"


def find_uv(project: dict[str, Any]) -> str:
    """The pinned uv, installed below build/ unless that very version is already on the path."""
    [requirement] = project["dependency-groups"]["lock"]
    found = shutil.which("uv")
    if found is not None:
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        if version.stdout.split()[1] == requirement.removeprefix("uv=="):
            return found
    folder = ROOT / "build" / "lock"
    if not (folder / "bin" / "python").exists():
        venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip"]
    subprocess.run([*pip, "install", "--quiet", requirement], check=True)
    return str(folder / "bin" / "uv")


def write(lock: Lock, project: dict[str, Any], uv: str) -> None:
    """Resolve the lock for every supported Python and platform and write it."""
    command = [uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--upgrade"]
    command += ["--no-header", "--no-annotate"]
    command += ["--python-version", project["project"]["requires-python"].removeprefix(">=")]
    for group in lock.groups:
        command += ["--group", group]
    if lock.runtime:
        command += ["pyproject.toml"]
    if not lock.resolve:
        command += ["--no-deps"]
    if lock.agrees_with is not None:
        command += ["--constraints", f"requirements/{lock.agrees_with}.lock"]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    FOLDER.mkdir(exist_ok=True)
    lock.path.write_text(f"{inputs(lock, project)}\n{result.stdout}")


def complaints(lock: Lock, project: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a lock file as it lies there."""
    if not lock.path.exists():
        yield f"{lock.path.name} is missing; run: make lock"
        return
    text = lock.path.read_text()
    if text.splitlines()[0] != inputs(lock, project):
        yield f"{lock.path.name} is older than pyproject.toml; run: make lock"
    for number, line in enumerate(text.splitlines(), start=1):
        if re.search(r"://|--(extra-)?index-url|--find-links| @ ", line):
            yield f"{lock.path.name}:{number}: a lock names no registry, address or path"
    for requirement in re.split(r"\n(?=\w)", text)[1:]:
        if "--hash=sha256:" not in requirement:
            yield f"{lock.path.name}: {requirement.split()[0]} has no hash"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when out of date")
    check = parser.parse_args().check
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    missing = set(project["build-system"]["requires"]) - set(project["dependency-groups"]["build"])
    found = [f"group build lacks {name} of [build-system]" for name in sorted(missing)]
    if not check:
        uv = find_uv(project)
        for lock in LOCKS:
            write(lock, project, uv)
    found += [complaint for lock in LOCKS for complaint in complaints(lock, project)]
    for complaint in found:
        print(f"lock: {complaint}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
