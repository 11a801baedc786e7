"""Blocks wired by the names of their signals.

At a sample instant a sampled block sees what other sampled blocks have put out at that instant, and
the arm as it is just before: the arm feels new commands only afterwards. In between, outputs of
sampled blocks are held.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import (
    Acts,
    Input,
    Memory,
    Output,
    Parameter,
    State,
    Table,
    size_of,
)
from armwright.block.mistakes import evaluated
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError
from armwright.plant.signals import Signal
from armwright.plant.values import Values
from armwright.system.names import RESERVED
from armwright.system.taps import Tap


@dataclass(frozen=True, eq=False)
class Instance:
    """A block with symbols for all it reads and keeps; its results are expressions of them."""

    block: Block
    site: Site
    every: int
    symbols: Mapping[str, cs.SX]
    results: Mapping[str, cs.SX]
    #: result → the inputs that it depends on at the same instant
    feeds: Mapping[str, tuple[str, ...]]
    #: symbols of random numbers, and the numbers
    noises: tuple[tuple[cs.SX, cs.SX], ...]

    @property
    def name(self) -> str:
        return self.block.name

    @property
    def sampled(self) -> bool:
        return self.every > 0

    def place(self, quantity: str) -> str:
        """The name, unique in the scenario, of something that the block keeps."""
        return f"{self.name}.{quantity}"

    @property
    def flags(self) -> list[str]:
        """The outputs that a run counts."""
        return [name for name, declared in self.block.of(Output).items() if declared.flag]

    def kept(self) -> list[str]:
        return [*self.block.of(State), *self.block.of(Memory)]


@dataclass(frozen=True)
class Derived:
    """A signal that follows from others, where no block writes it."""

    sources: tuple[str, ...]
    unit: str
    size: str
    value: Callable[..., cs.SX]


def instantiate(
    block: Block,
    site: Site,
    every: int,
    values: Values,
    time: cs.SX,
    seed: cs.SX,
    tick: cs.SX,
) -> Instance:
    """The block's equations on fresh symbols."""
    kinds = (Input, State, Memory, Table)
    symbols = {
        name: cs.SX.sym(f"{block.name}.{name}", size_of(declared, site.sizes))
        for name, declared in block.declared.items()
        if isinstance(declared, kinds)
    }
    parameters = {
        key: values.column([f"{block.name}.{key}"])
        for parameter in block.of(Parameter).values()
        for key in parameter.keys
    }
    x = Quantities({**symbols, **parameters}, site, time, tick, seed, block.name)
    results = {name: cs.densify(value) for name, value in evaluated(block, x).items()}
    inputs = {name: symbols[name] for name in block.of(Input)}
    feeds = {name: _depends(value, inputs) for name, value in results.items()}
    if x.noises and not every:
        raise InputError(
            "this block draws random numbers at samples but has no rate",
            where=f"block '{block.name}'",
            expected="rate = … (Hz)",
        )
    return Instance(block, site, every, symbols, results, feeds, tuple(x.noises))


def _depends(value: cs.SX, inputs: Mapping[str, cs.SX]) -> tuple[str, ...]:
    return tuple(name for name, symbol in inputs.items() if cs.depends_on(value, symbol))


@dataclass(eq=False)
class Circuit:
    """All blocks of a scenario; finds the expression of any signal. `taps`: signals into which
    something is put between who writes and who reads them."""

    instances: tuple[Instance, ...]
    plant: Mapping[str, Signal]
    derived: Callable[[str, Circuit], Derived | None]
    taps: Mapping[str, Tap] = field(default_factory=dict)
    held: dict[str, cs.SX] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._providers: dict[str, tuple[Instance, str]] = {}
        self._written: dict[tuple[Instance, str], str] = {}
        for instance in self.instances:
            for port, declared in instance.block.of(Output).items():
                signal = self._name(instance, port, declared)
                if signal in RESERVED:
                    raise InputError(
                        f"'{signal}' is a name that runs keep for themselves",
                        where=f"block '{instance.name}', output '{port}'",
                        hint="Give the signal another name with connect.",
                    )
                if signal in self._providers or signal in self.plant:
                    other = self._providers[signal][0].name if signal in self._providers else "arm"
                    raise InputError(
                        f"signal '{signal}' is written twice",
                        where=f"block '{instance.name}', output '{port}'",
                        got=f"also written by '{other}'",
                        hint="Give one of them another name with connect.",
                    )
                self._providers[signal] = (instance, port)
                self._written[instance, port] = signal
                if instance.sampled:
                    self.held[signal] = cs.SX.sym(signal, instance.results[port].shape[0])
        self._memo: dict[str, cs.SX] = {}
        self._asked: list[str] = []
        for instance in self.instances:
            for port in instance.block.of(Input):
                self._check_connection(instance, port)

    def _name(self, instance: Instance, port: str, declared: Output) -> str:
        """Flags of different blocks do not meet, nor do signals of blocks that act alike: both act,
        and the first block's has the plain name."""
        plain = instance.block.signal(port)
        other = self._providers[plain][0] if plain in self._providers else instance
        alike = other is not instance and _act_alike(other.block, instance.block)
        return instance.place(port) if declared.flag or alike else plain

    def outputs(self, instance: Instance) -> dict[str, str]:
        """Port → signal."""
        return {port: self._written[instance, port] for port in instance.block.of(Output)}

    def acting(self, how: Acts) -> list[str]:
        """The signals by which blocks act on the arm."""
        return [
            self._written[instance, port]
            for instance in self.instances
            for port, declared in instance.block.of(Output).items()
            if declared.acts == how
        ]

    def writes(self, signal: str) -> bool:
        """Whether a block writes the signal."""
        return signal in self._providers

    def exists(self, signal: str) -> bool:
        return self.unit_and_size(signal) is not None

    def unit_and_size(self, signal: str) -> tuple[str, str | int] | None:
        if signal in self._providers:
            instance, port = self._providers[signal]
            declared = instance.block.declared[port]
            return declared.unit, declared.size
        if signal in self.plant:
            return self.plant[signal].unit, self.plant[signal].size
        rule = self.derived(signal, self)
        return (rule.unit, rule.size) if rule else None

    def value(self, signal: str, local: Mapping[str, cs.SX] | None = None) -> cs.SX:
        """The signal as an expression of states, held outputs and time.

        `local`: outputs of sampled blocks that are computed at this very instant.
        """
        return self._value(signal, local, ())

    def untapped(self, signal: str) -> cs.SX:
        """The signal as it is written, before what a tap does to it."""
        return self._untapped(signal, None, ())

    def result(
        self, instance: Instance, name: str, local: Mapping[str, cs.SX] | None = None
    ) -> cs.SX:
        """A result of a block with its inputs filled in."""
        return self._result(instance, name, local, ())

    def sources(self, instance: Instance, results: Iterable[str]) -> set[Instance]:
        """The sampled blocks whose outputs of this instant enter the results."""
        found: set[Instance] = set()
        ports = {port for name in results for port in instance.feeds[name]}
        for port in ports:
            self._sources(instance.block.signal(port), found)
        return found

    def felt_through_the_arm(self, instance: Instance) -> set[Instance]:
        """The sampled blocks whose held outputs show in what the arm shows to the block, as a
        command does in an acceleration."""
        signals: set[str] = set()
        for port in instance.block.of(Input):
            if self.exists(instance.block.signal(port)):
                self._arm_signals(instance.block.signal(port), signals)
        values = [self.plant[signal].value() for signal in signals]
        shown = cs.vertcat(*values) if values else cs.SX(0, 1)
        return {
            self._providers[signal][0]
            for signal, symbol in self.held.items()
            if cs.depends_on(shown, symbol)
        }

    def _arm_signals(self, signal: str, found: set[str]) -> None:
        """The arm's own signals behind one that is not held."""
        if signal in self._providers:
            instance, port = self._providers[signal]
            if not instance.sampled:
                for feed in instance.feeds[port]:
                    self._arm_signals(instance.block.signal(feed), found)
        elif signal in self.plant:
            found.add(signal)
        elif rule := self.derived(signal, self):
            for source in rule.sources:
                self._arm_signals(source, found)

    def writers(self, signal: str) -> tuple[str, ...]:
        """The blocks that write a signal, or what it is derived from, by name; "" is the arm."""
        if signal in self._providers:
            return (self._providers[signal][0].name,)
        if signal in self.plant:
            return ("",)
        rule = self.derived(signal, self)
        found = (name for source in (rule.sources if rule else ()) for name in self.writers(source))
        return tuple(dict.fromkeys(found))

    def origins(self, signal: str) -> set[Instance]:
        """The sampled blocks whose outputs enter the signal."""
        found: set[Instance] = set()
        self._sources(signal, found)
        return found

    def _sources(self, signal: str, found: set[Instance]) -> None:
        if signal in self._providers:
            instance, port = self._providers[signal]
            if instance.sampled:
                found.add(instance)
                return
            for feed in instance.feeds[port]:
                self._sources(instance.block.signal(feed), found)
        elif signal not in self.plant and (rule := self.derived(signal, self)):
            for source in rule.sources:
                self._sources(source, found)

    def _value(
        self, signal: str, local: Mapping[str, cs.SX] | None, trail: tuple[str, ...]
    ) -> cs.SX:
        if not local and signal in self._memo:
            return self._memo[signal]
        tap = self.taps.get(signal)
        if tap is not None and tap.cuts:
            value = tap.added
        else:
            value = self._untapped(signal, local, trail)
            value = tap(value) if tap is not None else value
        if not local:
            self._memo[signal] = value
        return value

    def _untapped(
        self, signal: str, local: Mapping[str, cs.SX] | None, trail: tuple[str, ...]
    ) -> cs.SX:
        if local and signal in local:
            return local[signal]
        if signal in trail:
            raise _loop((*trail[trail.index(signal) :], signal), self._providers)
        trail = (*trail, signal)
        if signal in self._providers:
            instance, port = self._providers[signal]
            if instance.sampled:
                return self.held[signal]
            return self._result(instance, port, local, trail)
        if signal in self.plant:
            return self._of_arm(signal, trail)
        rule = self.derived(signal, self)
        if rule is None:
            raise InputError(f"there is no signal '{signal}'", expected=self._known(signal))
        return rule.value(*(self._value(source, local, trail) for source in rule.sources))

    def _of_arm(self, signal: str, trail: tuple[str, ...]) -> cs.SX:
        """What the arm shows may depend on what blocks exert on it."""
        if signal in self._asked:
            raise _loop((*self._asked[self._asked.index(signal) :], *trail), self._providers)
        self._asked.append(signal)
        try:
            return self.plant[signal].value()
        finally:
            self._asked.pop()

    def _result(
        self,
        instance: Instance,
        name: str,
        local: Mapping[str, cs.SX] | None,
        trail: tuple[str, ...],
    ) -> cs.SX:
        ports = instance.feeds[name]
        if not ports:
            return instance.results[name]
        values = [self._input(instance, port, local, trail) for port in ports]
        return cs.substitute(
            [instance.results[name]], [instance.symbols[p] for p in ports], values
        )[0]

    def _input(
        self,
        instance: Instance,
        port: str,
        local: Mapping[str, cs.SX] | None,
        trail: tuple[str, ...],
    ) -> cs.SX:
        signal = instance.block.signal(port)
        declared = instance.block.of(Input)[port]
        if declared.default is not None and not self.exists(signal):
            return cs.SX.ones(instance.symbols[port].shape[0]) * declared.default
        return self._value(signal, local, trail)

    def _check_connection(self, instance: Instance, port: str) -> None:
        declared, signal = instance.block.of(Input)[port], instance.block.signal(port)
        found = self.unit_and_size(signal)
        where = f"block '{instance.name}', input '{port}'"
        if found is None:
            if declared.default is None:
                raise InputError(
                    f"nothing writes '{signal}'", where=where, expected=self._known(signal)
                )
            return
        unit, size = found
        writer = self._providers[signal][0].name if signal in self._providers else "the arm"
        if _plain(unit) != _plain(declared.unit):
            raise InputError(
                f"units differ: '{writer}' writes '{signal}' in {unit or '1'}",
                where=where,
                expected=declared.unit or "1",
            )
        sizes = instance.site.sizes
        ours, theirs = size_of(declared, sizes), size if isinstance(size, int) else sizes[size]
        if ours != theirs:
            raise InputError(
                f"sizes differ: '{writer}' writes '{signal}' with {theirs} elements",
                where=where,
                expected=ours,
            )

    def _known(self, signal: str) -> str:
        known = [*self._providers, *self.plant]
        near = difflib.get_close_matches(signal, known, n=3) or known
        return "a signal that a block or the arm writes, like " + ", ".join(near[:3])


def _act_alike(one: Block, two: Block) -> bool:
    """Whether two blocks act on the arm in the same way, by signals of the same name. Motions of
    the base do not add up: only one block can prescribe it."""
    ours, theirs = (
        {
            (block.signal(port), declared.acts)
            for port, declared in block.of(Output).items()
            if declared.acts not in (None, "base")
        }
        for block in (one, two)
    )
    return bool(ours & theirs)


def _plain(unit: str) -> str:
    return unit.replace("·", " ").replace("²", "2").replace("³", "3").strip()


def _loop(trail: tuple[str, ...], providers: Mapping[str, tuple[Instance, str]]) -> InputError:
    names = [providers[s][0].name if s in providers else "the arm" for s in trail[:-1]]
    chain = " → ".join(f"{signal} ({name})" for signal, name in zip(trail, names, strict=False))
    return InputError(
        f"algebraic loop: each of these needs the next at the same instant: {chain} → {trail[-1]}",
        where=f"between '{names[0]}' and '{names[-1]}'",
        hint="Sample one of the blocks, or put a delay between them.",
    )
