"""The programs behind an arm's methods: inputs, outputs and expressions of each quantity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import casadi as cs

from armwright.compiler import Program, make_program
from armwright.errors import InputError
from armwright.multibody import derivatives, energy, kinematics
from armwright.multibody.external import external_forces
from armwright.multibody.forward_dynamics import forward_dynamics
from armwright.multibody.inverse_dynamics import body_forces, inverse_dynamics
from armwright.multibody.loops import Closing, closed_loop, product_rate
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.orientation import OrientationForm, analytic_jacobian
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement
from armwright.multibody.reactions import reactions
from armwright.multibody.regressor import regressor
from armwright.multibody.rows import dense
from armwright.multibody.spatial import matrix_of, vector_of
from armwright.multibody.wet_links import still_water

Expressions = dict[str, cs.SX]
FrameNames = tuple[str, ...]
#: Inputs after q, and outputs; from the mechanism and the frames that the quantity is about.
QuantityMaker = Callable[[Mechanism, FrameNames], tuple[Expressions, Expressions]]


def make(
    quantity: str, free: FreeParameters, frames: FrameNames, cut: Sequence[str] = ()
) -> Program:
    """The program of `quantity`; free parameters are its last input. `cut`: fixed joints that
    reactions are asked for."""
    mechanism = build(free, physical=quantity in _PHYSICAL, cut=cut, water=still_water(free.robot))
    inputs, outputs = QUANTITIES[quantity](mechanism, frames)
    parameters = {"parameters": free.symbol} if free.names else {}
    return make_program(
        quantity,
        {"q": mechanism.q, **inputs, **parameters},
        outputs,
        output_shapes={name: _shape(name, value) for name, value in outputs.items()},
    )


def _shape(name: str, value: cs.SX) -> tuple[int, ...]:
    """An energy is a number; a matrix is one even if the arm has a single joint."""
    if name in _NUMBERS:
        return ()
    return (value.shape[0],) if name in _VECTORS else tuple(value.shape)


def _vector(name: str, mechanism: Mechanism) -> cs.SX:
    return cs.SX.sym(name, mechanism.coordinates)


def _column(elements: list[object]) -> cs.SX:
    return cs.vertcat(*elements)


def _joined(algorithm: Callable[..., list[object]]) -> Callable[..., cs.SX]:
    return lambda *given, **loads: _column(algorithm(*given, **loads))


def _pose(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    return {}, {"pose": kinematics.homogeneous(kinematics.frame_pose(mechanism, frames[0]))}


def _jacobian(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    return {}, {"jacobian": kinematics.jacobian(mechanism, frames[0])}


def _analytic_jacobian(form: OrientationForm) -> QuantityMaker:
    def quantity(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
        turn = kinematics.frame_pose(mechanism, frames[0]).rotation.sx()
        geometric = kinematics.jacobian(mechanism, frames[0])
        J, distance = analytic_jacobian(geometric, turn, form)
        return {}, {"analytic_jacobian": J, "from_singular": distance}

    return quantity


def _jacobian_derivative(
    mechanism: Mechanism, frames: FrameNames
) -> tuple[Expressions, Expressions]:
    v, J = _vector("v", mechanism), kinematics.jacobian(mechanism, frames[0])
    rate = cs.reshape(cs.jtimes(cs.vec(J), mechanism.q, v), *J.shape)
    return {"v": v}, {"jacobian_derivative": cs.densify(rate)}


def _under_wrenches(algorithm: Callable[..., cs.SX], given: str, found: str) -> QuantityMaker:
    """Dynamics: from `given` to `found`, with a wrench on each of the frames."""

    def quantity(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
        v, known = _vector("v", mechanism), _vector(given, mechanism)
        wrenches = {frame: cs.SX.sym(f"wrench_{k}", 6) for k, frame in enumerate(frames)}
        external = external_forces(mechanism, wrenches) if frames else None
        result = algorithm(mechanism, cs.vertsplit(v), cs.vertsplit(known), external=external)
        loads = {f"wrench on {frame}": wrench for frame, wrench in wrenches.items()}
        return {"v": v, given: known, **loads}, {found: result}

    return quantity


def _reactions(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    """A row for each body, in the order of their joints in the file."""
    names = {body.joint.name for body in mechanism.bodies}
    joints = [joint.name for joint in mechanism.free.robot.joints if joint.name in names]

    def algorithm(*motion: object, external: object) -> cs.SX:
        forces = body_forces(*motion, external=external)  # type: ignore[arg-type]
        return reactions(mechanism, forces, joints).T

    return _under_wrenches(algorithm, "a", "reactions")(mechanism, frames)


def _mass_matrix(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    return {}, {"mass_matrix": mass_matrix(mechanism)}


def _coriolis(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    v = _vector("v", mechanism)
    return {"v": v}, {"coriolis": derivatives.coriolis_matrix(mechanism, v)}


def _gravity(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    still = [0.0] * mechanism.coordinates
    return {}, {"gravity": _column(inverse_dynamics(mechanism, still, still))}


def _energy(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    v = _vector("v", mechanism)
    return {"v": v}, {
        "kinetic": cs.SX(energy.kinetic_energy(mechanism, cs.vertsplit(v))),
        "potential": cs.SX(energy.potential_energy(mechanism)),
    }


def _regressor(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    v, a = _vector("v", mechanism), _vector("a", mechanism)
    return {"v": v, "a": a}, {"regressor": regressor(mechanism, cs.vertsplit(v), cs.vertsplit(a))}


def _inverse_derivatives(
    mechanism: Mechanism, frames: FrameNames
) -> tuple[Expressions, Expressions]:
    v, a = _vector("v", mechanism), _vector("a", mechanism)
    by_q, by_v = derivatives.inverse_dynamics_derivatives(mechanism, v, a)
    outputs = {"dtau_dq": by_q, "dtau_dv": by_v, "mass_matrix": mass_matrix(mechanism)}
    return {"v": v, "a": a}, outputs


def _forward_derivatives(
    mechanism: Mechanism, frames: FrameNames
) -> tuple[Expressions, Expressions]:
    v, tau = _vector("v", mechanism), _vector("tau", mechanism)
    _, by_q, by_v, inverse = derivatives.forward_dynamics_derivatives(mechanism, v, tau)
    return {"v": v, "tau": tau}, {"da_dq": by_q, "da_dv": by_v, "da_dtau": inverse}


def _loop_constraints(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    """Of all closures, one after the other; those that follow from others are among them."""
    v, n = _vector("v", mechanism), mechanism.coordinates
    closings: list[Closing] = []
    for loop in mechanism.free.robot.loops:
        first, second = (
            Placement(matrix_of(end.pose.rotation), vector_of(end.pose.translation))
            for end in loop.ends
        )
        closings += closed_loop(mechanism, loop, (first, second)).closings
    if not closings:
        raise InputError(
            "has no loops, and so no constraints",
            where=f"robot '{mechanism.free.robot.name}', loop_constraints",
            expected="a robot with [[loops]]",
        )
    jacobian = cs.vertcat(*(cs.horzcat(*map(cs.SX, dense(one.row, n))) for one in closings))
    return {"v": v}, {
        "gap": cs.densify(_column([cs.SX(one.residual) for one in closings])),
        "loop_jacobian": cs.densify(jacobian),
        "loop_bias": cs.densify(product_rate(tuple(closings), mechanism.q, v)),
    }


QUANTITIES: dict[str, QuantityMaker] = {
    "pose": _pose,
    "jacobian": _jacobian,
    "jacobian_derivative": _jacobian_derivative,
    **{f"analytic_jacobian_{form}": _analytic_jacobian(form) for form in get_args(OrientationForm)},
    "inverse_dynamics": _under_wrenches(_joined(inverse_dynamics), "a", "tau"),
    "forward_dynamics": _under_wrenches(_joined(forward_dynamics), "tau", "a"),
    "reactions": _reactions,
    "mass_matrix": _mass_matrix,
    "coriolis": _coriolis,
    "gravity": _gravity,
    "loop_constraints": _loop_constraints,
    "energy": _energy,
    "regressor": _regressor,
    "inverse_dynamics_derivatives": _inverse_derivatives,
    "forward_dynamics_derivatives": _forward_derivatives,
}

#: Quantities that need the bodies' own inertias and link axes.
_PHYSICAL = frozenset(("energy", "regressor", "reactions"))
#: Quantities about a frame, which has to be named.
OF_FRAMES = frozenset(name for name in QUANTITIES if name == "pose" or "jacobian" in name)
_NUMBERS = frozenset(("kinetic", "potential", "from_singular"))
_VECTORS = frozenset(("tau", "a", "gravity", "gap", "loop_bias"))
