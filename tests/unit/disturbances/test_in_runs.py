"""Disturbances on the arm."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.disturbances import ToolForce, ToolForceWave, TorqueChirp
from armwright.system import Recording, Start

CHIRP = {"first_frequency": 1.0, "last_frequency": 20.0, "duration": 0.4}


def positions(disturbance, **fidelity):
    scenario = aw.Scenario(
        name="pushed",
        robot=aw.load("two_axis"),
        duration=0.5,
        tick=1e-3,
        blocks=aw.Blocks(disturbances=(disturbance,)),
        fidelity=Fidelity(friction=False, **fidelity),
        start=Start((0.2, -0.1), at_rest=False),
        recording=Recording(("joint_position",)),
    )
    return scenario.simulate().data.joint_position.values


def test_a_chirp_on_rotors_and_on_links_of_a_rigid_arm():
    """The gears carry it, times their ratio."""
    rotors = TorqueChirp(amplitude=[2.0, -1.0], **CHIRP)
    links = TorqueChirp(amplitude=[2.0 * 180, -1.0 * 160], side="joint", **CHIRP)
    one, other = (positions(block, joints="rigid", gravity=False) for block in (rotors, links))
    assert np.abs(one - [0.2, -0.1]).max() > 1e-3
    np.testing.assert_allclose(one, other, rtol=1e-12)


def test_a_chirp_on_links_of_a_flexible_arm_is_not_one_on_its_rotors():
    rotors = TorqueChirp(amplitude=[2.0, -1.0], **CHIRP)
    links = TorqueChirp(amplitude=[2.0 * 180, -1.0 * 160], side="joint", **CHIRP)
    one, other = (positions(block, gravity=False) for block in (rotors, links))
    assert np.abs(one - other).max() > 1e-5


@pytest.mark.parametrize("angle", [0.0, 2.1])
def test_a_force_by_its_angle_is_one_by_its_components(angle):
    wave = ToolForceWave(amplitude=300.0, angle=angle, begin=0.1, end=0.3)
    force = ToolForce(
        force_x=300.0 * np.cos(angle), force_z=300.0 * np.sin(angle), begin=0.1, end=0.3
    )
    np.testing.assert_allclose(positions(wave), positions(force), rtol=1e-12)


def test_pulses_push_as_much_as_their_mean():
    """A force that is on half of the time moves the arm as much as half of it: to first order."""
    half = ToolForceWave(amplitude=300.0)
    pulses = ToolForceWave(amplitude=600.0, shape="pulses", pulse_period=0.01, pulse_width=0.005)
    still, one, other = (
        positions(block, gravity=False, joints="rigid") for block in (ToolForce(), half, pulses)
    )
    moved, chopped = np.abs(one - still)[-1], np.abs(other - still)[-1]
    np.testing.assert_allclose(chopped, moved, rtol=0.02)
