"""S0's arm and its runs, for tests of filters."""

from __future__ import annotations

from functools import cache

import numpy as np

from armwright import Run, Scenario, load_scenario
from armwright.estimate import ToolObserver
from armwright.estimate.sensors import CALIBRATION, acceleration_sensor
from armwright.plant import Plant
from armwright.simulation import simulate_together

#: Mounting error and drift of S0's Sim3.
MOUNTED = {
    "accelerometer.position_error": (0.004, 0.0, -0.005),
    "accelerometer.angle_error": (0.0, np.radians(2.0), 0.0),
    "accelerometer.drift": (0.1, 0.0, 0.1),
}


@cache
def sim1() -> Scenario:
    return load_scenario("two-axis/square").changed({"duration": 3.0})


@cache
def sim3() -> Scenario:
    return sim1().changed(MOUNTED)


@cache
def sim4() -> Scenario:
    return sim3().changed({"accelerometer.drift": (0.2, 0.0, 0.2)})


@cache
def _runs() -> Run:
    return simulate_together([sim1(), sim3(), sim4()], threads=1)


def run_of(name: str) -> Run:
    """`sim1`, `sim3` or `sim4`: they differ in the accelerometer alone."""
    return Run(_runs().data.isel(run=("sim1", "sim3", "sim4").index(name), drop=True))


@cache
def observer() -> ToolObserver:
    """One machine code for all of them."""
    return ToolObserver(sim1())


def plant(*free: str) -> Plant:
    """S0's arm by itself."""
    return Plant(sim1().robot, sim1().fidelity, free=free)


def uncalibrated() -> dict[str, np.ndarray]:
    """The arm's numbers, and those of an accelerometer that nobody has calibrated."""
    return {**plant().numbers, **{f"accelerometer.{name}": np.zeros(3) for name in CALIBRATION}}


def calibration() -> dict[str, np.ndarray]:
    sensor = acceleration_sensor(sim3())
    assert sensor is not None
    return dict(sensor.calibration)
