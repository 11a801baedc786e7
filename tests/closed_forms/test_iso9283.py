"""The measures of ISO 9283 on attained poses and paths whose characteristics are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

from armwright import InputError
from armwright.measures.iso9283 import (
    PathCorner,
    angle_accuracy,
    angle_repeatability,
    angle_variation,
    angles_from,
    command_path,
    corner_deviations,
    corners_of,
    direction_variation,
    distance_figures,
    drift,
    exchangeability,
    path_angle_figures,
    path_figures,
    piercing,
    pose_accuracy,
    pose_repeatability,
    posing_time,
    settling,
    static_compliance,
    velocity_figures,
    weaving,
    weaving_figures,
)

#: A right-angled frame that is not along the axes.
FRAME = Rotation.from_rotvec([0.3, -0.5, 0.9]).as_matrix()


def test_accuracy_is_from_the_command_to_the_barycentre() -> None:
    attained = np.array([[1.0, 0, 0], [3.0, 0, 0], [2.0, 3.0, 6.0]])
    found = pose_accuracy(attained, [0, 0, 0])
    assert found.along == pytest.approx([2.0, 1.0, 2.0])
    assert found.distance == pytest.approx(3.0)


def test_repeatability_of_a_ring_is_its_radius_and_of_a_pair_of_rings_more() -> None:
    angle = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = np.c_[np.cos(angle), np.sin(angle), 0 * angle] @ FRAME.T
    assert pose_repeatability(5.0 + 0.2 * ring) == pytest.approx(0.2)
    # l is 1 and 3, four times each: l̄ = 2, S = √(8/7).
    two = np.concatenate([ring[::2], 3 * ring[1::2]])
    assert pose_repeatability(two) == pytest.approx(2 + 3 * math.sqrt(8 / 7))


def test_angles_are_signed_and_spread_by_three_deviations() -> None:
    given = np.array([[0.01, 0.0, -0.02], [0.03, 0.0, -0.02]])
    assert angle_accuracy(given) == pytest.approx([0.02, 0.0, -0.02])
    assert angle_repeatability(given) == pytest.approx([3 * math.sqrt(2) * 0.01, 0, 0])
    wanted = Rotation.from_rotvec([0.4, 0.3, -1.0]).as_matrix()
    turned = Rotation.from_rotvec(given).as_matrix() @ wanted
    assert angles_from(turned, wanted) == pytest.approx(given)


def test_variation_is_the_largest_distance_between_directions() -> None:
    triangle = np.array([[0.0, 0, 0], [3.0, 0, 0], [0, 4.0, 0]])
    wobble = np.array([[0.1, 0, 0], [-0.1, 0, 0]])
    attained = triangle[:, None] @ FRAME.T + wobble
    assert direction_variation(attained) == pytest.approx(5.0)
    assert angle_variation(triangle[:, None] + wobble) == pytest.approx([3.0, 4.0, 0.0])


def test_distance_accuracy_does_not_see_a_common_shift_and_repeatability_its_spread() -> None:
    shift = np.array([[0.1, 0.2, 0.3], [-0.5, 0, 0], [0, 0, 1.0], [0, 0, 0]])
    a, b = np.zeros((4, 3)) + shift, np.array([0.0, 3.0, -4.0]) + shift
    found = distance_figures(a, b, ([0, 0, 0], [0, 3.0, -3.0]))
    assert found.accuracy == pytest.approx(5 - math.sqrt(18))
    assert found.accuracy_along == pytest.approx([0, 0, 1.0])
    assert found.repeatability == pytest.approx(0, abs=1e-12)
    longer = b + np.array([[0, 0, 0], [0, 0.6, -0.8], [0, 0, 0], [0, 0.6, -0.8]])
    spread = distance_figures(a, longer, ([0, 0, 0], [0, 3.0, -4.0]))
    assert spread.accuracy == pytest.approx(0.5)
    assert spread.repeatability == pytest.approx(3 * math.sqrt(1 / 3))
    assert spread.repeatability_along == pytest.approx(
        [0, 3 * 0.6 * math.sqrt(1 / 3), 3 * 0.8 * math.sqrt(1 / 3)]
    )


def second_order(t: np.ndarray | float, w: float, z: float) -> np.ndarray | float:
    """1 − x of the unit step response of w²/(s² + 2 z w s + w²)."""
    wd = w * math.sqrt(1 - z * z)
    return np.exp(-z * w * t) * (np.cos(wd * t) + z * w / wd * np.sin(wd * t))


def test_overshoot_and_stabilisation_of_a_second_order_system() -> None:
    w, z, band = 20.0, 0.2, 0.1
    t = np.arange(0, 4, 1e-4)
    left = second_order(t, w, z)
    direction = FRAME[:, 0]
    position = np.array([1.0, 2, 3]) - left[:, None] * direction
    found = settling(t, position, [1.0, 2, 3], band)
    wd = w * math.sqrt(1 - z * z)
    peaks = np.exp(-z * w * np.pi * np.arange(1, 9) / wd)
    assert found.overshoot == pytest.approx(peaks[0], rel=1e-5)
    enters = brentq(lambda s: second_order(s, w, z) - band, 0, math.pi / wd)
    last = int((peaks > band).sum())  # the last peak that is outside
    sign = -1.0 if last % 2 else 1.0
    stays = brentq(
        lambda s: sign * second_order(s, w, z) - band,
        last * math.pi / wd,
        (last + 0.6) * math.pi / wd,
    )
    assert last >= 3
    assert found.entered == pytest.approx(enters, abs=1e-7)
    assert found.settled == pytest.approx(stays, abs=1e-7)
    assert found.stabilisation == pytest.approx(stays - enters, abs=1e-7)
    assert posing_time(t, position, -0.5, [1.0, 2, 3], band) == pytest.approx(0.5 + stays)


def test_a_first_order_system_has_neither_overshoot_nor_stabilisation_time() -> None:
    t = np.arange(0, 3, 1e-3)
    position = np.exp(-4 * t)[:, None] * FRAME[:, 1]
    found = settling(t, position, [0, 0, 0], 0.01)
    assert found.entered == pytest.approx(math.log(100) / 4, abs=1e-5)
    assert found.stabilisation == 0 and found.overshoot == 0


def test_an_arm_that_swings_inside_the_band_has_no_overshoot() -> None:
    t = np.arange(0, 3, 1e-3)
    position = second_order(t, 20.0, 0.7)[:, None] * FRAME[:, 1]
    assert settling(t, position, [0, 0, 0], 0.06).overshoot == 0
    assert settling(t, position, [0, 0, 0], 0.04).overshoot == pytest.approx(
        math.exp(-0.7 * math.pi / math.sqrt(1 - 0.49)), rel=1e-4
    )


def test_drift_is_the_largest_change_since_the_first_set() -> None:
    ring = np.array([[1.0, 0, 0], [-1.0, 0, 0], [0, 1.0, 0], [0, -1.0, 0]])
    sets = [0.1 * ring + [0, 0, 1.0], 0.2 * ring + [0, 0, 2.0], 0.3 * ring + [0, 0, -2.5]]
    found = drift(sets, [0, 0, 0])
    assert found.accuracy == pytest.approx(1.5)
    assert found.repeatability == pytest.approx(0.2)
    assert found.shift == pytest.approx(3.5)


def test_exchangeability_is_between_the_farthest_arms() -> None:
    assert exchangeability([[0, 0, 0], [1, 0, 0], [0, 2, 0.0]]) == pytest.approx(math.sqrt(5))


def test_path_figures_of_shifted_circles() -> None:
    """Radii 1.02 and 1.04 about the same centre, 0.01 above the commanded unit circle."""
    angle = np.linspace(0, 2 * np.pi, 2001)
    circle = np.c_[np.cos(angle), np.sin(angle), 0 * angle]
    command = command_path(circle @ FRAME.T, 20)
    assert np.linalg.norm(command.points, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert np.abs(np.sum(command.points * command.tangents, axis=1)).max() < 2e-3
    paths = [(r * circle + [0, 0, 0.01]) @ FRAME.T for r in (1.02, 1.04)]
    attained = np.array([piercing(path, command).of(path) for path in paths])
    found = path_figures(attained, command.points)
    assert found.accuracy == pytest.approx(math.hypot(0.03, 0.01), abs=1e-5)
    # Both are 0.01 from their mean, always: S = 0.
    assert found.repeatability == pytest.approx(0.01, abs=1e-5)


@pytest.mark.parametrize("turn", [1, -1])
def test_of_several_ways_through_a_plane_the_nearest_to_the_command_counts(turn: int) -> None:
    command = command_path(np.linspace(0, 1, 11)[:, None] * [1.0, 0, 0], 4)
    near = [[-0.1, 0.02, 0], [1.1, 0.02, 0]]
    far = [[-0.1, 0.5, 0], [1.1, 0.5, 0]]
    path = np.array([*near, *far] if turn > 0 else [*far, *near])
    there = piercing(path, command).of(path)
    assert there[:, 1] == pytest.approx(0.02)
    assert there[:, 0] == pytest.approx(command.points[:, 0])


def test_the_plane_that_is_worst_counts_on_a_line() -> None:
    s = np.linspace(0, 1, 501)
    line = s[:, None] * [2.0, 0, 0]
    command = command_path(line, 10)
    bump = np.exp(-(((s - 0.55) / 0.02) ** 2))[:, None]
    path = (line + bump * [0, 0.3, 0.4]) @ np.eye(3)
    attained = np.array([piercing(path, command).of(path)] * 3)
    found = path_figures(attained, command.points)
    assert found.accuracy == pytest.approx(0.5, rel=1e-6)
    assert found.repeatability == pytest.approx(0, abs=1e-12)
    assert int(np.argmax(found.deviation)) == 5
    angles = np.zeros((4, 10, 3))
    angles[:, 3, 1] = [-0.2, -0.2, -0.4, -0.4]
    accuracy, spread = path_angle_figures(angles)
    assert accuracy == pytest.approx([0, 0.3, 0])
    assert spread == pytest.approx([0, 3 * math.sqrt(4 / 3) * 0.1, 0])


@pytest.mark.parametrize("blend", [0.0, 0.1])
def test_corners_by_hand(blend: float) -> None:
    """A right angle, cut by a chamfer in the attained path, which then swings out by 0.03 and in
    by 0.05."""
    corner = np.array([1.0, 0, 0])
    command = np.array([[0.0, 0, 0], [1 - blend, 0, 0], [1, blend, 0], [1.0, 2.0, 0]])
    found = corners_of(command @ FRAME.T + 0.5)
    assert len(found) == 1
    assert found[0].place == pytest.approx(corner @ FRAME.T + 0.5, abs=2e-3)
    exact = PathCorner(corner @ FRAME.T + 0.5, FRAME[:, 0], FRAME[:, 1], 0.5)
    attained = [[0.0, 0, 0], [0.8, 0, 0], [1, 0.2, 0], [1.03, 0.3, 0], [0.95, 0.45, 0], [1, 2, 0.0]]
    deviations = corner_deviations(np.array(attained) @ FRAME.T + 0.5, exact)
    assert deviations.round_off == pytest.approx(0.1 * math.sqrt(2))
    assert deviations.overshoot == pytest.approx(0.03)


def test_an_overshoot_out_of_the_plane_counts_on_the_outer_side_alone() -> None:
    corner = PathCorner(np.zeros(3), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), 1.0)
    outside = [[-1.0, 0, 0], [0, 0, 0], [0.03, 0.2, 0.04], [0, 0.9, 0.0]]
    inside = [[-1.0, 0, 0], [0, 0, 0], [-0.03, 0.2, 0.04], [0, 0.9, 0.0]]
    assert corner_deviations(outside, corner).overshoot == pytest.approx(0.05)
    assert corner_deviations(inside, corner).overshoot == 0


def test_velocity_figures() -> None:
    cycles = [[0.9, 1.1, 1.0], [1.0, 1.3, 1.3], [1.1, 1.1, 1.1]]
    found = velocity_figures(cycles, 0.8)
    means = [1.0, 1.2, 1.1]
    assert found.accuracy == pytest.approx((1.1 - 0.8) / 0.8)
    assert found.repeatability == pytest.approx(3 * np.std(means, ddof=1) / 0.8)
    assert found.fluctuation == pytest.approx(0.3)


def test_compliance_is_found_from_forces_along_the_axes() -> None:
    C = np.array([[3.0, 0.2, 0], [0.5, 2.0, -0.1], [0, -0.4, 1.0]]) * 1e-6
    forces = np.concatenate([k * np.eye(3) for k in (-50, 10, 80)])
    assert static_compliance(forces, forces @ C.T) == pytest.approx(C)
    with pytest.raises(InputError, match="not forces along all three axes"):
        static_compliance(forces[::3], forces[::3] @ C.T)


def test_weaving_of_sines() -> None:
    t = np.arange(0, 6, 1e-3)
    wanted = weaving(t, 0.01 * np.sin(2 * np.pi * t))
    got = weaving(t, 0.3 + 0.008 * np.sin(2 * np.pi * 1.1 * t + 0.4))
    assert wanted.stroke == pytest.approx(0.02, rel=1e-4)
    assert wanted.frequency == pytest.approx(1.0, rel=1e-6)
    found = weaving_figures(got, wanted)
    assert found.stroke == pytest.approx(-0.2, abs=1e-4)
    assert found.frequency == pytest.approx(0.1, abs=1e-4)
