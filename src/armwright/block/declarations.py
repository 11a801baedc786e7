"""What a block declares: class attributes, each with its unit and its meaning.

Units are SI. `rad` stands for the coordinate of any joint or motor: for prismatic joints read m,
and N for N m. A size is a number or a name: `joint` and `motor` (as many as the arm has moving
joints, and as it has motors), `elastic` (its elastic axes), `coordinate` (all that moves in it),
`friction` (the directions in which its friction acts), `axis` (x, y, z), `one`, or `channel` (how
many joints share the law).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, Literal, TypeVar, overload

_Self = TypeVar("_Self", bound="Declared")

Acts = Literal[
    "joint", "motor", "coordinate", "tool", "wrench", "inertia", "base", "water", "energy", "pull"
]
#: A number of elements, or the name of one.
Size = int | str


class Declared:
    """Base of all declarations; the attribute's name is the quantity's name in the equations."""

    name: str = ""

    def __init__(self, unit: str = "", meaning: str = "", size: Size = "motor") -> None:
        self.unit, self.meaning, self.size = unit, meaning, size

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class Input(Declared):
    """A signal that the block reads: by default the one named `signal`, or as the attribute.

    With a `default` the input may stay unconnected.
    """

    def __init__(
        self,
        unit: str,
        meaning: str = "",
        *,
        signal: str = "",
        size: Size = "motor",
        default: float | None = None,
    ) -> None:
        super().__init__(unit, meaning, size)
        self.signal, self.default = signal, default


class Output(Declared):
    """A signal that the block writes: by default the one named `signal`, or as the attribute.

    `flag`: 1 where something noteworthy happens (a limit is reached), else 0; a run counts them.
    `acts`: the arm feels it, beside what other blocks exert: as torques at the joints or motors, as
    forces along all its coordinates, as a force at the tool's origin (world axes), as a
    wrench on the frame that the block's option `frame` names (world axes), as more inertia
    of the link that the block's option `link` names (the ten parameters of `Inertia.parameters`),
    as a motion of the base along the axes that its option `axes` names, as a current of the water
    around it; or it is energy that the block stores. `pull`: where the block's forces act, which
    joints between feel: a force on the link of its option `link_b`, and the point of it (world
    axes); the opposite on `link_a`.
    """

    def __init__(
        self,
        unit: str,
        meaning: str = "",
        *,
        signal: str = "",
        size: Size = "motor",
        flag: bool = False,
        acts: Acts | None = None,
    ) -> None:
        super().__init__(unit, meaning, size)
        self.signal, self.flag, self.acts = signal, flag, acts


class State(Declared):
    """A state that changes with time; the equations give its time derivative.

    In a block with a sample rate it takes Euler steps. `linear`: its derivative is a z + b, where
    neither a nor b depends on any state of the block; it is then integrated exactly. In a run that
    starts at rest the first value is such that the state does not change; if it is `trimmed`, such
    that the arm does not move; if it is `fixed`, it is `start`. `stepped`, in laws of friction: the
    equations give its value after `x.step` s, the velocity held, instead of a derivative.
    """

    def __init__(
        self,
        unit: str,
        meaning: str = "",
        *,
        size: Size = "motor",
        start: float = 0.0,
        linear: bool = False,
        trimmed: bool = False,
        fixed: bool = False,
        stepped: bool = False,
    ) -> None:
        super().__init__(unit, meaning, size)
        self.start, self.linear, self.trimmed, self.fixed = start, linear, trimmed, fixed
        self.stepped = stepped


class Memory(Declared):
    """A number kept from sample to sample; the equations give its next value. See `State`."""

    def __init__(
        self,
        unit: str,
        meaning: str = "",
        *,
        size: Size = "motor",
        start: float = 0.0,
        trimmed: bool = False,
        fixed: bool = False,
    ) -> None:
        super().__init__(unit, meaning, size)
        self.start, self.trimmed, self.fixed = start, trimmed, fixed


class Table(Declared):
    """Numbers prepared before the run, one row per sample (`Block.tables`); the last row stays."""


class Parameter(Declared):
    """A number, or one for each element. Without a `default` it has to be given.

    `directed`: it may differ for the two directions of motion; the equations see
    `<name>_positive` and `<name>_negative`, and `<name>` alone gives both. A default that is the
    name of another parameter takes its value. `above` and `at_least` bound what makes sense.
    """

    def __init__(
        self,
        unit: str,
        meaning: str = "",
        *,
        default: float | str | None = None,
        size: Size = "motor",
        directed: bool = False,
        above: float | None = None,
        at_least: float | None = None,
    ) -> None:
        super().__init__(unit, meaning, size)
        self.default, self.directed = default, directed
        self.above, self.at_least = above, at_least

    @property
    def keys(self) -> tuple[str, ...]:
        """The names under which the equations see it."""
        return (f"{self.name}_positive", f"{self.name}_negative") if self.directed else (self.name,)


class Option(Declared):
    """A setting that is not a number in the equations: a choice, a list of points, a switch.

    Lists may be given as tuples or arrays, and are kept as tuples.
    """

    required: ClassVar[object] = object()

    def __init__(
        self,
        kind: type,
        meaning: str = "",
        *,
        default: Any = required,
        choices: tuple[str, ...] = (),
    ) -> None:
        super().__init__("", meaning, "one")
        self.kind, self.default, self.choices = kind, default, choices

    @overload
    def __get__(self: _Self, instance: None, owner: type) -> _Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Any: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        return self if instance is None else instance.values[self.name]


def adapted(declared: _Self, *, unit: str | None = None, size: Size | None = None) -> _Self:
    """The same quantity in another unit, or of another size: a copy; what is not given stays."""
    own = copy(declared)
    own.unit = declared.unit if unit is None else unit
    own.size = declared.size if size is None else size
    return own


def size_of(declared: Declared, sizes: Mapping[str, int]) -> int:
    """How many elements a declared quantity has."""
    return declared.size if isinstance(declared.size, int) else sizes[declared.size]
