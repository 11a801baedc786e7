"""A closed loop in continuous time is a linear system: its solution is a matrix exponential."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

from armwright import Blocks, Scenario, load_scenario
from armwright.blocks.controllers import Cascade
from armwright.blocks.motors import CurrentLag
from armwright.blocks.references.hold import Hold
from armwright.system import Recording, Start
from tests.support.simulations import orders, signals

INERTIA = 4e-4 + 2 / 50**2
POSITION_GAIN, VELOCITY_GAIN, INTEGRAL_TIME, LAG, CONSTANT = 10.0, 0.2, 0.05, 0.01, 0.3
START = 0.02


def exact(times: np.ndarray) -> np.ndarray:
    """Motor positions. States: θ, ω, i, x; reference zero, so that e = −k_p θ − ω is the velocity's
    error: J ω̇ = k i, T i̇ = k_v (e + x) − i, ẋ = e / T_i."""
    p, v, k = POSITION_GAIN, VELOCITY_GAIN, CONSTANT
    rates = np.array(
        [
            [0, 1, 0, 0],
            [0, 0, k / INERTIA, 0],
            [-v * p / LAG, -v / LAG, -1 / LAG, v / LAG],
            [-p / INTEGRAL_TIME, -1 / INTEGRAL_TIME, 0, 0],
        ]
    )
    first = np.array([50 * START, 0, 0, 0])
    return np.array([(expm(rates * t) @ first)[0] for t in times])


@pytest.mark.parametrize(("method", "order"), [("midpoint", 2), ("rk4", 2)])
def test_cascade_and_current_lag(method: str, order: int) -> None:
    """The lag is a state that is linear in itself, and exact while others stand still; integral and
    arm are others: a splitting, which is of second order if it is symmetric."""
    loop = Cascade(
        position_gain=POSITION_GAIN, velocity_gain=VELOCITY_GAIN, integral_time=INTEGRAL_TIME
    )
    scenario = Scenario(
        name="loop",
        robot=load_scenario("pendulum/driven").robot,
        duration=1.0,
        blocks=Blocks(
            reference=Hold(),
            controller=(loop,),
            motor=CurrentLag(time_constant=LAG, torque_constant=CONSTANT),
        ),
        start=Start((START,), at_rest=False),
        recording=Recording(("motor_position",), rate=100.0),
    ).changed({"fidelity.joints": "rigid", "fidelity.friction": False})
    errors = []
    for tick in (2e-3, 1e-3):
        run = signals(scenario, {"tick": tick, "integration.method": method})
        errors.append(float(np.abs(run["motor_position"][:, 0] - exact(run["time"])).max()))
    assert orders(errors)[0] == pytest.approx(order, abs=0.2)
    assert errors[-1] < 1e-3
