"""What an accelerometer shows in a run is what the sensor's own path says."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import armwright as aw
from armwright.blocks.sensors import Accelerometer
from tests.identities.sensors.runs import BEGIN, TICK, move, recorded

pytestmark = pytest.mark.crosscheck

OFFSET = np.array([0.04, -0.05, 0.06])
ANGLES = np.array([0.3, -0.2, 0.5])
DRIFT = np.array([0.1, 0.2, -0.3])
FALL = np.array([0.0, 0.0, -9.81])


@pytest.mark.parametrize("robot", ["puma560", "two_axis"])
@pytest.mark.parametrize("mounted_well", [True, False])
def test_second_differences_of_the_path(robot: str, mounted_well: bool) -> None:
    """Rigid in space, flexible in the plane: to 1e-4 of the motion's own acceleration."""
    errors = {"position_error": OFFSET, "angle_error": ANGLES, "drift": DRIFT}
    given = {} if mounted_well else {key: value.tolist() for key, value in errors.items()}
    sensor = Accelerometer(rate=1.0 / TICK, **given)
    run = recorded(
        move(robot, (sensor,), ("joint_position", "joint_velocity", "tool_position", sensor.name))
    )
    turns = aw.compile(aw.load(robot)).pose(run["joint_position"])[:, :3, :3]
    place, R_ts, drift = run["tool_position"], np.eye(3), np.zeros(3)
    if not mounted_well:
        place, drift = place + turns @ OFFSET, DRIFT
        R_ts = Rotation.from_euler("xyz", ANGLES).as_matrix()
    acceleration = np.diff(place, 2, axis=0) / TICK**2
    R_bs = turns[1:-1] @ R_ts
    expected = np.einsum("kji,kj->ki", R_bs, acceleration + FALL) + drift
    size = np.abs(acceleration).max()
    assert size > 0.9 and np.abs(run["joint_velocity"]).max() > 0.8
    error = np.abs(run["accelerometer"][1:-1] - expected)
    assert error[4:-4].max() < 1e-4 * size


@pytest.mark.parametrize(("shows", "sign"), [("gravity", -1.0), ("support", 1.0)])
def test_at_rest(shows: str, sign: float) -> None:
    """The arm held still: nothing but gravity, down as S0 has it, or up as real sensors do."""
    sensor = Accelerometer(rate=1000.0, at_rest_shows=shows)
    scenario = move("puma560", (sensor,), ("joint_position", "accelerometer"), duration=0.05)
    run = recorded(scenario.changed({"joint_ptp.end": BEGIN}))
    R = aw.compile(aw.load("puma560")).pose(run["joint_position"][-1])[:3, :3]
    shown = R @ run["accelerometer"][-1]
    np.testing.assert_allclose(shown, [0, 0, sign * 9.81], atol=1e-6)


def test_the_sensor_does_not_disturb_the_arm() -> None:
    """S0's set-ups 1, 3 and 4 differ in the sensor alone: the tool's true path is the same."""
    ways = (
        {"noise": 0.05},
        {"noise": 0.05, "position_error": [0.004, 0, -0.005], "drift": [0.1, 0, 0.1]},
        {"angle_error": [0, np.deg2rad(2), 0], "drift": [0.2, 0, 0.2]},
    )
    signals = ("tool_position", "accelerometer")
    runs = [
        recorded(move("two_axis", (Accelerometer(rate=1000.0, **way),), signals)) for way in ways
    ]
    for other in runs[1:]:
        np.testing.assert_array_equal(other["tool_position"], runs[0]["tool_position"])
        assert np.abs(other["accelerometer"] - runs[0]["accelerometer"]).max() > 0.05
