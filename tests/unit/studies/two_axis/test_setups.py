"""Sim1 to Sim4: what they change, and what stays the same."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.studies.running import run_together
from armwright.studies.two_axis.measures import mounting_of, path_error, tools_apart
from armwright.studies.two_axis.runs import PATHS, SIMS, setups
from armwright.studies.two_axis.source import Mounting
from tests.unit.studies.two_axis.conftest import Setups

pytestmark = pytest.mark.crosscheck

MOTION = ("tool_position", "joint_velocity", "motor_position", "motor_torque")
OFF = {"x": 0.004, "z": -0.005, "angle": np.radians(2)}


def test_there_are_sixteen() -> None:
    assert list(setups()) == [f"{path}-{sim}" for path in PATHS for sim in SIMS]


@pytest.mark.parametrize(
    ("sim", "mounting"),
    [
        ("sim1", Mounting()),
        ("sim2", Mounting(**OFF, drift=(0.1, 0.1))),
        ("sim3", Mounting(**OFF, drift=(0.1, 0.1))),
        ("sim4", Mounting(**OFF, drift=(0.2, 0.2))),
    ],
)
def test_the_sensor_is_that_of_the_table(sim: str, mounting: Mounting) -> None:
    scenarios = setups()
    assert all(mounting_of(scenarios[f"{path}-{sim}"]) == mounting for path in PATHS)


def test_only_the_controller_of_sim2_errs() -> None:
    scenarios = setups()
    nominal = scenarios["square-sim1"].robot
    for name, scenario in scenarios.items():
        assert scenario.robot.fingerprint() == nominal.fingerprint()
        if not name.endswith("sim2"):
            assert scenario.model is None
            continue
        for believed, true in zip(scenario.model.moving_joints, nominal.moving_joints, strict=True):
            for key, factor in {"k_low": 1.2, "k_high": 1.2, "psi": 1, "damping": 1}.items():
                assert believed.drive.spring[key] == factor * true.drive.spring[key]
            for key, factor in {"fd": 0.5, "fc": 0.5, "mu": 1, "alpha": 1, "beta": 1}.items():
                assert believed.drive.friction[key] == factor * true.drive.friction[key]


@pytest.mark.crosscheck
def test_the_true_motion_is_the_same_but_in_sim2() -> None:
    """Each simulated by itself, with machine code of its own."""
    changes = {"duration": 1.2, "recording.signals": (*MOTION, "accelerometer")}
    chosen = {sim: setups()[f"circle-{sim}"].changed(changes) for sim in SIMS}
    runs = {sim: scenario.simulate().data for sim, scenario in chosen.items()}
    for sim in ("sim3", "sim4"):
        for signal in MOTION:
            np.testing.assert_array_equal(runs[sim][signal], runs["sim1"][signal], err_msg=signal)
        assert np.abs(runs[sim]["accelerometer"] - runs["sim1"]["accelerometer"]).max() > 0.1
    difference = runs["sim2"]["tool_position"] - runs["sim1"]["tool_position"]
    assert 1e-4 < np.abs(difference).max() < 2e-3


def test_model_errors_cost_accuracy(short: Setups) -> None:
    for path in PATHS:
        first, second = (path_error(short.runs[f"{path}-{sim}"]).rms for sim in ("sim1", "sim2"))
        assert second > 3 * first
        assert tools_apart(short.runs[f"{path}-sim1"], short.runs[f"{path}-sim3"]).largest == 0


@pytest.mark.crosscheck
def test_runs_are_the_same_twice_and_alone(short: Setups) -> None:
    names = ["triangle-sim1", "triangle-sim3", "triangle-sim4"]
    again = run_together({name: short.scenarios[name] for name in names})
    alone = short.scenarios["triangle-sim4"].simulate()
    for signal in short.scenarios["triangle-sim4"].recording.signals or ():
        for name in names:
            np.testing.assert_array_equal(again[name].data[signal], short.runs[name].data[signal])
        # By itself, numbers that differ between the runs are folded into its code.
        together = again["triangle-sim4"].data[signal]
        np.testing.assert_allclose(alone.data[signal], together, rtol=1e-9, atol=1e-9)
    assert again["triangle-sim3"].data.attrs["scenario"] == "two-axis/triangle-sim3"
