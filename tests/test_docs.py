"""Every example in the README, the docs and the docstrings runs and gives what stands there."""

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer.core
import typer.main

import viergewinnt
from viergewinnt.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, text, and the line its text begins on."""

    page: Path
    language: str
    text: str
    line: int

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text()
    return [
        Block(page, found[1], found[2], text.count("\n", 0, found.start(2)) + 1)
        for found in BLOCK.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
PYTHON_PAGES = [
    page for page in PAGES if any(b.language == "python" and b.page == page for b in BLOCKS)
]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(viergewinnt.__path__, "viergewinnt.")
    if not module.name.endswith("__main__")
]
CONSOLE = [b for b in BLOCKS if b.language == "console" and b.text.startswith("$ viergewinnt")]


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_run_in_the_order_of_the_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__docs__"}
    for block in blocks_of(page):
        if block.language != "python":
            continue
        if ">>>" not in block.text:
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, str(page), "exec"), names)  # noqa: S102 - our own page
            continue
        test = doctest.DocTestParser().get_doctest(
            block.text, names, block.name, str(page), block.line - 1
        )
        report: list[str] = []
        result = doctest.DocTestRunner(optionflags=FLAGS).run(
            test, out=report.append, clear_globs=False
        )
        assert result.failed == 0, "".join(report)
        names = test.globs


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.name)
def test_console_examples_print_what_the_page_shows(block: Block, tmp_path: Path) -> None:
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    for command, expected in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        arguments = shlex.split(command)
        assert arguments[0] == "viergewinnt", f"{block.name}: only our own commands are run"
        result = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        printed = result.stdout + result.stderr
        matches = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
        assert matches, f"{block.name}: $ {command}\nshown:\n{expected}\nprinted:\n{printed}"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_give_what_stands_there(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


def test_there_are_examples_to_run() -> None:
    assert PYTHON_PAGES
    assert CONSOLE
    assert "viergewinnt.solver.solver" in MODULES


def test_every_command_and_option_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text()
    program = typer.main.get_command(app)
    assert isinstance(program, typer.core.TyperGroup)
    missing = []
    for name, command in program.commands.items():
        section = re.search(rf"^## `{name}`\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        if section is None:
            missing.append(name)
            continue
        parts = [command]
        if isinstance(command, typer.core.TyperGroup):
            parts = list(command.commands.values())
        missing += [f"{name} {part.name}" for part in parts if str(part.name) not in section[1]]
        options = [option for part in parts for each in part.params for option in each.opts]
        missing += [
            f"{name} {option}"
            for option in options
            if option.startswith("--") and option != "--help" and option not in section[1]
        ]
    assert missing == []
