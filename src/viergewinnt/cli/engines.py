"""`viergewinnt engines`: who can be asked, and with which options."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from viergewinnt.cli.options import AsJson
from viergewinnt.cli.solve import FORMAT_VERSION
from viergewinnt.engines.registry import describe, engine_names

__all__ = ["engines_command"]


def engines_command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Show the options of this engine.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the engines or the options of one of them.

    An engine is written NAME or NAME:option=value,option=value wherever a command asks for a SPEC.
    """
    described = [describe(each) for each in ([name] if name else engine_names())]
    if as_json:
        print(json.dumps({"version": FORMAT_VERSION, "engines": [d.to_json() for d in described]}))
        return
    width = max(len(each.name) for each in described)
    for each in described:
        print(f"{each.name:<{width}}  {each.summary}")
    if name is None:
        return
    print()
    for option in described[0].options:
        belongs = f" (with {option.only_with})" if option.only_with else ""
        default = "" if option.default is None else f"={option.default}"
        print(f"  {option.name}{default}")
        print(f"      {option.meaning}{belongs}; allowed are {option.allowed}")
