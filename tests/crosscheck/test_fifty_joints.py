"""An arm of fifty joints, as many as S2's SD/FAST takes, beside Pinocchio."""

from __future__ import annotations

import pinocchio as pin
import pytest

from armwright import Arm
from tests.support.comparison import relative
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_chain, random_state

pytestmark = pytest.mark.crosscheck


def test_fifty_joints_against_pinocchio() -> None:
    robot = random_chain(5, 50)
    arm, peer = Arm(robot, lanes=1), to_pinocchio(robot)
    q, v, a = random_state(robot, 5)
    motion = [peer.theirs(one) for one in (q, v, a)]
    torque = arm.inverse_dynamics(q, v, a)
    assert relative(torque, peer.ours(pin.rnea(peer.model, peer.data, *motion))) < 1e-10
    pushed = pin.aba(peer.model, peer.data, *motion[:2], peer.theirs(torque))
    assert relative(arm.forward_dynamics(q, v, torque), peer.ours(pushed)) < 1e-8
