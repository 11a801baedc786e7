"""Parameters of FMUs: their values do what `Scenario.changed` does, first values included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.export.fmi.making import make_package
from armwright.export.tuning import make_tuning
from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, differences, exported, ours, scenario, simulated

LINE = (
    "controller.position_gain",
    "joints.2.friction.coulomb",
    "links.elbow.mass",
    "joints.*.stiffness",
    "gravity",
)


def compared(
    name: str,
    version: int,
    duration: float,
    paths: tuple[str, ...],
    values: dict[str, Any],
    names: dict[str, Any] | None = None,
) -> dict[str, float]:
    """A run with these values, in FMPy and by our own; `names`: what FMPy calls them."""
    path = exported(name, version, duration, parameters=paths)[0]
    own = scenario(name, duration)
    interval = 1.0 / own.recording.rate
    expected = ours(own.changed(values).simulate())
    found = simulated(path, output_interval=interval, start_values=names or values)
    usual = simulated(path, output_interval=interval)
    assert max(differences(usual, expected).values()) > 1e-3, "the values matter"
    return differences(found, expected)


@needs_compiler
def test_gains_friction_masses_and_springs() -> None:
    """Heavier, softer and steeper: the arm begins at rest elsewhere."""
    values = {
        "controller.position_gain": 20.0,
        "joints.2.friction.coulomb": 0.08,
        "links.elbow.mass": 9.0,
        "joints.UA.stiffness": 1.0,
        "gravity": [0.0, 1.0, -9.7],
    }
    names = {
        "controller.position_gain": 20.0,
        "joints[2].friction.coulomb": 0.08,
        "links.elbow.mass": 9.0,
        "joints.UA.stiffness": 1.0,
        "gravity": np.array([0.0, 1.0, -9.7]),
    }
    found = compared("six-axis-line", 3, 0.1, LINE, values, names)
    assert max(found.values()) < 1e-9, found


@needs_compiler
def test_seed_and_gains() -> None:
    values = {"seed": 7, "controller.proportional_gain": [15.0, 9.0]}
    names = {
        "seed": 7,
        "controller.proportional_gain[1]": 15.0,
        "controller.proportional_gain[2]": 9.0,
    }
    paths = ("controller.proportional_gain", "encoder.noise")
    found = compared("noisy", 2, 0.1, paths, values, names)
    assert max(found.values()) < 1e-9, found


@needs_compiler
@pytest.mark.parametrize("version", [2, 3])
def test_tuned_in_mid_run(version: int) -> None:
    """From then on; what was before stays."""
    path = exported("noisy", version, 0.1)[0]
    usual, tuned = Instance(path).initialise(), Instance(path).initialise()
    tick = scenario("noisy").tick
    for one in (usual, tuned):
        one.steps(40, tick)
    before = usual.get("commanded_motor_torque")
    tuned.set("controller.proportional_gain", [40.0, 24.0])
    assert np.array_equal(tuned.get("commanded_motor_torque"), before)
    for one in (usual, tuned):
        one.steps(40, tick, first=40)
    assert np.abs(tuned.get("joint_position") - usual.get("joint_position")).max() > 1e-9
    assert np.array_equal(tuned.get("controller.proportional_gain"), [40.0, 24.0])
    for one in (usual, tuned):
        one.close()


def test_usual_parameters_are_what_the_scenario_gives_its_controller() -> None:
    def names(part: str) -> list[str]:
        found = make_package(scenario("six-axis-line"), version=3, part=part)  # type: ignore[arg-type]
        return [one.name for one in found.variables if one.role == "parameter"]

    assert names("loop") == [
        "controller.position_gain",
        "controller.velocity_gain",
        "controller.integral_time",
    ]
    assert names("plant") == []


def test_numbers_are_the_parameters_themselves_where_they_can() -> None:
    """A gain is itself, to the last digit; a mass moves what depends on it, and all is nominal
    where it is."""
    own = scenario("six-axis-line")
    tuning = make_tuning(own, ["controller.position_gain", "links.elbow.mass"])
    assert tuning is not None
    assert tuning.response.slopes["controller.position.position_gain"].tolist() == [[1.0, 0.0]] * 6
    assert sorted(tuning.free) == [
        "controller.position.position_gain",
        "links.elbow.first_moment",
        "links.elbow.inertia",
        "links.elbow.mass",
    ]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("controller.position_gian", "there is no number to leave open"),
        ("joints.9.friction.coulomb", "there is no number to leave open"),
        ("reference.speed", "there is no number to leave open"),
        ("links.*", "there is no number to leave open"),
        ("joints.2.torque_constant", "no number of the exported code follows from it"),
    ],
)
def test_what_cannot_be_tuned_is_told(path: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        make_tuning(scenario("six-axis-line"), [path])
    assert path.split("*")[0] in str(error.value)


def test_the_same_value_twice_is_refused() -> None:
    with pytest.raises(InputError, match="asked for twice"):
        make_tuning(scenario("pendulum/swing"), ["links.rod.mass", "links.*.mass"])
