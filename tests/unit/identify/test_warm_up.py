"""A gear that warms up: its thermal numbers, and friction that changes with them."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Log, identify
from armwright.blocks.catalogue import CATALOGUE
from armwright.laws.friction import Thermal
from armwright.studies.friction.arm import COLD, WARM, controlled, forearm

pytestmark = pytest.mark.crosscheck
FRICTION = {
    **COLD,
    **{f"{name}_warm": value for name, value in WARM.items() if name != "stribeck_velocity"},
    "cold_temperature": 293.15,
    "warm_temperature": 333.15,
}
#: J/K and K/W: a time constant of ten minutes, so that the hour goes through six of them.
CAPACITY, RESISTANCE = 300.0, 2.0


@pytest.fixture(scope="module")
def signals() -> dict[str, np.ndarray]:
    """An hour of motion, with the temperature of the joint."""
    reference = CATALOGUE["reference"]["fourier"](
        name="reference",
        frequency=0.1,
        sine=[[0.6, 0.3, 0.0]],
        cosine=[[0.3, 0.3, 0.1]],
        fade=3.0,
        rate=1000.0,
    )
    thermal = Thermal(name="thermal", heat_capacity=CAPACITY, thermal_resistance=RESISTANCE)
    scenario = controlled(forearm(FRICTION, "warm_tustin"), reference, 3600.0, 100.0)
    wanted = ["motor_position", "motor_torque", "joint_temperature"]
    run = scenario.with_blocks(others=(thermal,)).changed({"recording.signals": wanted}).simulate()
    rng = np.random.default_rng(0)
    found = {name: run.data[name].values.reshape(-1, 1) for name in wanted}
    found["motor_torque"] = found["motor_torque"] + 0.02 * rng.normal(size=(360001, 1))
    return found


def log_of(signals: dict[str, np.ndarray]) -> Log:
    time = 0.01 * np.arange(len(signals["motor_torque"]))
    return Log.from_arrays(
        time, signals, joints=("joint3",), dimensions={"joint_temperature": "joint"}
    )


def test_measured_temperatures_tell_heat_capacity_and_resistance(
    signals: dict[str, np.ndarray],
) -> None:
    found = identify.warm_up(forearm(), log_of(signals), law="tustin")
    assert found.heat_capacity == pytest.approx(CAPACITY, rel=0.02)
    assert found.thermal_resistance == pytest.approx(RESISTANCE, rel=0.02)
    cold, warm = found.fit.curves
    assert warm.torque[-1] < 0.93 * cold.torque[-1]


def test_without_temperatures_friction_tells_the_time_constant(
    signals: dict[str, np.ndarray],
) -> None:
    """The gear becomes 5 K warmer than where friction stops to change."""
    blind = {name: values for name, values in signals.items() if name != "joint_temperature"}
    found = identify.warm_up(forearm(), log_of(blind))
    low, high = found.intervals["time_constant"]
    assert low < CAPACITY * RESISTANCE < high < 2.5 * low
    assert np.isnan(found.heat_capacity)
    true = signals["joint_temperature"][:, 0]
    own = np.interp(0.01 * np.arange(len(true)), found.time, found.temperature)
    assert np.corrcoef(own, true)[0, 1] > 0.99
    viscous = found.fit.parameters["joints.joint3.drive.friction.viscous_warm"]
    assert abs(viscous.value - WARM["viscous"]) < 4 * viscous.error


def test_friction_of_a_known_law_is_a_thermometer(signals: dict[str, np.ndarray]) -> None:
    """The log begins after a minute of motion, 5 K above the air."""
    cut = slice(6000, 180000)
    blind = {name: signals[name][cut] for name in ("motor_position", "motor_torque")}
    found = identify.thermal_state(forearm(FRICTION, "warm_tustin"), log_of(blind))
    truth = {
        "time_constant": CAPACITY * RESISTANCE,
        "heat_capacity": CAPACITY,
        "thermal_resistance": RESISTANCE,
        "initial_temperature": signals["joint_temperature"][cut][0, 0],
    }
    for name, true in truth.items():
        low, high = found.intervals[name]
        assert low < true < high, name
        assert high / low < 1.6, name
    with pytest.raises(InputError, match="friction does not depend on temperature"):
        identify.thermal_state(forearm(), log_of(blind))


def test_motion_that_friction_does_not_heat_is_refused(signals: dict[str, np.ndarray]) -> None:
    wrong = {"motor_position": signals["motor_position"][:6000]}
    wrong["motor_torque"] = -signals["motor_torque"][:6000]
    with pytest.raises(InputError, match="friction makes no heat"):
        identify.warm_up(forearm(), log_of(wrong), law="coulomb")
