"""A second run of the same scenario takes up the loop of the first, and only then."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armwright import Blocks, Recording, Scenario, load, load_scenario
from armwright.blocks.references import REFERENCES
from armwright.simulation import recall
from armwright.simulation.recall import recalled


def test_the_same_scenario_has_the_same_loop_and_bits() -> None:
    recall.forget()
    one, two = (load_scenario("pendulum/driven") for _ in range(2))
    first = one.simulate().data
    assert recalled(two).loop is recalled(one).loop
    np.testing.assert_array_equal(two.simulate().data["joint_position"], first["joint_position"])


def test_another_seed_is_told_and_any_other_change_is_made_anew() -> None:
    scenario = load_scenario("six-axis/noise").changed({"duration": 0.05})
    other = scenario.changed({"seed": 7})
    run, again = scenario.simulate().data, other.simulate().data
    assert recalled(other).loop is recalled(scenario).loop
    assert again.attrs["seed"] == 7
    assert np.abs(run["joint_position"] - again["joint_position"]).max() > 0
    heavier = scenario.changed({"links.elbow.mass": 9.0})
    assert recalled(heavier).loop is not recalled(scenario).loop


def test_other_blocks_are_made_anew() -> None:
    """Other settings of a block, no block, the same block in another place."""
    one = load_scenario("pendulum/driven")
    push = one.blocks.disturbances
    again = one.with_blocks(disturbances=push)
    assert recalled(again)[1] is recalled(one)[1]
    for other in (
        one.changed({"joint_torque.torque": 9.0}),
        one.with_blocks(disturbances=()),
        one.with_blocks(disturbances=(), others=push),
    ):
        assert recalled(other)[1] is not recalled(one)[1]


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    csv = REFERENCES["csv"](name="reference", rate=1000.0, file=str(path))
    signals = Recording(("reference_joint_position",))
    scenario = Scenario(
        "from a file", load("two_axis"), 0.01, blocks=Blocks(reference=csv), recording=signals
    )
    for value in (0.1, 0.25):
        path.write_text(f"{value},{value}\n{value},{value}\n")
        found = scenario.simulate().data["reference_joint_position"].values
        assert found[-1] == pytest.approx([value, value])
