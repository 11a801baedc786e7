"""A PUMA's joint 1 to and fro, as S2's instruments would have recorded it, from files read back."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from armwright import identify
from armwright.arm import compile
from armwright.arrays import Array
from armwright.blocks.catalogue import find
from armwright.fit import Fit
from armwright.measuring import (
    Converter,
    Counter,
    Instrument,
    RawRecording,
    Recorder,
    SampleClock,
    TrackerHead,
    save_recordings,
)
from armwright.progress import Tell
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Log, Run
from armwright.signals.processing.alignment import ClockAlignment
from armwright.signals.reading import read_log
from armwright.studies.measuring.source import (
    AMPERES_PER_VOLT,
    BITS,
    MOST_SAMPLES,
    RATE,
    TRACKER_NOISE,
    VOLTS,
    ZERO_ERRORS,
)

DURATION = 5.25
#: Of the wire through the transducer, and of the card's clock beside the tracker's: assumed.
TURNS, DELAY, DRIFT = 10, 0.137, 50e-6
#: V, of the transducer: assumed.
CURRENT_NOISE = 2e-3
COUNTS_PER_TURN = 1000.0
#: Of the target, from the wrist, in the frame of the wrist.
TARGET = np.array([0.0, 0.0, 0.056])
JOINT = "joint1"
#: What the ways of recording are called.
FAST, THOUSAND, ONE_TURN = "1.6 kHz", "1000 samples", "1.6 kHz, wire led through once"


@dataclass(frozen=True, eq=False)
class Measurement:
    """One test. `card`, by way of recording: what the card's files say. `fits`: joint 1 from each.
    `triggered` and `free`: what the tracker's files say, with the card's samples on its edges, and
    on a clock of its own, `alignment` from the motion. `true`: joint 1's own terms."""

    scenario: Scenario
    nominal: Robot
    run: Run
    raw: Mapping[str, RawRecording]
    card: Mapping[str, Log]
    fits: Mapping[str, Fit]
    triggered: Log
    free: Log
    alignment: ClockAlignment
    true: Mapping[str, float]


def to_and_fro() -> Scenario:
    """The arm as it is: its joints' zeros are off by what S2 found for the real one."""
    scenario = load_scenario("puma/mark1")
    path = {
        "kind": "joint_path",
        "points": [[-90, 0, 90], [90, 0, 90], [-90, 0, 90]],
        "degrees": True,
        "speed": 1.9,
        "acceleration": 6.0,
        "dwell": 0.2,
        "start_time": 0.3,
    }
    rate = scenario.blocks.sensors[0].rate
    reference = find("reference", "set_points")(source=path, interval=0.028, rate=rate)
    robot = scenario.robot
    turns = {
        f"joints.{joint.name}.rotation": error * joint.axis
        for joint, error in zip(robot.moving_joints, ZERO_ERRORS, strict=True)
    }
    return dataclasses.replace(
        scenario.with_blocks(reference=reference),
        robot=changed(robot, turns),
        model=robot,
        duration=DURATION,
    )


def measure(tell: Tell) -> Measurement:
    tell("joint 1 to and fro", 0.0)
    scenario = to_and_fro()
    run = scenario.simulate()
    tell("files of the instruments", 0.4)
    raw = {name: one.record(run, seed=1) for name, one in _recorders().items()}
    with tempfile.TemporaryDirectory() as folder:
        paths = save_recordings(folder, *raw.values())
        logs = {name: read_log(path) for name, path in zip(raw, paths, strict=True)}
    tell("joint 1 from each of them", 0.5)
    ways = (FAST, THOUSAND, ONE_TURN)
    nominal = load_scenario("puma/mark1").robot
    fits = {way: identify.joint(nominal, logs[way], JOINT) for way in ways}
    tell("two clocks", 0.8)
    tool = target_of(scenario.robot)
    # The target stays at one height: there is nothing to compare in z.
    alignment = logs[FAST].alignment(
        logs["free"], (lambda log: tool(log)[:, :2], lambda log: log["tool_position"][:, :2])
    )
    return Measurement(
        scenario=scenario,
        nominal=nominal,
        run=run,
        raw=raw,
        card={way: logs[way] for way in ways},
        fits=fits,
        triggered=logs["triggered"],
        free=logs["free"],
        alignment=alignment,
        true=_true_terms(nominal, fits[FAST]),
    )


def _recorders() -> dict[str, Recorder]:
    slow = MOST_SAMPLES / DURATION
    card: dict[str, Instrument] = {
        "motor_position": Counter(COUNTS_PER_TURN),
        "motor_current": _hall(TURNS),
    }
    target: dict[str, Instrument] = {"measured_tool_position": TrackerHead(TRACKER_NOISE)}
    tracker = SampleClock(slow, most=MOST_SAMPLES)
    late = dataclasses.replace(tracker, delay=DELAY, drift=DRIFT)
    return {
        FAST: Recorder("card", SampleClock(RATE), card),
        THOUSAND: Recorder("card_triggered", tracker, card),
        ONE_TURN: Recorder("card_one_turn", SampleClock(RATE), {**card, "motor_current": _hall(1)}),
        "triggered": Recorder("tracker_triggered", tracker, target),
        "free": Recorder("tracker_free", late, target),
    }


def _hall(turns: int) -> Converter:
    """S2, 4.2."""
    return Converter(AMPERES_PER_VOLT / turns, "A", volts=VOLTS, bits=BITS, noise=CURRENT_NOISE)


def target_of(robot: Robot) -> Callable[[Log], Array]:
    """Where the target is by the encoders, (samples, 3)."""
    arm, inverse = compile(robot), np.linalg.inv(robot.gear_matrix)

    def target(log: Log) -> Array:
        pose = arm.pose(log["motor_position"] @ inverse.T)
        found: Array = pose[:, :3, 3] + pose[:, :3, :3] @ TARGET
        return found

    return target


def _true_terms(robot: Robot, fit: Fit) -> dict[str, float]:
    """The terms of joint 1, from the numbers of the robot that was simulated."""
    known = fit.combinations
    numbers = np.array([fit.parameters[name].nominal for name in known.elements])
    return dict(zip(known.names, (known.matrix @ numbers).tolist(), strict=True))
