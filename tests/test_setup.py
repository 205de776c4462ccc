"""The set-up of a source tree: nothing to do takes no time."""

import os
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="elsewhere it may have to build first")
def test_a_repeated_set_up_takes_under_two_seconds() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    make_setup = ["make", "--silent", "setup"]
    subprocess.run(make_setup, cwd=ROOT, env=environment, check=True)
    started = time.perf_counter()
    again = subprocess.run(
        make_setup, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert time.perf_counter() - started < 2
    assert again.stdout == ""
