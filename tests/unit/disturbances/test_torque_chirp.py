"""Torques whose frequency sweeps."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import chirp

from armwright import InputError
from armwright.block import Output
from armwright.blocks.disturbances import TorqueChirp
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
SWEEP = {"first_frequency": 2.0, "last_frequency": 60.0, "begin": 0.5, "duration": 3.0}


def torque(times, **settings):
    block = TorqueChirp(amplitude=[3.0, -4.0], **{**SWEEP, **settings})
    return evaluate(block, TWO, time=np.asarray(times)[:, None])["disturbance_torque"]


@pytest.mark.parametrize("sweep", ["linear", "logarithmic"])
def test_it_is_the_chirp_of_scipy(sweep):
    t = np.linspace(0.0, 3.0, 400, endpoint=False)
    expected = chirp(t, 2.0, 3.0, 60.0, method=sweep, phi=-90)
    found = torque(0.5 + t, sweep=sweep)
    np.testing.assert_allclose(found, expected[:, None] * [3.0, -4.0], atol=1e-9)


def test_before_and_after_there_is_nothing():
    assert not torque([0.0, 0.499, 3.5, 10.0, 1e9]).any()
    assert torque([0.6, 3.49]).any(axis=1).all()


@pytest.mark.parametrize("sweep", ["linear", "logarithmic"])
def test_a_single_frequency(sweep):
    t = np.linspace(0.0, 2.9, 50)
    found = torque(0.5 + t, last_frequency=2.0, sweep=sweep)[:, 0]
    np.testing.assert_allclose(found, 3.0 * np.sin(4 * np.pi * t), atol=1e-6)


def test_what_it_acts_on():
    rotors, links = (TorqueChirp(side=side).of(Output) for side in ("motor", "joint"))
    assert rotors["disturbance_torque"].acts == "motor"
    assert links["disturbance_torque"].acts == "joint"
    assert TorqueChirp().signal("disturbance_torque") == "disturbance_motor_torque"
    links = TorqueChirp(side="joint").changed({"amplitude": 2.0})
    assert links.signal("disturbance_torque") == "disturbance_joint_torque"
    assert links.of(Output)["disturbance_torque"].acts == "joint"
    assert TorqueChirp.of(Output)["disturbance_torque"].acts == "motor"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"side": "tool"},
            "unknown 'side' (got 'tool', expected one of motor, joint)",
        ),
        (
            {"sweep": "cubic"},
            "unknown 'sweep' (got 'cubic', expected one of linear, logarithmic)",
        ),
        (
            {"first_frequency": 0.0},
            "'first_frequency' is too small (got 0.0, expected more than 0 Hz)",
        ),
        ({"duration": 0.0}, "'duration' is too small (got 0.0, expected more than 0 s)"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(InputError) as error:
        TorqueChirp(**settings)
    assert str(error.value) == f"block 'torque_chirp': {message}"
