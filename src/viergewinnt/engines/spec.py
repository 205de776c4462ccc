"""Engines in one line of text: `alphabeta:evaluation=montecarlo,depth=5,playouts=200`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.engines.options import Value

__all__ = ["format_spec", "read_spec", "text_of"]

MAX_CHARACTERS = 1000


def read_spec(spec: object) -> tuple[str, dict[str, str]]:
    """The name and the options that a SPEC gives, the options not yet read."""
    if not isinstance(spec, str) or len(spec) > MAX_CHARACTERS:
        raise _bad(f"{spec!r:.60}", "it must be a text of at most 1000 characters")
    name, colon, rest = spec.strip().partition(":")
    if not name or (colon and not rest):
        raise _bad(repr(spec), "it has the form NAME or NAME:option=value,option=value")
    options: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        option, equals, value = (text.strip() for text in part.partition("="))
        if not equals or not option or not value:
            raise _bad(f"{part!r:.60} in {spec!r:.60}", "options have the form option=value")
        if option in options:
            raise _bad(f"{spec!r:.60}", f"{option} is given twice")
        options[option] = value
    return name.strip(), options


def format_spec(name: str, options: Mapping[str, Value]) -> str:
    """The SPEC of a name and options, in their order."""
    if not options:
        return name
    return f"{name}:{','.join(f'{option}={text_of(value)}' for option, value in options.items())}"


def text_of(value: Value) -> str:
    """A value as SPECs print it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _bad(what: str, why: str) -> OptionError:
    return OptionError(f"{what} is no engine: {why}", code="bad_spec", spec=what)
