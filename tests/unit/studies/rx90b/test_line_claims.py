"""Claims about the line agree with the run, and see it when a run is another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from armwright import InputError, Run, load, load_scenario
from armwright.studies.rx90b.claims.line import (
    accuracy_claim,
    compensation_claim,
    coupling_claim,
    line_claims,
)
from armwright.studies.rx90b.measures import Track
from tests.unit.studies.rx90b.conftest import Spoil


def test_all_that_s3_says_is_so_but_for_the_accuracy(run: Run) -> None:
    found = line_claims(run)
    differs = [claim.key for claim in found if claim.verdict == "differs"]
    assert differs == ["accuracy"]
    assert len({claim.says for claim in found}) == 7
    words = " ".join(claim.got for claim in found)
    assert "joints 2 and 3 turn around at 609 mm of 1250 mm, no other joint does" in words
    assert "1.250 m; 0.250 m/s, reached within 0.25 s" in words
    assert (
        "up to 167 µm off the line: 167 µm where the arm starts, 112 µm where joints 2 and 3 turn "
        "around, 99 µm where it stops; elsewhere, at constant speed, 11 µm" in words
    )


def still(_: np.ndarray, values: np.ndarray) -> None:
    values[:] = values[0]


def shifted(_: np.ndarray, values: np.ndarray) -> None:
    values += 0.01


def doubled(_: np.ndarray, values: np.ndarray) -> None:
    values *= 2


def stumbling(time: np.ndarray, values: np.ndarray) -> None:
    values[:, 1] += 2e-3 * np.sin(20 * time)


def another_turns(time: np.ndarray, values: np.ndarray) -> None:
    values[time > 4, 4] *= -1


@pytest.mark.parametrize(
    ("signal", "spoil", "numbers"),
    [
        ("joint_position", shifted, {0}),
        ("tool_position", stumbling, {1}),
        ("reference_joint_velocity", another_turns, {2}),
        ("friction_torque", still, {3, 6}),
        ("motor_current", doubled, {5}),
        ("friction_torque", doubled, {6}),
    ],
)
def test_a_claim_sees_what_is_otherwise(
    spoiled: Callable[[str, Spoil], Run], signal: str, spoil: Spoil, numbers: set[int]
) -> None:
    found = line_claims(spoiled(signal, spoil))
    assert numbers <= {k for k, claim in enumerate(found) if claim.verdict == "differs"}


def test_a_path_without_a_kick_differs(run: Run, spoiled: Callable[[str, Spoil], Run]) -> None:
    reference = run.data["reference_tool_position"].values

    def exact(_: np.ndarray, values: np.ndarray) -> None:
        values[:] = reference

    perfect = line_claims(spoiled("tool_position", exact))
    assert perfect[3].verdict == "differs"
    assert "swings by 0 µm sideways and 0 µm vertically" in perfect[3].got


@pytest.mark.parametrize(
    ("begin", "end", "verdict"),
    [
        (0.0, 0.5, "kind"),
        (0.5, 0.75, "differs"),
        (2.0, 2.1, "differs"),
        (3.0, 3.1, "differs"),
        (5.5, 5.7, "differs"),
    ],
)
def test_the_accuracy_is_that_of_the_whole_line(
    run: Run, spoiled: Callable[[str, Spoil], Run], begin: float, end: float, verdict: str
) -> None:
    """A tool that is where it should be but for a while, in which it is 0.11 mm too high: only
    before it starts that does not matter."""
    reference = run.data["reference_tool_position"].values

    def off(time: np.ndarray, values: np.ndarray) -> None:
        values[:] = reference
        values[(time > begin) & (time < end), 2] += 1.1e-4

    assert accuracy_claim(Track.of(spoiled("tool_position", off))).verdict == verdict


@pytest.fixture(scope="module")
def smooth() -> Run:
    """Without friction."""
    signals = ["joint_position", "joint_velocity", "joint_acceleration", "motor_current"]
    changes = {"fidelity.friction": False, "recording.signals": signals, "duration": 2.0}
    return load_scenario("rx90b/line").changed(changes).simulate()


def test_the_wrist_is_coupled_by_its_torques(smooth: Run) -> None:
    """Currents of a wrist whose motor 6 acted on joint 6 alone are others."""
    robot = load("rx90b")
    assert coupling_claim(smooth, robot).verdict == "number"
    currents = smooth.data["motor_current"].values.copy()
    currents[:, 4] += currents[:, 5] * 45 / 75
    data = smooth.data.assign(motor_current=(smooth.data["motor_current"].dims, currents))
    assert coupling_claim(Run(data), robot).verdict == "differs"


@pytest.mark.crosscheck
def test_without_feed_forward_of_friction_the_kick_is_larger(run: Run) -> None:
    zero = {
        f"controller.{name}_feedforward{way}": 0.0
        for name, ways in (("coulomb", ("_positive", "_negative")), ("viscous", ("",)))
        for way in ways
    }
    without = load_scenario("rx90b/line").changed({**zero, "duration": 6.0}).simulate()
    assert compensation_claim(run, without).verdict == "kind"
    assert compensation_claim(without, run).verdict == "differs"


def test_a_track_knows_when_the_speed_is_constant(run: Run) -> None:
    track = Track.of(run)
    fast = track.time[track.at_constant_speed()]
    np.testing.assert_allclose(fast[[0, -1]], [0.75, 5.5], atol=2e-3)
    np.testing.assert_allclose(track.time[track.at_constant_speed(0.4)][0], 1.15, atol=2e-3)
    assert track.length == pytest.approx(1.25, abs=1e-9)
    assert track.place(3.0) == pytest.approx(0.03125 + 0.25 * 2.25, abs=1e-6)


def test_a_track_is_that_of_one_run_on_which_joints_turn_around(
    run: Run, spoiled: Callable[[str, Spoil], Run]
) -> None:
    with pytest.raises(InputError, match="track: several runs at once"):
        Track.of(Run(run.data.expand_dims("run")))
    with pytest.raises(InputError, match="no joint turns around"):
        _ = Track.of(spoiled("reference_joint_velocity", still)).reversal
