"""Replay: a scenario driven by its own log does what the log says; another one does not."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Blocks, InputError, Log, Recording, Scenario, load_scenario
from armwright.blocks.catalogue import find

SIGNALS = ("reference_joint_position", "joint_position", "motor_torque")


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    """A rod that a motor swings from hanging to 60 degrees."""
    turn = {"begin": [0], "end": [60], "degrees": True, "speed": 2.0, "acceleration": 8.0}
    gains = {"proportional_gain": 200.0, "derivative_gain": 20.0, "integral_gain": 100.0}
    blocks = Blocks(
        reference=find("reference", "joint_ptp")(**turn),
        controller=(find("controller", "pid")(**gains, rate=1000.0),),
    )
    robot = load_scenario("pendulum/swing").robot
    return Scenario("turn", robot, 1.0, 1e-3, blocks, recording=Recording(SIGNALS, 1000.0))


@pytest.fixture(scope="module")
def log(scenario: Scenario) -> Log:
    return Log.from_run(scenario.simulate())


def test_the_references_of_its_own_log_give_the_same_motion(scenario: Scenario, log: Log) -> None:
    replay = scenario.replay(log)
    assert replay.source == "reference_joint_position"
    assert replay.agreement["joint_position"]["axis"].largest < 1e-6
    assert replay.agreement["motor_torque"]["axis"].share < 5e-3
    np.testing.assert_array_equal(
        replay.data["measured_joint_position"].values, log["joint_position"]
    )


def test_times_that_do_not_begin_at_zero_change_nothing(scenario: Scenario, log: Log) -> None:
    later = Log(log.data.assign_coords(time=log.data["time"] + 100.0))
    first, shifted = scenario.replay(log), scenario.replay(later)
    np.testing.assert_allclose(
        shifted.data["joint_position"].values, first.data["joint_position"].values, atol=1e-9
    )


def test_another_mass_shows_in_the_torques_of_a_replay(scenario: Scenario, log: Log) -> None:
    heavier = scenario.changed({"links.rod.mass": 1.8})
    assert heavier.replay(log).agreement["motor_torque"]["axis"].share > 0.1


def test_the_torques_of_its_own_log_give_the_same_motion(scenario: Scenario, log: Log) -> None:
    replay = scenario.replay(log, "torques")
    assert replay.source == "motor_torque"
    assert replay.agreement["joint_position"]["axis"].share < 0.01
    assert (
        scenario.changed({"links.rod.mass": 1.8})
        .replay(log, "torques")
        .agreement["joint_position"]["axis"]
        .share
        > 0.1
    )


def test_a_measured_motion_stands_for_a_reference_that_was_not_logged(
    scenario: Scenario, log: Log
) -> None:
    measured = Log(log.data[["joint_position"]])
    replay = scenario.replay(measured)
    assert replay.source == "joint_position"
    assert replay.agreement["joint_position"]["axis"].share < 0.05


def test_signals_that_are_not_simulated_are_named(scenario: Scenario, log: Log) -> None:
    data = log.data[["joint_position"]].assign(room_temperature=("time", 0 * log.time))
    assert scenario.replay(Log(data)).not_simulated == ("room_temperature",)


def test_missing_samples_are_refused(scenario: Scenario, log: Log) -> None:
    data = log.data[["joint_position"]].copy(deep=True)
    data["joint_position"][5:8] = np.nan
    with pytest.raises(
        InputError, match=r"signal 'joint_position': samples are missing \(got 3 of"
    ):
        scenario.replay(Log(data))


@pytest.mark.parametrize(
    ("signals", "driven_by", "message"),
    [
        (["kinetic_energy"], "references", "no signal for a replay by references"),
        (["joint_position"], "torques", "no signal for a replay by torques"),
        (["joint_position"], "hope", "unknown way to drive a scenario"),
    ],
)
def test_a_log_that_cannot_drive_is_refused(
    scenario: Scenario, log: Log, signals: list[str], driven_by: str, message: str
) -> None:
    data = log.data[[name for name in signals if name in log.data]]
    if "kinetic_energy" in signals:
        data = log.data[["joint_position"]].rename(joint_position="something")
    with pytest.raises(InputError, match=message):
        scenario.replay(Log(data), driven_by)  # type: ignore[arg-type]
