"""The perfect solver: exact scores of any position, from search and from the opening book."""

from viergewinnt.solver.evaluation import Analysis, Evaluation, Outcome, Source
from viergewinnt.solver.solver import Path, Solver

__all__ = ["Analysis", "Evaluation", "Outcome", "Path", "Solver", "Source"]
