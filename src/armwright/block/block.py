"""The block: a piece of a closed loop. It declares what it reads, writes, keeps and is told, and
returns expressions; all of it becomes machine code together with everything else.

    class Damper(Block):
        \"\"\"τ = −d v.\"\"\"

        velocity = Input("rad/s", signal="measured_motor_velocity")
        torque = Output("N m", signal="commanded_motor_torque")
        damping = Parameter("N m s/rad", "how much it brakes", default=1.0)

        def equations(self, x):
            return {"torque": -x.damping * x.velocity}

    Damper(damping=[3, 3, 1], rate=1000.0)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, Self, TypeVar

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import (
    Declared,
    Input,
    Memory,
    Option,
    Output,
    Parameter,
    Table,
    size_of,
)
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import check_text, check_value, from_home

_NAME = re.compile(r"[\w][\w .()'-]{0,79}")
#: Names that paths like joints.2.friction begin with.
_TAKEN = frozenset(
    ("joints", "links", "gravity", "model", "fidelity", "start", "integration", "recording")
)
_Kind = TypeVar("_Kind", bound=Declared)


class _Selection(Protocol):
    def __call__(self, kind: type[_Kind]) -> dict[str, _Kind]: ...


class _Of:
    """A method of both the class and its blocks, which may have declarations of their own."""

    def __get__(self, block: Block | None, owner: type[Block]) -> _Selection:
        declared = owner.declared if block is None else block.declared

        def select(kind: type[_Kind]) -> dict[str, _Kind]:
            return {name: value for name, value in declared.items() if isinstance(value, kind)}

        return select


class Block:
    """Base of all blocks. Immutable; `rate` in Hz, or None for a block in continuous time.

    `connect` names the signals for inputs and outputs that differ from the declared ones.
    """

    #: What files call it.
    kind: ClassVar[str] = ""
    #: What the class declares; a block whose ports depend on its options has its own.
    declared: Mapping[str, Declared] = MappingProxyType({})

    #: The declarations of one kind, by name.
    of = _Of()

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}
        for name, declared in own.items():
            taken = hasattr(Quantities, name) or name in Quantities.__annotations__
            if taken and not isinstance(declared, Option | Output):
                raise TypeError(f"{cls.__name__}.{name}: equations have another `x.{name}`")
        cls.declared = MappingProxyType({**cls.declared, **own})

    def __init__(
        self,
        *,
        name: str = "",
        rate: float | None = None,
        connect: Mapping[str, str] | None = None,
        **values: Any,
    ) -> None:
        self.name = name or self.kind or type(self).__name__
        if not _NAME.fullmatch(self.name) or self.name in _TAKEN:
            raise InputError(
                "not a name for a block",
                where="block",
                got=shown(self.name),
                expected="letters, digits, spaces and . _ - ( ) ', and no part of a scenario",
            )
        self.rate = rate
        self.connect = MappingProxyType(dict(connect or {}))
        self.values = MappingProxyType(self._checked(values))
        self._check_ports()

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        """Outputs, derivatives of states and next values of memories, by name."""
        raise NotImplementedError

    def tables(self, site: Site) -> Mapping[str, Array]:
        """(samples, size) for each declared Table."""
        return {}

    def stamp(self) -> object:
        """What its tables depend on beside its settings: the state of a file that it reads."""
        return None

    def changed(self, values: Mapping[str, Any]) -> Self:
        """The same block with some values given anew."""
        settings = {**self.values, **values}
        return self.made(settings, name=self.name, rate=self.rate, connect=self.connect)

    @classmethod
    def made(
        cls,
        settings: Mapping[str, Any],
        *,
        name: str,
        rate: float | None = None,
        connect: Mapping[str, str] | None = None,
    ) -> Self:
        """A block whose settings may have any names: what is not a setting is refused."""
        for key in ("self", "name", "rate", "connect"):
            if key in settings:
                raise InputError("unknown setting", where=f"block '{name}'", got=repr(key))
        return cls(name=name, rate=rate, connect=connect, **settings)

    @classmethod
    def located(cls, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        """The settings with the paths of files in them as seen from `folder`."""
        found = dict(settings)
        for name, option in cls.of(Option).items():
            if option.kind is Path and isinstance(found.get(name), str):
                found[name] = str(folder / from_home(found[name], f"'{name}'"))
        return found

    def whole(self) -> Mapping[str, Any]:
        """The settings with what files hold in place of their names: all that a file needs to say
        of the block, wherever it is read."""
        return self.values

    def signal(self, port: str) -> str:
        """The name of the signal that an input reads or an output writes."""
        declared = self.declared[port]
        assert isinstance(declared, Input | Output)
        return self.connect.get(port) or declared.signal or port

    def known(self, site: Site) -> Mapping[str, Any]:
        """Parameters that the arm's description holds; they stand in for those not given."""
        return {}

    def parameters(self, site: Site) -> dict[str, Array]:
        """The value of every parameter, under the names that the equations use."""
        values: dict[str, Array] = {}
        known = self.known(site)
        for parameter in self.of(Parameter).values():
            size = size_of(parameter, site.sizes)
            for key in parameter.keys:
                values[key] = self._spread(key, self._given(parameter, key, known), size)
        return values

    def check_order(self, values: Mapping[str, Array], lower: str, upper: str) -> None:
        """Refuses values of one parameter that are above those of another."""
        if np.any(values[lower] > values[upper]):
            raise InputError(
                f"'{lower}' is above '{upper}'",
                where=f"block '{self.name}'",
                got=f"{values[lower].tolist()} and {values[upper].tolist()}",
                expected=f"{lower} ≤ {upper}",
            )

    def _given(self, parameter: Parameter, key: str, known: Mapping[str, Any]) -> Any:
        for source in (self.values, known):
            for name in (key, parameter.name):
                if name in source:
                    return source[name]
        default = parameter.default
        if isinstance(default, str):
            other = self.declared[default]
            assert isinstance(other, Parameter)
            return self._given(other, key.replace(parameter.name, default, 1), known)
        if default is None:
            raise InputError(
                f"parameter '{parameter.name}' is missing",
                where=f"block '{self.name}'",
                expected=f"{parameter.meaning or 'a number'} in {parameter.unit or '1'}",
            )
        return default

    def source(self, parameter: Parameter, key: str) -> str:
        """The name under which one may give what the equations see as `key`."""
        for name in (key, parameter.name):
            if name in self.values:
                return name
        if isinstance(parameter.default, str):
            other = self.declared[parameter.default]
            assert isinstance(other, Parameter)
            return self.source(other, key.replace(parameter.name, parameter.default, 1))
        return parameter.name

    def _spread(self, key: str, value: Any, size: int) -> Array:
        array = np.asarray(value, dtype=np.float64)
        if array.shape not in ((), (size,)):
            raise InputError(
                f"'{key}' has the wrong length",
                where=f"block '{self.name}'",
                got=list(array.shape),
                expected=f"one number or {size}",
            )
        return np.broadcast_to(array, (size,)).copy()

    def _checked(self, values: Mapping[str, Any]) -> dict[str, Any]:
        parameters = {
            key: parameter
            for parameter in self.of(Parameter).values()
            for key in (parameter.name, *parameter.keys)
        }
        options = self.of(Option)
        known = {**parameters, **options}
        for name, value in values.items():
            if name not in known:
                raise self._unknown("setting", name, list(known))
            check_value(value, f"block '{self.name}', '{name}'")
        checked: dict[str, Any] = {}
        for name, option in options.items():
            if name not in values and option.default is Option.required:
                raise InputError(
                    f"'{name}' is missing",
                    where=f"block '{self.name}'",
                    expected=option.meaning or option.kind.__name__,
                )
            checked[name] = self._option(option, values.get(name, option.default))
        for name, value in values.items():
            if name in parameters:
                checked[name] = self._number(name, value, parameters[name])
        return checked

    def _option(self, option: Option, value: Any) -> Any:
        if option.kind is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if option.kind is Path and isinstance(value, str):
            where = f"block '{self.name}', '{option.name}'"
            check_text(value, "the name of a file", where)
            value = from_home(value, where)
        value = _tuples(value)
        if value is not option.default and not isinstance(value, option.kind):
            raise InputError(
                f"'{option.name}' is of the wrong kind",
                where=f"block '{self.name}'",
                got=shown(value),
                expected=option.meaning or option.kind.__name__,
            )
        if option.choices and value not in option.choices:
            raise self._unknown(f"'{option.name}'", str(value), list(option.choices))
        return value

    def _number(self, name: str, value: Any, parameter: Parameter) -> Any:
        where = f"block '{self.name}'"
        try:
            array = np.asarray(value, dtype=np.float64)
            if any(isinstance(one, bool) for one in np.atleast_1d(np.asarray(value, dtype=object))):
                raise TypeError
        except (TypeError, ValueError, OverflowError):
            raise InputError(
                f"'{name}' is not a number",
                where=where,
                got=shown(value),
                expected=parameter.unit,
            ) from None
        unit = f" {parameter.unit}" if parameter.unit else ""
        if array.ndim > 1 or not np.all(np.isfinite(array)):
            raise InputError(f"'{name}'", where=where, got=shown(value), expected="finite numbers")
        if parameter.above is not None and np.any(array <= parameter.above):
            expected = f"more than {parameter.above:g}{unit}"
            raise InputError(
                f"'{name}' is too small", where=where, got=shown(value), expected=expected
            )
        if parameter.at_least is not None and np.any(array < parameter.at_least):
            expected = f"at least {parameter.at_least:g}{unit}"
            raise InputError(
                f"'{name}' is too small", where=where, got=shown(value), expected=expected
            )
        return array.tolist()

    def _check_ports(self) -> None:
        ports = [*self.of(Input), *self.of(Output)]
        for port, signal in self.connect.items():
            if port not in ports:
                raise self._unknown("port", port, ports)
            check_text(signal, "the name of a signal", f"block '{self.name}', port '{port}'")
        sampled = [*self.of(Memory), *self.of(Table)]
        if self.rate is None and sampled:
            raise InputError(
                f"keeps '{sampled[0]}' from sample to sample but has no rate",
                where=f"block '{self.name}'",
                expected="rate = … (Hz)",
            )
        number = isinstance(self.rate, int | float) and not isinstance(self.rate, bool)
        if self.rate is not None and not (number and 0 < self.rate < np.inf):
            raise InputError(
                "rate",
                where=f"block '{self.name}'",
                got=shown(self.rate),
                expected="more than 0 Hz",
            )

    def _unknown(self, what: str, name: str, known: list[str]) -> InputError:
        return InputError(
            f"unknown {what}",
            where=f"block '{self.name}'",
            got=shown(name),
            expected="one of " + ", ".join(known) if known else "none",
            hint=did_you_mean(name, known),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        given = (dict(self.values), self.name, self.rate, dict(self.connect))
        return (_remade, (type(self), *given))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({given})"


def _remade(
    kind: type[Block],
    settings: dict[str, Any],
    name: str,
    rate: float | None,
    connect: dict[str, str],
) -> Block:
    """For pickle."""
    return kind.made(settings, name=name, rate=rate, connect=connect)


def _tuples(value: Any) -> Any:
    """Arrays and lists, of any depth, as tuples: what a block keeps does not change any more."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


class Assembly(Block):
    """Blocks that belong together and share their settings, at rates of their own."""

    def parts(self) -> tuple[Block, ...]:
        raise NotImplementedError


def as_name(text: str) -> str:
    """A name for a block that is like the text: joints may be called by other characters."""
    return re.sub(r"[^\w .()'-]", "_", text)[:80]
