"""Dynamic friction: bristles found along a given velocity, with honest intervals."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from armwright import InputError, Log, identify
from armwright.identify.friction.law_march import LawMarch
from armwright.identify.friction.measured import acting_effort
from armwright.laws.friction import LAWS, Thermal
from armwright.report.friction.rig import Bench, rig
from armwright.studies.friction.arm import (
    BRISTLES,
    COLD,
    WARM,
    WARM_BRISTLES,
    at_constant_speeds,
    forearm,
    in_a_slow_chirp,
    measured,
)

#: Static friction at both ends of a span of temperatures, and bristles there.
SPANNING = {
    **COLD,
    **{f"{name}_warm": value for name, value in WARM.items()},
    "cold_temperature": 293.15,
    "warm_temperature": 333.15,
}
COLD_AND_WARM = {**BRISTLES, **{f"{name}_warm": value for name, value in WARM_BRISTLES.items()}}


@cache
def chirp() -> Log:
    truth = forearm({**COLD, **BRISTLES}, "lugre")
    return measured(in_a_slow_chirp(truth, 20.0).simulate(), 3)


@pytest.mark.parametrize("kind", ["lugre", "gms"])
def test_the_march_is_the_law_itself(kind: str) -> None:
    numbers = {**COLD, **BRISTLES, **({"attraction": 20.0} if kind == "gms" else {})}
    velocity = 2.0 * np.sin(np.linspace(0, 12, 400))
    march = LawMarch(LAWS[kind], numbers, ("damping",), 1e-3)
    found = march.torque(velocity, np.array([[0.12], [0.0]]))
    middle = (velocity[1:] + velocity[:-1]) / 2
    bench = Bench(rig(kind, numbers)).torque(middle, 1e-3, where=1.0)
    assert found.shape == (2, 400)
    assert np.abs(found[0, 1:] - bench).max() < 0.02
    assert np.abs(found[0] - found[1]).max() > 1e-3


@pytest.mark.crosscheck
def test_bristles_are_found_within_their_interval() -> None:
    fit = identify.bristles(forearm(COLD), chirp(), starts=6, batches=2)
    for name, true in BRISTLES.items():
        low, high = fit.intervals[name]
        assert low / 1.05 < true < high * 1.05, (name, low, high)
        assert high < 1.5 * low
    assert fit.ends.shape == (2, 6, 2)
    assert fit.findings == ()
    # Each half as the other one predicts it; a single batch would have nothing to be judged by.
    assert 0 < fit.validations[0].figures["joint3"] < 0.1
    assert np.ptp(np.log(fit.ends[:, :, 0]), axis=1).max() < 0.02, "starts end elsewhere"
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction_law == "lugre"
    assert drive.friction["stiffness"] == pytest.approx(40.0, rel=0.05)


@pytest.mark.crosscheck
def test_an_interval_is_as_wide_as_the_cost_is_flat() -> None:
    """Ten times the noise, ten times as wide."""
    log = chirp()
    noise = 0.2 * np.random.default_rng(1).normal(size=log["motor_torque"].shape)
    signals = {"motor_position": log["motor_position"], "motor_torque": log["motor_torque"] + noise}
    loud = Log.from_arrays(log.time, signals, joints=("joint3",))
    widths = []
    for one in (log, loud):
        low, high = identify.bristles(forearm(COLD), one, starts=3, batches=1).intervals[
            "stiffness"
        ]
        widths.append(np.log(high / low))
    assert 4 < widths[1] / widths[0] < 25


@pytest.mark.crosscheck
def test_a_held_torque_acts_half_a_sample_later() -> None:
    """Else σ₁ is off by σ₀ times half a sample."""
    run = in_a_slow_chirp(forearm({**COLD, **BRISTLES}, "lugre"), 20.0).simulate().data
    signals = {name: run[name].values.reshape(-1, 1) for name in ("motor_position", "motor_torque")}
    noise = 0.01 * np.random.default_rng(0).normal(size=signals["motor_torque"].shape)
    signals["motor_torque"] = signals["motor_torque"] + noise
    raw = Log.from_arrays(run["time"].values, signals, joints=("joint3",))
    said = Log.from_arrays(
        run["time"].values, signals, joints=("joint3",), attributes={"effort_held": 1e-3}
    )
    found = [
        identify.bristles(forearm(COLD), log, held=held, starts=1, batches=1).ends[0, 0, 1]
        for log, held in ((raw, None), (raw, 1e-3), (said, None))
    ]
    assert found[1] == found[2]
    assert found[0] - found[1] == pytest.approx(BRISTLES["stiffness"] * 0.5e-3, rel=0.2)
    assert found[1] == pytest.approx(BRISTLES["damping"], rel=0.1)


def test_a_held_effort_is_the_mean_of_neighbours() -> None:
    time, effort = 0.1 * np.arange(4), np.array([[0.0], [1.0], [4.0], [2.0]])
    np.testing.assert_allclose(acting_effort(time, effort, 0.1)[:, 0], [0.0, 0.5, 2.5, 3.0])
    assert np.array_equal(acting_effort(time, effort, 0.0), effort)
    with pytest.raises(InputError, match=r"held .*0 s or more"):
        acting_effort(time, effort, -1.0)


@pytest.mark.crosscheck
def test_bristles_are_softer_when_warm() -> None:
    """S4, section 5.3: of two logs."""
    cold = forearm({**COLD, **BRISTLES}, "lugre")
    warm = forearm({**WARM, **WARM_BRISTLES}, "lugre")
    logs = [measured(in_a_slow_chirp(one, 15.0).simulate(), 4) for one in (cold, warm)]
    robot = forearm(SPANNING, "warm_tustin")
    fit = identify.bristles(robot, logs, temperatures=(293.15, 333.15), starts=4, batches=2)
    for name, true in COLD_AND_WARM.items():
        low, high = fit.intervals[name]
        assert low / 1.05 < true < high * 1.05, (name, low, high)
        assert high < 1.5 * low
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction_law == "warm_lugre"
    assert 0 < fit.validations[0].figures["joint3"] < 0.1
    assert drive.friction["stiffness_warm"] < 0.8 * drive.friction["stiffness"]


@pytest.mark.crosscheck
def test_an_hour_in_which_the_gear_warms_up_tells_bristles_cold_and_warm() -> None:
    """By 45 K, with a time constant of ten minutes, and the joint's temperature in the log."""
    thermal = Thermal(name="thermal", heat_capacity=120.0, thermal_resistance=5.0)
    wanted = ["motor_position", "motor_torque", "joint_temperature"]
    scenario = in_a_slow_chirp(forearm({**SPANNING, **COLD_AND_WARM}, "warm_lugre"), 3600.0)
    scenario = scenario.with_blocks(others=(thermal,)).changed({"recording.signals": wanted})
    data = scenario.simulate().data
    signals = {name: data[name].values.reshape(-1, 1) for name in wanted}
    assert np.ptp(signals["joint_temperature"]) > 40.0
    noise = 0.01 * np.random.default_rng(5).normal(size=signals["motor_torque"].shape)
    signals["motor_torque"] = signals["motor_torque"] + noise
    log = Log.from_arrays(
        data["time"].values,
        signals,
        joints=("joint3",),
        dimensions={"joint_temperature": "joint"},
        attributes={"effort_held": 1e-3},
    )
    fit = identify.bristles(forearm(SPANNING, "warm_tustin"), log, starts=1, batches=6)
    for name, true in COLD_AND_WARM.items():
        low, high = fit.intervals[name]
        assert low / 1.05 < true < high * 1.05, (name, low, high)
        assert high < 1.1 * low


def test_motion_that_never_turns_says_nothing_of_bristles() -> None:
    log = measured(at_constant_speeds(forearm(), (1.5, 2.0)).simulate(), 0)
    fit = identify.bristles(forearm(), log, starts=2, batches=1, cutoff=40.0)
    assert "the velocity hardly ever passes zero" in str(fit.findings)
    assert fit.validations == ()


def test_bristles_need_a_curve_to_stand_on() -> None:
    bare = forearm({"viscous": 1e-3}, "coulomb")
    with pytest.raises(InputError, match=r"no static friction to start from .*Find them first"):
        identify.bristles(bare, chirp())
