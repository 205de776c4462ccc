"""Options of engines: declared once, and read from keywords, SPEC texts and JSON alike.

A model is a frozen dataclass whose fields are made by `option`. Its rules read a value of the right
type or the text of one, and say what is allowed when they refuse. An option that belongs only to
some value of another (the playouts to `evaluation=montecarlo`) is refused elsewhere.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Number", "OneOf", "Options", "Rule", "Switch", "Value", "Whole", "option"]

Value: TypeAlias = int | float | str | bool | None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two others, both included; `optional` ones may be left open."""

    low: int
    high: int
    optional: bool = False

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return f"whole numbers from {self.low} to {self.high}"

    def read(self, value: object) -> Value:
        """The value, or `ValueError`."""
        if value is None and self.optional:
            return None
        if isinstance(value, str):
            if not value.isascii() or "_" in value or len(value) > 30:
                raise ValueError(value)
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(value)
        if not self.low <= value <= self.high:
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True)
class Number:
    """A number between two others, both included."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return f"numbers from {self.low:g} to {self.high:g}"

    def read(self, value: object) -> Value:
        """The value, or `ValueError`."""
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError(value)
        if isinstance(value, str) and (not value.isascii() or "_" in value or len(value) > 30):
            raise ValueError(value)
        number = float(value)
        if math.isnan(number) or not self.low <= number <= self.high:
            raise ValueError(value)
        return number


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return ", ".join(self.words)

    def read(self, value: object) -> Value:
        """The value, or `ValueError`."""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return "true, false"

    def read(self, value: object) -> Value:
        """The value, or `ValueError`."""
        if isinstance(value, bool):
            return value
        if value in ("true", "false"):
            return value == "true"
        raise ValueError(value)


Rule: TypeAlias = Whole | Number | OneOf | Switch


def option(
    default: Value, rule: Rule, meaning: str, *, only_with: tuple[str, str] | None = None
) -> Any:
    """A field of a model; `only_with` names the option, and its value, that this one belongs to."""
    return dataclasses.field(
        default=default,
        metadata={"default": default, "rule": rule, "meaning": meaning, "only_with": only_with},
    )


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of one engine; values given are read by their rules."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            rule: Rule = field.metadata["rule"]
            value = getattr(self, field.name)
            try:
                object.__setattr__(self, field.name, rule.read(value))
            except (ValueError, OverflowError):
                shown = f"{value!r:.60}"
                raise OptionError(
                    f"{field.name} is {shown}; allowed are {rule.allowed}",
                    code="bad_option",
                    option=field.name,
                    value=shown,
                    allowed=rule.allowed,
                ) from None

    @property
    def names(self) -> tuple[str, ...]:
        """All options, in order."""
        return tuple(field.name for field in dataclasses.fields(self))

    @classmethod
    def of(cls, engine: str, given: Mapping[str, object], defaults: Mapping[str, Value]) -> Self:
        """The options of an engine by name, with its own defaults below what is given."""
        names = [field.name for field in dataclasses.fields(cls)]
        for name in given:
            if name not in names:
                raise OptionError(
                    f"{engine} has no option {name!r:.60}; it has {', '.join(names)}",
                    code="unknown_option",
                    engine=engine,
                    option=name,
                    allowed=tuple(names),
                )
        options = cls(**{**defaults, **given})
        for name in given:
            if not options.applies(name):
                other, value = cls._field(name).metadata["only_with"]
                raise OptionError(
                    f"{name} belongs to {other}={value}, but {other} is"
                    f" {getattr(options, other)}; allowed are"
                    f" {', '.join(n for n in names if options.applies(n))}",
                    code="option_without_use",
                    engine=engine,
                    option=name,
                    allowed=tuple(n for n in names if options.applies(n)),
                )
        return options

    @classmethod
    def _field(cls, name: str) -> dataclasses.Field[Any]:
        return next(field for field in dataclasses.fields(cls) if field.name == name)

    def applies(self, name: str) -> bool:
        """Whether an option means anything beside the others."""
        only_with = self._field(name).metadata["only_with"]
        return only_with is None or getattr(self, only_with[0]) == only_with[1]

    def given(self, defaults: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """The options that mean something and differ from the defaults, in order."""
        plain = {field.name: field.default for field in dataclasses.fields(self)}
        plain |= defaults or {}
        return {
            name: getattr(self, name)
            for name in plain
            if self.applies(name) and getattr(self, name) != plain[name]
        }
