"""The accelerometer against S0's closed forms, and against turned and shifted sensors."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import armwright as aw
from armwright import InputError
from armwright.block import Site
from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import Accelerometer
from tests.support.blocks import evaluate, site
from tests.unit.sensors.statistics import assert_independent, assert_white, drawn

RATE = 1000.0
G = 9.81
TWO = site("two_axis", rate=RATE)
SIX = site("puma560", rate=RATE)
FALL = np.array([0.0, 0.0, -G])
L1, L2 = 0.9, 1.1


def shown(where: Site = TWO, q=0.0, v=0.0, a=0.0) -> dict[str, np.ndarray]:
    """What the arm shows of its tool, but for the acceleration of its origin."""
    plant = where.plant
    n, tool = plant.arrangement.joints, plant.robot.tool
    joints = [cs.SX.sym(name, n) for name in ("q", "v", "a")]
    rest = cs.SX.zeros(len(plant.coordinates) - n)
    omega = plant.frame(tool).angular_velocity
    accelerated = cs.jtimes(omega, plant.v, cs.vertcat(joints[2], rest))
    values = {
        "rotation": cs.vec(plant.frame(tool).rotation),
        "angular_velocity": omega,
        "angular_acceleration": cs.jtimes(omega, plant.x, plant.v) + accelerated,
        "gravity": plant.gravity,
    }
    expressions = plant.with_joints(list(values.values()), *joints[:2])
    found = cs.Function("shown", joints, expressions)(*(np.broadcast_to(k, n) for k in (q, v, a)))
    return {name: np.array(one).ravel() for name, one in zip(values, found, strict=True)}


def sensed(where=TWO, *, q=0.0, v=0.0, a=0.0, tool=0.0, **settings) -> np.ndarray:
    block = Accelerometer(rate=RATE, **settings)
    given = {**shown(where, q, v, a), "acceleration": np.atleast_1d(tool)}
    return evaluate(block, where, **given)["accelerometer"]


def s0_acceleration(q, v, a) -> np.ndarray:
    """J q̈ + J̇ q̇ with S0 (2.5), (2.6), as x and z."""
    s1, c1, s12, c12 = np.sin(q[0]), np.cos(q[0]), np.sin(q[0] + q[1]), np.cos(q[0] + q[1])
    J = np.array([[L1 * c1 - L2 * s12, -L2 * s12], [-L2 * c12 - L1 * s1, -L2 * c12]])
    by_q1 = np.array([[-L1 * s1 - L2 * c12, -L2 * c12], [L2 * s12 - L1 * c1, L2 * s12]])
    by_q2 = np.array([[-L2 * c12, -L2 * c12], [L2 * s12, L2 * s12]])
    return J @ a + (by_q1 * v[0] + by_q2 * v[1]) @ v


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_s0(sign: float) -> None:
    """S0 (2.7) with (2.2) and G_b = (0, −g); real sensors have the other sign of G_b."""
    rng = np.random.default_rng(1)
    for _ in range(5):
        q, v, a = rng.normal(size=(3, 2))
        drift = rng.normal(size=3)
        motion = s0_acceleration(q, v, a)
        c, s = np.cos(q.sum()), np.sin(q.sum())
        expected = np.array([[c, -s], [s, c]]) @ (motion + sign * FALL[[0, 2]]) + drift[[0, 2]]
        tool = np.array([motion[0], 0.0, motion[1]])
        shows = "gravity" if sign > 0 else "support"
        found = sensed(q=q, v=v, a=a, tool=tool, drift=drift, at_rest_shows=shows)
        np.testing.assert_allclose(found[[0, 2]], expected, rtol=1e-12)
        assert found[1] == pytest.approx(drift[1])


def test_at_rest() -> None:
    """Level: S0 shows gravity downwards, real sensors the support upwards."""
    np.testing.assert_array_equal(sensed(), [0, 0, -G])
    np.testing.assert_array_equal(sensed(at_rest_shows="support"), [0, 0, G])
    assert np.linalg.norm(sensed(SIX, q=0.3, angle_error=0.4)) == pytest.approx(G)


def test_in_free_fall() -> None:
    np.testing.assert_array_equal(sensed(tool=[0, 0, -G], at_rest_shows="support"), 0.0)
    np.testing.assert_array_equal(sensed(tool=[0, 0, -G]), [0, 0, -2 * G])


def test_without_gravity() -> None:
    where = site("two_axis", rate=RATE, fidelity=Fidelity(gravity=False))
    np.testing.assert_array_equal(sensed(where, tool=[1.0, 2.0, 3.0]), [1.0, 2.0, 3.0])


def test_a_turned_sensor() -> None:
    """About the tool's axes as they are: x, then y, then z."""
    angles = np.array([0.3, -0.5, 0.9])
    q, tool = np.random.default_rng(2).normal(size=6), np.array([1.0, -2.0, 0.5])
    R_bt = aw.compile(aw.load("puma560")).pose(q)[:3, :3]
    R_ts = Rotation.from_euler("xyz", angles).as_matrix()
    expected = (R_bt @ R_ts).T @ (tool + FALL)
    found = sensed(SIX, q=q, tool=tool, angle_error=angles)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("axis", range(3))
def test_each_angle_turns_about_its_own_axis(axis: int) -> None:
    """A sensor turned by +90° about an axis sees the rest turned by −90°."""
    angles = np.zeros(3)
    angles[axis] = np.pi / 2
    tool = np.array([1.0, 2.0, 3.0])
    about = np.eye(3)[axis]
    where = site("two_axis", rate=RATE, fidelity=Fidelity(gravity=False))
    expected = -np.cross(about, tool) + about * tool[axis]
    found = sensed(where, tool=tool, angle_error=angles)
    np.testing.assert_allclose(found, expected, atol=1e-15)


def test_a_shifted_sensor_in_the_plane() -> None:
    """α × r + ω × (ω × r), both axes along y."""
    q, v, a = np.random.default_rng(3).normal(size=(3, 2))
    offset = np.array([0.004, 0.02, -0.005])
    R = Rotation.from_euler("y", q.sum()).as_matrix()
    omega, alpha, r = [0, v.sum(), 0], [0, a.sum(), 0], R @ offset
    added = R.T @ (np.cross(alpha, r) + np.cross(omega, np.cross(omega, r)))
    shifted = sensed(q=q, v=v, a=a, position_error=offset)
    np.testing.assert_allclose(shifted - sensed(q=q, v=v, a=a), added, rtol=1e-11, atol=1e-14)


def test_a_shifted_sensor_in_space() -> None:
    """Second differences of its place along q + v t + a t²/2."""
    q, v, a = np.random.default_rng(4).normal(size=(3, 6))
    offset, h = np.array([0.4, -0.5, 0.3]), 1e-4
    times = np.array([-h, 0.0, h])[:, None]
    turns = aw.compile(aw.load("puma560")).pose(q + times * v + times**2 / 2 * a)[:, :3, :3]
    before, now, after = turns @ offset
    added = turns[1].T @ (after - 2 * now + before) / h**2
    shifted = sensed(SIX, q=q, v=v, a=a, position_error=offset)
    np.testing.assert_allclose(shifted - sensed(SIX, q=q, v=v, a=a), added, rtol=1e-5, atol=1e-6)


def at_rest(block: Accelerometer, where: Site = TWO, **given: object) -> np.ndarray:
    """At many ticks."""
    return drawn(block, where, "accelerometer", **shown(where), **given)


def test_noise() -> None:
    block = Accelerometer(rate=RATE, noise=0.02)
    noise = at_rest(block) - FALL
    assert_white(noise, 0.02)
    other = Accelerometer(rate=RATE, noise=0.02, name="second")
    assert_independent(
        noise,
        at_rest(other) - FALL,
        at_rest(block, seed=[2.0]) - FALL,
    )


def test_errors_of_mounting_leave_the_noise_as_it_is() -> None:
    plain = at_rest(Accelerometer(rate=RATE, noise=0.02))
    off = {"position_error": 0.01, "angle_error": 0.1, "drift": 0.1}
    moved = at_rest(Accelerometer(rate=RATE, noise=0.02, **off))
    quiet = site("two_axis", rate=RATE, fidelity=Fidelity(noise=False))
    still = at_rest(Accelerometer(rate=RATE, noise=0.02, **off), quiet)
    np.testing.assert_allclose(moved - still, plain - FALL, rtol=0, atol=1e-13)
    one = at_rest(Accelerometer(rate=RATE, noise=[0.0, 0.02, 0.0]))
    np.testing.assert_array_equal(one[:, [0, 2]] - [0.0, -G], 0.0)
    np.testing.assert_array_equal(one[:, 1], plain[:, 1])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"rate": None},
            "block 'accelerometer' measures at samples but has no rate (expected rate = … (Hz))",
        ),
        (
            {"noise": -0.1},
            "block 'accelerometer': 'noise' is too small (got -0.1, expected at least 0 m/s²)",
        ),
        (
            {"at_rest_shows": "suport"},
            "block 'accelerometer': unknown 'at_rest_shows' (got 'suport', expected one of "
            "gravity, support). Did you mean 'support'?",
        ),
        (
            {"drift": [0.1, 0.1]},
            "block 'accelerometer': 'drift' has the wrong length (got [2], expected one number or "
            "3)",
        ),
        (
            {"position_eror": 0.1},
            "block 'accelerometer': unknown setting (got 'position_eror', expected one of "
            "position_error, angle_error, drift, noise, frame, at_rest_shows). Did you mean "
            "'position_error'?",
        ),
    ],
)
def test_wrong_settings(settings, message) -> None:
    with pytest.raises(InputError) as error:
        Accelerometer(**{"rate": RATE, **settings}).parameters(TWO)
    assert str(error.value) == message
