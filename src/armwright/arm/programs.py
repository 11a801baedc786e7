"""The programs behind an arm's methods: inputs, outputs and expressions of each quantity."""

from __future__ import annotations

from collections.abc import Callable

import casadi as cs

from armwright.compiler import Program, make_program
from armwright.multibody import derivatives, energy, kinematics
from armwright.multibody.external import external_forces
from armwright.multibody.forward_dynamics import forward_dynamics
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.regressor import regressor
from armwright.multibody.wet_links import still_water

Expressions = dict[str, cs.SX]
FrameNames = tuple[str, ...]
#: Inputs after q, and outputs; from the mechanism and the frames that the quantity is about.
QuantityMaker = Callable[[Mechanism, FrameNames], tuple[Expressions, Expressions]]


def make(quantity: str, free: FreeParameters, frames: FrameNames) -> Program:
    """The program of `quantity`; free parameters are its last input."""
    mechanism = build(free, physical=quantity in _PHYSICAL, water=still_water(free.robot))
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


def _pose(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    return {}, {"pose": kinematics.homogeneous(kinematics.frame_pose(mechanism, frames[0]))}


def _jacobian(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
    return {}, {"jacobian": kinematics.jacobian(mechanism, frames[0])}


def _under_wrenches(
    algorithm: Callable[..., list[object]], given: str, found: str
) -> QuantityMaker:
    """Inverse or forward dynamics: from `given` to `found`, with a wrench on each of the frames."""

    def quantity(mechanism: Mechanism, frames: FrameNames) -> tuple[Expressions, Expressions]:
        v, known = _vector("v", mechanism), _vector(given, mechanism)
        wrenches = {frame: cs.SX.sym(f"wrench_{k}", 6) for k, frame in enumerate(frames)}
        external = external_forces(mechanism, wrenches) if frames else None
        result = algorithm(mechanism, cs.vertsplit(v), cs.vertsplit(known), external=external)
        loads = {f"wrench on {frame}": wrench for frame, wrench in wrenches.items()}
        return {"v": v, given: known, **loads}, {found: _column(result)}

    return quantity


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


QUANTITIES: dict[str, QuantityMaker] = {
    "pose": _pose,
    "jacobian": _jacobian,
    "inverse_dynamics": _under_wrenches(inverse_dynamics, "a", "tau"),
    "forward_dynamics": _under_wrenches(forward_dynamics, "tau", "a"),
    "mass_matrix": _mass_matrix,
    "coriolis": _coriolis,
    "gravity": _gravity,
    "energy": _energy,
    "regressor": _regressor,
    "inverse_dynamics_derivatives": _inverse_derivatives,
    "forward_dynamics_derivatives": _forward_derivatives,
}

#: Quantities that need the bodies' own inertias and link axes.
_PHYSICAL = frozenset(("energy", "regressor"))
_NUMBERS = frozenset(("kinetic", "potential"))
_VECTORS = frozenset(("tau", "a", "gravity"))
