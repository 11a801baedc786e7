"""What is measured in the runs: how far joints and tool are from their references, and what that
costs in torque.

Arrays are (records, 6) or (6,). Errors are reference minus actual, or minus measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from armwright.arm import Arm, compile
from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.six_axis.runs import (
    FACTORS,
    OF_SOURCE,
    OUR_DIRECTION_CHANGES,
    PAYLOADS,
    last_mass,
)
from armwright.studies.six_axis.source import JOINT_AXES, ROTATION_ERROR

#: The last step is at 6 s; from here on the arm rests, but for noise.
SETTLED = 8.0
#: So long after a change of direction the filter's answer lasts, s.
FILTER_LASTS = 0.6


def values(run: Run, signal: str) -> Array:
    found: Array = run.data[signal].values
    return found


def time(run: Run) -> Array:
    return values(run, "time")


def error(run: Run, what: str = "position", *, measured: bool = False) -> Array:
    """Of `position` or `velocity`."""
    actual = values(run, f"{'measured_' if measured else ''}joint_{what}")
    return values(run, f"reference_joint_{what}") - actual


def senses(arm: Arm, run: Run) -> Array:
    """Of each joint's axis along that of S1's appendix C, in the posture in which a run begins: −1
    where they point opposite ways."""
    axes = arm.jacobian(values(run, "reference_joint_position")[0])[3:].T
    found: Array = np.sum(axes * JOINT_AXES, axis=1)
    return found


class StaticError(NamedTuple):
    """`size` in rad, `joint` by its number, `until`: when that rest ends, s."""

    size: float
    joint: int
    until: float


@dataclass(frozen=True, eq=False)
class StepTest:
    """`heights` in rad, `times` in s."""

    heights: Array
    times: Array

    @classmethod
    def of(cls, scenario: Scenario) -> StepTest:
        reference = scenario.blocks.reference
        assert reference is not None
        given = reference.values
        return cls(np.radians(np.abs(given["heights"])), np.array(given["times"]))

    def largest(self, run: Run) -> Array:
        """The largest error of each joint in the second after its step, as a part of the step."""
        t, e = time(run), np.abs(error(run))
        parts = [e[(t >= begin) & (t < begin + 1.0), k].max() for k, begin in enumerate(self.times)]
        return np.array(parts) / self.heights

    def highest_static(self, run: Run) -> StaticError:
        """The largest error of any joint wherever it rests. A joint rests in the last tenth of a
        second before another one's step, unless it stepped a second ago itself; and all do from
        SETTLED to the end."""
        t, e = time(run), np.abs(error(run))
        rests = {float(t[-1]): e[t >= SETTLED].max(axis=0)}
        for begin in self.times:
            rest = e[(t > begin - 0.1) & (t < begin)].mean(axis=0)
            rest[np.isclose(self.times, begin - 1.0)] = 0.0
            rests[float(begin)] = rest
        when = max(rests, key=lambda end: float(rests[end].max()))
        joint = int(rests[when].argmax())
        return StaticError(float(rests[when][joint]), joint, when)

    def left(self, run: Run) -> Array:
        """The error of each joint one second after its step, as a part of the step."""
        at = np.searchsorted(time(run), self.times + 1.0 - 1e-9)
        return np.abs(error(run)[at, range(6)]) / self.heights


def amplitudes(run: Run, *, measured: bool = True) -> tuple[float, float]:
    """Of noise, on q and on q̇, as S1's table 5.1 is understood: the largest deviation of each
    joint's error from its mean, once the arm has settled; the mean of that over the joints."""
    settled = time(run) >= SETTLED
    found = []
    for what in ("position", "velocity"):
        e = error(run, what, measured=measured)[settled]
        found.append(float(np.abs(e - e.mean(axis=0)).max(axis=0).mean()))
    return found[0], found[1]


def static(run: Run) -> Array:
    """What is left of each joint's error while the arm rests: the mean from SETTLED to the end."""
    found: Array = error(run)[time(run) >= SETTLED].mean(axis=0)
    return found


def at_rest(run: Run) -> float:
    """The largest error of any joint from SETTLED to the end."""
    return float(np.abs(error(run)[time(run) >= SETTLED]).max())


def error_growth_at_limits(run: Run) -> float:
    """Of all growth of |e|, the part that is while y or u of any joint is at its limit. Joints are
    coupled: what one lacks, others feel."""
    growth = np.maximum(np.diff(np.abs(error(run)), axis=0), 0.0).sum(axis=1)
    met = np.zeros(time(run).size, dtype=bool)
    for wanted, served in (
        ("wanted_joint_acceleration", "commanded_joint_acceleration"),
        ("wanted_joint_torque", "joint_torque"),
    ):
        met |= (values(run, wanted) != values(run, served)).any(axis=1)
    return float(growth[met[:-1] | met[1:]].sum() / growth.sum())


def unserved(run: Run) -> Array:
    """∫|u − u_s| dt of each joint, N m s: what the torque limit cuts off."""
    over = np.abs(values(run, "wanted_joint_torque") - values(run, "joint_torque"))
    found: Array = over.sum(axis=0) * period(run)
    return found


def roughness(run: Run, signal: str) -> Array:
    """How much a signal changes in 10 ms once the arm has settled: root mean square, each joint."""
    settled = values(run, signal)[time(run) >= SETTLED]
    every = round(0.01 / period(run))
    found: Array = np.sqrt((np.diff(settled[::every], axis=0) ** 2).mean(axis=0))
    return found


def period(run: Run) -> float:
    """From record to record, s."""
    t = time(run)
    return float(t[1] - t[0])


def torque_noise(run: Run) -> Array:
    """Standard deviation of each joint's torque once the arm has settled, N m."""
    found: Array = values(run, "joint_torque")[time(run) >= SETTLED].std(axis=0)
    return found


def linearity(runs: Mapping[str, Run]) -> tuple[Array, float]:
    """Static errors per part of the mass, rad, fitted through zero; and the largest deviation from
    that, as a part of the largest error."""
    wrong = np.array(FACTORS) - 1.0
    errors = np.array([static(runs[name]) for name in PAYLOADS.values()])
    slope = wrong @ errors / (wrong @ wrong)
    off = np.abs(errors - np.outer(wrong, slope)).max() / np.abs(errors).max()
    return slope, float(off)


def near_changes(run: Run, what: str = "position") -> Array:
    """How large the error is after changes of direction, compared with elsewhere on the way; means
    over the time, each joint by itself."""
    t, e = time(run), np.abs(error(run, what))
    near = np.any([(t >= c) & (t < c + FILTER_LASTS) for c in OUR_DIRECTION_CHANGES], axis=0)
    moving = (t >= OUR_DIRECTION_CHANGES[0]) & (t < OUR_DIRECTION_CHANGES[-1] + FILTER_LASTS)
    found: Array = e[near].mean(axis=0) / e[moving & ~near].mean(axis=0)
    return found


@dataclass(frozen=True)
class Bought:
    """What a controller gives. SI; `largest`: part of the step; `torque`: root mean square of the
    joints' standard deviations, `rate`: of their changes in 10 ms."""

    largest: float
    amplitude: tuple[float, float]
    torque: float
    rate: float
    static: float
    largest_heavier: float

    @classmethod
    def of(cls, steps: StepTest, runs: Mapping[str, Run]) -> Bought:
        noisy = runs["noise-both"]
        wrong = [np.abs(static(runs[name])).max() for name in ("payload-90", "payload-110")]
        return cls(
            float(steps.largest(runs["ideal"]).max()),
            amplitudes(noisy, measured=False),
            root_mean_square(torque_noise(noisy)),
            root_mean_square(roughness(noisy, "joint_torque")),
            float(max(wrong)),
            float(steps.largest(runs["payload-110"]).max()),
        )

    @property
    def lost(self) -> bool:
        """Whether the arm goes astray."""
        return max(self.largest, self.largest_heavier) > 1.0


def bought_by(
    steps: StepTest, runs: Mapping[str, Run], beyond: Mapping[str, Mapping[str, Run]]
) -> dict[str, Bought]:
    """Each controller. `runs`: those of S1's own."""
    return {name: Bought.of(steps, own) for name, own in {OF_SOURCE: runs, **beyond}.items()}


def payload_found(runs: Mapping[str, Run]) -> Array:
    """What an estimated payload is at rest, as a part of what the arm carries more or less: with 90
    and with 110 % of the last link's mass."""
    found = []
    for name, change in (("payload-90", -0.1), ("payload-110", 0.1)):
        run = runs[name]
        mass = values(run, "estimated_payload")[time(run) >= SETTLED].mean()
        found.append(mass / (change * last_mass()))
    return np.array(found)


def root_mean_square(of_joints: Array) -> float:
    return float(np.sqrt((of_joints**2).mean()))


@dataclass(frozen=True, eq=False)
class ToolTurn:
    """R̃ = R(q) − R(q_r) as a small turn δ: R̃ = S(δ) R(q_r), with S(δ) skew for the right posture.

    `vector`: δ in base axes, rad. `misfit`: the part of S(δ) that is not skew.
    """

    vector: Array
    misfit: float

    @classmethod
    def between(cls, difference: Array, rotation: Array) -> ToolTurn:
        """From R̃ and R(q_r)."""
        S = difference @ rotation.T
        vector = 0.5 * np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]])
        skew = float(np.linalg.norm(S - S.T))
        return cls(vector, float(np.linalg.norm(S + S.T)) / skew if skew else 0.0)

    @property
    def angle(self) -> float:
        return float(np.linalg.norm(self.vector))


def end_rotation(arm: Arm, run: Run) -> Array:
    """How the reference turns the tool from the beginning of a run to its end, base axes."""
    reference = values(run, "reference_joint_position")
    begin, end = (arm.pose(reference[k])[:3, :3] for k in (0, -1))
    found: Array = end @ begin.T
    return found


def own_turn(arm: Arm, run: Run) -> ToolTurn:
    """Of the tool at the end, from where it should be."""
    actual, wanted = (
        arm.pose(last_record(run, name))[:3, :3]
        for name in ("joint_position", "reference_joint_position")
    )
    return ToolTurn.between(actual - wanted, wanted)


def source_turn(rotation: Array) -> ToolTurn:
    """Of (5.2), if the tool was turned by `rotation` since the angles were zero. S1's frames are
    parallel to the base there, and our tool's is not: the turn since the start is what both have
    in common."""
    return ToolTurn.between(ROTATION_ERROR, rotation)


def wrist_errors(arm: Arm, run: Run, turn: ToolTurn) -> tuple[float, float]:
    """q − q_r of UA and of J3 that make a turn at the end of a run, if J1 has no error. LA, J2 and
    OS turn about the same axis there: of them the turn tells the sum alone."""
    axes = arm.jacobian(last_record(run, "reference_joint_position"))[3:, 3:6]
    upper_arm, wrist, _ = np.linalg.solve(axes, turn.vector)
    return float(upper_arm), float(wrist)


def tool_error(run: Run) -> Array:
    """H_e(q) − H_e(q_r) at the end, 4 × 4.  S1 (5.2)."""
    arm = compile("six_axis")
    found: Array = arm.pose(last_record(run, "joint_position")) - arm.pose(
        last_record(run, "reference_joint_position")
    )
    return found


def last_record(run: Run, signal: str) -> Array:
    found: Array = values(run, signal)[-1]
    return found
