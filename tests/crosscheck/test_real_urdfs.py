"""Real robots: our reader and dynamics beside Pinocchio's own reader and dynamics."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest

from armwright import Arm, InputError, Robot, load
from tests.crosscheck.real_robots import MASSLESS, REFUSED, all_urdfs
from tests.support.comparison import differences
from tests.support.evaluation import by_interpreter, by_machine
from tests.support.mimics import released
from tests.support.pinocchio_model import Peer
from tests.support.random_robots import random_state

pytestmark = pytest.mark.crosscheck

TOLERANCE = 1e-10
#: Compiled in full, with lanes; of the others the programs are interpreted.
COMPILED = {
    "ur_description/urdf/ur5_robot.urdf",
    "panda_description/urdf/panda.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
    "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "kinova_description/robots/kinova.urdf",
    "z1_description/urdf/z1.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "double_pendulum_description/urdf/double_pendulum.urdf",
}

#: Where no mass moves with a joint Pinocchio divides by zero; we say so.
FORWARD = {"forward_dynamics", "forward_dynamics_derivatives"}
#: What goes through the inverse mass matrix is as uncertain as its condition number says, in either
#: engine: of the iCub's (3e6), Pinocchio's inverse is off by 5e-11 of the exact one, ours by 4e-12.
SOLVED = ("forward_dynamics", "pushed", "da_dq", "da_dv", "da_dtau")


def peer_of(path: Path, robot: Robot) -> Peer:
    """Pinocchio's model of the file, with plain angles for continuous joints, as ours have."""
    tree = ElementTree.parse(path)
    for joint in tree.iter("joint"):
        if joint.get("type") == "continuous":
            joint.set("type", "revolute")
            for limit in joint.findall("limit"):
                joint.remove(limit)
            wide = {"lower": "-9", "upper": "9", "velocity": "9", "effort": "9"}
            ElementTree.SubElement(joint, "limit", wide)
    model = pin.buildModelFromXML(ElementTree.tostring(tree.getroot(), encoding="unicode"))
    model.gravity = pin.Motion(np.array(robot.gravity), np.zeros(3))
    names = [str(name) for name in model.names[1:]]
    assert sorted(names) == sorted(robot.joint_names)
    order = np.array([robot.joint_names.index(name) for name in names], dtype=int)
    return Peer(model, model.createData(), order)


def test_the_named_ones_are_there() -> None:
    assert set(all_urdfs()) >= COMPILED | set(REFUSED) | MASSLESS


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(InputError, match=REFUSED[name]):
        load(str(all_urdfs()[name]))


@pytest.mark.parametrize("name", sorted(MASSLESS))
def test_massless_joint_is_named(name: str) -> None:
    robot = released(load(str(all_urdfs()[name])))
    with pytest.raises(InputError, match=r"joint '.*': no mass moves with this joint"):
        Arm(robot).function("forward_dynamics")


@pytest.mark.parametrize("name", sorted(set(all_urdfs()) - set(REFUSED)))
def test_urdf(name: str) -> None:
    path = all_urdfs()[name]
    robot = released(load(str(path)))  # as Pinocchio reads it
    q, v, a = random_state(robot, 21)
    evaluate = by_machine(Arm(robot)) if name in COMPILED else by_interpreter(robot)
    left_out = FORWARD if name in MASSLESS else set()
    peer = peer_of(path, robot)
    found = differences(robot, peer, evaluate, q, v, a, left_out)
    bound = dict.fromkeys(found, TOLERANCE)
    if not left_out and q.size:
        M = arm_mass_matrix(robot, q)
        bound |= dict.fromkeys(SOLVED, max(TOLERANCE, np.finfo(float).eps * np.linalg.cond(M)))
    wrong = {quantity: error for quantity, error in found.items() if not error < bound[quantity]}
    assert not wrong


def arm_mass_matrix(robot: Robot, q: np.ndarray) -> np.ndarray:
    return by_interpreter(robot)("mass_matrix", (), (q,))[0]
