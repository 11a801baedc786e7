"""Many arms: what is drawn, and what is measured in them."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import load_scenario
from armwright.studies.six_axis.claims.many_arms import many_arms_claims
from armwright.studies.six_axis.figures.half_moon import bands_figure
from armwright.studies.six_axis.many_arms import ARMS, TITLES, ManyArms, drawn

RNG = np.random.default_rng(3)
TIME = np.linspace(0.0, 11.0, 40)


def arms(deviation: float) -> ManyArms:
    errors = deviation * RNG.normal(size=(ARMS, 1, 6)) * np.ones((1, TIME.size, 1))
    return ManyArms(TIME, errors, np.abs(errors[..., 0]))


def verdicts(**deviations: float) -> dict[str, str]:
    many = {name: arms(deviation) for name, deviation in deviations.items()}
    return {claim.key: claim.verdict for claim in many_arms_claims(many)}


def test_what_is_drawn_lies_about_what_the_controller_believes():
    scenario = load_scenario("six-axis/half-moon")
    bodies = {link.name: link.inertia for link in scenario.robot.links if link.inertia}
    wrong = drawn(scenario)
    (mass,) = wrong["payload"].values()
    assert np.abs(mass / 3.8 - 1).max() == pytest.approx(0.1, rel=0.05)
    for name, body in bodies.items():
        off = wrong["centres"][f"links.{name}.centre"] - body.centre
        assert off.shape == (ARMS, 3)
        assert np.abs(off).max() == pytest.approx(0.002, rel=0.05)
        moments = wrong["inertia"][f"links.{name}.inertia"][:, [0, 3, 5]]
        part = moments / np.diag(body.tensor)
        assert np.ptp(part, axis=1).max() < 1e-12 and np.abs(part - 1).max() < 0.1
    every = np.column_stack([mass, *(v[:, 0] for v in wrong["inertia"].values())])
    assert np.abs(np.corrcoef(every.T) - np.eye(7)).max() < 0.3


def test_what_of_many_arms_is_usual():
    errors = np.zeros((ARMS, 3, 6))
    errors[:, 1, 4] = -np.arange(ARMS)
    made = ManyArms(np.arange(3.0), errors, np.abs(errors[..., 4]))
    np.testing.assert_array_equal(made.largest, np.arange(ARMS))
    assert made.usual == pytest.approx(0.95 * (ARMS - 1)) == made.tool_usual
    assert made.deviation[4] == pytest.approx(np.arange(ARMS).std() / np.sqrt(3))


def test_verdicts_follow_what_the_arms_do():
    quiet = {
        "payload": 2e-3,
        "payload-estimated": 1e-3,
        "inertia": 1e-3,
        "centres": 1e-4,
        "all": 2.2e-3,
        "all-noise": 2.2e-3,
    }
    assert set(verdicts(**quiet).values()) == {"kind"}
    loud = {**quiet, "centres": 4e-3, "all": 4.6e-3, "all-noise": 0.02}
    assert verdicts(**loud) == {
        "centres-of-gravity": "differs",
        "half-moon-combined": "differs",
        "half-moon-estimated": "kind",
        "half-moon-added": "kind",
    }
    worse = {**quiet, "payload-estimated": 1.8e-3}
    assert verdicts(**worse)["half-moon-estimated"] == "differs"
    assert verdicts(**{**quiet, "all": 6e-3})["half-moon-added"] == "differs"


def test_bands_have_a_column_for_each_spread_and_a_line_for_each_joint_and_the_tool():
    many = {name: arms(1e-3 * (k + 1)) for k, name in enumerate(TITLES)}
    figure = bands_figure(many, list("ABCDEF"))
    assert len(figure.axes) == 7 * len(TITLES)
    last = figure.axes[-len(TITLES) :]
    assert len({axes.get_ylim() for axes in last}) == 1
    median = last[0].lines[0].get_ydata()
    np.testing.assert_allclose(median, 1e3 * np.median(many["payload"].tool, axis=0))
