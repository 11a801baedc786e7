"""A second run of the same scenario takes up the loop of the first, and only then."""

from __future__ import annotations

import dataclasses
import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armwright import Blocks, Recording, Scenario, load, load_scenario
from armwright.blocks.references import REFERENCES
from armwright.compiler import CompiledMarch
from armwright.simulation import recall
from armwright.simulation.recall import recalled


def test_the_same_scenario_has_the_same_loop_and_bits() -> None:
    recall.forget()
    one, two = (load_scenario("pendulum/driven") for _ in range(2))
    first = one.simulate().data
    assert recalled(two).loop is recalled(one).loop
    np.testing.assert_array_equal(two.simulate().data["joint_position"], first["joint_position"])


@pytest.mark.crosscheck
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


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all machine code that is made or taken from the disk."""
    names: list[str] = []
    real = CompiledMarch._run

    def run(self: CompiledMarch, lanes: int) -> Any:
        if lanes not in self._loaded:
            names.append(self.march.name)
        return real(self, lanes)

    monkeypatch.setattr(CompiledMarch, "_run", run)
    recall.forget()
    return names


def test_a_second_run_makes_no_machine_code(made: list[str]) -> None:
    scenario = load_scenario("pendulum/driven")
    scenario.simulate()
    assert made
    made.clear()
    scenario.simulate()
    load_scenario("pendulum/driven").simulate()
    scenario.changed({"seed": 3, "integration.steps": 4, "integration.tolerance": 1e-3}).simulate()
    assert made == []


@pytest.mark.parametrize("first", [{}, {"duration": 0.5}, {"links.load.mass": 20.0}])
def test_other_numbers_make_no_machine_code(first: dict[str, float], made: list[str]) -> None:
    """Also of a scenario that is itself made by a change, of structure or of numbers."""
    scenario = load_scenario("pendulum/driven").changed(first)
    ends = []
    for mass in (25.5, 26.0, 27.0):
        changes = {"links.load.mass": mass, "joint_torque.torque": mass}
        ends.append(float(scenario.changed(changes).simulate().data["joint_position"][-1, 0]))
        if mass == 25.5:
            made.clear()
    assert made == []
    assert len(set(ends)) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"joints.axis.stiffness": 0.0},
        {"duration": 0.06},
        {"integration.method": "implicit"},
        {"joints.axis.friction": {"law": "coulomb", "coulomb": 0.1}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_another_structure_is_made_anew(changes: dict[str, Any], made: list[str]) -> None:
    scenario = load_scenario("pendulum/damped").changed({"duration": 0.05})
    scenario.changed({"joints.axis.stiffness": 1.1}).simulate()
    made.clear()
    other = scenario.changed(changes)
    run = other.simulate().data
    assert made
    alone = dataclasses.replace(other)  # without what it was made from
    np.testing.assert_array_equal(run["joint_position"], alone.simulate().data["joint_position"])


def test_no_more_are_kept_than_there_is_room_for() -> None:
    recall.forget()
    scenario = load_scenario("pendulum/swing")
    first = recalled(scenario)
    for k in range(15):
        recalled(scenario.changed({"duration": 0.01 + 0.001 * k}))
    assert recalled(scenario) is first
    for k in range(16):
        recalled(scenario.changed({"duration": 0.05 + 0.001 * k}))
    assert len(recall._made) == 16
    assert recalled(scenario) is not first


def digest() -> str:
    """Of the bits of some runs."""
    scenario = load_scenario("pendulum/driven").changed({"duration": 0.02})
    heavy = {"links.load.mass": 30.0, "joint_torque.torque": 9.0}
    masses = {"links.load.mass": [20.0, 30.0]}
    runs = (
        scenario.simulate().data["joint_position"].values,
        scenario.changed(heavy).simulate().data["joint_position"].values,
        scenario.prepare(["links.load.mass"]).run(masses)["joint_position"],
    )
    return hashlib.sha256(b"".join(run.tobytes() for run in runs)).hexdigest()


@pytest.mark.crosscheck
def test_the_same_bits_whatever_was_simulated_before() -> None:
    scenario = load_scenario("pendulum/driven").changed({"duration": 0.02})
    recall.forget()
    for changes in (
        {"integration.steps": 3, "seed": 9},
        {"links.load.mass": 40.0, "joint_torque.torque": 5.0},
    ):
        scenario.changed(changes).simulate()
        scenario.changed(changes).prepare(["links.load.mass"]).run()
    code = "from tests.unit.simulation.test_recall import digest; print(digest())"
    folder = Path(__file__).parents[3]
    command = [sys.executable, "-c", code]
    fresh = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    assert fresh.stdout.strip() == digest()
