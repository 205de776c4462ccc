"""Bringing a database to the version that this program needs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from viergewinnt.cli.solve import FORMAT_VERSION

if TYPE_CHECKING:
    from viergewinnt.memory.connection import Database

__all__ = ["migrate_and_print"]


def migrate_and_print(opened: Database, as_json: bool) -> None:
    """Makes or renews the tables, says what was done, and closes the database."""
    from viergewinnt.memory.migration import migrate

    try:
        if opened.is_default:
            opened.make_folder()
        before, after = migrate(opened)
    finally:
        opened.close()
    if as_json:
        told = {"version": FORMAT_VERSION, "database": opened.name}
        print(json.dumps({**told, "before": before, "after": after}))
    elif before == after:
        print(f"{opened.name} is of version {after} already")
    else:
        print(f"{opened.name}: version {before or 'none'} to {after}")
