"""The package as a whole: what it offers and what it stands on."""

import ast
import sys
from importlib.resources import files
from pathlib import Path

import viergewinnt.search as search

EXPORTED = """
    STANDARD AlphaBeta Board CachedEvaluation Cell ConnectPosition ConnectSolver Evaluation Minimax
    MonteCarlo MonteCarloResult Move NoEvaluation PlayoutEvaluation Reading SearchResult Side State
    StateT TableUse Tally TicTacToe Value WindowEvaluation WindowWeights forced_wins forces_win
    lasting_moves opponent play_out random_state
"""


def test_exported_names_are_pinned() -> None:
    assert search.__all__ == EXPORTED.split()
    assert all(hasattr(search, name) for name in search.__all__)


def imports_of(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module))
    return found


def test_reference_stands_on_the_standard_library_and_the_errors_alone() -> None:
    # It is what the native core is tested against, so it must not lean on it.
    modules = [Path(str(path)) for path in files(search).iterdir() if path.name.endswith(".py")]
    assert len(modules) > 10
    for module in modules:
        for name in imports_of(module.read_text(encoding="utf-8")):
            ours = name == "viergewinnt.errors" or name.startswith("viergewinnt.search")
            assert ours or name.split(".")[0] in sys.stdlib_module_names, f"{module.name}: {name}"
