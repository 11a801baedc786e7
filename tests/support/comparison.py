"""All quantities of an arm beside Pinocchio's, intermediate by intermediate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

import numpy as np
import pinocchio as pin

from armwright import Robot
from armwright.multibody.regressor import inertial_parameters
from tests.support.pinocchio_model import Peer

#: Evaluates a quantity: (name, frames, arguments) → its results.
Evaluate = Callable[[str, tuple[str, ...], tuple[np.ndarray, ...]], tuple[np.ndarray, ...]]


def relative(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Largest difference, relative to the largest element; what is zero up to rounding in one
    engine may be exactly zero in the other."""
    return float(
        np.abs(ours - theirs).max(initial=0.0) / max(np.abs(theirs).max(initial=0.0), 1e-3)
    )


def differences(
    robot: Robot,
    peer: Peer,
    evaluate: Evaluate,
    q: np.ndarray,
    v: np.ndarray,
    a: np.ndarray,
    left_out: Set[str] = frozenset(),
) -> Mapping[str, float]:
    """Relative difference of every quantity at a state; `a` serves as torque, too."""
    m, d = peer.model, peer.data
    pq, pv, pa = peer.theirs(q), peer.theirs(v), peer.theirs(a)
    frame = robot.tool
    found: dict[str, float] = {}

    def compare(name: str, ours: np.ndarray, theirs: np.ndarray) -> None:
        found[name] = relative(np.asarray(ours), np.asarray(theirs))

    pin.forwardKinematics(m, d, pq)
    pin.updateFramePlacements(m, d)
    frame_id = m.getFrameId(frame)
    compare("pose", *evaluate("pose", (frame,), (q,)), d.oMf[frame_id].homogeneous)
    if not m.nv:  # asked for the Jacobian of a body that cannot move, Pinocchio ends the process
        return found
    pin.computeJointJacobians(m, d, pq)
    J = pin.getFrameJacobian(m, d, frame_id, pin.LOCAL_WORLD_ALIGNED).reshape(6, -1)
    compare("jacobian", *evaluate("jacobian", (frame,), (q,)), peer.our_columns(J))

    torque = peer.ours(pin.rnea(m, d, pq, pv, pa))
    compare("inverse_dynamics", *evaluate("inverse_dynamics", (), (q, v, a)), torque)
    M = pin.crba(m, d, pq)
    M = np.triu(M) + np.triu(M, 1).T
    compare("mass_matrix", *evaluate("mass_matrix", (), (q,)), peer.ours(M))
    gravity = peer.ours(pin.computeGeneralizedGravity(m, d, pq))
    compare("gravity", *evaluate("gravity", (), (q,)), gravity)
    C = pin.computeCoriolisMatrix(m, d, pq, pv)
    compare("coriolis", *evaluate("coriolis", (), (q, v)), peer.ours(C))

    kinetic, potential = evaluate("energy", (), (q, v))
    compare("kinetic", kinetic, np.array(pin.computeKineticEnergy(m, d, pq, pv)))
    compare("potential", potential, np.array(pin.computePotentialEnergy(m, d, pq)))

    (Y,) = evaluate("regressor", (), (q, v, a))
    compare("regressor", Y, _their_regressor(peer, pq, pv, pa))
    compare("regressor · parameters", Y @ inertial_parameters(robot), torque)

    wrench = np.array([3.0, -2.0, 5.0, 0.7, -1.1, 0.4])
    (loaded,) = evaluate("inverse_dynamics", (frame,), (q, v, a, wrench))
    compare("external wrench", loaded, torque - peer.our_columns(J).T @ wrench)
    by_q, by_v, _ = pin.computeRNEADerivatives(m, d, pq, pv, pa)
    ours = evaluate("inverse_dynamics_derivatives", (), (q, v, a))
    for name, mine, theirs in zip(("dtau_dq", "dtau_dv"), ours, (by_q, by_v), strict=False):
        compare(name, mine, peer.ours(np.array(theirs)))

    if "forward_dynamics" not in left_out:
        accelerations = peer.ours(pin.aba(m, d, pq, pv, pa))
        compare("forward_dynamics", *evaluate("forward_dynamics", (), (q, v, a)), accelerations)
        (pushed,) = evaluate("forward_dynamics", (frame,), (q, v, a, wrench))
        compare("pushed", pushed, peer.ours(pin.aba(m, d, pq, pv, pa + J.T @ wrench)))
        _compare_forward_derivatives(compare, peer, evaluate, (q, v, a), (pq, pv, pa))
    return found


def _compare_forward_derivatives(
    compare: Callable[[str, np.ndarray, np.ndarray], None],
    peer: Peer,
    evaluate: Evaluate,
    state: tuple[np.ndarray, ...],
    their_state: tuple[np.ndarray, ...],
) -> None:
    dq, dv, dtau = pin.computeABADerivatives(peer.model, peer.data, *their_state)
    dtau = np.triu(dtau) + np.triu(dtau, 1).T
    ours = evaluate("forward_dynamics_derivatives", (), state)
    for name, mine, theirs in zip(("da_dq", "da_dv", "da_dtau"), ours, (dq, dv, dtau), strict=True):
        compare(name, mine, peer.ours(np.array(theirs)))


def _their_regressor(peer: Peer, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Pinocchio orders inertias xx xy yy xz yz zz; rows and blocks of ten into our order."""
    theirs = pin.computeJointTorqueRegressor(peer.model, peer.data, q, v, a)
    n = q.size
    blocks = np.array(theirs).reshape(n, n, 10)[:, :, [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]]
    ours = np.empty_like(blocks)
    ours[np.ix_(peer.order, peer.order)] = blocks
    return ours.reshape(n, 10 * n)
