"""Joint positions that combine coordinates: rotors as bodies, rigid parallelograms."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

from armwright import Joint, Link, Robot
from armwright.multibody.energy import kinetic_energy
from armwright.multibody.forward_dynamics import forward_dynamics
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.kinematics import frame_pose, jacobian
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import Positions, build
from armwright.multibody.parameters import FreeParameters
from tests.identities.plant.arms import arm, body, pose
from tests.support.pinocchio_model import to_pinocchio

#: Rotor on the base, that turns with both joints; rotor on the upper arm; a bar that stays upright.
RATIOS = {"first": ({0: 50.0, 1: -3.0}, 0.4), "second": ({1: 30.0}, 0.0), "bar": ({0: -1.0}, -0.2)}


def tree() -> Robot:
    """The arm with two rotors and a bar as bodies of their own."""
    robot = arm()
    joints = [dataclasses.replace(joint, drive=None) for joint in robot.joints]
    more = [
        Joint("first", "revolute", "base", "rotor 1", pose(21), [0, 0.6, 0.8]),
        Joint("second", "revolute", "upper", "rotor 2", pose(22), [1.0, 0, 0]),
        Joint("bar", "revolute", "upper", "hanger", pose(23), [0, 1.0, 0]),
    ]
    links = [Link(joint.child, body(30 + k, 0.7)) for k, joint in enumerate(more)]
    return dataclasses.replace(
        robot, links=(*robot.links, *links), joints=(*joints, *more), tool="hanger"
    )


@pytest.mark.parametrize("physical", [False, True])
def test_against_a_tree_that_is_projected(physical: bool) -> None:
    """Pinocchio knows the tree with all joints free: M = Aᵀ M_tree A, τ = Aᵀ τ_tree."""
    robot = tree()
    q = cs.SX.sym("q", 2)
    along = {"shoulder": ({0: 1.0}, 0.0), "reach": ({1: 1.0}, 0.0), **RATIOS}
    at = Positions(q, along, ("shoulder", "reach"))
    mechanism = build(FreeParameters.choose(robot, ()), physical=physical, at=at)
    A = np.array([[along[j.name][0].get(k, 0.0) for k in (0, 1)] for j in robot.joints])
    a0 = np.array([along[j.name][1] for j in robot.joints])
    peer, rng = to_pinocchio(robot), np.random.default_rng(2)
    v, gain, tau = (cs.SX.sym(name, 2) for name in ("v", "a", "tau"))
    rates, gains, torques = (cs.vertsplit(one) for one in (v, gain, tau))
    found = cs.Function(
        "found",
        [q, v, gain, tau],
        [
            cs.vertcat(*inverse_dynamics(mechanism, rates, gains)),
            mass_matrix(mechanism),
            cs.vertcat(*forward_dynamics(mechanism, rates, torques)),
            jacobian(mechanism, "hanger"),
            frame_pose(mechanism, "hanger").translation.column(),
            cs.SX(kinetic_energy(mechanism, rates)),
        ],
    )
    for _ in range(5):
        x, w, a, t = rng.normal(size=(4, 2))
        needed, mass, acceleration, J, place, kinetic = (np.array(one) for one in found(x, w, a, t))
        theirs = [peer.theirs(one) for one in (A @ x + a0, A @ w, A @ a)]
        expected = A.T @ peer.ours(pin.rnea(peer.model, peer.data, *theirs))
        np.testing.assert_allclose(needed.ravel(), expected, rtol=1e-11, atol=1e-9)
        M = pin.crba(peer.model, peer.data, theirs[0])
        M = A.T @ peer.ours(np.triu(M) + np.triu(M, 1).T) @ A
        np.testing.assert_allclose(mass, M, rtol=1e-11)
        bias = A.T @ peer.ours(pin.nonLinearEffects(peer.model, peer.data, *theirs[:2]))
        np.testing.assert_allclose(acceleration.ravel(), np.linalg.solve(M, t - bias), rtol=1e-8)
        pin.computeJointJacobians(peer.model, peer.data, theirs[0])
        pin.framesForwardKinematics(peer.model, peer.data, theirs[0])
        frame = peer.model.getFrameId("hanger")
        world = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        Jt = peer.our_columns(pin.getFrameJacobian(peer.model, peer.data, frame, world))
        np.testing.assert_allclose(J, Jt @ A, atol=1e-11)
        np.testing.assert_allclose(place.ravel(), peer.data.oMf[frame].translation, atol=1e-12)
        if physical:
            assert kinetic.item() == pytest.approx(0.5 * w @ M @ w, rel=1e-11)
