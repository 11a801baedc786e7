"""Many runs: what is drawn, what is kept, and that each is the run it says it is."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from armwright import InputError, Run, Scenario, Spread, load_scenario
from armwright.scenario.spreads import samples_of

SIGNALS = ("joint_position", "motor_torque", "measured_motor_position")
RECORD = {"recording.signals": list(SIGNALS)}


def single(scenario: Scenario, values: dict[str, float], seed: int) -> Run:
    return dataclasses.replace(scenario.changed(values), seed=seed).simulate()


def drawn(run: Run) -> list[str]:
    return [str(name) for name in run.data.data_vars if run.data[name].dims == ("run",)]


def test_one_dataset_with_all_runs_and_what_was_drawn(small: Scenario) -> None:
    run = small.sweep({"links.link2.mass": "10%", "joints.*.stiffness": [1e5] * 3}, samples=3)
    assert run.data.sizes["run"] == 3
    assert drawn(run) == ["links.link2.mass", "joints.joint1.stiffness", "joints.joint2.stiffness"]
    assert run.data.joint_position.dims == ("run", "time", "joint")
    masses = run.data["links.link2.mass"].values
    assert ((masses >= 99) & (masses <= 121)).all() and len(set(masses)) == 3
    assert run.summary().runs == (0, 1, 2)


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


def test_draws_are_the_same_each_time_and_others_for_another_seed(small: Scenario) -> None:
    spreads = {"links.link2.mass": "10%"}
    one, again, other = (samples_of(small, spreads, 5, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one["links.link2.mass"], again["links.link2.mass"])
    assert not np.array_equal(one["links.link2.mass"], other["links.link2.mass"])


def test_what_a_path_draws_does_not_depend_on_the_others(small: Scenario) -> None:
    alone = samples_of(small, {"links.link2.mass": "10%"}, 5, 1)
    crowd = {"joints.*.friction.fc": "3%", "links.link2.mass": "10%", "encoder.noise": "1%"}
    together = samples_of(small, crowd, 5, 1)
    np.testing.assert_array_equal(alone["links.link2.mass"], together["links.link2.mass"])
    star = samples_of(small, {"links.*.mass": "10%"}, 5, 1)
    np.testing.assert_array_equal(alone["links.link2.mass"], star["links.link2.mass"])
    assert len({tuple(values) for values in together.values()}) == len(together)


@pytest.mark.parametrize(
    ("text", "spread"),
    [
        ("5%", Spread(0.05)),
        (" 5 % ", Spread(0.05)),
        ("±5%", Spread(0.05)),
        ("+-5%", Spread(0.05)),
        ("±0.1", Spread(0.1, relative=False)),
        ("normal 5%", Spread(0.05, normal=True)),
        ("normal 1e-2", Spread(0.01, relative=False, normal=True)),
        ("±0", Spread(0.0, relative=False)),
    ],
)
def test_spreads_as_text(text: str, spread: Spread) -> None:
    assert Spread.parse(text, "x") == spread


@pytest.mark.parametrize(
    "text", ["", "much", "5 %%", "-5%", "± -1", "5%%", "normal", "1e999", "nan", "5% normal", "%"]
)
def test_texts_that_are_no_spreads(text: str) -> None:
    with pytest.raises(InputError, match=r"the\.path: not a spread \(got .*expected 5%, ±0\.1"):
        Spread.parse(text, "the.path")


@pytest.mark.parametrize("text", ["5", " 0.1 ", "1e3", "0"])
def test_plain_numbers_are_no_spreads(text: str) -> None:
    """Neither ±5 % nor ±5 is meant for sure."""
    number = text.strip()
    with pytest.raises(InputError) as error:
        Spread.parse(text, "the.path")
    assert str(error.value) == (
        "the.path: a plain number can be read as two different spreads "
        f"(got '{text}', expected {number}% or ±{number})"
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("links.link2.mass", "5% or ±5 kg"),
        ("joints.*.friction.fc", "5% or ±5 N m"),
        ("controller.position_gain", "5% or ±5 1/s"),
        ("tool_force.force_z", "5% or ±5 N"),
        ("nonsense", "5% or ±5"),
    ],
)
def test_plain_numbers_are_refused_with_their_unit(
    small: Scenario, path: str, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        small.sweep({path: "5"}, samples=2)
    assert error.value.expected == expected


def test_how_values_lie() -> None:
    generator = np.random.default_rng(1)
    uniform = Spread(0.1).draw(-50.0, 4000, generator)
    assert -55 <= uniform.min() < -54.9 and -45.1 < uniform.max() <= -45
    normal = Spread(0.1, normal=True).draw(-50.0, 4000, generator)
    assert abs(normal.mean() + 50) < 0.3 and abs(normal.std() - 5) < 0.2
    shifted = Spread(2.0, relative=False).draw(0.0, 4000, generator)
    assert -2 <= shifted.min() < -1.9 and 1.9 < shifted.max() <= 2


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
        ({"links.link2.mass": None}, "links.link2.mass: not a spread"),
        ({"links.link9.mass": "5%"}, f"links.link9.mass: {NO_NUMBER}"),
        ({"links.link2.centre": "5%"}, f"links.link2.centre: {NO_NUMBER}"),
        ({"joints.7.stiffness": "5%"}, f"joints.7.stiffness: {NO_NUMBER}"),
        ({"joints.1.friction.foo": "5%"}, f"joints.1.friction.foo: {NO_NUMBER}"),
        ({"controller.velocity_gain": "5%"}, f"controller.velocity_gain: {NO_NUMBER}"),
        ({"gravity": "5%"}, f"gravity: {NO_NUMBER}"),
        ({"nonsense": "5%"}, f"nonsense: {NO_NUMBER}"),
        ({"links.link2.mass": [1.0, 2.0, -3.0]}, "links.link2.mass: a mass cannot be negative"),
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
