"""The controller sampled, and as C."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.report.html.parts import Chapter, Fold, Paragraph, Preformatted, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.controller_code import RATES, SAMPLED, ControllerCode, excerpt
from armwright.studies.six_axis.measures import (
    StepTest,
    amplitudes,
    root_mean_square,
    roughness,
)
from armwright.studies.wording import fixed


def controller_code_chapter(
    steps: StepTest,
    continuous: Mapping[str, Run],
    sampled: Mapping[int, Mapping[str, Run]],
    code: ControllerCode,
) -> Chapter:
    """`continuous`: runs of the controller in continuous time."""
    cases = {"continuous": continuous, **{f"{rate} Hz": sampled[rate] for rate in RATES[::-1]}}
    rows = [(name, *_row(steps, runs)) for name, runs in cases.items()]
    head = (
        "controller",
        "largest error, % of step:",
        "noise: q, mrad:",
        "noise: q̇, mrad/s:",
        "noise: torque in 10 ms, N m:",
    )
    compared = f"Here it was not compiled: {code.reason}."
    if code.torques is not None:
        compared = (
            "Here it was compiled, and given all that the controller measured in a run of 10 s "
            f"with noise: its torques are those of the run, {code.agreement}."
        )
    return Chapter(
        "The controller on the robot",
        [
            Paragraph(
                "S1 simulates its controller in continuous time, and chooses its tools by whether "
                "they can make C code of it for the robot. Here the controller of the scenario "
                f"{SAMPLED} is run at samples, and its torques are held in between."
            ),
            ReportTable(
                head,
                rows,
                "The steps with the controller sampled. Noise: on q and q̇; amplitudes of the true "
                "error, and how much torques change in 10 ms, root mean square of the joints",
            ),
            Paragraph(
                "The same controller as C, with its reference and without the arm: "
                f"armwright export {SAMPLED} --to c --part controller. {code.lines} lines of C99, "
                f"{code.operations} operations a sample, no memory to allocate. {compared}"
            ),
            Fold(
                "The code, in part",
                [
                    Preformatted(
                        excerpt(code, "void controller_step", 7), "What is called at every tick"
                    ),
                    Preformatted(
                        excerpt(code, "static void run_sample", 28),
                        "The beginning of a sample: reference and inverse dynamics in one",
                    ),
                ],
            ),
        ],
    )


def _row(steps: StepTest, runs: Mapping[str, Run]) -> tuple[str, ...]:
    noisy = runs["noise-both"]
    angle, velocity = amplitudes(noisy, measured=False)
    rate = root_mean_square(roughness(noisy, "joint_torque"))
    return (
        fixed(100 * steps.largest(runs["ideal"]).max(), 2),
        fixed(1e3 * angle, 2),
        fixed(1e3 * velocity, 1),
        fixed(rate, 2),
    )
