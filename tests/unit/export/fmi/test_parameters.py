"""Parameters of FMUs: their values do what `Scenario.changed` does, first values included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright.block.block import Block
from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError
from armwright.export.fmi.package import make_package
from armwright.export.tunable import make_tunable
from armwright.robot.changing import changed
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


@pytest.mark.crosscheck
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


@pytest.mark.crosscheck
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
def test_friction_of_an_arm_that_begins_in_motion() -> None:
    """Its bristles are bent from the beginning, by the parameter's friction."""
    path, value = "joints.1.friction.coulomb", {"joints[1].friction.coulomb": 1.5}
    found = compared("moving", 3, 0.05, (path,), {path: 1.5}, value)
    assert max(found.values()) < 1e-10, found


@needs_compiler
def test_values_that_lead_nowhere_are_told() -> None:
    paths = ("controller.proportional_gain", "encoder.noise")
    one = Instance(exported("noisy", 2, 0.1, parameters=paths)[0])
    with pytest.raises(Exception, match="ExitInitializationMode failed"):
        one.initialise(encoder__noise=1e308)
    assert one.log == ["With these parameters and inputs there are no finite first values."]
    one.fmu.freeInstance()


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
    tunable = make_tunable(own, ["controller.position_gain", "links.elbow.mass"])
    assert tunable is not None
    gain = tunable.made["controller.position.position_gain"]
    symbol = tunable.symbols["controller.position_gain"]
    assert all(cs.is_equal(one, symbol) for one in cs.vertsplit(gain))
    assert sorted(tunable.free) == [
        "controller.position.position_gain",
        "links.elbow.first_moment",
        "links.elbow.inertia_at_origin",
        "links.elbow.mass",
    ]
    heavier = changed(own.robot, {"links.elbow.mass": 9.0}).link("elbow").inertia
    assert heavier is not None
    ten = [tunable.made[f"links.elbow.{part}"] for part in LINEAR]
    found = cs.Function("ten", [tunable.symbols["links.elbow.mass"]], [cs.vertcat(*ten)])
    np.testing.assert_allclose(np.array(found(9.0)).ravel(), heavier.parameters, atol=1e-15)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("controller.position_gian", "to leave open .* mean 'controller.position_gain'"),
        ("joints.9.friction.coulomb", "there is no such number to leave open"),
        ("reference.speed", "there is no such number to leave open"),
        ("links.*", "there is no such number to leave open"),
        ("joints.2.torque_constant", "the exported code does not depend on this number"),
    ],
)
def test_what_cannot_be_tuned_is_told(path: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        make_tunable(scenario("six-axis-line"), [path])
    assert path.split("*")[0] in str(error.value)


def test_gears_that_are_not_coupled_stay_so() -> None:
    apart = scenario("six-axis-line").changed({"joints.6.coupling": {"J3": 0.0}})
    with pytest.raises(InputError, match="change the structure of the arm, not only its numbers"):
        make_tunable(apart, ["joints.6.coupling.J3"])


def test_the_same_value_twice_is_refused() -> None:
    with pytest.raises(InputError, match="parameter given twice"):
        make_tunable(scenario("pendulum/swing"), ["links.rod.mass", "links.*.mass"])


LINEAR = ("mass", "first_moment", "inertia_at_origin")


class Heavy(Block):
    """Knows the square of a mass."""

    force = Output("N", size="one")
    square = Parameter("kg", "m²", default=0.0, size="one")

    def known(self, site: Site) -> Mapping[str, float]:
        mass = site.plant.robot.links[1].inertia
        return {"square": mass.mass**2 if mass else 0.0}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"force": x.square}


def test_a_value_that_a_block_has_taken_is_refused() -> None:
    curved = scenario("pendulum/swing").with_blocks(others=(Heavy(name="heavy"),))
    with pytest.raises(InputError) as error:
        make_tunable(curved, ["gravity", "links.rod.mass"])
    assert "'heavy.square' is computed from it when the scenario is read" in str(error.value)
