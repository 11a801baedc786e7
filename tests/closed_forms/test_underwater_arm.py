"""S2's arm under water against closed forms of its planar equations, reverse flow included."""

from __future__ import annotations

import math

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.disturbances import JointTorque
from armwright.robot.changing import changed
from armwright.system import Blocks, Recording
from tests.closed_forms import library
from tests.closed_forms.arms import underwater_two_link as form

ROBOT = aw.load("underwater_two_link")
AREA = math.pi * 0.025**2
WATER = form.WaterNumbers(2 * 1025 * AREA, 2 * 1025 * AREA, 25.625, 25.625)


@pytest.fixture(scope="module")
def arm() -> aw.Arm:
    return aw.compile(ROBOT)


def states(count: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Half of them with water that streams both ways along link 2, some exactly special."""
    rng = np.random.default_rng(7)
    q, v = rng.uniform(-3, 3, (count, 2)), rng.normal(size=(count, 2))
    turns = rng.uniform(0.02, 0.98, count // 2)
    v[::2, 1] = -np.cos(q[::2, 1]) * v[::2, 0] / turns - v[::2, 0]
    special = [(0, 0), (1, -1), (1, 0), (0, 1), (-1, 1)]
    v[1:11:2] = special
    return q, v


def test_torques_are_those_of_the_closed_forms(arm: aw.Arm) -> None:
    q, v = states()
    a = np.random.default_rng(1).normal(size=q.shape)
    found = arm.inverse_dynamics(q, v, a)
    numbers = library.underwater_numbers(ROBOT)
    inside = 0
    for k in range(len(q)):
        M, bias = form.equations(numbers, q[k], v[k])
        M = M + form.added_mass(WATER, q[k, 1])
        bias = bias + form.added_coriolis(WATER, q[k, 1], v[k]) - form.drag(WATER, q[k, 1], v[k])
        expected = M @ a[k] + bias
        np.testing.assert_allclose(found[k], expected, rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(arm.mass_matrix(q[k]), M, rtol=1e-12)
        flow = math.cos(q[k, 1]) * v[k, 0]
        inside += bool(flow * (flow + v[k].sum()) < 0)
    assert inside >= 100


def test_the_mass_matrix_is_positive_definite_everywhere(arm: aw.Arm) -> None:
    q = np.stack([np.zeros(721), np.linspace(-math.pi, math.pi, 721)], axis=1)
    M = arm.mass_matrix(q)
    assert np.array_equal(M, M.transpose(0, 2, 1))
    assert np.linalg.eigvalsh(M).min() > 0.39
    added = np.array([form.added_mass(WATER, angle) for angle in q[:, 1]])
    # S2's claim of a constant determinant does not hold for the consistent matrix.
    determinants = np.linalg.det(added)
    expected = WATER.K2**2 * (1 / 9 + np.cos(q[:, 1]) ** 2 / 12)
    np.testing.assert_allclose(determinants, expected, rtol=1e-12)


def test_derivatives_are_finite_and_zero_at_rest(arm: aw.Arm) -> None:
    """Nothing of quadratic drag is left at rest; and none is lost where all of a link moves
    alike."""
    rest = arm.inverse_dynamics_derivatives([0.3, 0.8], [0.0, 0.0], [0.0, 0.0])
    np.testing.assert_array_equal(rest.dv, np.zeros((2, 2)))
    for v in ([1.0, -1.0], [0.7, 0.2], [1.0, -2.3]):
        slope = arm.inverse_dynamics_derivatives([0.3, 0.8], v, [0.0, 0.0]).dv
        steps = 1e-6 * np.eye(2)
        ends = [
            arm.inverse_dynamics([0.3, 0.8], v + sign * steps, np.zeros((2, 2))) for sign in (1, -1)
        ]
        np.testing.assert_allclose(slope, (ends[0] - ends[1]).T / 2e-6, atol=1e-6)


#: Computed checks: what acts → positions at 1, 5, 6, 10, 20 s; largest velocities.
CHECKS = {
    "dry": (
        "0.25373 -0.52867 0.96392 -0.66500 0.62001 0.95363 1.80226 2.73546 3.02749 2.22947",
        "0.56588 2.28330",
    ),
    "added mass": (
        "0.11755 -0.27687 0.54355 -0.75866 0.33816 0.07279 0.31872 1.95265 1.91931 2.25370",
        "0.43583 1.57285",
    ),
    "drag": (
        "0.17626 -0.38523 0.34222 -0.54466 0.04296 0.40932 -0.11754 0.79987 -0.15750 0.79450",
        "0.37056 1.16159",
    ),
    "both": (
        "0.10638 -0.25187 0.34866 -0.59752 0.14821 0.07799 -0.13439 0.94920 -0.15454 1.02693",
        "0.33027 1.06755",
    ),
    "both, C_a = 1": (
        "0.13521 -0.31234 0.35443 -0.57646 0.10747 0.23214 -0.11860 0.89184 -0.14489 0.90977",
        "0.35270 1.12105",
    ),
}
CHANGES: dict[str, dict[str, float]] = {
    "added mass": {"links.*.hull.drag_coefficient": 0.0},
    "drag": {"links.*.hull.added_mass_coefficient": 0.0},
    "both, C_a = 1": {"links.*.hull.added_mass_coefficient": 1.0},
}


@pytest.mark.parametrize("case", CHECKS)
def test_the_open_loop_run_of_s2_is_that_of_the_computed_checks(case: str) -> None:
    robot = changed(ROBOT, CHANGES.get(case, {}))
    pushes = (
        JointTorque(name="first", torque=[1.0, 0.0], end=1.0),
        JointTorque(name="second", torque=[0.0, 1.0], begin=5.0, end=6.0),
    )
    run = aw.Scenario(
        "open loop",
        robot,
        20.0,
        fidelity=aw.Fidelity(water=case != "dry"),
        start=aw.Start((0.0, 0.0), at_rest=False),
        blocks=Blocks(disturbances=pushes),
        recording=Recording(("joint_position", "joint_velocity"), rate=1000.0),
    )
    data = run.simulate().data
    positions, velocities = CHECKS[case]
    shown = data["joint_position"].sel(time=[1, 5, 6, 10, 20], method="nearest").values
    np.testing.assert_allclose(shown.ravel(), np.fromstring(positions, sep=" "), atol=1.1e-5)
    largest = np.abs(data["joint_velocity"].values).max(axis=0)
    np.testing.assert_allclose(largest, np.fromstring(velocities, sep=" "), atol=3e-5)
