"""Experiments that show frequency responses: orthogonal multisines in closed loop, in several
configurations, each as a scenario of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Output
from armwright.blocks.disturbances import TorqueMultisine
from armwright.blocks.references.multisine import RandomMultisine
from armwright.blocks.references.waves import harmonics_within, orthogonal
from armwright.errors import InputError
from armwright.identify.frequency.together import simulated
from armwright.linear.rest import at_rest
from armwright.plant import Plant
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.signals.log import Log
from armwright.signals.provenance import Plain
from armwright.system import Recording

#: What is excited: the motors' torques, or the joints' references.
Excited = Literal["torque", "reference"]
Taken = TypeVar("Taken")
SIGNALS = ("motor_torque", "motor_position", "motor_velocity")
PERIOD, HARMONICS = "response_period", "response_harmonics"
CONFIGURATION, REALISATION = "response_configuration", "response_realisation"
EXPERIMENT, HOLD = "response_experiment", "torque_hold"
SETTLING, PERIODS = "response_settling", "response_periods"


@dataclass(frozen=True, eq=False)
class ResponseExperiment:
    """One or more of as many experiments as there are motors, at one configuration, in a scenario
    that runs them in turn: `numbers`. `harmonics`: multiples of 1/period that are excited. The
    first `settling` periods of each are for transients to die out; `periods` are measured then."""

    scenario: Scenario
    position: Array
    configuration: int
    realisation: int
    numbers: tuple[int, ...]
    period: float
    harmonics: NDArray[np.int64]
    settling: int
    periods: int

    def attributes(self, number: int) -> dict[str, Plain]:
        """What a log has to say about itself, so that responses can be estimated from it."""
        return {
            PERIOD: self.period,
            HARMONICS: " ".join(map(str, self.harmonics)),
            CONFIGURATION: self.configuration,
            REALISATION: self.realisation,
            EXPERIMENT: number,
            SETTLING: self.settling,
            PERIODS: self.periods,
            HOLD: self.scenario.tick,
        }

    def logs(self, run: Run) -> list[Log]:
        """Of a run of its scenario: a log for each experiment."""
        data = Log.from_run(run).data
        rate = self.scenario.recording.rate
        size = round((self.settling + self.periods) * self.period * rate)
        return [
            Log(
                data.isel(time=slice(k * size, (k + 1) * size)).assign_attrs(
                    self.attributes(number)
                )
            )
            for k, number in enumerate(self.numbers)
        ]


def response_experiments(
    scenario: Scenario,
    configurations: ArrayLike,
    amplitude: ArrayLike,
    *,
    excited: Excited = "torque",
    period: float = 10.0,
    band: tuple[float, float] = (1.0, 60.0),
    lines: int | None = 100,
    odd: bool = True,
    periods: int = 2,
    realisations: int = 1,
    settling: int = 1,
    bias: ArrayLike | None = None,
    bias_cycles: int = 1,
    rate: float | None = None,
) -> list[ResponseExperiment]:
    """For each of `configurations` (C, joints) and each realisation, an experiment per motor: the
    scenario's arm and controller, with orthogonal multisines of `amplitude`, a number for all or
    one for each, N m at the motors (`excited` = "torque") or rad and m at the joints ("reference",
    with a flat spectrum of velocity).

    `period` in s, `band` in Hz, `lines`: how many frequencies, `odd` multiples of 1/period alone:
    sums and differences of two are even, so that Coriolis forces and all else that is quadratic in
    the motion fall between them (Pintelon and Schoukens 2012). `periods` are recorded after
    `settling` ones, at `rate` (Hz; by default with every tick: between records of a slower one
    controllers and their torques change unseen). `bias`: amplitude of a slow sine of all joints,
    with `bias_cycles` in a period, that keeps friction from sticking. What would leave the joints'
    ranges or exceed their speeds, or need more torque than there is, is refused."""
    if periods < 1 or realisations < 1 or settling < 0:
        raise InputError(
            "how often experiments are repeated",
            where="response_experiments",
            got=f"{periods} periods, {realisations} realisations, {settling} for settling",
            expected="1 or more, 1 or more, 0 or more",
        )
    plant = Plant(scenario.robot, scenario.fidelity, frictions=scenario.frictions)
    joints, motors = plant.arrangement.joints, len(plant.motor_names)
    q = np.atleast_2d(np.asarray(configurations, dtype=np.float64))
    if q.ndim != 2 or q.shape[1] != joints:
        raise InputError(
            "not configurations",
            where="response_experiments",
            got=f"shape {q.shape}",
            expected=f"(configurations, {joints})",
        )
    size = motors if excited == "torque" else joints
    A = np.broadcast_to(np.asarray(amplitude, dtype=np.float64), (size,))
    slow = np.zeros(joints) if bias is None else np.broadcast_to(np.asarray(bias, float), (joints,))
    moving = A if excited == "reference" else np.zeros(joints)
    harmonics = harmonics_within("multisine", period, band, lines, odd=odd)
    _check_motion(scenario, q, moving + slow)
    speed = 2 * np.pi * bias_cycles / period * slow
    if excited == "reference":
        speed = speed + A * _fastest(harmonics, period, joints, realisations)
    _check_speed(scenario, speed)
    if excited == "torque":
        _check_torque(scenario, plant, q, A)
    if odd and bias is not None and bias_cycles % 2 == 0:
        raise InputError(
            "the bias motion would carry one excited line to the next",
            where="response_experiments, bias_cycles",
            got=f"{bias_cycles} in a period, with odd lines",
            expected="an odd number",
        )
    own = scenario.blocks.reference
    clock = own.rate if own is not None and own.rate else 1000.0
    often = 1.0 / scenario.tick if rate is None else rate
    found: list[ResponseExperiment] = []
    for c, position in enumerate(q):
        for realisation in range(realisations):
            shared: dict[str, Any] = {
                "period": period,
                "band": band,
                "odd": odd,
                "seed": 1 + realisation,
            }
            together: tuple[int, ...] = tuple(range(size))
            for numbers in (together,) if excited == "torque" else ((k,) for k in together):
                reference = RandomMultisine(
                    name="reference",
                    rate=clock,
                    centre=tuple(position),
                    amplitude=tuple(moving),
                    bias=tuple(slow) if np.any(slow) else None,
                    bias_cycles=bias_cycles,
                    lines=lines if excited == "reference" else 1,
                    experiment=numbers[0],
                    **shared,
                )
                torque: tuple[Block, ...] = ()
                if excited == "torque":
                    torque = (
                        TorqueMultisine(
                            name="torque_multisine",
                            rate=1.0 / scenario.tick,
                            amplitude=tuple(A),
                            lines=lines,
                            repeats=settling + periods,
                            **shared,
                        ),
                    )
                duration = period * (settling + periods) * len(numbers)
                # Noise would be the same in all of them with the same seed.
                own_noise = dataclasses.replace(scenario, seed=scenario.seed + len(found))
                setup = _around(own_noise, reference, torque, duration, often)
                about = (period, harmonics, settling, periods)
                found.append(ResponseExperiment(setup, position, c, realisation, numbers, *about))
    return found


def measured(
    experiments: Sequence[ResponseExperiment],
    progress: Callable[[int, int], None] | None = None,
) -> list[Log]:
    """Logs of all experiments, simulated; `progress` is told how many of how many are done."""
    return taken(experiments, lambda log: log, progress)


def taken(
    experiments: Sequence[ResponseExperiment],
    take: Callable[[Log], Taken],
    progress: Callable[[int, int], None] | None = None,
) -> list[Taken]:
    """What is taken from each log, in the order of the experiments. The logs themselves, which are
    long, are not kept."""
    found: list[list[Taken]] = [[] for _ in experiments]
    runs = simulated([one.scenario for one in experiments])
    for done, (place, run) in enumerate(runs):
        found[place] = [take(log) for log in experiments[place].logs(run)]
        if progress is not None:
            progress(done + 1, len(experiments))
    return [one for several in found for one in several]


def _around(
    scenario: Scenario,
    reference: Block,
    torque: tuple[Block, ...],
    duration: float,
    rate: float,
) -> Scenario:
    blocks = dataclasses.replace(
        scenario.blocks,
        reference=reference,
        disturbances=(*scenario.blocks.disturbances, *torque),
    )
    sensed = {signal for block in blocks.sensors for signal in _shown(block)}
    signals = [f"measured_{name}" if f"measured_{name}" in sensed else name for name in SIGNALS]
    signals += ["reference_joint_position"] + ["disturbance_motor_torque"] * bool(torque)
    return dataclasses.replace(
        scenario,
        blocks=blocks,
        duration=duration,
        start=dataclasses.replace(scenario.start, joint_position=None, joint_velocity=None),
        recording=Recording(tuple(signals), rate),
        spreads={},
    )


def _shown(block: Block) -> list[str]:
    return [block.signal(name) for name in block.of(Output)]


def _check_motion(scenario: Scenario, q: Array, swing: Array) -> None:
    for k, joint in enumerate(scenario.robot.moving_joints):
        low, high = q[:, k].min() - swing[k], q[:, k].max() + swing[k]
        if low < joint.limits.lower or high > joint.limits.upper:
            raise InputError(
                "the experiment leaves the joint's range",
                where=f"joint '{joint.name}'",
                got=f"{low:.4g} to {high:.4g}",
                expected=f"{joint.limits.lower:.4g} to {joint.limits.upper:.4g}",
                hint="Take other configurations, or smaller amplitudes.",
            )


def _fastest(harmonics: NDArray[np.int64], period: float, joints: int, realisations: int) -> Array:
    """(joints,) 1/s: the highest speed of each joint's multisine of amplitude 1."""
    w = 2 * np.pi * harmonics / period
    peaks = [
        [dataclasses.replace(one, amplitudes=w * one.amplitudes).peak for one in waves]
        for seed in range(1, realisations + 1)
        for waves in (
            orthogonal(harmonics, 1.0 / harmonics, joints, e, seed) for e in range(joints)
        )
    ]
    found: Array = np.array(peaks).max(axis=0)
    return found


def _check_speed(scenario: Scenario, speed: Array) -> None:
    for joint, own in zip(scenario.robot.moving_joints, speed, strict=True):
        limit = joint.limits.velocity
        if limit is not None and own > limit:
            raise InputError(
                "the experiment is faster than the joint may be",
                where=f"joint '{joint.name}'",
                got=f"{own:.4g} rad/s (or m/s)",
                expected=f"at most {limit:.4g}",
                hint="Take smaller amplitudes, a longer period, or a lower band.",
            )


def _check_torque(scenario: Scenario, plant: Plant, q: Array, amplitude: Array) -> None:
    """What weight and excitation take together, of what the motors can give."""
    weight = np.abs(at_rest(plant, q).motor_torque).max(axis=0)
    for k, motor in enumerate(scenario.robot.all_motors):
        limit = motor.drive.torque_limit
        if limit is not None and weight[k] + amplitude[k] > limit:
            raise InputError(
                "the experiment needs more torque than the motor has",
                where=f"motor '{motor.name}'",
                got=f"{weight[k]:.3g} N m for the weight and {amplitude[k]:.3g} N m",
                expected=f"at most {limit:.3g} N m together",
            )


def told(log: Log, given: Mapping[str, object]) -> dict[str, object]:
    """What a log says about its experiment, unless it is `given`."""
    known = (PERIOD, HARMONICS, SETTLING, PERIODS, HOLD, CONFIGURATION)
    own = {name: log.data.attrs[name] for name in known if name in log.data.attrs}
    return {**own, **{name: value for name, value in given.items() if value is not None}}
