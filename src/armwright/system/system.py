"""A scenario as equations: the arm's mechanics, the wired blocks, and the order of the samples."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.block.block import Array, Block
from armwright.block.declarations import Acts, Output, State, Table
from armwright.block.quantities import Setting
from armwright.errors import InputError
from armwright.multibody.parameters import FreeParameters, nominal_parameters
from armwright.multibody.spatial import Scalar
from armwright.robot import Robot
from armwright.system.arm_signals import ArmSignals
from armwright.system.circuit import SEED, TICK, TIME, Circuit, Instance, instantiate
from armwright.system.derived import Derivations
from armwright.system.drive_train import DriveTrain, drive_train
from armwright.system.mechanics import Mechanics
from armwright.system.meters import METERS
from armwright.system.order import Batch, batches
from armwright.system.setup import Setup
from armwright.system.values import Values


class System:
    """Built once per scenario; `free` names the numbers that stay inputs (see `numbers`)."""

    def __init__(self, setup: Setup, free: frozenset[str] = frozenset()) -> None:
        self.setup = setup
        self._asked: set[str] = set()
        self.time, self.tick, self.seed = (cs.SX.sym(name) for name in (TIME, TICK, SEED))
        own = numbers(setup)
        links = nominal_parameters(setup.arm)
        self.values = Values({k: v for k, v in own.items() if k not in links}, free)
        loads = [_payload_link(block) for block in setup.blocks]
        link_names = [name for name in free if name in links]
        link_names += [f"links.{link}.{part}" for link in loads if link for part in TEN]
        self.free_links = FreeParameters.choose(setup.arm, link_names)
        self.mechanics = Mechanics(
            _train(setup),
            self.values,
            setting(setup, None),
            self.free_links,
            setup.fidelity.gravity,
            self._signal,
            self._added,
        )
        sticking = [part.size if part.limits else 0 for part in self.mechanics.elements]
        self.dry = cs.SX.sym("dry", sum(sticking))
        splits = np.cumsum([0, *sticking]).tolist()
        parts = tuple(self.dry[a:b] for a, b in itertools.pairwise(splits))
        #: What integrators keep from step to step; `change`: of the velocities in the last one.
        self.change = cs.SX.sym("change", self.mechanics.train.coordinates)
        self.resting = cs.SX.sym("resting", sum(sticking))
        self.meters = cs.SX.sym("meters", len(METERS))
        self.arm = ArmSignals(
            self.mechanics,
            parts,
            self.applied,
            self.motor_torque,
            self.stored_energy,
            self.change * (setup.integration.steps / setup.tick),
        )
        self.circuit = Circuit(
            tuple(self._instance(block) for block in setup.blocks),
            self.arm.signals(),
            _derivations(setup),
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

    def _signal(self, name: str) -> cs.SX:
        """A signal that a law of the arm reads."""
        if name in self._asked:
            raise InputError(
                f"algebraic loop: '{name}' depends on the friction that reads it",
                where=f"scenario '{self.setup.name}'",
            )
        self._asked.add(name)
        try:
            return self.circuit.value(name)
        finally:
            self._asked.remove(name)

    def _added(self) -> cs.SX | None:
        """What payloads add to the free link parameters."""
        loads = [
            (_payload_link(instance.block), signal)
            for instance in self.circuit.instances
            for port, signal in self.circuit.outputs(instance).items()
            if instance.block.of(Output)[port].acts == "inertia"
        ]
        if not loads:
            return None
        total = cs.SX.zeros(self.free_links.nominal.size)
        for link, signal in loads:
            value = self.circuit.value(signal)
            for part, places in TEN.items():
                total[self.free_links.places[f"links.{link}.{part}"]] += value[places]
        return total

    def _instance(self, block: Block) -> Instance:
        every = self.setup.every(block.rate, f"block '{block.name}'") if block.rate else 0
        own = setting(self.setup, block)
        return instantiate(block, own, every, self.values, self.time, self.seed, self.tick)

    @property
    def continuous(self) -> list[Instance]:
        return [instance for instance in self.circuit.instances if not instance.sampled]

    @property
    def sampled(self) -> list[Instance]:
        return [instance for instance in self.circuit.instances if instance.sampled]

    def motor_torque(self) -> cs.SX:
        """What turns the motors: their own torque, and what else acts on them."""
        total = cs.SX.zeros(self.mechanics.train.joints)
        signals = ["motor_torque"] if self.circuit.exists("motor_torque") else []
        for signal in (*signals, *self.circuit.acting("motor")):
            total = total + self.circuit.value(signal)
        return total

    def applied(self, without: Collection[str] = ()) -> list[Scalar]:
        """Generalised forces of motors and of what acts on the arm from outside; `without`: signals
        that are left out."""
        joint, tool = self._sum("joint", without), self._sum("tool", without)
        return self.mechanics.applied(self.motor_torque(), joint, tool)

    def conservative(self) -> list[str]:
        """The signals that act on the joints by the arm's position alone, as springs do."""
        position = set(map(str, cs.vertsplit(self.mechanics.x)))
        return [
            signal
            for signal in self.circuit.acting("joint")
            if all(str(one) in position for one in cs.symvar(self.circuit.value(signal)))
        ]

    def stored_energy(self) -> cs.SX:
        """Energy in blocks that act on the arm."""
        total = self._sum("energy")
        return cs.SX(0) if total is None else total

    def _sum(self, how: Acts, without: Collection[str] = ()) -> cs.SX | None:
        signals = [signal for signal in self.circuit.acting(how) if signal not in without]
        values = [self.circuit.value(signal) for signal in signals]
        return sum(values[1:], start=values[0]) if values else None

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

    @property
    def bristles(self) -> cs.SX:
        """The states of all friction laws."""
        return _stack([part.state for part in self.mechanics.elements])

    @cached_property
    def tables(self) -> dict[str, tuple[int, Array]]:
        """Prepared numbers: name → (ticks between rows, rows)."""
        found: dict[str, tuple[int, Array]] = {}
        for instance in self.sampled:
            if instance.block.of(Table):
                for name, rows in instance.block.tables(instance.setting).items():
                    found[instance.place(name)] = (instance.every, np.asarray(rows, float))
        return found


#: The parts of a link's ten inertial parameters.
TEN = {"mass": slice(0, 1), "first_moment": slice(1, 4), "inertia": slice(4, 10)}


def _payload_link(block: Block) -> str:
    """The link whose inertia the block changes; empty if it does not."""
    acts = any(output.acts == "inertia" for output in block.of(Output).values())
    return str(block.values["link"]) if acts else ""


def setting(setup: Setup, block: Block | None) -> Setting:
    n = len(setup.robot.moving_joints)
    return Setting(
        robot=setup.robot,
        model=_model(setup),
        sizes={"joint": n, "motor": n, "axis": 3, "one": 1, "elastic": len(setup.elastic)},
        tick=setup.tick,
        period=1.0 / block.rate if block is not None and block.rate else 0.0,
        duration=setup.duration,
        fidelity=setup.fidelity,
    )


def numbers(setup: Setup) -> dict[str, Array]:
    """Every number of the scenario that may differ between runs of the same machine code."""
    found: dict[str, Array] = dict(nominal_parameters(setup.arm))
    found.update(_train(setup).numbers())
    for block in setup.blocks:
        for name, value in block.parameters(setting(setup, block)).items():
            found[f"{block.name}.{name}"] = value
    return found


def _train(setup: Setup) -> DriveTrain:
    return drive_train(setup, setting(setup, None))


def _model(setup: Setup) -> Robot:
    return setup.model or setup.robot


def _derivations(setup: Setup) -> Derivations:
    model = _model(setup)
    n = len(model.moving_joints)
    constants: Array | None = None
    found = [joint.drive.torque_constant if joint.drive else None for joint in model.moving_joints]
    if all(value is not None for value in found):
        constants = np.array(found, dtype=float)
    gear: Array = np.array(model.gear_matrix) if setup.fidelity.drives else np.eye(n)
    return Derivations(model, gear, constants)


def _stack(parts: list[cs.SX]) -> cs.SX:
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)


def frame_inputs(system: System) -> Mapping[str, cs.SX]:
    """The vectors that programs may read, by name: states, held outputs, memories, tables."""
    mechanics = system.mechanics
    found = {
        "position": mechanics.x,
        "velocity": mechanics.v,
        "bristle": system.bristles,
        "dry": system.dry,
        "resting": system.resting,
        "change": system.change,
        "meters": system.meters,
        "exact": system.state_symbol(linear=True),
        "other": system.state_symbol(linear=False),
        TIME: system.time,
        TICK: system.tick,
        SEED: system.seed,
        "parameters": system.values.symbol,
        "link_parameters": system.free_links.symbol,
        **system.circuit.held,
    }
    for instance in system.sampled:
        kept = [*instance.kept(), *instance.block.of(Table)]
        found.update({instance.place(name): instance.symbols[name] for name in kept})
    return {name: symbol for name, symbol in found.items() if symbol.shape[0]}
