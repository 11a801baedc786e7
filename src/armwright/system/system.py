"""A scenario as equations: a plant, the blocks wired to it, and the order of their samples."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Acts, Output, State, Table
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import Site
from armwright.blocks.disturbances.wall import Wall
from armwright.errors import InputError
from armwright.plant import Environment, ExtraFriction, Plant
from armwright.plant.loop_reactions import determined
from armwright.plant.meters import meters_of
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE, payload_of, wrench_on
from armwright.plant.signals import REACTIONS, PlantSignals, Signal
from armwright.plant.values import Values
from armwright.robot import Robot
from armwright.robot.elastic import Axis
from armwright.robot.links import links_behind
from armwright.system.circuit import Circuit, Instance, instantiate
from armwright.system.derived import Derivations
from armwright.system.names import (
    BLOCK_NUMBERS,
    DRIVE_NUMBERS,
    HOLD,
    LINK_NUMBERS,
    SEED,
    STEP,
    TICK,
    TIME,
)
from armwright.system.order import Batch, batches
from armwright.system.setup import Setup
from armwright.system.taps import Taps

#: The plant's inputs → how blocks act on them.
_ACTS: dict[str, Acts] = {MOTOR_TORQUE: "motor", JOINT_TORQUE: "joint", FORCE: "coordinate"}


class FreeNumbers(Protocol):
    """Numbers that stay inputs of the machine code, as one vector; `places`: path → where."""

    @property
    def places(self) -> dict[str, slice]: ...

    @property
    def symbol(self) -> cs.SX: ...

    def vector(self, numbers: Mapping[str, Array]) -> Array: ...


class System:
    """Built once per scenario; `free` names the numbers that stay inputs (see `numbers`);
    `open_step`: so does the length of the integrator's steps. `taps`: where something is put into
    the loop from outside, or the loop is cut."""

    setup: Setup
    plant: Plant
    model: Plant
    values: Values
    time: cs.SX
    tick: cs.SX
    seed: cs.SX
    #: The length of the integrator's steps, s.
    step: cs.SX
    #: For how many of them mass matrix and bias are held.
    hold: cs.SX
    #: What integrators keep from step to step; `change`: of the velocities in the last one.
    change: cs.SX
    resting: cs.SX
    regular: cs.SX
    meters: cs.SX

    def __init__(
        self,
        setup: Setup,
        free: Iterable[str] = (),
        *,
        open_step: bool = False,
        taps: Taps | None = None,
    ) -> None:
        self.setup, self._taps = setup, taps or Taps()
        self.step = cs.SX.sym(STEP) if open_step else cs.SX(setup.step)
        self.time, self.tick, self.seed = (cs.SX.sym(name) for name in (TIME, TICK, SEED))
        self.hold = cs.SX.sym(HOLD)
        self.plant = plant_of(setup, free)
        if not self.plant.coordinates:
            raise InputError(
                "nothing of the robot moves",
                where=f"scenario '{setup.name}', robot '{setup.robot.name}'",
                expected="a joint that is not fixed, or an elastic axis",
            )
        self.model = model_of(setup)
        self.values = Values(_block_numbers(setup, self.plant, self.model), frozenset(free))
        self.change = cs.SX.sym("change", len(self.plant.coordinates))
        self.resting = cs.SX.sym("resting", self.plant.dry.shape[0])
        self.regular = cs.SX.sym("regular", len(self.plant.tree.loops))
        self.meters = cs.SX.sym("meters", len(meters_of(self.plant)))
        self._asked: list[str] = []
        self.circuit = Circuit(
            tuple(self._instance(block) for block in setup.blocks),
            _Shown(self),
            Derivations(self.model),
            self._taps.signals,
        )
        self.batches: tuple[Batch, ...] = batches(self.circuit)
        for instance in self.continuous:
            for name in instance.results:
                self.circuit.result(instance, name)  # an algebraic loop shows here
        self.applied()
        self._check_commands()

    def _check_commands(self) -> None:
        """Commands that no motor takes would be lost without a word."""
        if not self.circuit.exists("motor_torque"):
            for command in ("commanded_motor_current", "commanded_motor_torque"):
                if self.circuit.writes(command):
                    raise InputError(
                        f"no motor turns '{command}' into a torque",
                        where=f"scenario '{self.setup.name}'",
                        expected="a motor, or drives with a torque constant for every joint",
                    )

    def _instance(self, block: Block) -> Instance:
        every = self.setup.every(block.rate, f"block '{block.name}'") if block.rate else 0
        own = site_of(self.setup, self.plant, self.model, block)
        return instantiate(block, own, every, self.values, self.time, self.seed, self.tick)

    @property
    def free_numbers(self) -> dict[str, FreeNumbers]:
        """By the names of their vectors."""
        return {
            BLOCK_NUMBERS: self.values,
            DRIVE_NUMBERS: self.plant.values,
            LINK_NUMBERS: self.plant.free_bodies,
        }

    @property
    def numbers(self) -> dict[str, Array]:
        """The scenario's own."""
        return {**self.plant.numbers, **self.values.numbers}

    @property
    def continuous(self) -> list[Instance]:
        return [instance for instance in self.circuit.instances if not instance.sampled]

    @property
    def sampled(self) -> list[Instance]:
        return [instance for instance in self.circuit.instances if instance.sampled]

    @property
    def random(self) -> bool:
        """Whether runs with different seeds differ: some block's results depend on its noise."""
        return any(
            cs.depends_on(result, symbol)
            for instance in self.sampled
            for symbol, _ in instance.noises
            for result in instance.results.values()
        )

    def wired(self, expression: cs.SX, without: Collection[str] = ()) -> cs.SX:
        """An expression of the plant with its inputs filled in by the blocks; `without`: signals
        that are left out."""
        symbols, values = [], []
        for name, symbol in self.plant.inputs.items():
            if cs.depends_on(expression, symbol):
                symbols.append(symbol)
                value = self._input(name, symbol.shape[0], without)
                tap = self._taps.inputs.get(name)
                values.append(tap(value) if tap else value)
        last = self.plant.last_acceleration
        if cs.depends_on(expression, last):
            symbols.append(last)
            values.append(self.change * (1.0 / self.step))
        return cs.substitute([expression], symbols, values)[0] if symbols else expression

    def _input(self, name: str, size: int, without: Collection[str]) -> cs.SX:
        total = cs.SX.zeros(size)
        if name in _ACTS:
            own = [name] if name == MOTOR_TORQUE and self.circuit.exists(name) else []
            for signal in (*own, *self.circuit.acting(_ACTS[name])):
                if signal not in without:
                    total = total + self.circuit.value(signal)
            return total
        if name in map(wrench_on, self.plant.environment.wrenches):
            if name == wrench_on(self.setup.robot.tool):
                for signal in self.circuit.acting("tool"):
                    total = total + cs.vertcat(self.circuit.value(signal), cs.SX.zeros(3))
            for frame, signal in self._wrenches():
                if name == wrench_on(frame) and signal not in without:
                    total = total + self.circuit.value(signal)
            return total
        loads = [pair for pair in self._payloads() if payload_of(pair[0]) == name]
        if loads:
            return sum((self.circuit.value(signal) for _, signal in loads), start=total)
        return self._read_by_laws(name)

    def _read_by_laws(self, name: str) -> cs.SX:
        if name in self._asked:
            raise InputError(
                f"algebraic loop: '{name}' depends on the friction that reads it",
                where=f"scenario '{self.setup.name}'",
            )
        self._asked.append(name)
        try:
            return self.circuit.value(name)
        finally:
            self._asked.remove(name)

    def _wrenches(self) -> Iterator[tuple[str, str]]:
        """Frames, and the signals of what blocks push on them with."""
        for instance in self.circuit.instances:
            for port, signal in self.circuit.outputs(instance).items():
                if instance.block.of(Output)[port].acts == "wrench":
                    yield _pushed_frame(instance.block, self.setup.robot), signal

    def _payloads(self) -> Iterator[tuple[str, str]]:
        """Links, and the signals of what they carry."""
        for instance in self.circuit.instances:
            for port, signal in self.circuit.outputs(instance).items():
                if instance.block.of(Output)[port].acts == "inertia":
                    yield _payload_link(instance.block), signal

    def applied(self, without: Collection[str] = ()) -> cs.SX:
        """Generalised forces of motors and of what acts on the arm from outside; `without`: signals
        that are left out."""
        return self.wired(_stack([cs.SX(force) for force in self.plant.applied()]), without)

    def motor_torque(self) -> cs.SX:
        """What turns the motors: their own torque, and what else acts on them."""
        return self.wired(self.plant.inputs[MOTOR_TORQUE])

    @cached_property
    def acceleration(self) -> cs.SX:
        """ẍ at this instant."""
        return self.wired(self.plant.acceleration)

    @cached_property
    def walls(self) -> list[Instance]:
        return [one for one in self.circuit.instances if isinstance(one.block, Wall)]

    def pushes_of_walls(self) -> list[str]:
        """The signals by which walls act on the arm."""
        return [self.circuit.outputs(wall)["contact_wrench"] for wall in self.walls]

    def conservative(self) -> list[str]:
        """The signals that act on the arm by its position alone, as springs do."""
        position = set(map(str, cs.vertsplit(self.plant.x)))
        return [
            signal
            for signal in (*self.circuit.acting("joint"), *self.circuit.acting("coordinate"))
            if all(str(one) in position for one in cs.symvar(self.circuit.value(signal)))
        ]

    def conserved(self) -> cs.SX:
        """Generalised forces of these signals."""
        total = cs.SX.zeros(len(self.plant.coordinates))
        for signal in self.conservative():
            value = self.circuit.value(signal)
            total[: value.shape[0]] += value  # the joints come first among the coordinates
        return total

    def stored_energy(self) -> cs.SX:
        """Energy in blocks that act on the arm."""
        values = [self.circuit.value(signal) for signal in self.circuit.acting("energy")]
        return sum(values, start=cs.SX(0))

    def pulled(self, joint: str) -> cs.SX:
        """Force and moment of blocks that pull links together, on what a joint carries; about the
        origin of its child."""
        tree, total = self.plant.tree, cs.SX.zeros(6)
        if any(loop.name == joint for loop in tree.loops):
            return total
        child = tree.joint(joint).child
        carried = links_behind(tree.links, tree.joints, child)
        for instance in self.circuit.instances:
            for port, signal in self.circuit.outputs(instance).items():
                if instance.block.of(Output)[port].acts == "pull":
                    ends = (instance.block.values[f"link_{end}"] for end in "ba")
                    on_b, on_a = (tree.frame(str(end)).link in carried for end in ends)
                    if on_a != on_b:
                        force, point = cs.vertsplit(self.circuit.value(signal), 3)
                        arm = point - self.wired(self.plant.frame(child).position)
                        sign = 1.0 if on_b else -1.0
                        total += sign * cs.vertcat(force, cs.cross(arm, force))
        return total

    def states(self, *, linear: bool) -> list[tuple[Instance, str]]:
        """The continuous blocks' states that are, or are not, linear in themselves."""
        return [
            (instance, name)
            for instance in self.continuous
            for name, declared in instance.block.of(State).items()
            if declared.linear == linear
        ]

    def state_symbol(self, *, linear: bool) -> cs.SX:
        return _stack([i.symbols[name] for i, name in self.states(linear=linear)])

    def state_rate(self, *, linear: bool) -> cs.SX:
        """Time derivatives of the continuous blocks' states."""
        return _stack([self.circuit.result(i, name) for i, name in self.states(linear=linear)])

    def state_start(self, *, linear: bool) -> Array:
        starts = [
            np.full(i.symbols[name].shape[0], i.block.of(State)[name].start)
            for i, name in self.states(linear=linear)
        ]
        return np.concatenate(starts) if starts else np.zeros(0)

    @cached_property
    def tables(self) -> dict[str, tuple[int, Array]]:
        """Prepared numbers: name → (ticks between rows, rows)."""
        found: dict[str, tuple[int, Array]] = {}
        for instance in self.sampled:
            if instance.block.of(Table):
                for name, rows in instance.block.tables(instance.site).items():
                    found[instance.place(name)] = (instance.every, np.asarray(rows, float))
        return found


class _Shown(Mapping[str, Signal]):
    """The plant's signals as the scenario has them: wired."""

    def __init__(self, system: System) -> None:
        self._system, self._own = system, PlantSignals(system.plant)

    def __getitem__(self, name: str) -> Signal:
        found = self._own[name]
        return dataclasses.replace(found, value=lambda: self._value(name, found))

    def _value(self, name: str, found: Signal) -> cs.SX:
        value = self._system.wired(found.value())
        if name == "potential_energy":
            return value + self._system.stored_energy()
        quantity, _, joint = name.partition(" of ")
        if quantity in REACTIONS:
            part = REACTIONS[quantity][1]
            known = determined(self._system.plant, joint)
            own = [k for k in known if part.start <= k < part.stop]
            return value - self._system.pulled(joint)[own]
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


def plant_of(setup: Setup, free: Iterable[str] = ()) -> Plant:
    """The arm of a setup, at its fidelity, with what its blocks do to it."""
    acts = {output.acts for block in setup.blocks for output in block.of(Output).values()}
    loads = dict.fromkeys(link for block in setup.blocks if (link := _payload_link(block)))
    frames = [setup.robot.tool] if "tool" in acts else []
    frames += [frame for block in setup.blocks if (frame := _pushed_frame(block, setup.robot))]
    pushed = tuple(dict.fromkeys(frames))
    moved = next((axes for block in setup.blocks if (axes := _base_axes(block))), ())
    environment = Environment(pushed, tuple(loads), moved, current="water" in acts)
    content = (setup.fidelity, environment, setup.laws, setup.frictions)
    return _plant(setup.robot, *content, frozenset(free))


def model_of(setup: Setup) -> Plant:
    """The arm as its controller knows it: what gives way beside the gears it does not know."""
    fidelity = dataclasses.replace(setup.fidelity, elastic=False, rotors="reduced")
    return _plant(setup.model or setup.robot, fidelity, Environment(), setup.laws, (), frozenset())


class _Made(threading.local):
    """The plants that were made last: setups that differ in their blocks have them in common. Each
    thread has its own, because the symbols of a plant are made when they are first asked for."""

    plants: tuple[tuple[Robot, tuple[Any, ...], Plant], ...] = ()


_made = _Made()
_MOST_PLANTS = 8


def _plant(
    robot: Robot,
    fidelity: Fidelity,
    environment: Environment,
    laws: tuple[type[Block], ...],
    frictions: tuple[ExtraFriction, ...],
    free: frozenset[str],
) -> Plant:
    content = (fidelity, environment, laws, frictions, free)
    for one, known, plant in _made.plants:
        if one is robot and known == content:
            return plant
    plant = Plant(robot, fidelity, environment, laws=laws, frictions=frictions, free=free)
    _made.plants = (*_made.plants[1 - _MOST_PLANTS :], (robot, content, plant))
    return plant


def _pushed_frame(block: Block, robot: Robot) -> str:
    """The frame that the block pushes with a wrench; empty if it does not."""
    acts = any(output.acts == "wrench" for output in block.of(Output).values())
    return str(block.values["frame"] or robot.tool) if acts else ""


def _payload_link(block: Block) -> str:
    """The link whose inertia the block changes; empty if it does not."""
    acts = any(output.acts == "inertia" for output in block.of(Output).values())
    return str(block.values["link"]) if acts else ""


def _base_axes(block: Block) -> tuple[Axis, ...]:
    """The axes along which the block moves the base; none if it does not."""
    acts = any(output.acts == "base" for output in block.of(Output).values())
    return tuple(block.values["axes"]) if acts else ()


def site_of(setup: Setup, plant: Plant, model: Plant, block: Block) -> Site:
    """Where a block of the setup works."""
    period = 1.0 / block.rate if block.rate else 0.0
    return Site.around(plant, model, setup.tick, period, setup.duration)


def numbers(
    setup: Setup, plant: Plant | None = None, model: Plant | None = None
) -> dict[str, Array]:
    """Every number of the scenario that may differ between runs of the same machine code; `plant`
    and `model`: its own, if they are there already."""
    plant = plant or plant_of(setup)
    return {**plant.numbers, **_block_numbers(setup, plant, model or model_of(setup))}


def _block_numbers(setup: Setup, plant: Plant, model: Plant) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for block in setup.blocks:
        for name, value in block.parameters(site_of(setup, plant, model, block)).items():
            found[f"{block.name}.{name}"] = value
    return found


def _stack(parts: list[cs.SX]) -> cs.SX:
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)
