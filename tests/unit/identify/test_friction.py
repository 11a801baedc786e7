"""Static friction from constant speeds and from any motion; bad data is named."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from armwright import InputError, Log, Robot, identify
from armwright.robot.changing import changed
from armwright.studies.friction.arm import COLD, forearm, measured
from armwright.studies.friction.arm import at_constant_speeds as experiment

SPEEDS = tuple(3.0 * (np.arange(1, 21) / 20) ** 2)


@cache
def constant_speeds() -> Log:
    return measured(experiment(forearm(), SPEEDS, 250.0).simulate(), 1)


def taken(log: Log, torque: np.ndarray) -> Log:
    """The same motion with other torques."""
    signals = {"motor_position": log["motor_position"], "motor_torque": torque}
    return Log.from_arrays(log.time, signals, joints=("joint3",))


def said(fit: identify.FrictionFit) -> str:
    return " ".join(map(str, fit.findings))


def test_constant_speeds_tell_all_five_numbers() -> None:
    fit = identify.friction(forearm(), constant_speeds(), law="extended")
    for name, true in COLD.items():
        one = fit.parameters[f"joints.joint3.drive.friction.{name}"]
        assert abs(one.value - true) < 4 * one.error, name
        assert one.error < 0.1 * abs(true), name
        assert one.knowledge == "seen"
    assert fit.success, fit.verdict


@pytest.mark.crosscheck
def test_bayes_criterion_chooses_the_law_that_it_was() -> None:
    plain = {**COLD, "quadratic": 0.0}
    wrong = measured(experiment(forearm(plain), SPEEDS, 250.0).simulate(), 1)
    assert "quadratic" in str(identify.friction(forearm(), constant_speeds()).parameters)
    assert "quadratic" not in str(identify.friction(forearm(), wrong).parameters)


def test_the_robot_carries_the_law_on_its_side() -> None:
    fit = identify.friction(forearm(), constant_speeds(), law="tustin")
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert (drive.friction_law, drive.friction_side) == ("tustin", "motor")
    path = "joints.joint3.drive.friction.static"
    assert drive.friction["static"] == fit.parameters[path].value


@pytest.mark.crosscheck
def test_bristles_that_are_described_stay_and_only_the_curve_is_new() -> None:
    described = forearm({**COLD, "stiffness": 40.0, "damping": 0.1}, "lugre")
    drive = identify.friction(described, constant_speeds(), law="extended").robot.joints[0].drive
    assert drive is not None
    assert (drive.friction_law, drive.friction["stiffness"]) == ("lugre", 40.0)
    assert drive.friction["static"] == pytest.approx(0.5, abs=0.01)


@pytest.mark.crosscheck
def test_it_predicts_the_torques_of_the_motor() -> None:
    log = constant_speeds()
    fit = identify.friction(forearm(), log, law="extended")
    off = (fit.predict(log)["motor_torque"].values - log["motor_torque"])[1000:-1000]
    assert np.nanmedian(np.abs(off)) < 0.03


def test_directions_that_differ_are_told_apart() -> None:
    log = constant_speeds()
    moved = np.gradient(log["motor_position"][:, 0], log.time)
    other = taken(log, log["motor_torque"] + np.where(moved > 0, 0.05, 0.0)[:, None])
    fit = identify.friction(forearm(), other, law="extended", directed=True)
    path = "joints.joint3.drive.friction.coulomb"
    forth, back = (fit.parameters[f"{path}_{way}"].value for way in ("positive", "negative"))
    assert forth - back == pytest.approx(0.05, abs=0.005)


@pytest.mark.crosscheck
def test_weights_for_slow_speeds_fit_these_at_the_cost_of_the_rest() -> None:
    """S4 5.1: on a law that is too simple they trade one end of the curve for the other."""
    fits = [
        identify.friction(forearm(), constant_speeds(), law="tustin", weights=way)
        for way in ("equal", "slow")
    ]
    gaps = [np.abs(fit.residuals["friction_torque_joint3"].values) for fit in fits]
    assert gaps[1][:5].max() < 0.5 * gaps[0][:5].max()
    assert gaps[1][-5:].max() > 2 * gaps[0][-5:].max()


@pytest.mark.crosscheck
def test_any_motion_will_do_through_the_flexible_inverse() -> None:
    fit = identify.friction(forearm(), constant_speeds(), law="extended", way="motion")
    for name, true in COLD.items():
        one = fit.parameters[f"joints.joint3.drive.friction.{name}"]
        assert abs(one.value - true) < 5 * one.error + 0.03 * abs(true), name


def degressive(log: Log) -> Log:
    """The same motion with friction that grows by less and less from rest on."""
    v = np.gradient(log["motor_position"][:, 0], log.time)
    torque = np.sign(v) * (0.3 + 0.02 * np.abs(v) ** 0.7)
    noise = 0.01 * np.random.default_rng(3).normal(size=v.shape)
    return taken(log, (torque + noise)[:, None])


def test_friction_that_flattens_gets_no_stribeck_curve() -> None:
    """Of the laws without one, that with α₃: a Stribeck curve would have to be upside down."""
    light = forearm(gravity=False)
    none = changed(light, {"links.forearm.mass": 1e-6, "links.forearm.inertia": [1e-9] * 3})
    none = changed(none, {"joints.joint3.drive.motor_inertia": 1e-12})
    log = degressive(constant_speeds())
    fit = identify.friction(none, log, way="motion", inverse="rigid")
    assert {path.rpartition(".")[2] for path in fit.parameters} == {
        "coulomb",
        "viscous",
        "quadratic",
    }
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction["static"] == drive.friction["coulomb"]
    assert drive.friction["quadratic"] < 0


@pytest.mark.crosscheck
def test_ripple_of_the_torque_is_filtered_as_positions_are_and_told() -> None:
    log = constant_speeds()
    ripple = 0.4 * np.sin(2 * np.pi * 100.0 * log.time)[:, None]
    other = taken(log, log["motor_torque"] + ripple)
    fits = [identify.friction(forearm(), one, law="extended", way="motion") for one in (log, other)]
    assert fits[0].ripple["joint3"] < 0.1 < 0.3 < fits[1].ripple["joint3"]
    errors = [fit.validations[0].figures["joint3"] for fit in fits]
    assert errors[1] == pytest.approx(errors[0], abs=0.02)


def test_too_few_speeds_are_named() -> None:
    few = measured(experiment(forearm(), (0.1, 0.5, 1.0, 2.0), 250.0).simulate(), 1)
    fit = identify.friction(forearm(), few, law="extended", directed=True, way="speeds")
    assert "too few speeds (got 4, expected more than the 7 numbers" in said(fit)
    assert fit.verdict.startswith("not to be trusted: ")
    with pytest.raises(InputError, match="motor 'joint3': too few speeds"):
        identify.friction(forearm(), few, law="extended", way="speeds")


def test_one_direction_alone_is_named() -> None:
    log = constant_speeds()
    last = log.cut(log.time[-1] - 1.45, log.time[-1])
    fit = identify.friction(forearm(), last, law="coulomb", way="motion", inverse="rigid")
    assert "one direction only (got backwards alone" in said(fit)
    assert fit.verdict.startswith("not to be trusted")


def test_a_limit_is_named() -> None:
    log = constant_speeds()
    fit = identify.friction(forearm(), taken(log, np.clip(log["motor_torque"], -2, 2)))
    assert "a limit is reached" in said(fit)
    assert fit.verdict.startswith("not to be trusted")


@pytest.mark.crosscheck
def test_an_unmodelled_payload_is_named_and_the_right_one_is_not() -> None:
    heavier = _heavier(forearm())
    log = measured(experiment(heavier, SPEEDS, 250.0).simulate(), 1)
    assert "payload" in said(identify.friction(forearm(), log, law="extended"))
    assert "payload" not in said(identify.friction(heavier, log, law="extended"))


def _heavier(robot: Robot) -> Robot:
    return changed(robot, {"links.forearm.mass": 50.0})


@pytest.mark.crosscheck
def test_cold_and_warm_logs_share_numbers() -> None:
    """S4 (5.13): eight numbers."""
    warm = {**COLD, "static": 0.56, "viscous": 1.8e-3, "quadratic": 0.0}
    logs = [constant_speeds(), measured(experiment(forearm(warm), SPEEDS, 250.0).simulate(), 2)]
    fit = identify.friction(forearm(), logs, law="extended", temperatures=(293.15, 333.15))
    assert len(fit.parameters) == 8
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction_law == "warm_tustin"
    for name in ("static", "viscous", "quadratic"):
        one = fit.parameters[f"joints.joint3.drive.friction.{name}_warm"]
        assert abs(one.value - warm[name]) < 4 * one.error


@pytest.mark.crosscheck
def test_friction_that_grows_with_the_load_is_told_from_two_payloads() -> None:
    """Half the difference of torques, at two loads; and from one motion through many poses."""
    plain = {**COLD, "quadratic": 0.0}
    truth = forearm({**plain, "load_coefficient": 2e-4}, "loaded_tustin")
    path, believed = "links.forearm.mass", forearm(plain)
    light, heavy = ({path: mass} for mass in (15.0, 60.0))
    logs = [
        measured(experiment(changed(truth, one), SPEEDS[::2], 250.0).simulate(), k)
        for k, one in enumerate((light, heavy))
    ]
    fit = identify.friction(
        believed,
        logs,
        law="tustin",
        loaded=True,
        carrying=[changed(believed, one) for one in (light, heavy)],
    )
    found = fit.parameters["joints.joint3.drive.friction.load_coefficient"]
    assert abs(found.value - 2e-4) < 3 * found.error
    assert found.error < 2e-5
    assert "payload" not in said(fit)
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction_law == "loaded_tustin"
    with pytest.raises(InputError, match=r"one robot for each log .*got 1.*expected 2"):
        identify.friction(believed, logs, carrying=[believed])
