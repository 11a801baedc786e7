"""How far a compiled arm is from a closed form."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from armwright import Arm
from tests.closed_forms.arms.equations import Array, Equations


def random_states(joints: int, seed: int, count: int = 40) -> tuple[Array, Array, Array]:
    """Positions over a whole turn (or ±π m), velocities up to ±4, accelerations up to ±10."""
    rng = np.random.default_rng(seed)
    q, v, a = (rng.uniform(-s, s, size=(count, joints)) for s in (np.pi, 4.0, 10.0))
    return q, v, a


def farthest(ours: Array, theirs: Array) -> float:
    """Largest difference, in the units of the arrays."""
    assert ours.shape == theirs.shape, f"{ours.shape} is not {theirs.shape}"
    return float(np.abs(ours - theirs).max())


def relative(ours: Array, theirs: Array) -> float:
    """Largest difference of a batch (first dimension), each element relative to its own largest
    value over the batch; an element that is zero throughout, to the largest of all."""
    assert ours.shape == theirs.shape, f"{ours.shape} is not {theirs.shape}"
    scale = np.abs(theirs).max(axis=0, keepdims=True)
    scale = np.where(scale > 1e-12 * scale.max(), scale, scale.max() or 1.0)
    return float((np.abs(ours - theirs) / scale).max())


def differences(
    arm: Arm, form: Callable[[Array, Array], Equations], states: tuple[Array, Array, Array]
) -> dict[str, float]:
    """The relative difference of every quantity that follows from M and the bias."""
    q, v, a = states
    M, bias = _batch(form, q, v)
    _, gravity = _batch(form, q, np.zeros_like(v))
    torque = np.einsum("kij,kj->ki", M, a) + bias
    return {
        "mass_matrix": relative(arm.mass_matrix(q), M),
        "gravity": relative(arm.gravity(q), gravity),
        "coriolis": relative(np.einsum("kij,kj->ki", arm.coriolis(q, v), v), bias - gravity),
        "inverse_dynamics": relative(arm.inverse_dynamics(q, v, a), torque),
        "forward_dynamics": relative(arm.forward_dynamics(q, v, torque), a),
        "regressor": relative(arm.regressor(q, v, a) @ arm.inertial_parameters, torque),
        "kinetic": relative(arm.energy(q, v).kinetic, np.einsum("ki,kij,kj->k", v, M, v) / 2),
    }


def _batch(form: Callable[[Array, Array], Equations], q: Array, v: Array) -> Equations:
    results = [form(q[k], v[k]) for k in range(len(q))]
    return Equations(*(np.array(part) for part in zip(*results, strict=True)))
