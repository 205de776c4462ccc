"""Ctrl-C in the middle of a long command, as its users send it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from viergewinnt.jobs import read_checkpoint

PATIENCE_S = 60.0


def interrupted(*arguments: str, state: Path) -> str:
    """Starts a command, sends Ctrl-C once a chunk is kept in `state`; what it said then."""
    process = subprocess.Popen(
        [sys.executable, "-m", "viergewinnt", *arguments],
        env=os.environ | {"VIERGEWINNT_STATE_DIR": str(state)},
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE_S
    kept: list[Path] = []
    while not (kept and read_checkpoint(kept[0]).payloads):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
        kept = list(state.glob("jobs/*.job"))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert f"finished work is in {kept[0]}\ngo on with: viergewinnt {arguments[0]}" in said
    return said
