"""The regressor: the Jacobian of a plant's residual by the numbers that are to be found.

    model(q, v, a) − gain · measured = Y(q, v, a) π − y

for each channel that is measured, a motor's torque or current or a joint's torque. The residual is
what the plant says of inertia, gravity, rotors and laws; no column is written by hand. Where a
Jacobian still contains its number, the model is not linear in it, and it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Parameter
from armwright.block.fidelity import Fidelity
from armwright.block.mistakes import evaluated
from armwright.block.quantities import Quantities, Site
from armwright.compiler import CompiledFunction, compile_program, make_program
from armwright.errors import InputError
from armwright.identify.columns import default_free, elements_of
from armwright.multibody.rows import add_along
from armwright.multibody.spatial import Scalar, times
from armwright.plant import ExtraFriction, Plant
from armwright.plant.law import Element
from armwright.plant.registry import Number, registry
from armwright.robot import Robot
from armwright.robot.loop import refuse_loops

MOTOR_TORQUE, MOTOR_CURRENT, JOINT_TORQUE = "motor_torque", "motor_current", "joint_torque"
#: What can be regressed on, the best first.
EFFORTS = (MOTOR_TORQUE, MOTOR_CURRENT, JOINT_TORQUE)
RIGID = Fidelity(joints="rigid", elastic=False)
TORQUE_CONSTANT = ".torque_constant"
#: In rad/s or m/s, so that nothing is divided by zero.
_NO_SPEED = 1e-12


@dataclass(frozen=True, eq=False)
class Regressor:
    """`elements`: the numbers π, one column each. `signal`: what is measured, on `channels`.
    `matrix` Y (channels × elements) and `known` y (channels) are expressions of `symbols`: q, v, a,
    what is measured, and over how long that is a mean: dry friction that turns meanwhile counts as
    its mean."""

    robot: Robot
    signal: str
    channels: tuple[str, ...]
    elements: tuple[str, ...]
    units: tuple[str, ...]
    nominal: Array
    symbols: tuple[cs.SX, cs.SX, cs.SX, cs.SX, cs.SX]
    matrix: cs.SX
    known: cs.SX
    #: by channel, what a measured value is multiplied by; of the description where it is free
    gains: Array
    #: velocities of dry friction = `sliding` v, (frictions, joints); and on which of the channels
    #: each acts, (channels, frictions)
    sliding: Array
    acting: NDArray[np.bool_]

    @cached_property
    def sparsity(self) -> tuple[tuple[int, ...], ...]:
        """For each channel the columns that are not zero everywhere."""
        rows, columns = self.matrix.sparsity().get_triplet()
        return tuple(
            tuple(sorted(c for r, c in zip(rows, columns, strict=True) if r == channel))
            for channel in range(len(self.channels))
        )

    def taking(self, columns: Sequence[int]) -> Regressor:
        """With some of the columns only; the others' numbers count as zero."""
        chosen = list(columns)
        return Regressor(
            self.robot,
            self.signal,
            self.channels,
            tuple(self.elements[k] for k in chosen),
            tuple(self.units[k] for k in chosen),
            self.nominal[chosen],
            self.symbols,
            self.matrix[:, chosen],
            self.known,
            self.gains,
            self.sliding,
            self.acting,
        )

    def at(
        self, q: Array, v: Array, a: Array, measured: Array | None = None
    ) -> tuple[Array, Array]:
        """Y (n, channels, elements) and y (n, channels) at a few states, without compiling."""
        n, m = q.shape[0], len(self.channels)
        effort = np.zeros((n, m)) if measured is None else measured
        outputs = [cs.densify(self.matrix), self.known]
        function = cs.Function("regressor", list(self.symbols), outputs).map(n)
        Y, y = function(q.T, v.T, a.T, effort.T, np.zeros((1, n)))
        rows = np.asarray(Y).reshape(m, n, len(self.elements))
        return np.ascontiguousarray(rows.transpose(1, 0, 2)), np.asarray(y).T

    @cached_property
    def compiled(self) -> CompiledFunction:
        """The symbols → for each channel its columns that are not zero, then its y, in one row: a
        block of them is reduced while it is in the cache."""
        parts = []
        for channel, columns in enumerate(self.sparsity):
            parts += [self.matrix[channel, column] for column in columns]
            parts.append(self.known[channel])
        names = ("q", "v", "a", "measured", "length")
        inputs = dict(zip(names, self.symbols, strict=True))
        program = make_program("regressor", inputs, {"rows": cs.vertcat(*map(cs.densify, parts))})
        return compile_program(program)

    @cached_property
    def places(self) -> tuple[slice, ...]:
        """Where the row of `compiled` has each channel's columns and its y."""
        ends = np.cumsum([0, *(len(columns) + 1 for columns in self.sparsity)])
        return tuple(slice(int(a), int(b)) for a, b in pairwise(ends))


@dataclass(frozen=True)
class Surroundings:
    """What acts on the arm beside its drives: `frictions` along sums of joints, and `compensators`,
    blocks whose numbers go by the block's name, as in `spring.stiffness`."""

    frictions: tuple[ExtraFriction, ...] = ()
    compensators: tuple[Block, ...] = ()

    def changed(self, numbers: Mapping[str, float]) -> Surroundings:
        """With other numbers at some of their paths."""

        def of(head: str) -> dict[str, float]:
            return {
                path.removeprefix(head): value
                for path, value in numbers.items()
                if path.startswith(head)
            }

        return Surroundings(
            tuple(
                replace(one, settings={**one.settings, **of(f"frictions.{one.name}.")})
                for one in self.frictions
            ),
            tuple(
                type(one)(name=one.name, **{**one.values, **of(f"{one.name}.")})
                for one in self.compensators
            ),
        )


def regressor(
    robot: Robot,
    signal: str,
    free: Sequence[str] | None = None,
    surroundings: Surroundings | None = None,
) -> Regressor:
    """`free`: paths of what is to be found; by default all of the robot that torques are linear in.
    Bodies go by their linear view."""
    refuse_loops(robot.name, robot.loops, "identification of rigid arms")
    around = surroundings or Surroundings()
    plain = Plant(robot, RIGID, frictions=around.frictions)
    chosen = tuple(free) if free is not None else default_free(robot, plain)
    springs = [_compensator(block, plain, chosen) for block in around.compensators]
    own = [path for path in chosen if not any(path in one.symbols for one in springs)]
    check_known(robot, plain, own)
    plant = Plant(
        robot,
        RIGID,
        frictions=around.frictions,
        free=[path for path in own if not path.endswith(TORQUE_CONSTANT)],
    )
    acceleration = cs.SX.sym("acceleration", plant.x.shape[0])
    channels = plant.motor_names if signal != JOINT_TORQUE else robot.joint_names
    measured, length = cs.SX.sym("measured", len(channels)), cs.SX.sym("length")
    gains, symbols, values = effort_gains(robot, plant, signal, chosen)
    forces = cs.vertcat(*map(cs.SX, moving_forces(plant, acceleration, length)))
    for spring in springs:
        state = (cs.vertcat(plain.x, plain.v), cs.vertcat(plant.x, plant.v))
        forces -= cs.substitute(spring.torque, *state)
        symbols, values = {**symbols, **spring.symbols}, {**values, **spring.values}
    to_channels = np.eye(len(robot.joint_names))
    if signal != JOINT_TORQUE:
        to_channels = plant.gears.inverse.T
        forces = cs.mtimes(cs.SX(to_channels), forces)
    sliding = _dry_rows(plain)
    residual = forces - gains * measured
    elements, columns, nominal = free_elements(plant, symbols, values)
    matrix = cs.jacobian(residual, columns)
    _check_linear(matrix, columns, elements)
    known = -cs.substitute(residual, columns, cs.SX.zeros(columns.shape[0]))
    numbers = registry(robot)
    given = {path: unit for spring in springs for path, unit in spring.units.items()}
    units = tuple(_unit(element, numbers, given) for element in elements)
    return Regressor(
        robot,
        signal,
        tuple(channels),
        elements,
        units,
        nominal,
        (plant.x, plant.v, acceleration, measured, length),
        matrix,
        cs.densify(known),
        np.array([float(one) for one in _nominal_gains(plant, signal, len(channels))]),
        sliding,
        np.abs(to_channels @ sliding.T) > 1e-9,
    )


def moving_forces(plant: Plant, acceleration: cs.SX, length: cs.SX) -> list[object]:
    """What it takes to move the coordinates so: inertia, gravity and all laws, sliding."""
    for part in plant.elements:
        if part.stateful:
            raise InputError(
                f"'{part.law.key}' has a state that no log shows",
                where=f"robot '{plant.robot.name}'",
                expected="friction that depends on the velocity alone",
                hint="Identify with friction='coulomb' or 'tustin'.",
            )
    total = plant.inertial_forces(cs.vertsplit(acceleration))
    add_laws(total, plant, acceleration, length)
    return list(total)


def add_laws(total: list[Scalar], plant: Plant, acceleration: cs.SX, length: cs.SX) -> None:
    """Adds the torques of all laws to those along the coordinates."""
    for part in plant.elements:
        torque = _sliding(plant, part, acceleration, length)
        for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
            add_along(total, row, times(1.0, amount))


def _sliding(plant: Plant, part: Element, acceleration: cs.SX, length: cs.SX) -> cs.SX:
    """The law's torque, with dry friction as it is while the channel moves: the mean of
    sgn(v + a t) over some time."""
    d, v = part.along(cs.vertsplit(plant.x)), part.along(cs.vertsplit(plant.v))
    torque, *limits = part.at([part.torque, *(part.limits or ())], d, v, part.state)
    if not limits:
        return torque
    half = 0.5 * length * cs.fabs(part.along(cs.vertsplit(acceleration))) + _NO_SPEED
    way = cs.fmax(-1.0, cs.fmin(1.0, v / half))
    return torque + 0.5 * ((1.0 + way) * limits[0] - (1.0 - way) * limits[1])


@dataclass(frozen=True, eq=False)
class _Spring:
    """A compensator: its torque on the joints, its free numbers, all its numbers."""

    torque: cs.SX
    symbols: dict[str, cs.SX]
    values: dict[str, float]
    units: dict[str, str]


def _compensator(block: Block, plant: Plant, chosen: Sequence[str]) -> _Spring:
    site = Site.around(plant, plant, 0.0, 0.0, 0.0)
    q, v, nothing = plant.x, plant.v, cs.SX(0)
    arguments = {
        "joint_position": q,
        "joint_velocity": v,
        "coordinate_position": q,
        "coordinate_velocity": v,
    }
    symbols, values, units = {}, {}, {}
    given = block.parameters(site)
    for parameter in block.of(Parameter).values():
        for key in parameter.keys:
            path, value = f"{block.name}.{key}", given[key]
            arguments[key] = cs.SX(value)
            if path in chosen and value.size == 1:
                arguments[key] = symbols[path] = cs.SX.sym(path)
                values[path], units[path] = float(value.ravel()[0]), parameter.unit
    found = evaluated(block, Quantities(arguments, site, nothing, nothing, nothing, block.name))
    torque = found.get("compensator_coordinate_force", found.get("compensator_joint_torque"))
    if torque is None:
        raise InputError(
            "does not act on the joints",
            where=f"block '{block.name}'",
            expected="a compensator",
        )
    return _Spring(torque, symbols, values, units)


def _unit(element: str, numbers: Mapping[str, Number], given: Mapping[str, str]) -> str:
    path = element.partition("[")[0]
    if path in given:
        return given[path]
    return numbers[path].unit if path in numbers else ""


def _dry_rows(plant: Plant) -> Array:
    """Rows over the coordinates along which dry friction acts."""
    found = [plant.directions(part) for part in plant.elements if part.limits]
    rows = [np.asarray(cs.DM(one), dtype=np.float64) for one in found]
    return np.concatenate([np.zeros((0, plant.x.shape[0])), *rows])


def effort_gains(
    robot: Robot, plant: Plant, signal: str, chosen: Sequence[str]
) -> tuple[cs.SX, dict[str, cs.SX], dict[str, float]]:
    """What a measured value is multiplied by to be a torque; free torque constants as symbols."""
    size = len(robot.joint_names) if signal == JOINT_TORQUE else len(plant.motor_names)
    if signal != MOTOR_CURRENT:
        return cs.SX.ones(size), {}, {}
    gains, symbols, values = [], {}, {}
    for motor, inertia_path in zip(
        plant.arrangement.motors, plant.arrangement.inertia_paths, strict=True
    ):
        path = inertia_path.replace(".motor_inertia", TORQUE_CONSTANT)
        if motor.drive.torque_constant is None:
            raise InputError(
                "currents are no torques without a torque constant",
                where=path,
                expected="N m/A in the robot's file",
            )
        gain = cs.SX(motor.drive.torque_constant)
        if path in chosen:
            gain = symbols[path] = cs.SX.sym(path)
            values[path] = motor.drive.torque_constant
        gains.append(gain)
    return cs.vertcat(*gains), symbols, values


def _nominal_gains(plant: Plant, signal: str, size: int) -> list[float]:
    if signal != MOTOR_CURRENT:
        return [1.0] * size
    return [motor.drive.torque_constant or 1.0 for motor in plant.arrangement.motors]


def free_elements(
    plant: Plant, gains: dict[str, cs.SX], values: dict[str, float]
) -> tuple[tuple[str, ...], cs.SX, Array]:
    names: list[str] = []
    for path, place in plant.free_bodies.places.items():
        names += elements_of(path, place.stop - place.start)
    for path, place in plant.values.places.items():
        names += elements_of(path, place.stop - place.start)
    columns = cs.vertcat(plant.free_bodies.symbol, plant.values.symbol, *gains.values())
    nominal = np.concatenate(
        [
            plant.free_bodies.vector(plant.numbers),
            plant.values.vector(plant.numbers),
            np.array([values[path] for path in gains]),
        ]
    )
    return (*names, *gains), columns, nominal


def check_known(robot: Robot, plant: Plant, chosen: Sequence[str]) -> None:
    constants = [
        path.replace(".motor_inertia", TORQUE_CONSTANT) for path in plant.arrangement.inertia_paths
    ]
    known = {*plant.numbers, *constants}
    for path in chosen:
        if path not in known:
            raise InputError(
                "not a number that can be identified",
                where=f"robot '{robot.name}', free",
                got=repr(path),
                expected="a path such as links.<link>.first_moment, joints.<joint>.drive."
                "motor_inertia or .friction.viscous",
            )


def _check_linear(matrix: cs.SX, columns: cs.SX, elements: Sequence[str]) -> None:
    found = cs.which_depends(cs.vec(cs.densify(matrix)), columns, 1, False)
    bad = [name for name, depends in zip(elements, found, strict=True) if depends]
    if bad:
        raise InputError(
            "the model is not linear in this number",
            where="free",
            got=", ".join(bad[:4]),
            expected="numbers of the linear view",
            hint="Fit it through the simulator instead (output error).",
        )
