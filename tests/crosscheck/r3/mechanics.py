"""Mass matrix and bias torques of the arm (by Pinocchio) and of the flywheel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pinocchio as pin

from tests.crosscheck.r3 import published
from tests.crosscheck.r3.published import Array

#: (q, v) → M and the h of M v̇ + h = τ.
Mechanics = Callable[[Array, Array], tuple[Array, Array]]


def arm() -> Mechanics:
    model = arm_model()
    data = model.createData()
    below = np.tril_indices(model.nv, -1)

    def terms(q: Array, v: Array) -> tuple[Array, Array]:
        M = pin.crba(model, data, q).copy()
        M[below] = M.T[below]
        return M, pin.nonLinearEffects(model, data, q, v).copy()

    return terms


def flywheel(inertia: float) -> Mechanics:
    M, h = np.array([[inertia]]), np.zeros(1)
    return lambda q, v: (M, h)


def arm_model() -> pin.Model:
    model = pin.Model()
    model.gravity.linear = published.GRAVITY
    kinds = {"x": pin.JointModelRX, "y": pin.JointModelRY}
    offsets = [published.BASE_TO_JOINT_1, *published.LINK_VECTORS[:-1]]
    for i, (axis, offset) in enumerate(zip(published.JOINT_AXES, offsets, strict=True)):
        joint = model.addJoint(i, kinds[axis](), pin.SE3(np.eye(3), offset), f"r{i + 1}")
        link = pin.Inertia(
            published.MASSES[i], published.CENTRES[i], _matrix(published.INERTIAS[i])
        )
        model.appendBodyToJoint(joint, link, pin.SE3.Identity())
    load = pin.Inertia(published.LOAD_MASS, published.LOAD_CENTRE, published.LOAD_INERTIA)
    flange = pin.SE3(np.eye(3), published.LINK_VECTORS[-1])
    model.appendBodyToJoint(model.njoints - 1, load, flange)
    return model


def _matrix(elements: Array) -> Array:
    I11, I22, I33, I21, I31, I32 = elements
    return np.array([[I11, I21, I31], [I21, I22, I32], [I31, I32, I33]])
