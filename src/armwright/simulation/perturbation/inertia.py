"""The arm's inertial torque and its exact derivatives, as machine code for many points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import casadi as cs

from armwright.block.block import Array
from armwright.compiler import CompiledFunction, compile_program, make_program
from armwright.errors import InputError
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.spatial import Scalar, minus, times
from armwright.system.laws import combination
from armwright.system.mechanics import add_along
from armwright.system.system import System

#: Numbers that the inertia depends on, beside those of the links.
_OF_INERTIA = ("gear", "motor_inertia")


@dataclass(frozen=True)
class Derivatives:
    """At some points (leading dimension): M₀ = ∂τ/∂a, C₀ = ∂τ/∂v, K₀ = ∂τ/∂x. M₀ is for all
    coordinates, the others for joints and elastic axes, which alone they concern."""

    mass: Array
    damping: Array
    stiffness: Array


@dataclass(frozen=True, eq=False)
class Inertia:
    """τ(x, v, a) = M(x) a + bias(x, v) of all coordinates, less what acts by position alone (a
    spring that carries the arm's weight); friction, springs of joints and motors do not count."""

    system: System

    def __post_init__(self) -> None:
        system = self.system
        where = f"scenario '{system.setup.name}', method 'perturbation'"
        free = [key for key in _OF_INERTIA if key in system.values.places]
        if system.mechanics.added() is not None:
            raise InputError(
                "a load that is taken up in mid-run changes the inertia",
                where=where,
                hint="Use the full method.",
            )
        if free or system.free_links.names:
            raise InputError(
                "the runs share one linearisation, and cannot differ in the arm's inertia",
                where=where,
                got=", ".join([*free, *system.free_links.names]),
                expected="runs that differ in friction, springs, gains or seeds",
                hint="Use the full method.",
            )

    @property
    def axes(self) -> int:
        return self.system.mechanics.train.axes

    def expression(self, v: cs.SX, a: cs.SX) -> cs.SX:
        """The torque at the system's own position."""
        symbols = [self._symbols["v"], self._symbols["a"]]
        return cs.substitute([self._expression], symbols, [v, a])[0]

    def torque(self, x: Array, v: Array, a: Array) -> Array:
        """`x`, `v`: of joints and elastic axes; `a`: of all coordinates."""
        return cast("Array", self._torque(x, v, a))

    def derivatives(self, x: Array, v: Array, a: Array) -> Derivatives:
        return Derivatives(*self._derivatives(x, v, a))

    @cached_property
    def _symbols(self) -> dict[str, cs.SX]:
        m = self.system.mechanics
        return {
            "x": m.mechanism.q,
            "v": cs.SX.sym("v", m.train.axes),
            "a": cs.SX.sym("a", m.train.coordinates),
        }

    @cached_property
    def _expression(self) -> cs.SX:
        m, system = self.system.mechanics, self.system
        v, a = cs.vertsplit(self._symbols["v"]), cs.vertsplit(self._symbols["a"])
        n = m.train.axes
        total: list[Scalar] = [0.0] * m.train.coordinates
        total[:n] = inverse_dynamics(m.mechanism, v, a[:n], gravity=m.gravity)
        for row, inertia in zip(m.motor_rows, m.values.scalars("motor_inertia"), strict=True):
            add_along(total, row, times(inertia, combination(row, a)))
        for signal in system.conservative():
            for k, torque in enumerate(cs.vertsplit(system.circuit.value(signal))):
                total[k] = minus(total[k], torque)
        return cs.vertcat(*total)

    @cached_property
    def _torque(self) -> CompiledFunction:
        return compile_program(
            make_program("inertial torque", self._symbols, {"torque": self._expression})
        )

    @cached_property
    def _derivatives(self) -> CompiledFunction:
        n, torque = self.axes, self._expression
        outputs = {
            "mass": cs.jacobian(torque, self._symbols["a"]),
            "damping": cs.jacobian(torque[:n], self._symbols["v"]),
            "stiffness": cs.jacobian(torque[:n], self._symbols["x"]),
        }
        shapes = {name: tuple(value.shape) for name, value in outputs.items()}
        return compile_program(
            make_program("linearisation", self._symbols, outputs, output_shapes=shapes)
        )
