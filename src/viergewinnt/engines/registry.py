"""All engines by name. A new engine is one module and one line here."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from viergewinnt.engines.engine import EngineKind, Parts, no_memory
from viergewinnt.engines.levels import LEVELS
from viergewinnt.engines.presets import PRESETS
from viergewinnt.engines.spec import format_spec, read_spec, text_of
from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.options import Value

__all__ = [
    "NO_PARTS",
    "Description",
    "OptionDescription",
    "build_engine",
    "describe",
    "engine_names",
    "kind_of",
]

ENGINES = {
    "minimax": "viergewinnt.engines.depth:MINIMAX",
    "alphabeta": "viergewinnt.engines.depth:ALPHABETA",
    "montecarlo": "viergewinnt.engines.montecarlo:MONTECARLO",
    "mcts": "viergewinnt.engines.mcts:MCTS",
    "perfect": "viergewinnt.engines.perfect:PERFECT",
    "random": "viergewinnt.engines.chance:RANDOM",
    "fallible": "viergewinnt.engines.fallible:FALLIBLE",
}
NAMED = {**LEVELS, **PRESETS}
NO_PARTS = Parts(no_memory)


def engine_names() -> tuple[str, ...]:
    """Every name, levels and presets last."""
    return (*ENGINES, *NAMED)


def kind_of(name: str) -> EngineKind[Any]:
    """The engine of a name; levels and presets are engines with other defaults."""
    if name in NAMED:
        preset = NAMED[name]
        base = kind_of(preset.engine)
        return EngineKind(
            preset.summary, base.options, base.build, {**base.defaults, **preset.options}
        )
    if name not in ENGINES:
        raise OptionError(
            f"there is no engine {name!r:.60}; there are {', '.join(engine_names())}",
            code="unknown_engine",
            engine=name,
            allowed=engine_names(),
        )
    module, _, attribute = ENGINES[name].partition(":")
    kind: EngineKind[Any] = getattr(import_module(module), attribute)
    return kind


def build_engine(spec: str, /, *, parts: Parts = NO_PARTS, **options: object) -> Engine:
    """The engine of a name or SPEC; `options` add to those of the text."""
    name, in_text = read_spec(spec)
    kind = kind_of(name)
    twice = in_text.keys() & options.keys()
    if twice:
        raise OptionError(
            f"{', '.join(sorted(twice))} is given both in {spec!r:.60} and beside it",
            code="bad_spec",
            spec=spec,
        )
    given: dict[str, object] = {**in_text, **options}
    model = kind.options.of(name, given, kind.defaults)
    return kind.build(name, model, format_spec(name, model.given(kind.defaults)), parts)


@dataclass(frozen=True, slots=True)
class OptionDescription:
    """One option in words."""

    name: str
    default: str | None
    """As SPECs print it; None where it may be left open, and is."""
    meaning: str
    allowed: str
    only_with: str | None
    """The `option=value` that it belongs to."""


@dataclass(frozen=True, slots=True)
class Description:
    """An engine in words."""

    name: str
    summary: str
    options: tuple[OptionDescription, ...]

    def to_json(self) -> dict[str, object]:
        """As commands and pages print it."""
        return asdict(self)


def describe(name: str) -> Description:
    """What `viergewinnt engines` and pages say of an engine."""
    kind = kind_of(name)
    described = []
    for field in fields(kind.options):
        default: Value = kind.defaults.get(field.name, field.metadata["default"])
        only_with = field.metadata["only_with"]
        described.append(
            OptionDescription(
                field.name,
                None if default is None else text_of(default),
                field.metadata["meaning"],
                field.metadata["rule"].allowed,
                None if only_with is None else "=".join(only_with),
            )
        )
    return Description(name, kind.summary, tuple(described))
