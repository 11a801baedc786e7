"""What S2 leaves for later, and what then comes of it."""

from __future__ import annotations

import math

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.underwater.vehicle.axes import TURNS
from armwright.studies.underwater.vehicle.measures import (
    departure,
    impulse_left,
    last_wrench,
    tilt,
    tool_error,
)
from armwright.studies.underwater.vehicle.platform import PlatformRuns
from armwright.studies.underwater.vehicle.runs import (
    ADRIFT,
    FIXED,
    KEPT,
    PLACE_SHARES,
    SHARES,
    STILL,
    STREAM,
    VehicleRuns,
)
from armwright.studies.wording import fixed, percent, scientific

_GRASP = "assumed: what jaws of this size can still grasp"

WATER_AT_REST = Statement(
    "water-at-rest",
    "S2, assumption C.1",
    "the water may be taken as at rest",
    "kind",
    {"tool": at_most("tool error in the current, base fixed", 5.0, "mm", _GRASP)},
)
FIXED_BASE = Statement(
    "fixed-base",
    "S2, chapter 7",
    "the base may be taken as fixed: the vehicle is left for later",
    "kind",
    {"tool": at_most("tool error with the vehicle adrift in still water", 5.0, "mm", _GRASP)},
)
IMPULSE = Statement(
    "impulse",
    "beyond S2, chapter 8",
    "the interaction of arm and vehicle is future work",
    "kind",
    {
        "left": at_most(
            "impulse of arm, vehicle and water, nothing acting, of the largest part",
            1e-3,
            "",
            "that of the steps",
        )
    },
)
STATION = Statement(
    "station",
    "beyond S2, chapter 8",
    "thrusters keep the vehicle in its place while the arm works",
    "kind",
    {
        "gone": at_most("departure of the vehicle", 0.05, "m", "a tenth of its length"),
        "tilted": at_most("tilt of the vehicle", 5.0, "°", "assumed: as far as a pilot accepts"),
        "better": at_least("departure adrift, of that", 5.0, "", "they do it, not the water"),
    },
)
TOOL_KEPT = Statement(
    "tool-kept",
    "beyond S2, chapter 8",
    "on a vehicle that is kept the tool is where an arm on a fixed base has it",
    "kind",
    {"tool": at_most("tool error with the vehicle kept, in the current", 5.0, "mm", _GRASP)},
)
BALANCE = Statement(
    "balance",
    "beyond S2, chapter 8",
    "what the thrusters give at last is what the current asks for",
    "kind",
    {
        "force": at_most("difference of the forces, of the force", 0.02, "", "not all has settled"),
        "moment": at_most(
            "difference of the moments, of the moment", 0.2, "", "of a vehicle that is not tilted"
        ),
    },
)
SATURATION = Statement(
    "saturation",
    "beyond S2, chapter 8",
    "the vehicle is kept if the thrusters' limit is above what the current asks for, and else lost",
    "kind",
    {
        "above": at_most("departure with limits of 1.2 and more", 0.1, "m", "a part of its length"),
        "below": at_least("departure with limits of 0.8 and less", 0.5, "m", "its length"),
    },
)

PLACE = Statement(
    "place",
    "beyond S2, chapter 8",
    "what counts for the place alone is the force that the current asks for",
    "kind",
    {
        "above": at_most("departure with a limit of 1.2 of it", 0.1, "m", "a part of its length"),
        "below": at_least("departure with a limit of 0.8 of it", 0.5, "m", "its length"),
    },
)

PLATFORM_RESTS = Statement(
    "platform-rests",
    "beyond S1, section 5.1",
    "without water, a platform on tyres comes to rest where they balance the arm's weight",
    "kind",
    {
        "off": at_most(
            "turn at last, from that of the balance, of it", 0.01, "", "what is left of swinging"
        )
    },
)
PLATFORM_FELT = Statement(
    "platform-felt",
    "beyond S1, section 5.1",
    "the tool feels such a platform",
    "kind",
    {"tool": at_least("tool error, of that on a fixed base", 2.0, "", "seen in a plot")},
)


def vehicle_claims(found: VehicleRuns) -> list[Claim]:
    return [*_base(found), *_thrusters(found), *_dry(found.platform)]


def _base(found: VehicleRuns) -> list[Claim]:
    tools = {key: 1e3 * float(tool_error(run).max()) for key, run in found.runs.items()}
    gone = max(float(departure(found.runs[KEPT, water]).max()) for water in (STILL, STREAM))
    tilted = max(math.degrees(tilt(found.runs[KEPT, water]).max()) for water in (STILL, STREAM))
    lost = float(departure(found.runs[ADRIFT, STREAM]).max())
    left = impulse_left(found.impulse, found.no_drag)
    return [
        WATER_AT_REST.judged(
            f"Reach Alpha 5 on pick and place: its tool is off by {fixed(tools[FIXED, STILL], 1)} "
            f"mm at most in {STILL}, by {fixed(tools[FIXED, STREAM], 1)} mm in a {STREAM}",
            tool=tools[FIXED, STREAM],
        ),
        FIXED_BASE.judged(
            f"on a vehicle that nothing keeps the tool is off by {fixed(tools[ADRIFT, STILL], 0)} "
            "mm at most",
            tool=tools[ADRIFT, STILL],
        ),
        IMPULSE.judged(
            f"drag and weight left out, {scientific(left)} of the impulse is not given back",
            left=left,
        ),
        STATION.judged(
            f"it departs by {fixed(1e3 * gone, 0)} mm and tilts by {fixed(tilted, 1)}° at most; "
            f"adrift in a {STREAM}, it departs by {fixed(lost, 1)} m",
            gone=gone,
            tilted=tilted,
            better=lost / gone,
        ),
        TOOL_KEPT.judged(
            f"it is off by {fixed(tools[KEPT, STILL], 1)} mm at most in {STILL}, by "
            f"{fixed(tools[KEPT, STREAM], 1)} mm in a {STREAM}",
            tool=tools[KEPT, STREAM],
        ),
    ]


def _thrusters(found: VehicleRuns) -> list[Claim]:
    asked = found.wrench.reshape(2, 3)
    given = last_wrench(found.runs[KEPT, STREAM]).reshape(2, 3)
    force, moment = np.linalg.norm(given - asked, axis=1) / np.linalg.norm(asked, axis=1)
    ends = {limit: float(departure(run)[-1]) for limit, run in found.limited.items()}
    weak, strong = (
        [ends[share * found.needed] for share in SHARES if (share > 1) == above]
        for above in (False, True)
    )
    low, high = (ends[share * found.for_place] for share in PLACE_SHARES)
    return [
        BALANCE.judged(
            f"forces agree to {percent(force, 1)}, moments to {percent(moment, 1)} with inverse "
            "dynamics of the arm carried through water at rest",
            force=float(force),
            moment=float(moment),
        ),
        SATURATION.judged(
            f"{fixed(found.needed, 2)} N are asked for: 25 s later a vehicle with thrusters of 0.8 "
            f"times that has departed by {_way(min(weak))}, with 1.2 times by {_way(max(strong))}",
            "Thrusters that lift reach their limits first: the vehicle then tilts, and stays.",
            above=max(strong),
            below=min(weak),
        ),
        PLACE.judged(
            f"{fixed(found.for_place, 2)} N are asked for: with 0.8 times that it has departed by "
            f"{_way(low)}, with 1.2 times by {_way(high)}",
            above=high,
            below=low,
        ),
    ]


def _dry(found: PlatformRuns) -> list[Claim]:
    turns = found.standing.data["joint_position"].values[-1, TURNS]
    expected = found.rests[TURNS]
    off = float(np.abs(turns - expected).max() / np.abs(expected).max())
    fixed_base, standing = (1e3 * tool_error(run) for run in (found.fixed, found.standing))
    largest = float(standing.max()), float(fixed_base.max())
    return [
        PLATFORM_RESTS.judged(
            f"S1's arm after its steps: turned by {fixed(math.degrees(np.abs(turns).max()), 2)}°, "
            f"which is right to {scientific(off)}",
            off=off,
        ),
        PLATFORM_FELT.judged(
            f"it is off by {fixed(largest[0], 1)} mm at most, on a fixed base by "
            f"{fixed(largest[1], 1)} mm; at last by {fixed(float(standing[-1]), 1)} and "
            f"{fixed(float(fixed_base[-1]), 1)} mm",
            "The control lags behind the steps by as much as the platform rocks; at rest the "
            "platform is all that is felt.",
            tool=largest[0] / largest[1],
        ),
    ]


def _way(metres: float) -> str:
    return f"{fixed(metres, 1)} m" if metres >= 0.1 else f"{fixed(1e3 * metres, 1)} mm"
