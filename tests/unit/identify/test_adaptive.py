"""Numbers that are followed: found where they are seen, refused or named where they are not."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify import PLAIN, AdaptiveTuning, adaptive
from armwright.identify.adaptive import FollowedEfforts
from armwright.identify.adaptive_model import adaptive_models
from armwright.identify.link_motion import link_motion
from armwright.identify.motion import motion_of
from armwright.robot import Drive, Inertia, Joint, Limits, Link, Robot, load
from armwright.robot.changing import changed, value_at
from armwright.signals import Log

HEAD = "joints.shoulder.drive.friction."
LUGRE: dict[str, Any] = {
    "law": "lugre",
    "coulomb": 0.5,
    "static": 0.8,
    "stribeck_velocity": 0.1,
    "stiffness": 200.0,
    "damping": 0.5,
    "viscous": 0.3,
}
INERTIA, WEIGHT, NOISE = 2.0 * 0.3**2 + 0.05 + 0.02, 2.0 * 0.3 * 9.81, 0.02


def pendulum(**friction: Any) -> Robot:
    body = Inertia(2.0, np.array([0.3, 0.0, 0.0]), np.diag([0.01, 0.05, 0.05]))
    drive = Drive(motor_inertia=0.02, torque_constant=0.5)
    axis, limits = np.array([0.0, 1.0, 0.0]), Limits(lower=-3.0, upper=3.0)
    joint = Joint("shoulder", "revolute", "base", "arm", axis=axis, drive=drive, limits=limits)
    robot = Robot(
        "pendulum",
        (Link("base"), Link("arm", body)),
        (joint,),
        gravity=np.array([0.0, 0.0, -9.81]),
    )
    return changed(robot, {"joints.shoulder.drive.friction": {**LUGRE, **friction}})


def bristles(time: Array, velocity: Array, p: dict[str, Any]) -> Array:
    """LuGre friction by small steps of Heun's method."""
    z, found, parts = 0.0, [], 6
    h = (time[1] - time[0]) / parts

    def rate(z: float, v: float) -> float:
        fall = np.exp(-((v / p["stribeck_velocity"]) ** 2))
        g = p["coulomb"] + (p["static"] - p["coulomb"]) * fall
        return float(v - p["stiffness"] * abs(v) / g * z)

    for k, v in enumerate(velocity):
        z_dot = rate(z, v)
        found.append(p["stiffness"] * z + p["damping"] * z_dot + p["viscous"] * v)
        last = velocity[min(k + 1, len(velocity) - 1)]
        for i in range(parts):
            a, b = (v + (last - v) * (i + s) / parts for s in (0.0, 1.0))
            first = rate(z, a)
            z += 0.5 * h * (first + rate(z + h * first, b))
    return np.array(found)


def swing(seconds: float) -> tuple[Array, Array, Array, Array]:
    t = np.arange(round(seconds * 500)) / 500
    w = (2.0, 0.55)
    q = 0.5 * np.sin(w[0] * t) + 0.8 * np.sin(w[1] * t)
    v = 0.5 * w[0] * np.cos(w[0] * t) + 0.8 * w[1] * np.cos(w[1] * t)
    a = -0.5 * w[0] ** 2 * np.sin(w[0] * t) - 0.8 * w[1] ** 2 * np.sin(w[1] * t)
    return t, q, v, a


@cache
def friction(seconds: float) -> Array:
    t, _, v, _ = swing(seconds)
    return bristles(t, v, LUGRE)


@cache
def log(seconds: float = 24.0, seed: int = 0, signal: str = "motor_torque") -> Log:
    """Fast and slow motion both ways."""
    t, q, _, a = swing(seconds)
    torque = friction(seconds) + INERTIA * a - WEIGHT * np.cos(q)
    torque = torque + NOISE * np.random.default_rng(seed).normal(size=len(t))
    effort = torque / 0.5 if signal == "motor_current" else torque
    return Log.from_arrays(t, {"joint_position": q, signal: effort}, joints=["shoulder"])


def test_one_number_comes_from_far_off_to_within_its_error() -> None:
    found = adaptive(pendulum(static=1.3), log(), [HEAD + "static"], tuning=PLAIN)
    one = found.parameters[HEAD + "static"]
    assert one.knowledge == "seen"
    assert abs(one.value - 0.8) < min(3 * one.error, 0.05)
    assert value_at(found.robot, HEAD + "static") == one.value
    assert found.history["estimate"].values[0, 0] > 1.1


def test_three_numbers_at_once_and_innovations_as_expected() -> None:
    start = pendulum(static=1.1, viscous=0.15, coulomb=0.7)
    names = [HEAD + name for name in ("static", "viscous", "coulomb")]
    found = adaptive(start, log(), names, tuning=PLAIN)
    for name in names:
        one = found.parameters[name]
        assert abs(one.value - LUGRE[name.rpartition(".")[2]]) < 4 * one.error, name
        assert one.error < 0.05 * one.value
    assert 0.9 < found.consistency.mean < 1.1
    assert found.history["surprise"].mean() == pytest.approx(found.consistency.mean, rel=0.05)
    assert not found.fit.findings


def test_a_body_and_a_torque_constant_can_be_followed() -> None:
    heavy = changed(pendulum(), {"links.arm.mass": 2.3})
    found = adaptive(heavy, log(), ["links.arm.first_moment"], tuning=PLAIN)
    assert found.parameters["links.arm.first_moment[0]"].value == pytest.approx(0.6, rel=0.01)
    path = "joints.shoulder.drive.torque_constant"
    other = changed(pendulum(), {path: 0.6})
    current = adaptive(other, log(signal="motor_current"), [path], tuning=PLAIN)
    assert current.parameters[path].value == pytest.approx(0.5, rel=0.01)


LAWS: dict[str, dict[str, float]] = {
    "dahl": {"coulomb": 0.8, "stiffness": 200.0, "viscous": 0.3},
    "gms": {"coulomb": 0.5, "static": 0.8, "stiffness": 200.0, "attraction": 50.0, "viscous": 0.3},
    "tustin": {"coulomb": 0.5, "static": 0.8, "stribeck_velocity": 0.1, "viscous": 0.3},
    "coulomb": {"coulomb": 0.8, "viscous": 0.3},
}


@pytest.mark.parametrize("law", LAWS)
def test_other_laws_are_followed(law: str) -> None:
    true = changed(pendulum(), {HEAD[:-1]: {"law": law, **LAWS[law]}})
    names = (HEAD + "coulomb", HEAD + "viscous")
    shown = FollowedEfforts("motor_torque", 100.0, names)(true, log())["motor_torque"]
    noise = NOISE * np.random.default_rng(5).normal(size=shown.shape)
    data = Log(log().data.assign(motor_torque=shown + noise)).cut(0.1, 23.9)
    off = changed(true, {names[0]: 0.6, names[1]: 0.2})
    found = adaptive(off, data, names, tuning=dataclasses.replace(PLAIN, cutoff=100.0))
    for name in names:
        key = name.rpartition(".")[2]
        assert found.parameters[name].value == pytest.approx(LAWS[law][key], rel=0.05), name


def test_a_warm_start_goes_on_and_a_pause_opens_it_again() -> None:
    names = [HEAD + "viscous"]
    slow = dataclasses.replace(PLAIN, hourly=1e-3)
    first = adaptive(pendulum(viscous=0.2), log(), names, tuning=slow)
    error = first.parameters[names[0]].error
    on = adaptive(first.robot, log(seed=1), names, tuning=slow, start=first)
    assert on.parameters[names[0]].error < 0.85 * error
    assert abs(on.history["estimate"].values[0, 0] - 0.3) < 0.02
    paused = adaptive(first.robot, log(seed=1), names, tuning=slow, start=first, pause=1e7)
    assert paused.parameters[names[0]].error > 1.05 * on.parameters[names[0]].error
    with pytest.raises(InputError, match="was not followed before"):
        adaptive(first.robot, log(), [HEAD + "static"], start=first)


def test_the_fit_predicts_what_it_was_fitted_to() -> None:
    found = adaptive(pendulum(viscous=0.2), log(), [HEAD + "viscous"], tuning=PLAIN)
    verdict = found.fit.validate(log(seed=3), "motor_torque", "torques", 0.02)
    assert verdict.valid
    before = dataclasses.replace(found.fit, robot=pendulum(viscous=0.2))
    assert (
        before.validate(log(), "motor_torque", "torques", 1.0).figures["shoulder"]
        > 1.3 * (verdict.figures["shoulder"])
    )


def test_a_wrong_weight_biases_the_plain_filter_and_not_the_other() -> None:
    wrong = changed(pendulum(), {"links.arm.mass": 2.16})
    names = [HEAD + "coulomb", HEAD + "viscous"]
    plain = adaptive(wrong, log(), names, tuning=PLAIN)
    cured = adaptive(wrong, log(), names)
    off = [abs(one.parameters[names[1]].value / 0.3 - 1) for one in (plain, cured)]
    assert off[1] < 0.05
    assert plain.consistency.mean > 2 > cured.consistency.mean
    assert any("surer" in one.what for one in plain.fit.findings)


def test_an_unmodelled_payload_is_named() -> None:
    light = changed(pendulum(), {"links.arm.mass": 1.2})
    found = adaptive(light, log(), [HEAD + "viscous"])
    assert any("does not weigh" in one.what for one in found.fit.findings)


def test_bad_logs_are_named() -> None:
    names = [HEAD + "viscous"]
    good = log()
    t, q, tau = good.time, good["joint_position"], good["motor_torque"]

    def made(q: Array, tau: Array) -> Log:
        return Log.from_arrays(t, {"joint_position": q, "motor_torque": tau}, joints=["shoulder"])

    def said(bad: Log) -> str:
        found = adaptive(pendulum(), bad, names, tuning=dataclasses.replace(PLAIN, cutoff=20.0))
        return " ".join(str(one) for one in found.fit.findings)

    assert "does not move" in said(made(0 * q, tau))
    assert "in one direction only" in said(made(0.05 * t[:, None] ** 1.5, tau))
    assert "the torque saturates" in said(made(q, np.clip(tau, -4.0, 9.0)))
    assert "does not show" in said(made(1e-3 * q, tau))
    broken = tau.copy()
    broken[100] = np.nan
    with pytest.raises(InputError, match="not finite everywhere"):
        said(made(q, broken))


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(InputError, match="which numbers are to be followed"):
        adaptive(pendulum(), log(), [])
    with pytest.raises(InputError, match="not a number that can be identified"):
        adaptive(pendulum(), log(), ["joints.shoulder.limits.upper"])
    with pytest.raises(InputError, match="gear ratio"):
        adaptive(pendulum(), log(), ["joints.shoulder.drive.gear_ratio"])
    with pytest.raises(InputError, match="how far may this number be from zero"):
        adaptive(pendulum(damping=0.0), log(), [HEAD + "damping"])
    with pytest.raises(InputError, match="spread"):
        AdaptiveTuning(spread=0.0)


def test_channels_that_share_nothing_get_filters_of_their_own() -> None:
    robot = load("six_axis")
    apart = adaptive_models(
        robot, "motor_torque", [f"joints.{j}.drive.friction.viscous" for j in ("LA", "J2")], 1e-3
    )
    assert [one.channels for one in apart] == [(1,), (2,)]
    (together,) = adaptive_models(robot, "motor_torque", ["links.output_shaft.mass"], 1e-3)
    assert len(together.channels) >= 3


def test_bristles_take_steps_that_are_exact_at_any_speed() -> None:
    (one,) = adaptive_models(pendulum(), "motor_torque", [HEAD + "static"], 0.05)
    u = np.zeros((4, 6))
    u[:, 3], u[:, 5] = 9.0, 9.0
    state = np.array([0.0, 0.8, 0.0])
    limits = {"noise": np.ones(1), "least": np.zeros(1), "most": np.full(1, 9.0)}
    found = one.filter.run(
        np.zeros((4, 1)),
        u[:, one.needed],
        state=state,
        covariance=np.zeros(3),
        parameters=one.parameters(limits),
        available=np.zeros(1),
    )
    assert 200.0 * 9.0 / 0.5 * 0.05 > 100, "Euler's method would be unstable"
    np.testing.assert_allclose(found.state[1:, 0], 0.5 / 200.0, rtol=1e-12)


def test_links_swing_behind_their_springs() -> None:
    """A joint without weight behind a spring: x¨ + ω² x = ω² θ."""
    robot = changed(
        pendulum(),
        {
            "joints.shoulder.drive.stiffness": 100.0,
            "joints.shoulder.drive.damping": 0.0,
            "gravity": [0.0, 0.0, 0.0],
        },
    )
    t = np.arange(4000) / 1000
    theta = 0.3 * np.sin(3.0 * t) ** 3
    data = {"motor_position": theta, "motor_torque": np.sin(t)}
    given = Log.from_arrays(t, data, joints=["shoulder"])
    motion = motion_of(robot, given, None, 100.0, every=True)
    found = link_motion(robot, motion)
    omega2 = 100.0 / (INERTIA - 0.02)
    np.testing.assert_allclose(found.a, omega2 * (motion.q - found.q), atol=1e-6)
    np.testing.assert_allclose(np.gradient(found.q[:, 0], 1e-3)[5:-5], found.v[5:-5, 0], atol=2e-4)
    assert np.abs(found.q - motion.q).max() > 0.005
    stiff = link_motion(robot, motion, flexible=False)
    assert stiff.q is motion.q


def test_links_of_a_log_that_begins_in_motion_do_not_ring() -> None:
    """At constant speed and without weight they move as their motors do."""
    robot = changed(
        pendulum(), {"joints.shoulder.drive.stiffness": 100.0, "gravity": [0.0, 0.0, 0.0]}
    )
    t = np.arange(1500) / 1000
    data = {"motor_position": 0.8 * t - 0.5, "motor_torque": np.sin(t)}
    motion = motion_of(
        robot, Log.from_arrays(t, data, joints=["shoulder"]), None, 100.0, every=True
    )
    found = link_motion(robot, motion)
    np.testing.assert_allclose(found.v, 0.8, atol=1e-6)
    np.testing.assert_allclose(found.q, motion.q, atol=1e-6)


def test_measured_joints_do_not_move_behind_springs() -> None:
    soft = changed(pendulum(viscous=0.2), {"joints.shoulder.drive.stiffness": 100.0})
    stiff, sprung = (
        adaptive(robot, log(), [HEAD + "viscous"]) for robot in (pendulum(viscous=0.2), soft)
    )
    name = HEAD + "viscous"
    assert sprung.parameters[name].value == pytest.approx(stiff.parameters[name].value, rel=1e-9)


def test_deviations_of_numbers_that_are_not_followed_are_refused() -> None:
    name = HEAD + "viscous"
    known = {name.replace(".drive.", "."): 1e-9}
    held = adaptive(pendulum(viscous=0.2), log(), [name], tuning=PLAIN, deviations=known)
    assert held.parameters[name].value == pytest.approx(0.2, abs=1e-7)
    with pytest.raises(InputError, match=r"deviations: is not followed .*coulomb"):
        adaptive(pendulum(), log(), [name], deviations={HEAD + "coulomb": 0.1})
    with pytest.raises(InputError, match="more than 0"):
        adaptive(pendulum(), log(), [name], deviations={name: 0.0})
    with pytest.raises(InputError, match="after an earlier result"):
        adaptive(pendulum(), log(), [name], pause=60.0)


def test_a_body_without_mass_needs_to_know_how_heavy_it_may_be() -> None:
    robot = pendulum()
    link = robot.moving_joints[-1].child
    bare = changed(robot, {f"links.{link}.mass": 0.0, f"links.{link}.inertia": [0.0] * 6})
    with pytest.raises(InputError, match=r"how far may this number be from zero\?"):
        adaptive(bare, log(), [f"links.{link}.first_moment"], tuning=PLAIN)


def test_currents_are_compared_with_the_limit_of_currents() -> None:
    t, drive = np.arange(3000) / 500, "joints.shoulder.drive."
    current = 7.0 * np.sin(t)
    current[1000::400] = 8.0
    data = {"motor_position": np.sin(t), "motor_current": current}
    given = Log.from_arrays(t, data, joints=["shoulder"])
    found = []
    for limit in ("current_limit", "torque_limit"):
        robot = changed(pendulum(), {drive + limit: 8.0})
        fit = adaptive(robot, given, [HEAD + "viscous"], tuning=PLAIN).fit
        found.append("saturates" in str(fit.findings))
    assert found == [True, False]
