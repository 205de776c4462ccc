"""The command line: `viergewinnt COMMAND`.

Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 the answer is
no, 2 wrong use, 3 a fault.
"""

from viergewinnt.cli.app import main

__all__ = ["main"]
