"""Mass matrix and bias that are held for some steps: what that changes, and where it is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

import numpy as np
import pytest

import armwright as aw
from armwright.export.expected import NativeModel
from armwright.export.stepped import make_stepped
from armwright.scenario import Scenario
from armwright.simulation import holding
from armwright.simulation.holding import LIMIT, settled_hold
from armwright.simulation.loop import Loop
from armwright.simulation.recall import forget
from armwright.system import Setup

SIGNALS = ["joint_position", "tool_position"]


def scenario(name: str, duration: float, **changes: object) -> Scenario:
    own = {"duration": duration, "recording.signals": SIGNALS}
    return aw.load_scenario(name).changed(own | {f"integration.{k}": v for k, v in changes.items()})


def positions(one: Scenario, hold: int | str, steps: int = 1) -> np.ndarray:
    """(time, joint)."""
    run = one.changed({"integration.inertia_steps": hold, "integration.steps": steps}).simulate()
    assert hold == "auto" or run.data.attrs["inertia_steps"] == hold
    found: np.ndarray = run.data["joint_position"].values
    return found


@pytest.mark.parametrize("hold", [2, 4])
@pytest.mark.parametrize("name", ["two-link/spinning", "four-bar/swing"])
def test_the_error_falls_with_the_square_of_the_step(name: str, hold: int) -> None:
    one = scenario(name, 0.2)
    truth = positions(one, 1, 64)
    errors = [np.abs(positions(one, hold, steps) - truth).max() for steps in (1, 2, 4)]
    assert errors[0] > 1e-10
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(orders - 2.0) < 0.25).all(), errors


@pytest.mark.parametrize(
    ("name", "duration", "expected"),
    [("two-axis/line", 1.0, 4), ("six-axis/steps", 2.5, 1)],
)
def test_held_as_long_as_the_tool_hardly_moves(name: str, duration: float, expected: int) -> None:
    one = scenario(name, duration)
    run = one.simulate().data
    exact = one.changed({"integration.inertia_steps": 1}).simulate().data
    assert run.attrs["inertia_steps"] == expected and exact.attrs["inertia_steps"] == 1
    apart = (run["tool_position"] - exact["tool_position"]).values
    assert np.linalg.norm(apart, axis=1).max() < LIMIT
    refused = one.changed({"integration.inertia_steps": 2}).simulate().data
    apart = (refused["tool_position"] - exact["tool_position"]).values
    assert (np.linalg.norm(apart, axis=1).max() < LIMIT) == (expected > 1)


def test_the_choice_does_not_depend_on_what_ran_before(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    tried, trial = [], holding._tried

    def watched(loop: Loop, start: Mapping[str, np.ndarray], setup: Setup) -> Literal[1, 2, 4]:
        tried.append(setup.integration.number)
        assert holding._begun(loop, start, setup, 4).get("seed") == 1
        return trial(loop, start, setup)

    monkeypatch.setattr(holding, "_tried", watched)
    one = dataclasses.replace(scenario("two-axis/line", 1.0), seed=7)
    for steps in (2, 1, 2):
        settled_hold(one.changed({"integration.steps": steps}))
    assert tried == [2, 1]


def test_one_choice_for_all_runs_of_a_prepared_scenario() -> None:
    """That of the nominal run; alone, in lanes and in a sweep with other masses: the same bits."""
    one = scenario("six-axis-line", 1.0)
    path = "links.output_shaft.mass"
    prepared = one.prepare([path])
    masses = prepared.nominal[path] * np.array([1.5, 2.0, 3.0])
    together = prepared.run({path: masses})["tool_position"]
    for k, mass in enumerate(masses):
        alone = one.changed({path: float(mass)}).simulate().data
        assert alone.attrs["inertia_steps"] == 4
        np.testing.assert_array_equal(together[k], alone["tool_position"].values)


@pytest.mark.parametrize(
    ("name", "duration"),
    [
        ("two-axis/line", 1.0),
        pytest.param("six-axis/steps", 2.5, marks=pytest.mark.crosscheck),
    ],
)
def test_the_number_that_is_chosen_gives_the_same_bits_where_it_is_said(
    name: str, duration: float
) -> None:
    one = scenario(name, duration)
    chosen = one.simulate().data
    said = one.changed({"integration.inertia_steps": chosen.attrs["inertia_steps"]}).simulate()
    np.testing.assert_array_equal(chosen["tool_position"], said.data["tool_position"])


@pytest.mark.parametrize(
    ("name", "hold", "steps"),
    [
        ("two-axis/line", "auto", 1),
        ("two-axis/line", 2, 3),
        ("two-link/spinning", 4, 2),
    ],
)
def test_exported_models_hold_alike(name: str, hold: int | str, steps: int) -> None:
    changes = {"inertia_steps": hold, "steps": steps}
    duration = 1.0 if hold == "auto" else 0.05
    one = scenario(name, duration, **changes).changed({"recording.rate": 100.0})
    run = one.simulate().data
    model = NativeModel(make_stepped(one))
    every = round(1 / (one.recording.rate * one.tick))
    for k, expected in enumerate(run["tool_position"].values):
        np.testing.assert_array_equal(model.outputs()["tool_position"], expected)
        if k + 1 < len(run["time"]):
            for _ in range(every):
                model.step()


def test_a_payload_is_felt_at_once() -> None:
    """What changes the inertia beside the arm's own motion leaves nothing to hold."""
    base = scenario("two-axis/line", 1.0)
    load = aw.blocks.disturbances.DISTURBANCES["payload"](
        name="load", link=base.robot.links[-1].name, mass=4.0, begin=0.05
    )
    one = base.with_blocks(disturbances=(*base.blocks.disturbances, load))
    assert one.simulate().data.attrs["inertia_steps"] == 1
    with pytest.raises(aw.InputError, match=r"cannot be held here.*got 2.*a payload's mass"):
        one.changed({"integration.inertia_steps": 2}).simulate()


def test_refusals() -> None:
    one = scenario("pendulum/swing", 0.1)
    with pytest.raises(aw.InputError, match="rk4 holds nothing"):
        one.changed({"integration.method": "rk4", "integration.inertia_steps": 4}).simulate()
    for wrong in (3, True, "many", 0):
        with pytest.raises(aw.InputError, match=r"integration\.inertia_steps.*expected.*'?auto'?"):
            one.changed({"integration.inertia_steps": wrong})
        with pytest.raises(aw.InputError, match=r"integration\.inertia_steps"):
            dataclasses.replace(one.integration, inertia_steps=wrong)


def test_where_auto_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = scenario("two-axis/line", 1.0)
    assert settled_hold(one).integration.inertia_steps == 4
    others = {
        "the method of fourth order": one.changed({"integration.method": "rk4"}),
        "no controller": scenario("two-link/free", 2.0),
        "too short": one.changed({"duration": 0.5}),
    }
    for what, other in others.items():
        assert settled_hold(other).integration.inertia_steps == 1, what
    monkeypatch.setattr(holding, "_FEWEST_STEPS", 1)
    for name in ("underwater/controlled", "contact/wall"):
        assert settled_hold(scenario(name, 0.05)).integration.inertia_steps == 1, name
    monkeypatch.setattr(holding, "_MOST_STEPS", 10)
    assert settled_hold(one).integration.inertia_steps == 1, "too long to try"
