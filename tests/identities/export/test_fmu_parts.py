"""FMUs of the parts of a scenario, and the equations behind them."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.simulation.slow.ode import make_ode
from armwright.system import System
from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, exported, ours, scenario

pytestmark = needs_compiler


@pytest.mark.crosscheck
@pytest.mark.parametrize("version", [2, 3])
def test_plant_and_controller_are_the_loop(version: int) -> None:
    """At every tick the controller gets what the plant shows, and the plant what it is told."""
    plant, controller = (
        Instance(exported("noisy", version, 0.1, part=part)[0]).initialise()
        for part in ("plant", "controller")
    )
    own = scenario("noisy", 0.1)
    tick, rows = own.tick, []
    told = ["commanded_motor_torque"]
    heard = ["measured_motor_position", "measured_motor_velocity"]
    for k in range(own.ticks + 1):
        if k % 4 == 0:
            rows.append(plant.get("joint_position"))
        for name in heard:
            controller.set(name, plant.get(name))
        controller.step(k * tick, tick)
        for name in told:
            plant.set(name, controller.get(name))
        plant.step(k * tick, tick)
    expected = ours(own.simulate())["joint_position"]
    assert np.ptp(expected[:, 0]) > 1e-3
    assert np.abs(np.array(rows) - expected).max() < 1e-9
    for one in (plant, controller):
        one.close()


@pytest.mark.crosscheck
def test_derivatives_are_those_of_our_own_equations() -> None:
    """At random states and commands, of an arm with springs and friction states."""
    path = exported("six-axis-line", 2, 0.1, part="plant", kind="both")[0]
    one = Instance(path, "model-exchange").initialise()
    own = make_ode(System(scenario("six-axis-line", 0.1)), [])
    rate = cs.Function("rate", [own.offset, own.y, own.fixed, own.mode], [own.rate])
    rng = np.random.default_rng(3)
    start = one.get("position")
    for _ in range(5):
        vectors = {
            "position": start + rng.normal(size=12) * 0.1,
            "velocity": rng.normal(size=12),
            "bristle": rng.normal(size=6) * 0.02,
            "commanded_motor_current": rng.normal(size=6),
        }
        for name, value in vectors.items():
            one.set(name, value)
        y = np.concatenate([vectors[name] for name in own.parts])
        fixed = np.concatenate([vectors.get(name, np.zeros(1)) for name in own.given])
        expected = np.array(rate(0.0, y, fixed, [])).ravel()
        found = np.concatenate([one.get(f"der({name})") for name in own.parts])
        scale = np.concatenate(
            [
                np.abs(expected[part]).max() * np.ones(part.stop - part.start)
                for part in own.places.values()
            ]
        )
        assert np.abs((found - expected) / scale).max() < 1e-11
    one.close()
