"""Long work: split into chunks, run on all cores or a cluster, kept in a file, gone on with."""

from viergewinnt.jobs.checkpoint import Adopted, Checkpoint, adopt, default_checkpoint
from viergewinnt.jobs.contents import Contents, read_checkpoint
from viergewinnt.jobs.job import JSON, Job, Work
from viergewinnt.jobs.progress import (
    BarProgress,
    LineProgress,
    NoProgress,
    Progress,
    progress_on,
)
from viergewinnt.jobs.run import run_job

__all__ = [
    "JSON",
    "Adopted",
    "BarProgress",
    "Checkpoint",
    "Contents",
    "Job",
    "LineProgress",
    "NoProgress",
    "Progress",
    "Work",
    "adopt",
    "default_checkpoint",
    "progress_on",
    "read_checkpoint",
    "run_job",
]
