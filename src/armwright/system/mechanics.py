"""The equations of motion of an arm with its drives: M(x) ẍ = applied − bias(x, ẋ) − Σ laws.

Coordinates as in `drive_train`; vectors are in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import casadi as cs

from armwright.block.quantities import Setting
from armwright.multibody.energy import kinetic_energy, potential_energy
from armwright.multibody.external import external_forces
from armwright.multibody.factorisation import Factors, factorise
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import Entries, mass_entries
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import Scalar, minus, plus, times
from armwright.system.drive_train import DriveTrain
from armwright.system.laws import Element, Row, combination, element
from armwright.system.values import Values


@dataclass(frozen=True, eq=False)
class Mechanics:
    """The arm at one fidelity; `x`, `v` are the symbols of coordinates and velocities."""

    train: DriveTrain
    values: Values
    setting: Setting
    free: FreeParameters
    gravity: bool
    #: signals of the circuit, for laws that read some
    signal: Callable[[str], cs.SX]
    #: what is added to the free link parameters in mid-run
    added: Callable[[], cs.SX | None]

    @cached_property
    def mechanism(self) -> Mechanism:
        return build(self.free)

    @cached_property
    def x(self) -> cs.SX:
        motors = cs.SX.sym("theta", len(self.train.flexible))
        return cs.vertcat(self.mechanism.q, motors)

    @cached_property
    def v(self) -> cs.SX:
        return cs.SX.sym("v", self.train.coordinates)

    @cached_property
    def gear(self) -> list[Scalar]:
        return self.values.scalars("gear")

    @cached_property
    def motor_rows(self) -> tuple[Row, ...]:
        return self.train.motor_rows(self.gear)

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        return tuple(
            element(
                law, self.train.law_rows(law, self.gear), self.values, self.setting, self.signal
            )
            for law in self.train.laws
        )

    def motor(self, coordinates: list[Scalar]) -> cs.SX:
        """Motor angles for coordinates, or motor velocities for their velocities."""
        return cs.vertcat(*(combination(row, coordinates) for row in self.motor_rows))

    def applied(
        self, motor_torque: cs.SX, joint_torque: cs.SX | None, tool_force: cs.SX | None
    ) -> list[Scalar]:
        """Generalised forces of the motors and of what disturbs the arm."""
        total: list[Scalar] = [0.0] * self.train.coordinates
        for row, torque in zip(self.motor_rows, cs.vertsplit(motor_torque), strict=True):
            add_along(total, row, torque)
        if joint_torque is not None:
            for k, torque in enumerate(cs.vertsplit(joint_torque)):
                total[k] = plus(total[k], torque)
        if tool_force is not None:
            still = [0.0] * self.train.axes
            wrench = cs.vertcat(tool_force, cs.SX.zeros(3))
            external = external_forces(self.mechanism, {self.free.robot.tool: wrench})
            loads = inverse_dynamics(self.mechanism, still, still, gravity=False, external=external)
            for k, load in enumerate(loads):
                total[k] = minus(total[k], load)
        return total

    def bias(self) -> list[Scalar]:
        """Coriolis, centrifugal and gravity terms."""
        n = self.train.axes
        v = cs.vertsplit(self.v)[:n]
        terms = inverse_dynamics(self.mechanism, v, [0.0] * n, gravity=self.gravity)
        return [*self.laden(terms), *([0.0] * len(self.train.flexible))]

    def mass(self) -> Entries:
        """Entries of M, numbered as `factorise` wants them: bodies, then flexible motors."""
        entries = mass_entries(self.mechanism)
        entries = dict(zip(entries, self.laden(list(entries.values())), strict=True))
        for joint, inertia in enumerate(self.values.scalars("motor_inertia")):
            add_square(entries, self._numbered(self.motor_rows[joint]), inertia)
        return entries

    def stiffened(self, entries: Entries, row: Row, amount: Scalar) -> None:
        """Adds `amount` in the direction `row`."""
        add_square(entries, self._numbered(row), amount)

    def factorised(self, entries: Entries) -> Factors:
        bodies = [body.joint for body in self.mechanism.bodies]
        places = [*bodies, *range(len(bodies), self.train.coordinates)]
        return factorise(entries, places, self._inverse_pivot)

    def _inverse_pivot(self, k: int, inertia: Scalar) -> Scalar:
        if k < self.mechanism.size:
            return self.mechanism.inverse_pivot(k, inertia)
        return 1.0 / inertia

    @cached_property
    def _body_of_joint(self) -> dict[int, int]:
        return {body.joint: k for k, body in enumerate(self.mechanism.bodies)}

    def _numbered(self, row: Row) -> Row:
        """A row by body numbers."""
        return {self._body_of_joint.get(k, k): value for k, value in row.items()}

    def energies(self) -> tuple[cs.SX, cs.SX]:
        """Kinetic and potential energy, springs and rotors counted."""
        own = build(self.free, physical=True)
        n = self.train.axes
        speeds = cs.vertsplit(self.v)
        kinetic: Scalar = kinetic_energy(own, speeds[:n])
        rates = cs.vertsplit(self.motor(speeds))
        for inertia, rate in zip(self.values.scalars("motor_inertia"), rates, strict=True):
            kinetic = plus(kinetic, times(times(0.5, inertia), times(rate, rate)))
        potential: Scalar = potential_energy(own) if self.gravity else 0.0
        pair = self.laden([cs.SX(kinetic), cs.SX(potential)])
        pair = cs.substitute(pair, [own.q], [self.x[:n]])
        return pair[0], pair[1] + self._spring_energy()

    def laden(self, values: list[Scalar]) -> list[Scalar]:
        """Expressions of the links' inertia with what is added in mid-run."""
        added = self.added()
        if added is None:
            return values
        symbol = self.free.symbol
        found = cs.substitute([cs.vertcat(*values)], [symbol], [symbol + added])[0]
        return list(cs.vertsplit(found))

    def _spring_energy(self) -> cs.SX:
        total = cs.SX(0)
        x, v = cs.vertsplit(self.x), cs.vertsplit(self.v)
        for part in self.elements:
            if part.energy is not None:
                (energy,) = part.at([part.energy], part.along(x), part.along(v), part.state)
                total += cs.sum1(energy)
        return total


def add_along(total: list[Scalar], row: Row, amount: Scalar) -> None:
    for k, coefficient in row.items():
        total[k] = plus(total[k], times(coefficient, amount))


def add_square(entries: Entries, row: Row, amount: Scalar) -> None:
    """M + amount · row ⊗ row, where `entries` holds i ≥ j only."""
    if type(amount) is float and amount == 0.0:
        return
    for i, a in row.items():
        for j, b in row.items():
            if i >= j:
                entries[i, j] = plus(entries.get((i, j), 0.0), times(amount, times(a, b)))
