"""A program that runs a job, to be interrupted: `python -m tests.jobs.driver FOLDER [OPTIONS]`.

It prints `ready` when it begins, and the digest of all results at the end. In FOLDER are the
checkpoint and the log of the chunks.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from tests.jobs import works
from viergewinnt.errors import VierGewinntError
from viergewinnt.jobs import run_job


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cluster")
    options = parser.parse_args()
    job = works.logged_digests(
        options.folder / "log", chunks=options.chunks, seconds=options.seconds
    )
    print("ready", flush=True)
    try:
        results = run_job(
            job,
            checkpoint=options.folder / "it.job",
            workers=options.workers,
            cluster=options.cluster,
            progress=False,
        )
    except KeyboardInterrupt:
        return 130
    except VierGewinntError as error:
        print(error.code, file=sys.stderr)
        return 2
    print(hashlib.sha256(b"".join(results)).hexdigest())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
