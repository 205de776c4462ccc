"""The wheel by itself: built from the source archive, installed in an empty environment."""

import importlib.metadata
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.packaging

LOOK = """
import importlib.resources, json, viergewinnt
from viergewinnt import _native
files = importlib.resources.files("viergewinnt")
print(json.dumps({
    "package": viergewinnt.__file__,
    "native": _native.__file__,
    "version": viergewinnt.__version__,
    "typed": files.joinpath("py.typed").is_file(),
    "native_types": files.joinpath("_native.pyi").is_file(),
    "scenarios": files.joinpath("data", "scenarios.json").is_file(),
    "start": viergewinnt.Solver().analyse("").source,
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command away from the source tree; its standard output."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_"))}
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def source_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    build = f"import scikit_build_core.build as b; b.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=ROOT)
    [archive] = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(source_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(source_archive) as archive:
        archive.extractall(folder, filter="data")
    [source] = [path for path in folder.iterdir() if path.is_dir()]
    pip = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation"]
    run(*pip, "--wheel-dir", folder, source, cwd=folder)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the wheel in it, and what it depends on within reach."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=folder)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    [site] = run(python, "-c", where, cwd=folder).splitlines()
    # Added behind the environment's own packages, and without the editable hook of the parent.
    Path(site, "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_source_archive_holds_what_a_build_needs_and_no_more(source_archive: Path) -> None:
    with tarfile.open(source_archive) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"CMakeLists.txt", "LICENSE", "README.md", "core/CMakeLists.txt"} <= names
    tops = {name.split("/")[0] for name in names}
    assert tops <= {
        "CHANGELOG.md",
        "CITATION.cff",
        "CMakeLists.txt",
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "core",
        "pyproject.toml",
        "src",
    }


def test_the_wheel_carries_data_and_types_but_no_sources(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "viergewinnt/__init__.py",
        "viergewinnt/_native.pyi",
        "viergewinnt/data/default.book",
        "viergewinnt/data/scenarios.json",
        "viergewinnt/py.typed",
    } <= names
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".a", ".txt.in"))]
    assert not [name for name in names if name.startswith(("lib", "include", "nanobind"))]


def test_the_wheel_serves_later_pythons_from_3_12_on(wheel: Path) -> None:
    assert ("abi3" in wheel.name) == (sys.version_info >= (3, 12))


def test_the_installed_package_is_whole(installed: Path, tmp_path: Path) -> None:
    seen = json.loads(run(installed / "bin" / "python", "-c", LOOK, cwd=tmp_path))
    assert Path(seen["package"]).is_relative_to(installed)
    assert Path(seen["native"]).is_relative_to(installed)
    assert seen["version"] == importlib.metadata.version("viergewinnt")
    assert seen["typed"]
    assert seen["native_types"]
    assert seen["scenarios"]
    assert seen["start"] == "book"


def test_the_installed_command_runs(installed: Path, tmp_path: Path) -> None:
    version = importlib.metadata.version("viergewinnt")
    assert version in run(installed / "bin" / "viergewinnt", "--version", cwd=tmp_path)
    python = installed / "bin" / "python"
    assert version in run(python, "-m", "viergewinnt", "--version", cwd=tmp_path)
