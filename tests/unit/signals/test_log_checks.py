"""Every planted fault is found and named; clean logs give no finding; nothing is claimed without
a partner to compare with."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Log, compile, load
from armwright.robot.finding import Finding
from tests.support.measured_logs import FAULTS, as_log, clean_signals


def _found(log: Log, word: str) -> list[Finding]:
    return [finding for finding in log.check() if word in finding.what]


@pytest.mark.parametrize("seed", range(6))
def test_a_clean_log_gives_no_finding(seed: int) -> None:
    assert as_log(*clean_signals(seed, rate=(1000.0, 250.0)[seed // 3])).check() == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_named_and_nothing_else(fault: str) -> None:
    plant, word, signal = FAULTS[fault]
    for seed in range(3):
        log = as_log(*plant(seed, *clean_signals(seed)))
        found = _found(log, word)
        assert found, (seed, log.check())
        assert any(signal in finding.where for finding in found)
        if fault != "late":  # The samples before it are wrong, too.
            assert len(found) == len(log.check()), log.check()


def test_messages_say_how_much_and_what_to_try() -> None:
    time, signals = clean_signals(0)
    signals["joint_torque"][100:130, 2] = np.nan
    signals["joint_velocity"] = signals["joint_velocity"] * (180 / np.pi)
    signals["joint_position"][3000:, 1] += 0.05
    told = [str(finding) for finding in as_log(time, signals).check()]
    assert told[0].startswith(
        "error: signal 'joint_velocity' of a, b, c, d: degrees for radians "
        "(got 'joint_velocity' is 57."
    )
    assert told[1] == (
        "warning: signal 'joint_torque' of c: samples are missing (got 30 of 8000, the longest "
        "stretch 30 from 0.1 s, expected a value for every sample). Filters split there; "
        "resampled(rate, bridge=…) interpolates short gaps."
    )
    assert told[2].startswith(
        "warning: signal 'joint_position' of b: the signal jumps (got 1 time, by up to 5"
    )
    assert "mrad at 3 s" in told[2]


def test_a_wrong_sampling_time_is_told_with_the_right_one() -> None:
    time, signals = clean_signals(0)
    (found,) = as_log(time * 2, signals).check()
    assert found.what == "wrong sampling time, or a wrong factor"
    assert found.hint == "The step would have to be 1 ms, not 2 ms."


def test_the_size_of_a_step_is_told() -> None:
    time, signals = clean_signals(0)
    signals["joint_torque"] = np.round(signals["joint_torque"] / 2.5) * 2.5
    (found,) = _found(as_log(time, signals), "coarsely quantised")
    assert "steps of 2.5 N m" in str(found.got)


def test_without_a_partner_nothing_is_claimed() -> None:
    """Exchanged columns, wrong signs and rates do not show in a position alone."""
    time, signals = clean_signals(0)
    alone = {"joint_position": -signals["joint_position"][:, [1, 0, 2, 3]]}
    assert as_log(time * 1.7, alone).check() == ()


def test_a_joint_at_rest_is_not_judged() -> None:
    time, signals = clean_signals(0)
    rng = np.random.default_rng(1)
    for name in ("joint_position", "reference_joint_position"):
        signals[name][:, 3] = 0.4
    signals["joint_velocity"][:, 3] = rng.normal(size=time.size) * 0.01
    assert as_log(time, signals).check() == ()


def test_a_robots_limits_tell_degrees() -> None:
    robot = load("panda")
    limits = [(joint.limits.lower, joint.limits.upper) for joint in robot.moving_joints]
    time = np.arange(2000) / 1000
    middle = np.mean(limits, axis=1)
    q = middle + 0.3 * np.sin(2 * np.pi * np.outer(time, np.linspace(0.5, 1, 7)))
    names = robot.joint_names
    assert Log.from_arrays(time, {"joint_position": q}, joints=names).check(robot) == ()
    degrees = Log.from_arrays(time, {"joint_position": np.rad2deg(q)}, joints=names)
    assert [found.what for found in degrees.check(robot)] == ["degrees for radians"]
    counts = Log.from_arrays(time, {"joint_position": 1e4 * q}, joints=names)
    assert [found.what for found in counts.check(robot)] == ["beyond the limits of the joint"]
    q[:, 3] += 2.0
    (found,) = Log.from_arrays(time, {"joint_position": q}, joints=names).check(robot)
    assert found.what == "beyond the limits of the joint"
    assert names[3] in found.where


def test_many_turns_of_a_joint_look_like_degrees() -> None:
    time, signals = clean_signals(0)
    (found,) = as_log(time, {"joint_position": np.rad2deg(signals["joint_position"])}).check()
    assert found.what == "degrees for radians?"
    assert found.severity == "warning"


def test_a_whole_turn_is_told_as_such() -> None:
    time, signals = clean_signals(0)
    q = signals["joint_position"]
    q[4000:, 0] += 2 * np.pi
    (found,) = as_log(time, {"joint_position": q}).check()
    assert found.hint == "It is a whole turn: unwrap the angle."


def test_chatter_at_the_rate_of_sampling_is_no_jump() -> None:
    time, signals = clean_signals(0)
    rng = np.random.default_rng(2)
    size = np.abs(np.sin(3 * time))[:, None] * 15
    signals["joint_torque"] += size * rng.choice([-1, 0, 1], signals["joint_torque"].shape)
    assert not _found(as_log(time, signals), "jumps")


def test_a_message_written_twice_is_named() -> None:
    time, signals = clean_signals(0)
    for name in signals:
        signals[name][[700, 900]] = signals[name][[699, 899]]
    (found,) = as_log(time, signals).check()
    assert found.what == "samples are repeated"
    assert found.got == "2 of 8000, the first at 0.7 s"


@pytest.mark.parametrize(
    ("stamps", "word"),
    [
        (lambda t: t + np.random.default_rng(1).uniform(-0.3, 0.3, t.size) * 1e-3, "uneven"),
        (lambda t: t + 1e-3 * t**2, "clock drifts"),
    ],
)
def test_the_clock_is_looked_at(stamps: object, word: str) -> None:
    time, signals = clean_signals(0)
    log = as_log(stamps(time), {"joint_position": signals["joint_position"]})  # type: ignore[operator]
    assert any(word in finding.what for finding in log.check())


def test_short_and_empty_logs_are_passed_over() -> None:
    for count in (2, 5, 9, 30):
        log = as_log(np.arange(count) * 0.1, {"joint_position": np.zeros((count, 4))})
        assert log.check() == ()
    nothing = np.full((50, 4), np.nan)
    log = as_log(np.arange(50) * 0.1, {"joint_velocity": nothing, "joint_position": nothing})
    assert {finding.what for finding in log.check()} == {"samples are missing"}


def test_a_robots_model_tells_exchanged_and_turned_torques() -> None:
    robot = load("puma560")
    arm = compile(robot)
    rng = np.random.default_rng(3)
    time = np.arange(1500) / 100
    w, phase = rng.uniform(0.5, 3.0, 6), rng.uniform(0, 6, 6)
    q = 0.6 * np.sin(np.outer(time, w) + phase)
    v, a = 0.6 * w * np.cos(np.outer(time, w) + phase), -(w**2) * q
    torque = 1.3 * arm.inverse_dynamics(q, v, a) + 0.5 * np.tanh(v / 0.02)
    torque += rng.normal(size=q.shape) * 0.05

    def found(columns: list[int], sign: float = 1.0) -> list[Finding]:
        signals = {"joint_position": q, "joint_torque": sign * torque[:, columns]}
        log = Log.from_arrays(time, signals, joints=robot.joint_names)
        assert log.check() == ()
        return list(log.check(robot))

    assert found([0, 1, 2, 3, 4, 5]) == []
    (told,) = found([1, 0, 2, 3, 4, 5])
    assert told.what == "columns are exchanged"
    assert told.where.endswith(" of " + ", ".join(robot.joint_names[:2]))
    (told,) = found([0, 1, 2, 3, 4, 5], sign=-1.0)
    assert told.what == "wrong sign"


def test_cut_off_peaks_of_noise_are_found() -> None:
    """Few samples in a row reach the limit, but many do."""
    time, signals = clean_signals(0)
    noise = np.random.default_rng(5).normal(size=signals["joint_velocity"].shape)
    alone = {"joint_velocity": noise}
    assert as_log(time, alone).check() == ()
    (found,) = as_log(time, {"joint_velocity": np.minimum(noise, 2.2)}).check()
    assert found.what == "the signal is cut off"


def test_values_that_are_held_are_not_quantised() -> None:
    """Forty levels, but no step of which they are multiples."""
    rng = np.random.default_rng(6)
    levels = rng.permutation(np.cumsum(rng.uniform(1.0, 1.9, (40, 4)), axis=0))
    log = as_log(np.arange(2000) * 0.01, {"joint_torque": np.repeat(levels, 50, axis=0)})
    assert not _found(log, "quantised")
