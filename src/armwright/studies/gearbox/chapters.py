"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.robot.train_springs import dominant, shares
from armwright.studies.gearbox.figures import responses_figure, tool_figure
from armwright.studies.gearbox.measures import frequencies, response_off, rms, tool_off
from armwright.studies.gearbox.runs import FULL, WristModels
from armwright.studies.gearbox.wrist import JOINTS, MOTORS
from armwright.studies.wording import fixed, percent


def train_chapter(found: WristModels) -> Chapter:
    ratios = [
        (motor, *(fixed(value, 2) for value in row))
        for motor, row in zip(MOTORS, found.train.ratios, strict=True)
    ]
    kept = dominant(found.train)
    stiffness = {shaft.name: shaft.stiffness for shaft in found.train.shafts}
    rows = [
        (name, joint, fixed(stiffness[name], 0), percent(share, 1), "yes" if name in kept else "")
        for joint, line in shares(found.train).items()
        for name, share in line.items()
    ]
    return Chapter(
        "A wrist from its parts",
        [
            Paragraph(
                "Ten gears, three of them planetary, eleven shafts that twist, and eighteen wheels "
                "between three motors and joints 4 to 6 of S1's arm. Gear ratios follow from the "
                "numbers of teeth by Willis' equation. Teeth and inertias are assumed; stiffnesses "
                "are such that each shaft's share of the deflection is that of S4's table 3.1."
            ),
            ReportTable(
                ("motor turns per joint", *(f"{joint}:" for joint in JOINTS)),
                ratios,
                "Gear ratios from the teeth",
            ),
            ReportTable(
                ("shaft", "joint", "stiffness, N m/rad of the shaft:", "share:", "twists most"),
                rows,
                "Shares of the deflection of a joint, (1/K)/Σ(1/K), as in S4's table 3.1",
            ),
        ],
    )


def matrix_chapter(found: WristModels) -> Chapter:
    rows = [
        (name, *(fixed(K[i, j], 0) for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))))
        for name, K in found.stiffness.items()
    ]
    heads = ("44", "45", "46", "55", "56", "66")
    return Chapter(
        "Its stiffness at the joints",
        [
            Paragraph(
                "What joints 4 to 6 feel with the motors held, in N m/rad at the joints. All "
                "springs together make the matrix of the train; wheels between them are where "
                "their springs balance."
            ),
            ReportTable(("model", *(f"K{k}:" for k in heads)), rows, "K at the joints, N m/rad"),
        ],
    )


def models_chapter(found: WristModels) -> Chapter:
    rows = [
        (
            name,
            *(fixed(value, 1) for value in frequencies(found, name)[:5]),
            "" if name == FULL else fixed(response_off(found, name), 1),
            "" if name == FULL else fixed(1e3 * rms(tool_off(found, name)), 3),
            "" if name == FULL else fixed(1e3 * tool_off(found, name).max(), 2),
        )
        for name in found.models
    ]
    return Chapter(
        "What a simpler wrist costs",
        [
            Paragraph(
                "Frequencies and responses in one posture; the tool on S1's line and back under "
                "the same cascade control, without friction. A diagonal K by load tests has at "
                "each joint the stiffness that a torque at this joint alone shows."
            ),
            ReportTable(
                (
                    "model",
                    *(f"f{k}, Hz:" for k in range(1, 6)),
                    "response off, dB rms:",
                    "tool off, mm rms:",
                    "mm at most:",
                ),
                rows,
                "The same wrist, modelled in seven ways",
            ),
            Picture(
                "responses",
                responses_figure(found),
                "Acceleration of the wrist's motors for their own torque.",
                "Three panels with four curves each. Train and matrix lie on each other up to a "
                "hundred hertz; the diagonal matrix puts resonances elsewhere.",
            ),
            Picture(
                "tool",
                tool_figure(found),
                "How far the tool is from where the full train has it, along the line.",
                "Three curves on a logarithmic scale; that of the full matrix is the lowest.",
            ),
        ],
    )
