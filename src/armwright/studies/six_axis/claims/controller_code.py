"""S1, chapters 3 and 4: the controller on the robot's own computer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, observed
from armwright.studies.six_axis.controller_code import RATES, ControllerCode
from armwright.studies.six_axis.measures import StepTest
from armwright.studies.wording import percent

ON_LINE = Statement(
    "sampled",
    "S1, chapter 3",
    "B(q) and n(q, q̇) have to be computed on-line, while the robot moves",
    "kind",
    {
        "change": at_most(
            "largest error at 1000 samples a second, change from continuous time, of the step",
            0.01,
            "",
            "not seen in a picture",
        ),
        "operations": at_most(
            "operations of a sample", 10_000, "", "at 1000 a second ten million a second"
        ),
    },
)
GENERATED = Statement(
    "generated-code",
    "S1, sections 4.1 and 4.2",
    "the controller should become C code that is installed on the robot, which neither symbolic "
    "matrices nor the first toolbox allowed",
    "kind",
    {
        "apart": at_most(
            "torque of the compiled code from that of the run", 1e-9, "N m", "rounding"
        ),
        "ticks": at_least("ticks of the run that were compared", 20_000, "", "all of its 10 s"),
    },
)


def controller_code_claims(
    steps: StepTest, continuous: Run, sampled: Mapping[int, Mapping[str, Run]], code: ControllerCode
) -> list[Claim]:
    return [_on_line(steps, continuous, sampled, code), _generated(code)]


def _on_line(
    steps: StepTest, continuous: Run, sampled: Mapping[int, Mapping[str, Run]], code: ControllerCode
) -> Claim:
    changes = {
        rate: float(np.abs(steps.largest(runs["ideal"]) - steps.largest(continuous)).max())
        for rate, runs in sampled.items()
    }
    said = ", ".join(f"{percent(changes[rate], 2)} at {rate} Hz" for rate in RATES)
    return ON_LINE.judged(
        f"a sample takes {code.operations} operations; the largest errors change by up to {said}, "
        "of the step",
        change=changes[RATES[-1]],
        operations=code.operations,
    )


def _generated(code: ControllerCode) -> Claim:
    if code.torques is None:
        got = f"{code.lines} lines of C; they were not compiled: {code.reason}"
        return observed(GENERATED.key, GENERATED.where, GENERATED.says, got)
    ticks = len(code.torques[0])
    return GENERATED.judged(
        f"{code.lines} lines of C that need no library but libm; given what was measured in a run "
        f"with noise, they put out the torques of its {ticks} ticks {code.agreement}",
        apart=code.apart,
        ticks=ticks,
    )
