"""What S4 says of elastic parameters from responses, beside what arms with a known truth show."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most, between, observed
from armwright.studies.elastic.estimators import NoisyLoop
from armwright.studies.elastic.measures import (
    damping_bias,
    estimator_name,
    excess_damping,
    gravity_shift,
    mean_load,
    shifts,
)
from armwright.studies.elastic.runs import ONE_COULOMB, ElasticRuns
from armwright.studies.elastic.source import SHIFT
from armwright.studies.wording import fixed, percent, short

STRUCTURE = Statement(
    "structure",
    "S4, figures 4.6 and 4.7",
    "model a has too few elastic axes and cannot show resonances at high frequencies; b can, c "
    "does better",
    "kind",
    {
        "a": at_least("misfit of a against that of c", 2.0, "", "a clear difference"),
        "b": at_least("misfit of b against that of c", 1.1, "", "a difference that is seen"),
        "rank": at_most("place of c by the information criterion", 1, "", "the best"),
    },
)
DAMPING = Statement(
    "damping",
    "S4, 4.3",
    "damping is estimated too high",
    "kind",
    {
        "a": at_least(
            "damping of the gears in a against the true one", 1.1, "", "beyond what noise does"
        )
    },
)
GRAVITY = Statement(
    "gravity",
    "S4, figure 4.5",
    "joints under weight have stiffer springs: without gravity a model misses their resonances",
    "kind",
    {
        "shift": at_least(
            "largest shift of a mode", 0.05, "Hz", "a line of the responses is 0.25 Hz"
        )
    },
)
JOINT_1 = Statement(
    "joint-1",
    "S4, 4.4",
    "joint 1 never sees the stiffening, since gravity does not load it",
    "kind",
    {
        "first": at_most("mean torque of joint 1 against its spread", 0.1, "", "none but chance"),
        "second": at_least("of joint 2", 1.0, "", "more than the excitation"),
    },
)
LOW = Statement(
    "too-low",
    "S4, 4.4",
    "with springs linearised at one point resonances come out 0.1 to 0.5 Hz too low",
    "kind",
    {"shift": between("shift of the first resonance", *SHIFT, "Hz", "as S4 has it")},
)
STATISTICAL = Statement(
    "statistical",
    "S4, 4.4 and 7.2",
    "a line fitted over the distribution of deflections would do better",
    "kind",
    {
        "left": at_most(
            "part of the shift that statistical linearisation leaves", 0.4, "", "most is gone"
        ),
        "stiffness": at_most("error of the stiffness at rest", 0.03, "", "few per cent"),
    },
)
ESTIMATORS = Statement(
    "estimators",
    "Wernholt and Moberg 2008",
    "in closed loop H1 is biased most, then the arithmetic mean; the logarithmic and the harmonic "
    "mean least",
    "kind",
    {
        "arithmetic": at_least(
            "bias of the arithmetic mean against that of the logarithmic", 1.5, "", "clearly larger"
        ),
        "h1": at_least("bias of H1 against that of the logarithmic mean", 1.5, "", "seen at once"),
        "harmonic": at_most(
            "bias of the harmonic mean against that of the logarithmic", 1.5, "", "about alike"
        ),
    },
)


def elastic_claims(found: ElasticRuns) -> list[Claim]:
    six, one = found.six, found.one
    misfit = {name: candidate.fit.misfit for name, candidate in six.structures.items()}
    shift, left = shifts(one)
    weak, strong, dry = (one.loops[name] for name in ("weak", "strong", "dry"))
    bias = {name: strong.bias(name)[0] for name in strong.off}
    load = np.abs(mean_load(six))
    wrong = abs(_stiffness_error(found, statistical=True))
    tools = ", ".join(
        f"{name}: {short(1e3 * (six.structures[name].tool_error or 0.0))} mm" for name in "abc"
    )
    return [
        STRUCTURE.judged(
            ", ".join(f"{name}: {percent(misfit[name], 1)} of |G|" for name in "abc")
            + f"; best first: {', '.join(six.ranking)}",
            "The truth has one axis more than c.",
            a=misfit["a"] / misfit["c"],
            b=misfit["b"] / misfit["c"],
            rank=1.0 + six.ranking.index("c"),
        ),
        DAMPING.judged(
            f"a: {fixed(excess_damping(six, 'a'), 2)}, b: {fixed(excess_damping(six, 'b'), 2)}, "
            f"c: {fixed(excess_damping(six, 'c'), 2)} times the true damping of the gears",
            "What axes that are missing take away is taken for damping.",
            a=excess_damping(six, "a"),
        ),
        GRAVITY.judged(
            f"without gravity a mode is off by up to {fixed(gravity_shift(six), 2)} Hz",
            shift=gravity_shift(six),
        ),
        JOINT_1.judged(
            "the mean torque is at most "
            f"{fixed(float(load[:, 0].max()), 3)} times its spread in joint 1, "
            f"{fixed(float(load[:, 1].max()), 1)} times in joint 2",
            first=float(load[:, 0].max()),
            second=float(load[:, 1].max()),
        ),
        LOW.judged(
            f"the first resonance is {fixed(shift, 2)} Hz too low",
            "The arm of four masses, whose gear stiffens.",
            shift=shift,
        ),
        STATISTICAL.judged(
            f"{fixed(left, 3)} Hz are left of {fixed(shift, 2)} Hz; the stiffness at rest is off "
            f"by {percent(_stiffness_error(found, statistical=False), 1)} from the tangent, by "
            f"{percent(_stiffness_error(found, statistical=True), 1)} from the line",
            left=abs(left / shift),
            stiffness=wrong,
        ),
        ESTIMATORS.judged(
            f"under strong feedback, |L| up to {short(float(strong.gain[strong.low].max()))}: "
            + _biases(strong),
            "One axis, noise on the motor's velocity, single periods as blocks: rms over lines "
            "below 5 Hz of the mean over runs with other noise, and what chance leaves of it. "
            f"{percent(strong.noise[0], 0)} of the torque and {percent(strong.noise[1], 0)} of "
            "the motion are noise: as a part it is roughly |L| times as much in the torque, L the "
            "gain of the loop, which H1 and the arithmetic mean divide by. At gains or noise in "
            "between the order is less clear.",
            arithmetic=bias["arithmetic"] / bias["logarithmic"],
            h1=bias["h1"] / bias["logarithmic"],
            harmonic=bias["harmonic"] / bias["logarithmic"],
        ),
        observed(
            "weak-feedback",
            "Wernholt and Moberg 2008",
            "logarithmic and harmonic means are the least biased",
            f"under weak feedback, |L| up to {short(float(weak.gain[weak.low].max()))}: "
            + _biases(weak),
            f"The same arm and noise, a tenth of the gain: {percent(weak.noise[0], 0)} of the "
            f"torque and {percent(weak.noise[1], 0)} of the motion are noise, and the harmonic "
            "mean divides by the motion. The order turns with the gain of the loop.",
        ),
        observed(
            "joint-input-output",
            "Wernholt and Moberg 2008",
            "the joint input-output estimate has a large bias at low frequencies",
            f"{_with_chance(strong, 'joint_input_output')} under strong, "
            f"{_with_chance(weak, 'joint_input_output')} under weak feedback",
            "Noise does not bias it, whatever the feedback, with a reference that is known. Dry "
            f"friction of {ONE_COULOMB:g} N m, kept sliding by a slow motion, does, without any "
            f"noise, and all the others with it: {_biases(dry)}.",
        ),
        observed(
            "dry-friction",
            "S4, 4.1",
            "friction is not in the model",
            f"the gear's damping is off by {percent(damping_bias(one.smooth, one), 1)} without dry "
            f"friction, by {percent(damping_bias(one.dry, one), 1)} with {ONE_COULOMB:g} N m of it",
            "A slow motion keeps the motor sliding but for its turning points.",
        ),
        observed(
            "tool",
            "S4, 7.2",
            "which structure is needed for the position of the tool is left open",
            f"largest distance from the best structure's path on the circle of ISO 9283: {tools}",
        ),
    ]


def _biases(loop: NoisyLoop) -> str:
    return ", ".join(f"{estimator_name(name)} {_with_chance(loop, name)}" for name in loop.off)


def _with_chance(loop: NoisyLoop, method: str) -> str:
    value, chance = loop.bias(method)
    return f"{percent(value, 0)} (chance {percent(chance, 0)})"


def _stiffness_error(found: ElasticRuns, *, statistical: bool) -> float:
    fit = found.one.statistical if statistical else found.one.tangent
    (number,) = fit.parameters.values()
    return number.value / number.nominal - 1
