"""Features of circles, and arms from them."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import JointSweep, circle_through, circles, line_through
from tests.support.calibration import disturbed_cell


def arc(rng, noise=0.0, span=np.pi, count=40, radius=0.4):
    normal = np.array([0.2, -0.5, 0.8])
    normal = normal / np.linalg.norm(normal)
    x = np.cross([0, 1, 0], normal)
    x = x / np.linalg.norm(x)
    y = np.cross(normal, x)
    t = np.linspace(0, span, count)[:, None]
    centre = np.array([0.7, -0.2, 1.1])
    points = centre + radius * (np.cos(t) * x + np.sin(t) * y)
    return points + rng.normal(0, noise, points.shape), centre, normal, radius


@pytest.mark.parametrize("way", ["linear", "total"])
@pytest.mark.parametrize("span", [2 * np.pi, np.pi, 0.8])
def test_circles_without_noise_are_found_exactly(way, span):
    points, centre, normal, radius = arc(np.random.default_rng(1), span=span)
    found = circle_through(points, way)
    assert found.centre == pytest.approx(centre, abs=1e-9)
    assert found.normal == pytest.approx(normal, abs=1e-9)
    assert found.radius == pytest.approx(radius, abs=1e-9)
    assert found.arc == pytest.approx(span, abs=1e-6)


def test_standard_errors_of_a_circle_are_those_of_many_draws():
    rng = np.random.default_rng(2)
    draws = [circle_through(arc(rng, 1e-4, span=1.5)[0]) for _ in range(150)]
    _, centre, normal, _ = arc(rng)
    radius = np.std([one.radius for one in draws])
    across = np.sqrt(np.mean([np.sum(np.cross(c.centre - centre, normal) ** 2) for c in draws]))
    tilt = np.sqrt(np.mean([np.sum(np.cross(c.normal, normal) ** 2) for c in draws]))
    assert np.mean([one.radius_error for one in draws]) == pytest.approx(radius, rel=0.15)
    assert np.mean([one.centre_error[1] for one in draws]) == pytest.approx(across, rel=0.15)
    assert np.mean([one.tilt_error for one in draws]) == pytest.approx(tilt, rel=0.15)


def test_on_a_short_arc_total_least_squares_has_no_bias_where_the_linear_ones_have():
    rng = np.random.default_rng(3)
    errors = {"linear": [], "total": []}
    for _ in range(80):
        points = arc(rng, 1e-3, span=0.7)[0]
        for way, list_ in errors.items():
            list_.append(circle_through(points, way).radius - 0.4)
    assert abs(np.mean(errors["total"])) < 0.4 * abs(np.mean(errors["linear"]))


def test_outliers_on_a_circle_are_spared():
    points, centre, _, radius = arc(np.random.default_rng(4), 1e-5)
    points[7] += [0.01, 0.0, 0.02]
    found = circle_through(points, loss="cauchy")
    assert found.centre == pytest.approx(centre, abs=3e-5)
    assert found.radius == pytest.approx(radius, abs=3e-5)
    assert found.weights.argmin() == 7


def test_a_line_is_found_with_its_direction():
    rng = np.random.default_rng(5)
    direction = np.array([1.0, 2.0, 2.0]) / 3
    t = np.linspace(0, 0.3, 30)[:, None]
    found = line_through(np.array([1, 2, 3]) + t * direction + rng.normal(0, 1e-5, (30, 3)))
    assert found.direction == pytest.approx(direction, abs=5e-5)
    assert 1e-6 < found.tilt_error < 5e-5


def sweeps_of(cell, rng, noise=0.0, home=None, span=2.4, count=60):
    n = len(cell.nominal.joint_names)
    home = np.zeros(n) if home is None else home
    found = {}
    for k, joint in enumerate(cell.nominal.moving_joints):
        reach = 0.15 if joint.kind == "prismatic" else span
        q = np.tile(home, (count, 1))
        q[:, k] = home[k] + np.linspace(-reach, reach, count)
        found[joint.name] = JointSweep(q, cell.points(q) + rng.normal(0, noise, (count, 3)))
    return found


@pytest.mark.parametrize(
    ("name", "way"), [("puma560", "linear"), ("ur10e", "total"), ("scara", "total")]
)
def test_arms_from_circles_predict_fresh_poses(name, way):
    rng = np.random.default_rng(6)
    cell = disturbed_cell(name, rng)
    home = rng.uniform(-0.2, 0.2, len(cell.nominal.joint_names))
    found = circles(cell.nominal, sweeps_of(cell, rng, home=home), way=way)
    fresh = cell.joints(30, rng)
    assert found.predicted(fresh) == pytest.approx(cell.points(fresh), abs=1e-8)
    assert not found.findings


def test_breaches_of_the_protocol_are_found():
    rng = np.random.default_rng(7)
    cell = disturbed_cell("puma560", rng)
    sweeps = sweeps_of(cell, rng, span=1.0)
    bad = sweeps["joint2"].joints.copy()
    bad[50:, 4] += 0.002
    sweeps["joint2"] = JointSweep(bad, sweeps["joint2"].points)
    gap = np.r_[0:20, 35:60]
    sweeps["joint3"] = JointSweep(sweeps["joint3"].joints[gap], sweeps["joint3"].points[gap])
    found = [str(one) for one in circles(cell.nominal, sweeps).findings]
    assert any("joint 'joint5': another joint moves" in one for one in found)
    assert any("sweep of joint 'joint3': unevenly spaced" in one for one in found)
    assert sum("an incomplete circle" in one for one in found) == 6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s.pop("joint3"), "joint 'joint3': no sweep of this joint"),
        (
            lambda s: s.update(joint1=JointSweep(s["joint1"].joints, s["joint1"].points[::-1])),
            "joint 'joint1': moves against the axis",
        ),
        (
            lambda s: s.update(joint1=JointSweep(s["joint1"].joints + 0.1, s["joint1"].points)),
            "locked at different positions",
        ),
        (
            lambda s: s.update(
                joint2=JointSweep(s["joint2"].joints, np.linspace(0, 1, 60)[:, None] * [1, 2, 3])
            ),
            "joint 'joint2', a circle: the points lie on a line",
        ),
        (lambda s: s.update(elbow=s["joint1"]), "sweep of joint 'elbow': no such joint"),
    ],
)
def test_what_is_wrong_with_sweeps_is_said(change, message):
    rng = np.random.default_rng(8)
    cell = disturbed_cell("puma560", rng)
    sweeps = sweeps_of(cell, rng)
    change(sweeps)
    with pytest.raises(aw.InputError, match=message):
        circles(cell.nominal, sweeps)
