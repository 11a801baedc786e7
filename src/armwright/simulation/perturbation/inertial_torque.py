"""The arm's inertial torque and its exact derivatives, as machine code for many points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import casadi as cs

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program, make_program
from armwright.errors import InputError
from armwright.plant import Plant


@dataclass(frozen=True)
class InertialDerivatives:
    """At some points (leading dimension): M₀ = ∂τ/∂a, C₀ = ∂τ/∂v, K₀ = ∂τ/∂x. M₀ is for all
    coordinates, the others for those that move bodies, which alone they concern."""

    mass: Array
    damping: Array
    stiffness: Array


@dataclass(frozen=True, eq=False)
class InertialTorque:
    """τ(x, v, a) = M(x) a + bias(x, v) of all coordinates of a plant, less what acts by position
    alone (`conserved`: a spring that carries the arm's weight); friction, springs of joints and
    motors do not count."""

    plant: Plant
    conserved: cs.SX
    name: str

    def __post_init__(self) -> None:
        plant = self.plant
        where = f"scenario '{self.name}', method 'perturbation'"
        inertia = {*plant.arrangement.ratio_paths.values(), *plant.arrangement.inertia_paths}
        # Between coupled springs the matrix of the step has fixed numbers.
        inertia |= {p for law in plant.arrangement.laws if law.coupled for p in law.numbers}
        free = [path for path in plant.values.places if path in inertia]
        if plant.arrangement.trains.inertias or plant.arrangement.trains.springs:
            raise InputError("it knows no gear trains", where=where, hint="Use the full method.")
        if plant.environment.payloads:
            raise InputError(
                "a load that is taken up in mid-run changes the inertia",
                where=where,
                hint="Use the full method.",
            )
        if plant.mounted and plant.arrangement.flexible:
            raise InputError(
                "rotors that ride on links feel their speed, which this method leaves out",
                where=where,
                got='fidelity.rotors = "bodies"',
                expected='"reduced", or rigid joints',
                hint="Use the full method.",
            )
        if free or plant.free_bodies.names:
            raise InputError(
                "the runs share one linearisation, and cannot differ in the arm's inertia or in "
                "coupled springs",
                where=where,
                got=", ".join([*free, *plant.free_bodies.names]),
                expected="runs that differ in friction, springs, gains or seeds",
                hint="Use the full method.",
            )

    @property
    def axes(self) -> int:
        """How many coordinates move bodies: they come before the rotors."""
        return len(self.plant.coordinates) - len(self.plant.arrangement.flexible)

    def expression(self, v: cs.SX, a: cs.SX) -> cs.SX:
        """The torque at the plant's own position."""
        symbols = [self._symbols["v"], self._symbols["a"]]
        found = cs.substitute([self._expression], symbols, [v, a])[0]
        return cs.substitute(found, self._symbols["x"], self.plant.x[: self.axes])

    def torque(self, x: Array, v: Array, a: Array) -> Array:
        """`x`, `v`: of the coordinates that move bodies; `a`: of all."""
        return cast("Array", self._torque(x, v, a))

    def derivatives(self, x: Array, v: Array, a: Array) -> InertialDerivatives:
        return InertialDerivatives(*self._derivatives(x, v, a))

    @cached_property
    def _symbols(self) -> dict[str, cs.SX]:
        return {
            "x": cs.SX.sym("x", self.axes),
            "v": cs.SX.sym("v", self.axes),
            "a": cs.SX.sym("a", len(self.plant.coordinates)),
        }

    @cached_property
    def _expression(self) -> cs.SX:
        plant, own = self.plant, self._symbols
        rotors = cs.SX.zeros(len(plant.coordinates) - self.axes)
        total = cs.vertcat(*plant.inertial_forces(cs.vertsplit(own["a"])))
        there = [cs.vertcat(own[name], rotors) for name in ("x", "v")]
        forces = total - self.conserved
        return cs.substitute([forces], [plant.x, plant.v], there)[0]

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
