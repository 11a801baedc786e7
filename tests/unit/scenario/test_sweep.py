"""Many runs: what is drawn, what is kept, and that each is the run it says it is."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from armwright import InputError, Run, Scenario, Spread, load_scenario

SIGNALS = ("joint_position", "motor_torque", "measured_motor_position")
RECORD = {"recording.signals": list(SIGNALS)}


def single(scenario: Scenario, values: dict[str, float], seed: int) -> Run:
    return dataclasses.replace(scenario.changed(values), seed=seed).simulate()


def drawn(run: Run) -> list[str]:
    swept = [name for name, one in run.data.coords.items() if one.attrs.get("kind") == "parameter"]
    assert all(run.data[name].dims == ("run",) for name in swept)
    return list(map(str, swept))


def test_one_dataset_with_all_runs_and_what_was_drawn(small: Scenario) -> None:
    run = small.sweep({"links.link2.mass": "10%", "joints.*.stiffness": [1e5] * 3}, samples=3)
    assert run.data.sizes["run"] == 3
    assert drawn(run) == ["links.link2.mass", "joints.joint1.stiffness", "joints.joint2.stiffness"]
    assert run.data.joint_position.dims == ("run", "time", "joint")
    masses = run.data["links.link2.mass"].values
    assert ((masses >= 99) & (masses <= 121)).all() and len(set(masses)) == 3
    assert run.summary().runs == (0, 1, 2)


def test_centres_of_mass_are_listed_as_rows(small: Scenario) -> None:
    path, nominal = "links.link2.centre", [0.3, 0.0, 0.1]
    centres = np.array([nominal, [0.25, 0.0, 0.05]])
    many = small.changed(RECORD).sweep({path: centres}, samples=2, seed=3)
    assert many.data[path].dims == ("run", f"element of {path}")
    np.testing.assert_array_equal(many.data[path].values, centres)
    for run, centre in enumerate(centres):
        one = single(small.changed(RECORD), {path: centre.tolist()}, 3 + run)
        np.testing.assert_allclose(
            many.data.joint_position.values[run], one.data.joint_position.values, atol=1e-12
        )
    alone = small.sweep({path: centres[:1]}, samples=1)
    np.testing.assert_array_equal(alone.data[path].values, nominal)


@pytest.mark.parametrize("at_rest", [False, True])
def test_each_run_is_the_single_run_of_its_seed_bit_by_bit(small: Scenario, at_rest: bool) -> None:
    scenario = small.changed({**RECORD, "start.at_rest": at_rest})
    many = scenario.sweep(samples=2, seed=11)
    for run in range(2):
        one = single(scenario, {}, 11 + run)
        for name in SIGNALS:
            np.testing.assert_array_equal(many.data[name].values[run], one.data[name].values)
    measured = many.data.measured_motor_position.values
    assert not np.array_equal(measured[0], measured[1])


@pytest.mark.parametrize(
    "parameters",
    [
        {
            "links.link2.mass": "10%",
            "joints.1.motor_inertia": "10%",
            "joints.1.torque_constant": "10%",
        },
        {
            "joints.*.friction.fc": "20%",
            "joints.1.friction.alpha": "normal 5%",
            "joints.*.spring.k_low": "30%",
        },
        {
            "controller.position_gain": "10%",
            "reference.acceleration": "10%",
            "tool_force.force_z": "±20",
        },
        pytest.param(
            {"joints.2.gear_ratio": "1%"},
        ),
    ],
    ids=lambda parameters: next(iter(parameters)),
)
def test_each_run_is_the_single_run_of_its_values(
    small: Scenario, parameters: dict[str, Any]
) -> None:
    """To rounding: numbers that are the same in all runs are folded when code is made."""
    scenario = small.changed({**RECORD, "encoder.noise": 0, "encoder.velocity_noise": 0})
    assert_second_run_is_single(scenario, parameters, SIGNALS)


def test_gears_with_springs_on_the_motors_side() -> None:
    scenario = load_scenario("r3/one-axis").changed({"duration": 0.1, "integration.steps": 10})
    parameters = {"joints.1.gear_ratio": "1%", "joints.1.stiffness": "10%"}
    assert_second_run_is_single(scenario, parameters, ("joint_position", "motor_torque"))


def assert_second_run_is_single(
    scenario: Scenario, parameters: dict[str, Any], signals: tuple[str, ...]
) -> None:
    many = scenario.sweep(parameters, samples=2)
    values = {name: float(many.data[name][1]) for name in drawn(many)}
    one = single(scenario, values, scenario.seed + 1)
    for name in signals:
        found, expected = many.data[name].values[1], one.data[name].values
        scale = np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * scale, err_msg=name)


def test_runs_that_do_not_start_at_rest_have_their_own_gears() -> None:
    scenario = load_scenario("r3/one-axis").changed(
        {"duration": 0.1, "start.at_rest": False, "start.joint_position": [0.2]}
    )
    assert_second_run_is_single(scenario, {"joints.1.gear_ratio": "1%"}, ("motor_torque",))


def test_threads_and_the_number_of_runs_make_no_difference(small: Scenario) -> None:
    parameters = {"links.link2.mass": "10%", "controller.position_gain": "5%"}
    few = small.sweep(parameters, samples=3, threads=1)
    many = small.sweep(parameters, samples=11, threads=2)
    for name in (*drawn(few), "joint_position", "motor_torque"):
        np.testing.assert_array_equal(few.data[name].values, many.data[name].values[:3])


def test_spreads_of_the_scenario_and_of_the_call(small: Scenario) -> None:
    own = dataclasses.replace(small, spreads={"links.link2.mass": Spread(0.1)})
    assert drawn(own.sweep(samples=2)) == ["links.link2.mass"]
    both = own.sweep({"encoder.noise": "5%", "links.link2.mass": [90.0, 91.0]}, samples=2)
    assert set(drawn(both)) == {"links.link2.mass", "encoder.noise"}
    assert both.data["links.link2.mass"].values.tolist() == [90.0, 91.0]


NO_NUMBER = "there is no single number to spread"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"links.link2.mass": "lots"}, "links.link2.mass: not a spread (got 'lots'"),
        ({"links.link2.mass": [1.0, 2.0]}, "got 2 values, expected a text like '5%', or 3 values"),
        (
            {"links.link2.centre": np.zeros((3, 2))},
            "links.link2.centre: not a spread (got an array of shape (3, 2), expected a text like "
            "'5%', or 3 values, one for each run, of 3 numbers)",
        ),
        (
            {"links.link2.centre": [[0.0, 0.0, np.inf], *[[0.0] * 3] * 2]},
            "links.link2.centre: not a finite number (got inf for run 0)",
        ),
        (
            {"links.link2.mass": [[1.0]] * 3},
            "links.link2.mass: not a spread (got an array of shape (3, 1)",
        ),
        ({"links.link2.mass": None}, "links.link2.mass: not a spread"),
        ({"links.link9.mass": "5%"}, f"links.link9.mass: {NO_NUMBER}"),
        ({"links.link2.mas": "5%"}, "Did you mean 'links.link2.mass'?"),
        ({"links.link2.centre": "5%"}, f"links.link2.centre: {NO_NUMBER}"),
        ({"joints.7.stiffness": "5%"}, f"joints.7.stiffness: {NO_NUMBER}"),
        ({"joints.1.friction.foo": "5%"}, f"joints.1.friction.foo: {NO_NUMBER}"),
        ({"controller.velocity_gain": "5%"}, f"controller.velocity_gain: {NO_NUMBER}"),
        ({"gravity": "5%"}, f"gravity: {NO_NUMBER}"),
        ({"nonsense": "5%"}, f"nonsense: {NO_NUMBER}"),
        ({"links.link2.mass": [1.0, 2.0, -3.0]}, "links.link2.mass: a mass cannot be negative"),
        ({"links.link2.mass": [1.0, 2.0, np.nan]}, "not a finite number (got nan for run 2)"),
        ({"links.link2.mass": "grid 1,2"}, "the number of runs is not that of the grid"),
        ({"links.link2.mass": "normal 300%"}, "links.link2.mass: a drawn value is out of bounds"),
    ],
)
def test_sweeps_that_make_no_sense(
    small: Scenario, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as error:
        small.sweep(parameters, samples=3)
    assert message in str(error.value)


def test_no_samples(small: Scenario) -> None:
    with pytest.raises(InputError, match=r"samples \(got 0, expected 1 or more\)"):
        small.sweep(samples=0)


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("integration.steps", [1, 4]),
        ("duration", [0.1, 0.05]),
        ("tick", [0.001, 0.0005]),
        ("recording.rate", [1000, 500]),
        ("controller.position_rate", [1000, 500]),
        ("seed", [5, 6]),
        ("model.joints.1.gear_ratio", [180, 170]),
        ("joints.2.coupling.joint1", [0.0, 30.0]),
    ],
)
def test_what_the_runs_of_a_sweep_cannot_differ_in_is_refused(
    small: Scenario, path: str, values: list[float]
) -> None:
    with pytest.raises(InputError):
        small.sweep({path: values}, samples=2)


QUIET = {"encoder.noise": 0, "encoder.velocity_noise": 0}


@pytest.mark.parametrize("changes", [QUIET, {"fidelity.noise": False}], ids=["quiet", "off"])
def test_runs_that_would_all_be_the_same_are_refused(
    small: Scenario, changes: dict[str, Any]
) -> None:
    with pytest.raises(InputError) as error:
        small.changed(changes).sweep(samples=5)
    assert str(error.value) == (
        "scenario 'small', sweep: all 5 runs would be the same: nothing varies, and no block draws "
        "noise (expected spreads (--spread links.tool.mass=5%, [spreads] in the file, or "
        "sweep({'links.tool.mass': '5%'})), or a sensor with noise)"
    )


def test_a_spread_over_no_number_at_all_does_not_make_runs_differ(small: Scenario) -> None:
    with pytest.raises(InputError, match="all 2 runs would be the same"):
        small.changed(QUIET).sweep({"elastic.*.stiffness": "5%"}, samples=2)


def test_one_source_of_noise_is_enough(small: Scenario) -> None:
    quiet = small.changed({**RECORD, "encoder.velocity_noise": 0})
    torques = quiet.sweep(samples=2).data.motor_torque.values
    assert not np.array_equal(torques[0], torques[1])


def test_runs_without_noise_that_may_be_the_same(small: Scenario) -> None:
    """One run, and values that were listed."""
    quiet = small.changed(QUIET)
    assert "run" not in quiet.sweep(samples=1).data.sizes
    assert quiet.sweep({"links.link2.mass": [100.0] * 2}, samples=2).data.sizes["run"] == 2


def test_a_grid_tells_the_number_of_runs(small: Scenario) -> None:
    run = small.sweep({"links.link2.mass": "grid 100,110", "encoder.noise": "grid 1e-4,2e-4"})
    assert run.data["links.link2.mass"].values.tolist() == [100, 100, 110, 110]
    assert run.data["encoder.noise"].values.tolist() == [1e-4, 2e-4, 1e-4, 2e-4]


def test_lists_tell_the_number_of_runs(small: Scenario) -> None:
    assert small.sweep({"links.link2.mass": [100.0, 110.0]}).data.sizes["run"] == 2


def test_the_design_of_a_sweep(small: Scenario) -> None:
    masses = small.sweep({"links.link2.mass": "10%"}, samples=4, design="latin").data[
        "links.link2.mass"
    ]
    assert np.sort(np.floor((masses.values - 99) / 5.5)).tolist() == [0, 1, 2, 3]


def test_values_of_a_sweep_that_are_drawn_together(small: Scenario) -> None:
    paths = ("links.link1.mass", "links.link2.mass")
    run = small.sweep(
        dict.fromkeys(paths, "normal 1%"),
        samples=3,
        covariance={one: dict.fromkeys(paths, 1.0) for one in paths},
    )
    parts = [
        run.data[path].values / nominal for path, nominal in zip(paths, (90, 110), strict=True)
    ]
    np.testing.assert_allclose(*parts, rtol=1e-12)
