"""Prepared scenarios: values in, runs out; each the run that it would be alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import Diverged, InputError, Scenario, load_scenario
from armwright.scenario.prepared import Arrays, Prepared
from armwright.simulation import recall
from armwright.simulation.start import Starter
from armwright.system import System
from armwright.system.names import POSITION

FREE = ("links.link2.mass", "links.link2.centre", "joints.1.friction.fc", "controller.*_gain")
CENTRE = "links.link2.centre"
MASS = "links.link2.mass"
FIGURES = ("e = largest(abs(joint_position - reference_joint_position))", "rms(motor_torque)")
SIGNALS = ("joint_position", "motor_torque", "measured_motor_position")
VALUES = {
    MASS: np.array([105.0, 110.0, 90.0, 130.0, 112.0]),
    CENTRE: np.array([[0.3 + 0.02 * k, 0.01 * k, 0.0] for k in range(5)]),
    "joints.joint1.drive.friction.fc": np.array([0.1, 0.2, 0.3, 0.4, 0.5]),
    "controller.proportional_gain": np.array([[20.0 + k, 12.0 - k] for k in range(5)]),
}


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    changes = {"duration": 0.1, "recording.signals": list(SIGNALS), "integration.steps": 2}
    return load_scenario("two-axis/joints").changed(changes)


@pytest.fixture(scope="module")
def prepared(scenario: Scenario) -> Prepared:
    return scenario.prepare(FREE, FIGURES)


@pytest.fixture(scope="module")
def pendulum() -> Scenario:
    return load_scenario("pendulum/driven").changed({"duration": 0.05})


def of_run(run: int) -> dict[str, Any]:
    return {path: value[run].tolist() for path, value in VALUES.items()}


def assert_same(one: Arrays, two: Arrays, run: int) -> None:
    """Run `run` of the first is the second, bit by bit."""
    for found, expected in ((one.signals, two.signals), (one.figures, two.figures)):
        assert found.keys() == expected.keys()
        for name, value in expected.items():
            np.testing.assert_array_equal(found[name][run], value, err_msg=name)


def test_paths_and_nominal_values(prepared: Prepared, scenario: Scenario) -> None:
    assert prepared.paths[:3] == (MASS, CENTRE, "joints.joint1.drive.friction.fc")
    assert prepared.nominal[MASS] == 110.0
    assert prepared.nominal[CENTRE] == [0.38, 0.0, 0.0]
    nominal = prepared.run(prepared.nominal)
    assert_same(prepared.run(seeds=[scenario.seed]), nominal, 0)


def test_single_values_have_no_dimension_of_runs(prepared: Prepared) -> None:
    found = prepared.run(of_run(1))
    assert found.time.shape == (101,)
    assert found["joint_position"].shape == (101, 2)
    assert found["e"].shape == (2,)
    assert prepared.run({MASS: [100.0]})["joint_position"].shape == (1, 101, 2)


@pytest.mark.parametrize("threads", [1, 2])
def test_each_run_is_the_single_run_bit_by_bit(prepared: Prepared, threads: int) -> None:
    seeds = [7, 3, 7, 9, 1]
    many = prepared.run(VALUES, seeds=seeds, threads=threads)
    for run in range(5):
        own = {path: value[run : run + 1] for path, value in VALUES.items()}
        single = prepared.run(own, seeds=seeds[run : run + 1])
        for name in SIGNALS:
            np.testing.assert_array_equal(many[name][run], single[name][0])
        np.testing.assert_array_equal(many["e"][run], single["e"][0])


def test_run_and_simulate_agree_bit_by_bit(prepared: Prepared) -> None:
    arrays, run = prepared.run(of_run(3)), prepared.simulate(of_run(3)).data
    np.testing.assert_array_equal(arrays.time, run["time"])
    for name, value in (arrays.signals | arrays.figures).items():
        np.testing.assert_array_equal(run[name].values, value, err_msg=name)
    seeded = prepared.simulate(of_run(3), seed=9).data
    assert seeded.attrs["seed"] == 9


@pytest.mark.crosscheck
def test_as_a_changed_scenario(prepared: Prepared, scenario: Scenario) -> None:
    many = prepared.run(VALUES, seeds=[scenario.seed] * 5)
    for run in (0, 3):
        expected = scenario.changed(of_run(run)).simulate(figures=FIGURES).data
        for name in (*SIGNALS, "e", "rms_motor_torque"):
            value = expected[name].values
            size = max(np.abs(value).max(), 1e-6)
            np.testing.assert_allclose(many[name][run], value, rtol=0, atol=1e-9 * size)
    assert np.ptp(many["e"], axis=0).min() > 1e-6


def test_seeds_are_those_of_a_sweep(scenario: Scenario) -> None:
    noisy = scenario.changed({"resolver.noise": 1e-3})
    masses = [100.0, 105.0, 110.0]
    swept = noisy.sweep({MASS: masses}, samples=3).data
    found = noisy.prepare([MASS]).run({MASS: masses})
    for name in SIGNALS:
        np.testing.assert_array_equal(found[name], swept[name].values)


def test_one_value_for_all_runs(prepared: Prepared) -> None:
    """Beside lists, beside seeds; of a number, and of several together."""
    alike = {MASS: 105.0, CENTRE: [0.3, 0.0, 0.01]}
    listed = {MASS: [105.0] * 2, CENTRE: [[0.3, 0.0, 0.01]] * 2}
    gains = {"controller.proportional_gain": [[20.0, 12.0], [25.0, 13.0]]}
    one, two = prepared.run({**alike, **gains}), prepared.run({**listed, **gains})
    np.testing.assert_array_equal(one["joint_position"], two["joint_position"])
    assert prepared.run({MASS: 105.0}, seeds=[1, 2])["joint_position"].shape[0] == 2


def test_aliases_of_what_was_left_open(prepared: Prepared) -> None:
    found = [
        prepared.run({path: 0.3})["joint_position"]
        for path in ("joints.1.friction.fc", "joints.joint1.drive.friction.fc")
    ]
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"links.link3.mass": 1.0}, "links.link3.mass: this number was not left open"),
        ({"links.link1.mass": 1.0}, r"Say prepare\(free=\['links.link1.mass'\]\)"),
        ({MASS: [1.0, 2.0], CENTRE: [[1.0, 1.0, 1.0]]}, "2 at links.link2.mass, 1 at"),
        ({MASS: "heavy"}, "links.link2.mass: not a number"),
        ({MASS: None}, "links.link2.mass"),
        ({MASS: []}, "no runs"),
        ({MASS: [100.0, -1.0]}, "a mass cannot be negative"),
        ({MASS: np.nan}, "not a number"),
        ({CENTRE: [0.1, 0.2]}, "wrong shape"),
    ],
)
def test_values_that_are_refused(prepared: Prepared, values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        prepared.run(values)


@pytest.mark.parametrize("seeds", [[-1], [0.5], [2**31], [[1]]])
def test_seeds_that_are_refused(prepared: Prepared, seeds: list[Any]) -> None:
    with pytest.raises(InputError, match="seeds of the runs"):
        prepared.run(seeds=seeds)


def test_as_many_seeds_as_values(prepared: Prepared) -> None:
    with pytest.raises(InputError, match=r"2 at links.link2.mass, 3 at seeds"):
        prepared.run({MASS: [1.0, 2.0]}, seeds=[1, 2, 3])


def test_paths_that_cannot_be_left_open(scenario: Scenario) -> None:
    with pytest.raises(InputError, match=r"links.forearm.mass: there is no such number"):
        scenario.prepare(["links.forearm.mass"])
    with pytest.raises(InputError, match=r"cannot differ in model.links.link2.mass"):
        scenario.prepare(["model.links.link2.mass"])


def test_a_name_that_was_not_recorded(prepared: Prepared) -> None:
    with pytest.raises(InputError, match=r"nothing of that name.*'torque'.*one of e, "):
        prepared.run()["torque"]


def test_a_run_that_diverges_does_not_touch_the_others(scenario: Scenario) -> None:
    unbound = scenario.changed({"controller.torque_limit": 1e12})
    gain = "controller.proportional_gain"
    ready = unbound.prepare([gain, MASS], FIGURES)
    gains = np.tile([20.0, 12.0], (5, 1))
    before = ready.run({gain: gains, MASS: VALUES[MASS]})
    assert not before.lost
    for bad in (0, 2, 4):
        wild = gains.copy()
        wild[bad] = 1e9
        after = ready.run({gain: wild, MASS: VALUES[MASS]}, threads=2)
        assert list(after.lost) == [bad]
        assert 0 < after.lost[bad].time < scenario.duration
        assert "diverged" in after.lost[bad].message
        others = [run for run in range(5) if run != bad]
        for name in (*SIGNALS, "e", "rms_motor_torque"):
            assert np.isnan(after[name][bad]).all()
            np.testing.assert_array_equal(after[name][others], before[name][others])
    for way in (ready.run, ready.simulate):
        with pytest.raises(Diverged, match="the simulation diverged at t ="):
            way({gain: 1e9})
    with pytest.raises(Diverged):
        ready.run({gain: [[1e9, 1e9]] * 3})


@pytest.mark.crosscheck
def test_figures_without_records(scenario: Scenario, prepared: Prepared) -> None:
    bare = scenario.prepare(FREE, FIGURES, record=False)
    found, expected = bare.run(VALUES), prepared.run(VALUES)
    assert not found.signals and not found.time.size
    assert found.figures.keys() == expected.figures.keys()
    for name, value in expected.figures.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-12)
    single = bare.simulate(of_run(2), seed=scenario.seed + 2).data
    np.testing.assert_array_equal(single["e"], found["e"][2])
    assert "joint_position" not in single


def test_steps_that_a_run_finds_by_itself() -> None:
    """Those of the nominal run, whatever is left open."""
    changes = {"integration.steps": "auto", "integration.tolerance": 1e-9, "duration": 0.05}
    auto = load_scenario("pendulum/damped").changed(changes)
    run = auto.simulate().data
    steps = round(auto.tick / run.attrs["step"])
    assert steps > 1
    mass = float(auto.robot.link("load").inertia.mass)  # type: ignore[union-attr]
    for free in ((), ("links.load.mass",)):
        ready = auto.prepare(free)
        assert ready.simulate().data.attrs["step"] == run.attrs["step"]
        values = {"links.load.mass": mass} if free else {}
        found = ready.run(values)["joint_position"]
        np.testing.assert_allclose(found, run["joint_position"], rtol=0, atol=1e-12)
        assert ready.step_error < 1e-9


def test_steps_are_those_of_the_scenario_and_not_of_one_before(pendulum: Scenario) -> None:
    """Machine code is the same for both."""
    mass = ["links.load.mass"]
    other = pendulum.changed({"integration.steps": 7})
    recall.forget()
    alone = other.prepare(mass).run()["joint_position"]
    recall.forget()
    before = pendulum.prepare(mass)
    after = other.prepare(mass)
    assert after.loop is before.loop
    np.testing.assert_array_equal(after.run()["joint_position"], alone)
    assert after.simulate().data.attrs["step"] == other.tick / 7
    swept = other.sweep({"links.load.mass": [25.0]}, samples=1).data
    assert swept.attrs["step"] == other.tick / 7


def test_from_a_scenario_that_was_changed(pendulum: Scenario) -> None:
    heavier = pendulum.changed({"links.load.mass": 40.0})
    ready = heavier.prepare(["links.load.inertia"])
    expected = heavier.simulate().data["joint_position"].values
    np.testing.assert_allclose(ready.run()["joint_position"], expected, rtol=0, atol=1e-12)
    inertia = [2.0, 0.0, 0.0, 2.0, 0.0, 3.0]
    turned = heavier.changed({"links.load.inertia": inertia}).simulate().data["joint_position"]
    found = ready.run({"links.load.inertia": inertia})["joint_position"]
    np.testing.assert_allclose(found, turned.values, rtol=0, atol=1e-9)
    assert np.abs(found - expected).max() > 1e-6


def test_runs_begin_at_rest_with_their_own_numbers(prepared: Prepared, scenario: Scenario) -> None:
    """Their springs are bent by their own weight, as in a scenario that has their numbers."""
    masses = np.array([100.0, 120.0])
    found = prepared.ensemble({MASS: masses}, np.array([1, 1])).start[POSITION]
    for run, mass in enumerate(masses.tolist()):
        expected = Starter(System(scenario.changed({MASS: mass}))).values()[POSITION]
        np.testing.assert_allclose(found[run], expected, rtol=0, atol=1e-9)
    assert np.ptp(found, axis=0).max() > 1e-6
