"""Motors out of a list for what a scenario does, and the run that shows whether they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armwright.errors import InputError
from armwright.progress import Tell, silence
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.signals.records import flags_of
from armwright.sizing.demand import NEEDED, AxisDemand, demands_of
from armwright.sizing.fitting import with_motors
from armwright.sizing.motor_list import ListedGear, ListedMotor, MotorList
from armwright.sizing.trial import SizingRules, TriedMotor, try_motor

#: Reruns until motors hold; each refuses at least one motor that failed.
MOST_ROUNDS = 20


@dataclass(frozen=True, eq=False)
class MotorChoice:
    """`demands`: what the first run asked of each motor. `trials`: every motor and gear that was
    tried, lightest first, with why it was refused. `chosen`: by axis, with what the rerun uses of
    it. `scenario` and `rerun` have the chosen motors in; both are None where an axis is left
    without one. `rounds`: how many reruns it took."""

    rules: SizingRules
    run: Run
    demands: tuple[AxisDemand, ...]
    trials: Mapping[str, tuple[TriedMotor, ...]]
    chosen: Mapping[str, TriedMotor]
    scenario: Scenario | None
    rerun: Run | None
    rounds: int

    @property
    def missing(self) -> tuple[str, ...]:
        """Axes for which no motor of the list will do."""
        return tuple(demand.name for demand in self.demands if demand.name not in self.chosen)

    @property
    def holds(self) -> bool:
        """Whether every axis has a motor, and the rerun keeps the rules."""
        return self.rerun is not None and all(one.fits for one in self.chosen.values())


def choose_motors(
    scenario: Scenario,
    motors: MotorList | Sequence[ListedMotor],
    gears: Sequence[ListedGear] = (),
    *,
    run: Run | None = None,
    rules: SizingRules | None = None,
    tell: Tell | None = None,
) -> MotorChoice:
    """The lightest motors (with gears, if there are any to choose from) that do what the scenario
    does, and a rerun with them in.

    What is asked comes from a run of the scenario as it is, or from `run`: torques on the joint's
    side, without the rotors of that run. Every motor is tried with its own rotor: its torque at its
    speed, its rms torque, its speed, its gear, and the ratio of inertias (`SizingRules`). A motor
    that fails in the rerun, where friction and the loop have their say, is refused, and the next
    one is tried.
    """
    listed = motors if isinstance(motors, MotorList) else MotorList(tuple(motors), tuple(gears))
    if isinstance(motors, MotorList) and gears:
        listed = replace(listed, gears=tuple(gears))
    if not scenario.robot.all_motors:
        raise InputError("has no motor", where=f"robot '{scenario.robot.name}'")
    rules, tell = rules or SizingRules(), tell or silence
    recorded = _recording(scenario)
    tell("what is asked of the motors", 0.0)
    first = run if run is not None else recorded.simulate()
    demands = asked = demands_of(first, recorded)
    refused: dict[tuple[str, str], tuple[str, ...]] = {}
    for k in range(MOST_ROUNDS):
        trials = {one.name: _trials(one, listed, rules, refused) for one in asked}
        chosen = {
            name: next(one for one in tried if one.fits)
            for name, tried in trials.items()
            if any(one.fits for one in tried)
        }
        if len(chosen) < len(trials):
            return MotorChoice(rules, first, demands, trials, chosen, None, None, k)
        tell(f"rerun {k + 1}", (k + 1) / (MOST_ROUNDS + 1))
        fitted = with_motors(recorded, chosen)
        rerun = fitted.simulate()
        asked = demands_of(rerun, fitted)
        proven = {one.name: _proven(one, chosen[one.name], rerun, rules) for one in asked}
        if all(one.fits for one in proven.values()):
            return MotorChoice(rules, first, demands, trials, proven, fitted, rerun, k + 1)
        refused |= {_key(one): one.reasons for one in proven.values() if not one.fits}
    raise InputError(
        "no motors were found that hold in their rerun",
        where=f"scenario '{scenario.name}'",
        got=f"{MOST_ROUNDS} reruns",
        hint="Let less of a motor be used (rules), so that the first choice has more to spare.",
    )


def _recording(scenario: Scenario) -> Scenario:
    """The same, with all that is needed among its signals."""
    asked = scenario.recording.signals
    more = () if asked is None else tuple(name for name in NEEDED if name not in asked)
    if asked is None:
        asked = (*NEEDED, "reference_joint_position", "joint_velocity")
        asked = asked if scenario.blocks.reference else (*NEEDED, "joint_velocity")
    return replace(scenario, recording=replace(scenario.recording, signals=(*asked, *more)))


def _trials(
    demand: AxisDemand,
    listed: MotorList,
    rules: SizingRules,
    refused: Mapping[tuple[str, str], tuple[str, ...]],
) -> tuple[TriedMotor, ...]:
    gears: list[ListedGear | None] = [gear for gear in listed.gears if gear.kind == demand.kind]
    if not demand.geared or not gears:
        gears = [None]
    found = []
    for motor in listed.motors:
        for gear in gears:
            one = try_motor(demand, motor, gear, rules)
            failed = tuple(f"in the rerun, {reason}" for reason in refused.get(_key(one), ()))
            found.append(replace(one, reasons=failed or one.reasons))
    return tuple(sorted(found, key=lambda one: (one.mass, one.motor.peak_torque, one.label)))


def _proven(demand: AxisDemand, pick: TriedMotor, rerun: Run, rules: SizingRules) -> TriedMotor:
    """The pick, judged by what it did in the rerun."""
    one = try_motor(demand, pick.motor, pick.gear, rules)
    names = [str(name) for name in rerun.data["motor"].values]
    reasons = list(one.reasons)
    for flag in flags_of(rerun.data):
        counts = np.atleast_1d(rerun.data[f"{flag}_count"].values)
        if rerun.data[f"{flag}_count"].dims == ("motor",) and counts[names.index(demand.name)]:
            reasons.append(f"'{flag}' was up {int(counts[names.index(demand.name)])} times")
    return replace(one, reasons=tuple(reasons))


def _key(one: TriedMotor) -> tuple[str, str]:
    """Gears may be of one ratio: motor and gear by their names."""
    return one.axis, one.label
