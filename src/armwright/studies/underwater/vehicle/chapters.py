"""The chapter of the report on arm and vehicle."""

from __future__ import annotations

import math

import numpy as np

from armwright.arrays import Array
from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.underwater.vehicle.figures import (
    motion_figure,
    platform_figure,
    thrust_figure,
)
from armwright.studies.underwater.vehicle.measures import departure, moved, tilt, tool_error
from armwright.studies.underwater.vehicle.platform import PlatformRuns
from armwright.studies.underwater.vehicle.runs import (
    ADRIFT,
    FIXED,
    KEPT,
    STILL,
    STREAM,
    VehicleRuns,
)
from armwright.studies.underwater.vehicle.scenes import scenes_figure
from armwright.studies.wording import fixed


def vehicle_chapter(found: VehicleRuns) -> Chapter:
    rows = [
        (
            base,
            water,
            *(("", "") if base == FIXED else _vehicle(found, base, water)),
            fixed(1e3 * float(tool_error(run).max()), 1),
            fixed(1e3 * float(tool_error(run)[-1]), 1),
        )
        for (base, water), run in found.runs.items()
    ]
    causes = {"nothing": found.runs[ADRIFT, STILL], **found.without}
    return Chapter(
        "On a vehicle",
        [
            Paragraph(
                "The same arm does the same on a vehicle of 11.5 kg that is free in six axes. The "
                "arm's joints are under PID control, with dry friction. Kept: eight thrusters "
                "share a wrench that station keeping asks for, PID for the place, PD for the "
                "attitude, with a lag of 0.1 s and a limit of 40 N. Adrift: nothing acts on the "
                "vehicle but the arm and the water; it begins as it hangs at rest. The vehicle is "
                "assumed, its added mass along its axes published."
            ),
            Picture(
                "scenes",
                scenes_figure(found),
                "Arm and vehicle at four instants. The vehicle's outline is assumed.",
                "Outlines of a vehicle with an arm at its front. Kept, it hardly moves; adrift, it "
                "rocks, and a current carries it away.",
            ),
            Picture(
                "vehicle",
                motion_figure(found),
                "What the arm and the current do to the vehicle, and both to the tool.",
                "Curves over 25 s: departure and tilt of the vehicle, error of the tool.",
            ),
            ReportTable(
                (
                    "base",
                    "water",
                    "departure, mm:",
                    "tilt, °:",
                    "tool, largest, mm:",
                    "tool, at last, mm:",
                ),
                rows,
                "Largest departure and tilt of the vehicle from where it began, and tool errors",
            ),
            ReportTable(
                ("left out", "slides, mm:", "yaw, °:", "pitch, °:", "roll, °:", "tool, mm:"),
                [(what, *_coordinates(moved(run)), _tool(run)) for what, run in causes.items()],
                "What the arm does to a vehicle adrift in still water: largest motions",
            ),
            Paragraph(
                "The weight that the arm shifts tilts the vehicle more than its inertia does; "
                "buoyancy rights it again. Station keeping brings the tool's error down to what "
                "its PD control of the attitude leaves. In a current the vehicle first gives way, "
                "until the integral part has found the force."
            ),
            Picture(
                "thrusters",
                thrust_figure(found),
                f"Left and middle: thrusts in a {STREAM}. Right: where the vehicle is after 25 s; "
                "dashed: thrusts that inverse dynamics asks for, for the force of the current "
                "alone and with the moment that keeps the vehicle upright.",
                "Thrusts settle at 1 to 3 N. With limits below 1.45 N the vehicle is lost.",
            ),
        ],
    )


def platform_chapter(found: PlatformRuns) -> Chapter:
    return Chapter(
        "The same without water",
        [
            Paragraph(
                "S1's six-axis arm takes the steps of its section 5.1 on a platform of 60 kg whose "
                "six axes are held by tyres, which are assumed. Nothing but the hulls, thrusters "
                "and the current is missing from what the arm under water has."
            ),
            Picture(
                "platform",
                platform_figure(found),
                "What the steps do to the platform and to the tool.",
                "The platform swings after every step and rests tilted; the tool's error is larger "
                "than on a fixed base.",
            ),
        ],
    )


def _vehicle(found: VehicleRuns, base: str, water: str) -> tuple[str, str]:
    run = found.runs[base, water]
    lean = tilt(run)
    gone = float(departure(run).max())
    turned = float(np.abs(lean - (lean[0] if base != KEPT else 0.0)).max())
    return fixed(1e3 * gone, 1), fixed(math.degrees(turned), 1)


def _coordinates(largest: Array) -> tuple[str, ...]:
    way = fixed(1e3 * float(np.linalg.norm(largest[:3])), 1)
    return way, *(fixed(math.degrees(angle), 1) for angle in largest[3:])


def _tool(run: Run) -> str:
    return fixed(1e3 * float(tool_error(run).max()), 1)
