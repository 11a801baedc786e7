"""Experiments, and responses estimated from their logs."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pytest

import armwright as aw
from armwright import InputError
from armwright.blocks.catalogue import find
from armwright.blocks.references.waves import harmonics_within, orthogonal
from armwright.identify import elastic, measured, response_experiments, responses
from armwright.identify.frequency import ESTIMATORS, ResponseModel
from armwright.identify.frequency.averages import average
from armwright.signals.log import Log
from armwright.system import Blocks
from tests.support.elastic_arms import TRUTH, arm

Q = np.array([[0.2, 0.4]])


def scenario() -> aw.Scenario:
    """The arm on a cascade; nothing is known of its motion yet."""
    controller = find("controller", "cascade")(
        name="controller",
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=20.0,
        velocity_gain=0.05,
        integral_time=0.1,
    )
    return aw.Scenario("springy", arm(), 1.0, blocks=Blocks(controller=(controller,)))


@cache
def logs(odd: bool = True) -> tuple[Log, ...]:
    wave = {"period": 2.0, "band": (1.0, 50.0), "lines": 30, "odd": odd}
    plan = response_experiments(scenario(), Q, 0.05, **wave, settling=2, realisations=2)  # type: ignore[arg-type]
    return tuple(measured(plan))


def test_inputs_of_a_block_are_orthogonal_at_every_line() -> None:
    k = harmonics_within("wave", 2.0, (1.0, 20.0), 12)
    assert len(k) >= 12 and k.min() == 2 and k.max() == 40
    amplitudes = np.linspace(1, 2, len(k))
    U = np.zeros((len(k), 3, 3), dtype=complex)
    for e in range(3):
        for i, wave in enumerate(orthogonal(k, amplitudes, 3, e, seed=5)):
            assert wave.peak <= 1 + 1e-12
            U[:, i, e] = wave.amplitudes * np.exp(1j * wave.phases)
    U /= np.abs(U)
    for line in U:
        np.testing.assert_allclose(line @ line.conj().T, 3 * np.eye(3), atol=1e-12)


def test_odd_lines_are_spread_as_all_are() -> None:
    k = harmonics_within("wave", 4.0, (1.0, 20.0), 12, odd=True)
    assert (k % 2 == 1).all() and k.min() == 5 and k.max() == 79 and 12 <= len(k) <= 14
    assert np.ptp(np.diff(np.log(k[-6:]))) < 0.1
    np.testing.assert_array_equal(harmonics_within("wave", 1.0, (2, 8), odd=True), [3, 5, 7])
    with pytest.raises(InputError, match="no odd multiple of 1 Hz"):
        harmonics_within("wave", 1.0, (1.5, 2.5), odd=True)
    with pytest.raises(InputError, match=r"carry one excited line to the next.*an odd number"):
        response_experiments(scenario(), Q, 0.02, bias=0.1, bias_cycles=2)


def _off(odd: bool) -> np.ndarray:
    """log G of experiments by that of the linear model, (F, 2, 2)."""
    (found,) = responses(arm(), logs(odd))
    np.testing.assert_allclose(found.configuration, Q[0], atol=1e-4)
    model = ResponseModel(arm(), (), found.configuration[None], found.frequencies)
    return np.asarray(np.log(found.G / model.answers(np.zeros(0)).G[0]))


def test_experiments_show_the_response_of_the_linear_model() -> None:
    """About where the motors are: with the joints there, and not sagged, the model would be off by
    3.2e-4 in the median, and by 1.1e-3 as rms."""
    off = _off(odd=True)
    assert np.median(np.abs(off)) < 2e-4
    assert np.sqrt(np.mean(np.abs(off) ** 2)) < 8e-4


@pytest.mark.crosscheck
def test_odd_lines_do_not_see_what_is_quadratic_in_the_motion() -> None:
    size = [float(np.sqrt(np.mean(np.abs(_off(odd)) ** 2))) for odd in (True, False)]
    assert size[1] > 1.8 * size[0]


def test_logs_lead_to_the_springs() -> None:
    guess = arm({path: 1.3 * value for path, value in TRUTH.items()})
    fit = elastic(guess, logs())
    for path, value in TRUTH.items():
        part = 0.01 if path.endswith("stiffness") else 0.05
        assert fit.parameters[path].value == pytest.approx(value, rel=part)
    predicted = fit.predict(logs()[0])["motor_velocity"].values
    used = np.isfinite(predicted[:, 0])
    off = predicted[used] - logs()[0]["motor_velocity"][used]
    assert np.std(off) < 0.05 * np.std(logs()[0]["motor_velocity"])


def test_experiments_on_references_show_the_same_response() -> None:
    """One log for each joint that is excited, through the loop."""
    plan = response_experiments(
        scenario(), Q, 0.004, excited="reference", period=2.0, band=(1.0, 20.0), lines=15
    )
    assert [one.numbers for one in plan] == [(0,), (1,)]
    (found,) = responses(arm(), measured(plan))
    model = ResponseModel(arm(), (), found.configuration[None], found.frequencies)
    off = np.log(found.G / model.answers(np.zeros(0)).G[0])
    assert np.median(np.abs(off.real)) < 3e-3
    assert np.median(np.abs(off.imag)) < 3e-3


def test_configurations_run_together_as_they_would_alone() -> None:
    """In lanes, in any order, with noise of their own."""
    encoder = find("sensor", "encoder")(name="encoder", rate=4000.0, velocity_noise=0.02)
    base = scenario()
    base = dataclasses.replace(base, blocks=dataclasses.replace(base.blocks, sensors=(encoder,)))
    places = np.array([[0.2, 0.4], [-0.3, 1.1], [0.5, 0.9]])
    plan = response_experiments(
        base, places, 0.05, period=0.5, band=(4.0, 40.0), lines=8, periods=1, settling=0
    )
    together = measured(plan[:2])
    for k in range(2):
        for log, alone in zip(together[2 * k :], measured(plan[k : k + 1]), strict=False):
            for signal in ("motor_velocity", "motor_position", "motor_torque"):
                np.testing.assert_allclose(log[signal], alone[signal], atol=1e-9)
            assert log.data.attrs["response_configuration"] == k
    assert len({one.scenario.seed for one in plan}) == 3


def test_all_estimators_agree_on_one_block() -> None:
    rng = np.random.default_rng(3)
    U, Y, R = rng.normal(size=(3, 1, 4, 2, 2)) + 1j * rng.normal(size=(3, 1, 4, 2, 2))
    expected = Y[0] @ np.linalg.inv(U[0])
    for method in ESTIMATORS:
        np.testing.assert_allclose(average(U, Y, R, method), expected, rtol=1e-9)


def test_estimators_have_the_bias_that_noise_in_the_input_gives_them() -> None:
    """One input, Û = 1 + n, Ŷ = 2: H1 is too small by 1/(1 + σ²), the arithmetic mean is not far
    off for small noise, harmonic and joint input-output are right on average."""
    rng, sigma = np.random.default_rng(4), 0.3
    n = sigma * (rng.normal(size=(2, 20_000)) / np.sqrt(2))
    U = (1 + n[0] + 1j * n[1]).reshape(-1, 1, 1, 1)
    Y, R = 2 * np.ones_like(U), np.ones_like(U)
    found = {method: abs(average(U, Y, R, method)[0, 0, 0]) / 2 for method in ESTIMATORS}
    assert found["h1"] == pytest.approx(1 / (1 + sigma**2), abs=0.01)
    assert found["harmonic"] == pytest.approx(1, abs=0.01)
    assert found["joint_input_output"] == pytest.approx(1, abs=0.01)
    assert found["logarithmic"] == pytest.approx(1, abs=0.01)


def changed_log(log: Log, **signals: np.ndarray) -> Log:
    data = log.data.copy(deep=True)
    for name, values in signals.items():
        data[name] = data[name].copy(data=values)
    return dataclasses.replace(log, data=data)


def attributed(log: Log, **attributes: object) -> Log:
    return dataclasses.replace(log, data=log.data.assign_attrs(attributes))


def _cut(log: Log) -> Log:
    """200 samples are lost in the middle, the clock goes on."""
    kept = np.r_[0:12000, 12200 : log.time.size]
    data = log.data.isel(time=kept)
    data = data.assign_coords(time=log.time[: len(kept)])
    return dataclasses.replace(log, data=data)


def _saturated(log: Log) -> Log:
    torque = log["motor_torque"]
    limit = torque.mean(axis=0) + 0.5 * torque.std(axis=0)
    return changed_log(log, motor_torque=np.minimum(torque, limit))


def _in_degrees(log: Log) -> Log:
    return changed_log(log, motor_velocity=np.rad2deg(log["motor_velocity"]))


def _stuck(log: Log) -> Log:
    speed = log["motor_velocity"].copy()
    speed[:, 1] *= 1e-3
    return changed_log(log, motor_velocity=speed)


def _few(log: Log) -> Log:
    words = str(log.data.attrs["response_harmonics"]).split()
    return attributed(log, response_harmonics=" ".join(words[:6]))


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        (_cut, "periods were cut"),
        (lambda log: attributed(_cut(log), response_settling=0, response_periods=2), "not alike"),
        (_saturated, "the torque is cut off"),
        (_in_degrees, "another size than the robot's.*degrees for rad"),
        (_stuck, "hardly answers to its own torque"),
        (_few, "too few frequencies"),
        (lambda log: attributed(log, response_period=1.7), "periods are not alike"),
        (lambda log: attributed(log, response_period=1.7001234), "do not fit the samples"),
        (lambda log: attributed(log, response_period=float("nan")), r"not a period \(got nan s"),
        (lambda log: changed_log(log, motor_velocity=np.nan * log["motor_velocity"]), "missing"),
        (lambda log: log.cut(log.time[0], log.time[0] + 1.5), "no whole period is left"),
        (lambda log: log.without("motor_velocity", "motor_position"), "no motion of the motors"),
    ],
)
def test_garbage_is_named_and_not_fitted(spoilt, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=message):
        elastic(arm(), [spoilt(log) for log in logs()])


def test_experiments_that_do_not_make_a_block_are_refused() -> None:
    with pytest.raises(InputError, match="do not make whole blocks"):
        elastic(arm(), logs()[:3])
    with pytest.raises(InputError, match="do not differ"):
        elastic(arm(), [logs()[0], logs()[0]])


def test_experiments_stay_within_limits() -> None:
    with pytest.raises(InputError, match="leaves the joint's range"):
        response_experiments(scenario(), [[0.2, 2.95]], 0.02, bias=0.1)
    with pytest.raises(InputError, match=r"faster than the joint may be \(got 4\.712 rad/s"):
        response_experiments(scenario(), [[0.0, 0.0]], 0.02, bias=1.5, period=2.0, band=(1, 9))
    with pytest.raises(InputError, match="joint 'shoulder': the experiment is faster than"):
        response_experiments(scenario(), Q, 0.3, excited="reference", period=2.0, band=(1, 20))
    with pytest.raises(InputError, match="more torque than the motor has"):
        response_experiments(scenario(), Q, 1.95)
