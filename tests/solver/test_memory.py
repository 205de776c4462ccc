"""What a solver takes of the machine's memory: its table and little more."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")

MEASURE = """
import json, sys
import numpy as np
import viergewinnt as vg

def peak_mib():
    with open("/proc/self/status") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) / 1024

threads, table_mb = int(sys.argv[1]), int(sys.argv[2])
late = [vg.random_position(34, seed=seed) for seed in range(2000)]
keys = np.tile(np.array([position.key for position in late], np.uint64), 500)
scores = np.zeros(len(keys), np.int8)
vg.Solver(book=None, threads=threads, table_mb=1).analyse(late[0])
start = peak_mib()
solver = vg.Solver(book=None, threads=threads, table_mb=table_mb)
for call in (lambda: solver.analyse("4", time_s=3), lambda: solver.score("", time_s=1)):
    try:
        call()
    except vg.SearchStopped:
        pass
search = peak_mib()
solver.scores(keys)
print(json.dumps({"search": search - start, "batch": peak_mib() - start, "nodes": solver.nodes}))
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_solver_takes_its_table_and_under_16_mib(threads: int) -> None:
    """Also when the table is full, and for a batch of a million keys."""
    table_mb = 64
    result = subprocess.run(
        [sys.executable, "-c", MEASURE, str(threads), str(table_mb)],
        capture_output=True,
        text=True,
        check=True,
    )
    taken = json.loads(result.stdout)
    assert taken["nodes"] > 2 * table_mb * 2**20 / 8  # more than the table has entries
    assert 0.9 * table_mb < taken["search"] < table_mb + 16
    assert taken["batch"] < table_mb + 16
