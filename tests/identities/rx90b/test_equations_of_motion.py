"""The run meets S3's equations: dynamics by Pinocchio, all else written out here."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from armwright import Run, Scenario
from tests.support.pinocchio_model import to_pinocchio

#: Gear matrix, motor constants and rotor inertias of S3 (11) and (13).
T = np.diag([128.0, 128, 90, 64, 75, 45])
T[5, 4] = 45.0
C = np.diag([0.4, 0.4, 0.35, 0.2, 0.15, 0.15])
J = np.diag([1.5e-4, 1.5e-4, 1e-4, 3e-5, 2e-5, 2e-5])


def values(run: Run, *names: str) -> list[np.ndarray]:
    """Every fifth record."""
    return [run.data[name].values[::5] for name in names]


def spring_torque(q: np.ndarray) -> np.ndarray:
    """S3 (7) at joint 2: points 0.1 m above the axis and 0.3 m out on the arm."""
    k, preload, length, a, b = 6000.0, 1200.0, 0.2, 0.1, 0.3
    distance = np.sqrt(a**2 + b**2 - 2 * a * b * np.sin(q))
    return (preload + k * (distance - length)) * a * b * np.cos(q) / distance


def driving_torque(run: Run) -> np.ndarray:
    """S3 (13) without friction: Tᵀ C i − Tᵀ J φ̈."""
    acceleration, current = values(run, "joint_acceleration", "motor_current")
    return current @ C @ T - acceleration @ (T.T @ J @ T)


def what_is_left(run: Run, scenario: Scenario) -> np.ndarray:
    """Of S3 (6) and (13), when dynamics, spring and the six joints' own friction are taken off."""
    q, v, a, friction = values(
        run, "joint_position", "joint_velocity", "joint_acceleration", "friction_torque"
    )
    driving = driving_torque(run) - friction[:, :6]
    driving[:, 1] += spring_torque(q[:, 1])
    peer = to_pinocchio(scenario.robot)
    needed = [
        peer.ours(pin.rnea(peer.model, peer.data, *map(peer.theirs, state)))
        for state in zip(q, v, a, strict=True)
    ]
    return driving - np.array(needed)


def test_joint_torques_are_those_of_the_drives(whole: Run) -> None:
    np.testing.assert_allclose(values(whole, "joint_torque")[0], driving_torque(whole), atol=1e-9)


def test_what_is_left_of_the_equations_is_the_seventh_friction(
    whole: Run, scenario: Scenario
) -> None:
    """S3 (12): nothing in joints 1 to 4, and the same in joints 5 and 6."""
    left = what_is_left(whole, scenario)
    assert np.abs(left[:, :4]).max() < 1e-9
    assert np.abs(left[:, 4] - left[:, 5]).max() < 1e-9
    assert np.abs(left[:, 4]).max() > 1.0


def test_the_seventh_friction_is_driven_by_the_sum_of_joints_5_and_6(
    whole: Run, scenario: Scenario
) -> None:
    """S3 (18), (19) in steady sliding; the sum is negative all along the line."""
    t, v = values(whole, "time", "joint_velocity")
    steady = (t > 1.2) & (t < 5.4)
    speed = -(v[:, 4] + v[:, 5])[steady]
    expected = -(1.3 + 0.3 * np.exp(-speed / 0.06) + 0.6 * speed)
    found = what_is_left(whole, scenario)[steady, 4]
    assert speed.min() > 0.2
    assert np.abs(found - expected).max() < 2e-4
    assert whole.data["friction"].values[6] == "wrist lugre"
    (recorded,) = values(whole, "friction_torque")
    assert np.abs(recorded[steady, 6] - expected).max() < 2e-4


def test_friction_of_each_joint_is_its_own_law_in_steady_sliding(
    whole: Run, scenario: Scenario
) -> None:
    """S3 (18), (19), with the parameters of the direction in which the joint goes."""
    t, v, friction = values(whole, "time", "joint_velocity", "friction_torque")
    steady = ((t > 1.2) & (t < 2.6)) | ((t > 3.6) & (t < 5.4))
    for k, joint in enumerate(scenario.robot.moving_joints):
        assert joint.drive is not None and joint.drive.friction_side == "joint"
        p, speed = joint.drive.friction, v[steady, k]
        Fc, Fs = (
            np.where(speed > 0, p[f"{name}_positive"], p[f"{name}_negative"])
            for name in ("coulomb", "static")
        )
        g = Fc + (Fs - Fc) * np.exp(
            -((np.abs(speed) / p["stribeck_velocity"]) ** p["stribeck_exponent"])
        )
        expected = np.sign(speed) * g + p["viscous"] * speed
        assert np.abs(friction[steady, k] - expected).max() < 2e-3 * np.abs(expected).max(), joint
        assert p["coulomb_positive"] != p["coulomb_negative"]


def test_the_spring_is_recorded_as_it_is_written_here_and_carries_most_of_the_weight(
    whole: Run, scenario: Scenario
) -> None:
    q, spring = values(whole, "joint_position", "compensator_joint_torque")
    np.testing.assert_allclose(spring[:, 1], spring_torque(q[:, 1]), rtol=1e-12)
    assert np.abs(np.delete(spring, 1, axis=1)).max() < 1e-12
    peer = to_pinocchio(scenario.robot)
    gravity = np.array(
        [
            peer.ours(pin.computeGeneralizedGravity(peer.model, peer.data, peer.theirs(row)))[1]
            for row in q
        ]
    )
    share = spring[:, 1] / gravity
    assert gravity.min() > 90
    assert share.min() > 0.8 and share.max() < 1
