"""The cases of the study: what is changed in them, and what is not."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import load_scenario
from armwright.studies.running import run_together
from armwright.studies.six_axis.runs import (
    FACTORS,
    gain_crossing,
    half_moon_cases,
    half_moon_rate,
    last_mass,
    observer_frequency,
    spinning_torques,
    step_cases,
    title,
)

CASES = step_cases()


def inertias(robot):
    return {link.name: link.inertia for link in robot.links if link.inertia is not None}


@pytest.mark.parametrize("factor", FACTORS)
def test_a_payload_is_another_mass_of_the_last_link_and_nothing_else(factor):
    nominal = inertias(CASES["ideal"].robot)
    changed = inertias(CASES[f"payload-{round(100 * factor)}"].robot)
    for name, inertia in nominal.items():
        share = factor if name == "output_shaft" else 1.0
        assert changed[name].mass == pytest.approx(share * inertia.mass)
        np.testing.assert_array_equal(changed[name].tensor, inertia.tensor)
        np.testing.assert_array_equal(changed[name].centre, inertia.centre)


def test_the_test_weight_is_3_kg_of_the_last_link():
    masses = [inertias(CASES[f"weight-{p}"].robot)["output_shaft"].mass for p in (90, 110)]
    assert masses == pytest.approx([3.8 - 0.3, 3.8 + 0.3])
    assert last_mass() == 3.8


def test_the_gain_of_the_loop_passes_1():
    s = 1j * gain_crossing()
    assert abs((2 * 0.6 * 9 * s + 9**2) / s**2) == pytest.approx(1.0)


def test_numbers_that_texts_tell_are_those_of_the_scenarios():
    assert spinning_torques() == (1.25, 26.487)
    assert half_moon_rate() == 1000.0
    assert observer_frequency() == 20.0


@pytest.mark.parametrize("factor", FACTORS)
def test_other_inertias_are_those_of_all_links(factor):
    nominal = inertias(CASES["ideal"].robot)
    changed = inertias(CASES[f"inertia-{round(100 * factor)}"].robot)
    for name, inertia in nominal.items():
        np.testing.assert_allclose(changed[name].tensor, factor * inertia.tensor)
        assert changed[name].mass == inertia.mass


def test_the_controller_goes_on_believing_in_the_nominal_arm():
    nominal = CASES["ideal"].robot.fingerprint()
    for scenario in (*CASES.values(), *half_moon_cases().values()):
        model = scenario.model or scenario.robot
        assert model.fingerprint() == nominal


@pytest.mark.crosscheck
def test_the_noise_is_that_of_the_scenario_with_noise():
    library = load_scenario("six-axis/noise")
    own, other = (one.simulate().data for one in (CASES["noise-both"], library))
    np.testing.assert_allclose(own["joint_position"], other["joint_position"], atol=1e-12)
    for key in ("power_position", "power_velocity"):
        assert CASES["ideal"].blocks.sensors[0].values[key] == 0


def test_scenarios_share_arm_controller_and_limits():
    names = ("noise", "robust", "robust-filtered", "half-moon")
    first = CASES["ideal"].blocks.controller[0].values
    for name in names:
        assert load_scenario(f"six-axis/{name}").blocks.controller[0].values == first


@pytest.mark.crosscheck
def test_runs_are_the_same_twice():
    some = {name: CASES[name] for name in ("noise-both", "payload-90")}
    once, again = run_together(some), run_together(some)
    for name in some:
        for signal in once[name].data.data_vars:
            np.testing.assert_array_equal(once[name].data[signal], again[name].data[signal])


def test_titles():
    assert title("ideal") == "ideal case"
    assert title("payload-90") == "payload −10 %"
    assert title("half-moon-inertia-110") == "half moon, inertia +10 %"
