"""Published figures of the library's robots."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.robot import load


def test_puma560_inertial_parameters_and_drives():
    puma = load("puma560")
    assert sum(link.inertia.mass for link in puma.links[1:]) == pytest.approx(23.45)
    link1 = puma.link("link1").inertia
    # Corke's Iyy of the D-H frame is the inertia about joint 1's own axis.
    assert link1.tensor[2, 2] == pytest.approx(0.35)
    ratios = np.diag(puma.gear_matrix)
    assert ratios.tolist() == [-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686]
    friction = puma.joint("joint1").drive.friction
    assert (friction["coulomb_positive"], friction["coulomb_negative"]) == (0.435, 0.395)


def test_manutec_r3_stands_upright_and_carries_its_load(pose_of):
    arm = load("manutec_r3")
    height = 0.351 + 0.324 + 0.65 + 0.414 + 0.186 + 0.125
    assert pose_of(arm, np.zeros(6), "")[:3, 3] == pytest.approx([0, height, 0.145])
    assert arm.gravity.tolist() == [0, -9.81, 0]
    assert arm.link("load").inertia.mass == 15 and arm.joint("load").kind == "fixed"
    drive = arm.joint("joint2").drive
    assert (drive.gear_ratio, drive.stiffness, drive.damping) == (210, 8, 0.01)
    assert (drive.torque_constant, drive.motor_inertia) == (1.1616, 0.0013)
    assert arm.joint("joint4").drive.friction_side == "joint"
    assert arm.joint("joint4").drive.friction["static"] == pytest.approx(26.7)


def test_panda_masses_limits_and_friction():
    panda = load("panda")
    assert panda.link("link2").inertia.mass == 0.646926
    assert panda.joint("joint4").limits.upper == -0.0698
    assert panda.joint("joint7").drive.friction_law == "sigmoid"
