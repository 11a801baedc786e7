"""What a filter believes of an arm whose motion is measured and whose torques tell the rest.

    state       z: bristles and other states of friction
                θ: the numbers that are followed; they stay as they are, but for a slow walk
                d: what is left over in each channel, slow against a sample (resonances, ripple)
                c: errors of bodies and rotors, in the few directions that this motion shows
    input       q, v, a of the links; v and a of the motors, counted at the joints; the mean of that
                v until the next sample; what each c does to its effort; what else friction reads:
                of all these, what matters to the filter
    measured    efforts: torques or currents of the motors, or torques of the joints

After S4 (5.16)-(5.27), where z and θ are all, for one joint, and efforts are friction torques that
a model's inverse left over: here that inverse is part of the measurement. z goes on by the law's
own rule, which is exact at a held velocity, instead of Euler's. Channels that share neither a
number nor a state know nothing of each other, and get filters of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program, make_program
from armwright.errors import InputError
from armwright.estimate import FilterModel, KalmanFilter
from armwright.estimate.followed import kept
from armwright.identify.regressor import (
    JOINT_TORQUE,
    RIGID,
    TORQUE_CONSTANT,
    add_laws,
    check_known,
    effort_gains,
    free_elements,
)
from armwright.multibody.derivatives import slope
from armwright.multibody.parameters import linear_parameters
from armwright.multibody.rows import add_along, combination
from armwright.multibody.spatial import Scalar, times
from armwright.plant import Plant
from armwright.plant.plant import FORCE
from armwright.plant.plant import JOINT_TORQUE as ON_JOINTS
from armwright.plant.plant import MOTOR_TORQUE as ON_MOTORS
from armwright.robot import Robot

#: Directions in which bodies may be off, for each channel.
DIRECTIONS = 6


@dataclass(frozen=True, eq=False)
class AdaptiveModel:
    """One filter. `places`: where z, θ, d and c stand in the state. `numbers`: names of θ, with
    their `nominal` values; `channels`: which of the robot's are measured here. `bodies`: the
    numbers of bodies that `c` changes. `reads`: what the input has at its end, in order; `needed`:
    the places of what it has among all that it could have. `sliding`: velocities of the dry
    friction that acts here = `sliding` v.

    Tuning and errors of bodies are parameters of the model, so that one machine code serves all."""

    model: FilterModel
    places: Mapping[str, slice]
    numbers: tuple[str, ...]
    nominal: Array
    channels: tuple[int, ...]
    bodies: tuple[str, ...]
    reads: tuple[str, ...]
    needed: NDArray[np.int64]
    sliding: Array
    parts: Mapping[str, slice]
    motion: tuple[cs.SX, ...]
    #: ∂measured/∂bodies, (channels, bodies), of the motion
    slopes: cs.SX

    @cached_property
    def filter(self) -> KalmanFilter:
        return KalmanFilter(self.model, "adaptive")

    def body_slopes(self, *motion: Array) -> Array:
        """What bodies do to efforts, (channels, samples, bodies), in a motion: q, v, a of the
        links, a of the motors."""
        function = cs.Function("slopes", list(self.motion), [cs.densify(self.slopes)])
        n = len(motion[0])
        found = np.asarray(function.map(n)(*(part.T for part in motion)))
        return found.reshape(len(self.channels), n, len(self.bodies))

    @cached_property
    def body_shares(self) -> CompiledFunction:
        """What each c does to its effort: of a motion as above, and of the errors that bodies have
        for c = 1, (c, bodies)."""
        size, m = self.places["c"].stop - self.places["c"].start, len(self.channels)
        W = cs.SX.sym("W", size, len(self.bodies))
        each = [cs.dot(self.slopes[k * m // size, :], W[k, :]) for k in range(size)]
        inputs = dict(zip(("q", "v", "a", "motors"), self.motion, strict=True))
        return compile_program(
            make_program("body_shares", {**inputs, "W": W}, {"shares": cs.vertcat(*each)})
        )

    @cached_property
    def stiffness(self) -> Array:
        """By how much a state of friction changes an effort at rest; infinite where not at all."""
        z, theta, model = self.places["z"], self.places["θ"], self.model
        symbols = [model.state, model.input, model.parameters]
        function = cs.Function("stiffness", symbols, [model.measurement_matrix[:, z]])
        state = np.zeros(model.size)
        state[theta] = self.nominal
        nothing = [np.zeros(one.shape[0]) for one in symbols[1:]]
        size = np.abs(np.array(function(state, *nothing))).max(axis=0)
        found: Array = np.where(size > 0, size, np.inf)
        return found

    def parameters(self, values: Mapping[str, Array]) -> Array:
        """The model's parameters, out of all tuning by name; zero where nothing is given."""
        found = np.zeros(self.model.parameters.shape[0])
        for name, place in self.parts.items():
            if name in values:
                found[place] = np.broadcast_to(np.ravel(values[name]), (place.stop - place.start,))
        return found


@dataclass(frozen=True, eq=False)
class _Symbols:
    """The whole arm: `effort` (channels) and `after` (states), as expressions of the others."""

    effort: cs.SX
    after: cs.SX
    z: cs.SX
    #: by state, the law and the channel that it belongs to
    owners: tuple[tuple[int, int], ...]
    links: tuple[cs.SX, cs.SX, cs.SX]
    v: cs.SX
    a: cs.SX
    mean: cs.SX
    reads: Mapping[str, cs.SX]
    elements: tuple[str, ...]
    columns: cs.SX
    nominal: Array
    sliding: Array
    acting: Array


def adaptive_models(
    robot: Robot,
    signal: str,
    free: Sequence[str],
    period: float,
    *,
    bodies: bool = False,
    channels: Sequence[int] | None = None,
) -> list[AdaptiveModel]:
    """`free`: paths of what is followed; `bodies`: with errors of all others that joints move;
    `channels`: the only ones that are measured, as places."""
    whole = _symbols(robot, signal, free, period, bodies)
    own = [k for k, name in enumerate(whole.elements) if name.partition("[")[0] in free]
    theta = whole.columns[own]
    groups = _groups(whole, theta, channels)
    if not groups:
        raise InputError(
            "the torques depend on none of these numbers", where="free", got=", ".join(free)
        )
    return [_model(robot, whole, own, group, bodies) for group in groups]


def _symbols(
    robot: Robot, signal: str, free: Sequence[str], period: float, bodies: bool
) -> _Symbols:
    plain = Plant(robot, RIGID)
    check_known(robot, plain, free)
    moved = {joint.child for joint in robot.joints if joint.moves}
    errors = [
        *(
            p
            for p in linear_parameters(robot)
            if p.startswith("links.") and p.split(".")[1] in moved
        ),
        *plain.arrangement.inertia_paths,
    ]
    others = [path for path in errors if bodies and path not in free]
    plant = Plant(robot, RIGID, free=[*_laws_and_bodies(robot, free), *others])
    names = ("acceleration", "mean", "link_velocity", "link_acceleration")
    a, mean, v_link, a_link = (cs.SX.sym(name, plant.x.shape[0]) for name in names)
    gains, symbols, values = effort_gains(robot, plant, signal, free)
    needed = cs.vertcat(*map(cs.SX, plant.link_forces(cs.vertsplit(a_link))))
    total: list[Scalar] = list(cs.vertsplit(cs.substitute(needed, plant.v, v_link)))
    for row, inertia in zip(plant.motor_rows, plant.rotor_inertias, strict=True):
        add_along(total, row, times(inertia, combination(row, cs.vertsplit(a))))
    add_laws(total, plant, a, cs.SX(0))
    forces = cs.vertcat(*map(cs.SX, total))
    to_channels = np.eye(len(robot.joint_names))
    if signal != JOINT_TORQUE:
        to_channels = plant.gears.inverse.T
        forces = cs.mtimes(cs.SX(to_channels), forces)
    elements, columns, nominal = free_elements(plant, symbols, values)
    rates = cs.vertsplit(mean)
    after = [
        part.stepped(part.after, part.along(rates), period)
        for part in plant.elements
        if part.stateful
    ]
    owners = tuple(
        (k, number % part.size)
        for k, part in enumerate(plant.elements)
        for number in range(part.state.shape[0])
    )
    read = {
        name: symbol
        for name, symbol in plant.inputs.items()
        if name not in (ON_MOTORS, ON_JOINTS, FORCE)
    }
    known = [plant.inputs[name] for name in (ON_MOTORS, ON_JOINTS, FORCE)]
    effort = cs.substitute(
        forces / gains, cs.vertcat(*known), cs.SX.zeros(sum(one.shape[0] for one in known))
    )
    dry = [plant.directions(part) for part in plain.elements if part.limits]
    sliding = np.concatenate([np.zeros((0, plant.x.shape[0])), *(np.array(cs.DM(r)) for r in dry)])
    return _Symbols(
        effort,
        cs.vertcat(*after) if after else cs.SX(0, 1),
        plant.bristles,
        owners,
        (plant.x, v_link, a_link),
        plant.v,
        a,
        mean,
        read,
        elements,
        columns,
        nominal,
        sliding,
        np.abs(to_channels @ sliding.T) > 1e-9,
    )


def _laws_and_bodies(robot: Robot, free: Sequence[str]) -> list[str]:
    bad = [path for path in free if ".gear_ratio" in path or ".along." in path]
    if bad:
        raise InputError(
            "a gear ratio cannot be followed: positions come through it",
            where=f"robot '{robot.name}', free",
            got=bad[0],
        )
    return [path for path in free if not path.endswith(TORQUE_CONSTANT)]


def _groups(
    whole: _Symbols, theta: cs.SX, channels: Sequence[int] | None
) -> list[tuple[list[int], list[int], list[int]]]:
    """Channels with what they share: (channels, states z, numbers θ), as places."""
    by_state = _depends(whole.effort, whole.z)
    # All that belong together: a slope may vanish though a state decides, as that of a slip does.
    family = np.array([[a == b for a in whole.owners] for b in whole.owners], dtype=bool)
    by_state = by_state @ family.reshape(by_state.shape[1], by_state.shape[1])
    by_number = _depends(whole.effort, theta)
    through = _depends(whole.after, theta)
    reach = np.logical_or(by_number, by_state @ through)
    own_states = np.logical_and(by_state, reach.any(axis=1, keepdims=True))
    shared = np.concatenate([reach, own_states], axis=1)
    measured = range(len(reach)) if channels is None else channels
    left, groups = [k for k in measured if reach[k].any()], []
    while left:
        group = [left.pop(0)]
        used = shared[group[0]].copy()
        while more := [k for k in left if (shared[k] & used).any()]:
            group, left = [*group, *more], [k for k in left if k not in more]
            used = shared[group].any(axis=0)
        numbers = np.flatnonzero(reach[group].any(axis=0)).tolist()
        states = np.flatnonzero(by_state[group].any(axis=0)).tolist()
        groups.append((sorted(group), states, numbers))
    return groups


def _depends(expression: cs.SX, by: cs.SX) -> NDArray[np.bool_]:
    """Which elements of an expression depend on which symbols."""
    found = np.zeros((expression.shape[0], by.shape[0]), dtype=bool)
    if found.size:
        rows, columns = cs.jacobian_sparsity(expression, by).get_triplet()
        found[rows, columns] = True
    return found


def _model(
    robot: Robot,
    whole: _Symbols,
    own: Sequence[int],
    group: tuple[list[int], list[int], list[int]],
    bodies: bool,
) -> AdaptiveModel:
    channels, states, numbers = group
    chosen = [own[k] for k in numbers]
    z, theta = whole.z[states], whole.columns[chosen]
    effort, after = whole.effort[channels], whole.after[states]
    nb, m, p, nz = whole.columns.shape[0], len(channels), len(chosen), len(states)
    others = [k for k in range(nb) if k not in own]
    d = cs.SX.sym("d", m)
    c = cs.SX.sym("c", DIRECTIONS * m if bodies else 0)
    parts = {
        "noise": m,
        "bristle": nz,
        "walk": p,
        "least": p,
        "most": p,
        "fading": 1,
        "disturbance": m,
    }
    symbols = {name: cs.SX.sym(name, size) for name, size in parts.items()}
    nominal = cs.SX(whole.nominal[others])
    slopes = slope(effort, whole.columns[others])
    # Bodies enter linearly: of what they change, that of their nominal values and of c.
    if others:
        effort, slopes = cs.substitute([effort, slopes], [whole.columns[others]], [nominal])
    shares = cs.SX.sym("shares", c.shape[0])
    error = cs.SX.zeros(m)
    for k in range(m if bodies else 0):
        mine = slice(DIRECTIONS * k, DIRECTIONS * (k + 1))
        error[k] = cs.dot(shares[mine], c[mine])
    unused = [k for k in range(len(whole.elements)) if k in own and k not in chosen]
    if unused:
        effort, after = cs.substitute(
            [effort, after], [whole.columns[unused]], [cs.SX(whole.nominal[unused])]
        )
    state = cs.vertcat(z, theta, d, c)
    following = cs.vertcat(after, kept(theta, symbols), symbols["fading"] * d, c)
    F = cs.diagcat(cs.SX.zeros(nz, nz), cs.SX.eye(p), symbols["fading"] * cs.SX.eye(m))
    F = cs.densify(cs.diagcat(F, cs.SX.eye(c.shape[0])))
    if nz:
        F[:nz, :] = slope(after, state)
    given = cs.vertcat(*whole.links, whole.v, whole.a, whole.mean, shares, *whole.reads.values())
    measured, F = cs.densify(effort + d + error), cs.sparsify(F)
    needed = np.flatnonzero(_depends(cs.vertcat(following, measured, *F.nonzeros()), given).any(0))
    model = FilterModel(
        state=state,
        following=following,
        transition=F,
        process_noise=cs.vertcat(
            symbols["bristle"],
            symbols["walk"],
            (1.0 - symbols["fading"] ** 2) * symbols["disturbance"],
            cs.SX.zeros(c.shape[0]),
        ),
        measured=measured,
        measurement_noise=symbols["noise"],
        input=given[needed.tolist()],
        parameters=cs.vertcat(*symbols.values()),
        shown=cs.densify(effort + error),
    )
    ends = np.cumsum([0, *parts.values()]).tolist()
    sizes = np.cumsum([0, nz, p, m, c.shape[0]]).tolist()
    return AdaptiveModel(
        model,
        {name: slice(sizes[k], sizes[k + 1]) for k, name in enumerate("zθdc")},
        tuple(whole.elements[k] for k in chosen),
        whole.nominal[chosen],
        tuple(channels),
        tuple(whole.elements[k] for k in others),
        tuple(whole.reads),
        needed,
        whole.sliding[whole.acting[channels].any(axis=0)],
        {name: slice(ends[k], ends[k + 1]) for k, name in enumerate(parts)},
        (*whole.links, whole.a),
        slopes,
    )
