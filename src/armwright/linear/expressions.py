"""A plant near a state, as expressions: exact derivatives of its own equations.

With the residual r = M ẍ + bias + Σ g f − applied (− Ψᵀ λ where loops are closed), which vanishes
along any motion, and the states w = (x, ẋ, z), z those of friction laws,

    E δẍ + D δẋ + K δx + L δz = G δu,     E = ∂r/∂ẍ, D = ∂r/∂ẋ, K = ∂r/∂x, L = ∂r/∂z, G = −∂r/∂u:

forward dynamics is never differentiated, E is solved with instead. S4 (4.1)-(4.5) has the same
without ∂M/∂x and gravity, which `neglect` leaves out here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import casadi as cs

from armwright.errors import InputError, shown
from armwright.multibody.derivatives import slope
from armwright.multibody.rows import add_along
from armwright.plant import Plant
from armwright.plant.law import Element
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.plant.signals import PlantSignals

#: What may be left out of the derivatives: gravity forces, Coriolis and centrifugal forces, and
#: how the forces of inertia, M ẍ, change with the position.
NeglectedForce = Literal["gravity", "coriolis", "inertia"]
NEGLECTED: tuple[NeglectedForce, ...] = ("gravity", "coriolis", "inertia")

POSITION, VELOCITY, STATES, ACCELERATION = "position", "velocity", "states", "acceleration"
MODE, MULTIPLIERS = "mode", "multipliers"


@dataclass(frozen=True, eq=False)
class LinearDerivatives:
    """Of a residual, of the rates of further states and of outputs, by everything they depend on.

    `parts`: what they are taken by, among them position, velocity, states, acceleration and inputs;
    `neglected`: forces whose dependence on position and velocity is left out.
    """

    residual: cs.SX
    rates: cs.SX
    outputs: cs.SX
    parts: Mapping[str, cs.SX]
    neglected: cs.SX

    @cached_property
    def matrices(self) -> dict[str, cs.SX]:
        """`residual by …`, `rates by …`, `outputs by …`: by the names of the parts."""
        found = {}
        sums = {"residual": self.residual, "rates": self.rates, "outputs": self.outputs}
        for name, expression in sums.items():
            for part, symbol in self.parts.items():
                taken = expression
                if name == "residual" and part in (POSITION, VELOCITY):
                    taken = expression - self.neglected
                found[f"{name} by {part}"] = cs.densify(slope(taken, symbol))
        return found


@dataclass(frozen=True, eq=False)
class LinearExpressions:
    """The linear model of a plant as expressions of its state, its inputs and its free numbers.

    `A`, `B`, `C`, `D` are matrices of SX: `ẇ = A w + B u`, `y = C w + D u` for small departures,
    w = (x, ẋ, z). They depend on the symbols `symbols`, whose free numbers are `parameters`: their
    derivatives by these are exact, too. `mass`, `damping` and `stiffness`: E, D and K of above.
    """

    plant: Plant
    derivatives: LinearDerivatives
    symbols: Mapping[str, cs.SX]
    solve: Callable[[cs.SX], cs.SX] = field(repr=False)

    @property
    def parameters(self) -> dict[str, cs.SX]:
        """The symbols of the plant's free numbers, by path."""
        laws, bodies = self.plant.values, self.plant.free_bodies
        return {
            **{path: laws.symbol[place] for path, place in laws.places.items()},
            **{path: bodies.symbol[place] for path, place in bodies.places.items()},
        }

    @property
    def mass(self) -> cs.SX:
        return self._by(ACCELERATION)

    @property
    def damping(self) -> cs.SX:
        return self._by(VELOCITY)

    @property
    def stiffness(self) -> cs.SX:
        return self._by(POSITION)

    @cached_property
    def A(self) -> cs.SX:
        n = len(self.plant.coordinates)
        force = cs.horzcat(*(self._by(part) for part in (POSITION, VELOCITY, STATES)))
        fall = -self.solve(force)
        rates = self._of("rates", (POSITION, VELOCITY, STATES), fall)
        above = cs.horzcat(cs.SX(n, n), cs.SX.eye(n), cs.SX(n, rates.shape[0]))
        return cs.vertcat(above, fall, rates)

    @cached_property
    def B(self) -> cs.SX:
        push = self._push
        return cs.vertcat(cs.SX(*push.shape), push, self._of("rates", ("inputs",), push))

    @cached_property
    def C(self) -> cs.SX:
        n = len(self.plant.coordinates)
        return self._of("outputs", (POSITION, VELOCITY, STATES), self.A[n : 2 * n, :])

    @cached_property
    def D(self) -> cs.SX:
        return self._of("outputs", ("inputs",), self._push)

    @cached_property
    def _push(self) -> cs.SX:
        return -self.solve(self._by("inputs"))

    def _by(self, part: str) -> cs.SX:
        return self.derivatives.matrices[f"residual by {part}"]

    def _of(self, what: str, parts: tuple[str, ...], acceleration: cs.SX) -> cs.SX:
        """Of outputs or rates, directly and through ẍ, whose own derivatives are given."""
        matrices = self.derivatives.matrices
        direct = cs.horzcat(*(matrices[f"{what} by {part}"] for part in parts))
        return direct + cs.mtimes(matrices[f"{what} by {ACCELERATION}"], acceleration)


def with_rates(plant: Plant) -> list[Element]:
    """The laws whose states are states of the linear model: those that have a rate."""
    return [part for part in plant.elements if part.stateful and part.linear is not None]


def stepped(plant: Plant) -> list[Element]:
    """The laws whose states go from step to step: in the linear model they stay as they are."""
    return [part for part in plant.elements if part.stateful and part.linear is None]


def state_rates(plant: Plant) -> cs.SX:
    """Of the states of these laws."""
    x, v = cs.vertsplit(plant.x), cs.vertsplit(plant.v)
    found = []
    for part in with_rates(plant):
        assert part.linear is not None
        a, b = part.linear
        found += part.at([a * part.state + b], part.along(x), part.along(v), part.state)
    return _stack(found)


def mode_symbol(plant: Plant) -> cs.SX:
    """For each channel of dry friction: it slides forward (1), backward (−1), or is at rest (0)."""
    return cs.SX.sym(MODE, plant.dry.shape[0])


def sliding(plant: Plant, mode: cs.SX) -> cs.SX:
    """Dry friction of the channels that slide; none of those at rest, which carry no load."""
    x, v, found, first = cs.vertsplit(plant.x), cs.vertsplit(plant.v), [], 0
    for part in plant.elements:
        if part.limits is not None:
            forward, backward, *_ = part.at(
                list(part.limits), part.along(x), part.along(v), part.state
            )
            own = mode[first : first + part.size]
            found.append(cs.if_else(own > 0, forward, cs.if_else(own < 0, -backward, 0.0)))
            first += part.size
    return _stack(found)


def residual(plant: Plant, acceleration: cs.SX, multipliers: cs.SX) -> cs.SX:
    """M ẍ + bias + Σ g f − applied − Ψᵀ λ."""
    needed = plant.inertial_forces(cs.vertsplit(acceleration))
    left = plant.driving(plant.applied(), needed, plant.torques)
    if plant.loops is not None:
        for row, amount in zip(plant.loops.rows, cs.vertsplit(multipliers), strict=True):
            add_along(left, row, amount)
    return -cs.vertcat(*map(cs.SX, left))


def multiplier_symbol(plant: Plant) -> cs.SX:
    """λ, one for each constraint of loops."""
    return cs.SX.sym(MULTIPLIERS, 0 if plant.loops is None else len(plant.loops.rows))


def neglected_forces(plant: Plant, acceleration: cs.SX, neglect: Collection[str]) -> cs.SX:
    """The forces whose dependence on position and velocity is left out."""
    for name in neglect:
        if name not in NEGLECTED:
            raise InputError(
                "this cannot be neglected",
                where="linearise, neglect",
                got=shown(name),
                expected="one or more of " + ", ".join(NEGLECTED),
            )
    bias = cs.vertcat(*map(cs.SX, plant.bias()))
    gravity = cs.substitute(bias, plant.v, cs.SX.zeros(plant.v.shape[0]))
    forces = {
        "gravity": gravity,
        "coriolis": bias - gravity,
        "inertia": cs.vertcat(*map(cs.SX, plant.inertial_forces(cs.vertsplit(acceleration))))
        - bias,
    }
    return sum((forces[name] for name in neglect), start=cs.SX.zeros(plant.x.shape[0]))


def linear_expressions(
    plant: Plant,
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Mapping[str, tuple[int, ...]] | None = None,
    *,
    neglect: Collection[str] = (),
) -> LinearExpressions:
    """`inputs` (default: the motors' torques) and `outputs` (default: the joints' positions): by
    name the elements that are wanted."""
    a, mode = cs.SX.sym(ACCELERATION, len(plant.coordinates)), mode_symbol(plant)
    motors = tuple(range(len(plant.motor_names)))
    joints = tuple(range(plant.arrangement.joints))
    chosen_inputs = {MOTOR_TORQUE: motors} if inputs is None else inputs
    chosen_outputs = {"joint_position": joints} if outputs is None else outputs
    shown_by = PlantSignals(plant.accelerated(a))
    values = [shown_by[name].value()[list(places)] for name, places in chosen_outputs.items()]
    multipliers = multiplier_symbol(plant)
    found = [
        residual(plant, a, multipliers),
        state_rates(plant),
        _stack(values),
        neglected_forces(plant, a, neglect),
    ]
    found = filled(plant, found, a, mode)
    put_in = [plant.inputs[name][list(places)] for name, places in chosen_inputs.items()]
    parts = {
        POSITION: plant.x,
        VELOCITY: plant.v,
        STATES: _stack([part.state for part in with_rates(plant)]),
        ACCELERATION: a,
        "inputs": _stack(put_in),
    }
    own = {name: symbol for name, symbol in parts.items() if name != "inputs"}
    others = _stack([part.state for part in stepped(plant)])
    symbols = {
        **own,
        "other states": others,
        MODE: mode,
        MULTIPLIERS: multipliers,
        **{name: plant.inputs[name] for name in plant.inputs},
        "drive_parameters": plant.values.symbol,
        "link_parameters": plant.free_bodies.symbol,
    }
    factors = plant.factorised(plant.mass())

    def solve(right: cs.SX) -> cs.SX:
        if plant.loops is not None:
            raise InputError(
                "there are no expressions of a linear model with closed loops",
                where=f"robot '{plant.robot.name}', loop '{plant.loops.names[0]}'",
                hint="linearise gives its numbers.",
            )
        columns = cs.horzsplit(cs.densify(right)) if right.shape[1] else []
        solved = [cs.vertcat(*factors.solve(cs.vertsplit(column))) for column in columns]
        return cs.horzcat(*solved) if solved else right

    force, rates, shown_values, left_out = found
    derivatives = LinearDerivatives(force, rates, shown_values, parts, left_out)
    return LinearExpressions(plant, derivatives, symbols, solve)


def filled(plant: Plant, expressions: list[cs.SX], a: cs.SX, mode: cs.SX) -> list[cs.SX]:
    """With what follows from the state itself: dry friction, the last step's acceleration, and what
    laws read of what the plant shows."""
    signals = PlantSignals(plant)
    read = {
        name: signals[name].value()
        for name in plant.inputs
        if name not in (MOTOR_TORQUE, JOINT_TORQUE, FORCE) and name in signals
    }
    found: list[cs.SX] = cs.substitute(
        expressions, [plant.inputs[name] for name in read], list(read.values())
    )
    pairs = [(plant.dry, sliding(plant, mode)), (plant.last_acceleration, a)]
    for symbol, value in pairs:
        if symbol.shape[0]:
            found = cs.substitute(found, [symbol], [value])
    return found


def _stack(parts: list[cs.SX]) -> cs.SX:
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)
