"""What S2 says of the AA300's simulation and of choosing motors by it."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.sizing import TriedMotor
from armwright.studies.aa300 import measures
from armwright.studies.aa300.runs import LIMIT, LOAD, ManoeuvreRuns
from armwright.studies.claim import Claim, Statement, at_least, at_most, observed
from armwright.studies.wording import fixed, percent, scientific, short

_ROUNDING = "rounding: there is no such coupling, or none is left out"
_RULES = "what the rules leave for the next manoeuvre, set before any run"

INERTIAS = Statement(
    "inertias",
    "S2, table 3.2",
    "masses, centres and inertias from a solid model; about which points is not said",
    "kind",
    {
        "centres": at_least(
            "least ½ tr I − λ_max, of ½ tr I, about the centres",
            0.0,
            "",
            "a body can have it from 0 on",
        ),
        "origins": at_most(
            "the same, were they about the origins", 0.0, "", "below 0 no body can have it"
        ),
    },
)
KINEMATICS = Statement(
    "kinematics",
    "S2, 3.8.1",
    "inverse kinematics gives joint parameters for any position of the end-effector",
    "kind",
    {"off": at_most("tool off both ends of the manoeuvre", 1e-9, "m", "rounding")},
)
TRACKING = Statement(
    "tracking",
    "S2, 3.8.1",
    "the trajectories are monitored by a simple PD controller",
    "kind",
    {
        "turning": at_most("largest error of both rotations", 0.01, "rad", "0.6 % of their way"),
        "sliding": at_most("largest error of the slide", 0.005, "m", "0.6 % of its way"),
    },
)
SLIDE = Statement(
    "slide",
    "S2, 3.8.1",
    "the movement of the upper arm is unaffected by the other links",
    "kind",
    {
        "force": at_most("its force beside that of the slide alone", 1e-6, "N", _ROUNDING),
        "way": at_most("its position beside that of the slide alone", 1e-9, "m", _ROUNDING),
    },
)
ROTATIONS = Statement(
    "rotations",
    "S2, 3.8.1",
    "the dynamics of column and extension tube interact, due to their parallel axes",
    "kind",
    {
        "column": at_least(
            "the column's torque, changed by the tube's motion, of the largest",
            0.05,
            "",
            "what one sees in a curve",
        ),
        "extension": at_least(
            "the tube's torque, changed by the column's motion, of the largest",
            0.05,
            "",
            "what one sees in a curve",
        ),
    },
)
REACTIONS = Statement(
    "reactions",
    "S2, 3.8.1",
    "the program puts out the force acting at a point of an element and the torque about an axis",
    "kind",
    {
        "weight": at_most(
            "force under the column at rest, off the weight, of it", 1e-9, "", "rounding"
        ),
        "axes": at_most(
            "reactions along the axes, off what the joints are given, of it", 1e-9, "", "rounding"
        ),
    },
)
ENERGY = Statement(
    "energy",
    "S2, 3.8.1",
    "it puts out different types of energies",
    "kind",
    {
        "balance": at_most(
            "work of the torques less gain of the energies, of the work",
            1e-5,
            "",
            "sums over records, 1 ms apart",
        )
    },
)
PEAK_RULE = Statement(
    "peak-rule",
    "S2, 3.8.1",
    "motors are chosen capable of delivering maximum torques not less than the maximum torques "
    "required for typical manoeuvres; with them in the model, final validation runs are made",
    "kind",
    {
        "peak": at_most("largest part of a motor's torque at its speed", 1.0, "", "what it has"),
        "heat": at_most("largest rms torque, of the continuous one", 1.0, "", "what it can stand"),
    },
)
CHOSEN = Statement(
    "chosen",
    "S2, 3.8.1",
    "the parameters of the chosen motors are added to the model, and validation runs are made",
    "kind",
    {
        "peak": at_most("largest part of a motor's torque at its speed", 0.8, "", _RULES),
        "heat": at_most("largest rms torque, of the continuous one", 0.8, "", _RULES),
        "speed": at_most("largest speed, of the motor's", 0.9, "", _RULES),
        "inertia": at_most("largest inertia of a load, of its rotor's", 10.0, "", _RULES),
        "limited": at_most("records at a limit", 0, "", "none"),
        "tracking": at_most(
            "largest error, rad or m", 0.01, "", "0.6 % of a turn's way, 1.1 % of the slide's"
        ),
    },
)
LIMITED = Statement(
    "limited",
    "S2, 3.8",
    "failing motors: take others, or alter the controller to limit the currents",
    "kind",
    {
        "torque": at_most(
            "largest torque of the column, of that without the limit",
            LIMIT * (1 + 1e-9),
            "",
            "the limit, but for rounding",
        ),
        "final": at_most("error of the column at the end", 1e-3, "rad", "it gets there"),
    },
)


def aa300_claims(found: ManoeuvreRuns) -> list[Claim]:
    runs, robot = found.runs, found.scenario.robot
    whole, limited = runs["whole"], runs["limited"]
    return [
        INERTIAS.judged(
            "about the centres every body is possible, about the origins not all are",
            centres=measures.inertia_margin(robot, origins=False),
            origins=measures.inertia_margin(robot, origins=True),
        ),
        KINEMATICS.judged(f"{scientific(found.reached)} m off", off=found.reached),
        _tracking(found),
        _slide(found),
        _rotations(found),
        REACTIONS.judged(
            "the column stands on the weight of all links, and what passes along each axis is what "
            "the joint is given",
            weight=measures.weight_off(whole, robot),
            axes=measures.along_axes(whole),
        ),
        ENERGY.judged(
            f"they balance to {scientific(measures.work_off(whole))}",
            balance=measures.work_off(whole),
        ),
        _by_peak(found),
        _chosen(found),
        LIMITED.judged(
            f"limited to {percent(LIMIT)} the column lags by "
            f"{short(1e3 * measures.tracking(limited)[0])} mrad at most, and by "
            f"{short(1e3 * measures.final(limited)[0])} mrad at the end",
            "The other joints do not wait for it: on a path this is an error of the path.",
            torque=measures.peak(limited, "column") / measures.peak(whole, "column"),
            final=measures.final(limited)[0],
        ),
        *_observed(found),
    ]


def _tracking(found: ManoeuvreRuns) -> Claim:
    off = measures.tracking(found.runs["whole"])
    return TRACKING.judged(
        f"errors of {short(1e3 * off[0])} and {short(1e3 * off[2])} mrad, and "
        f"{short(1e3 * off[1])} mm",
        "Gains are assumed, and so is a feed-forward of the slide's weight, without which PD "
        "control lets it sag.",
        turning=max(off[0], off[2]),
        sliding=off[1],
    )


def _slide(found: ManoeuvreRuns) -> Claim:
    whole, alone = found.runs["whole"], found.runs["slide alone"]
    force = measures.apart(whole, alone, "joint_torque", "slide")
    way = measures.apart(whole, alone, "joint_position", "slide")
    return SLIDE.judged(
        f"{scientific(force)} N and {scientific(way)} m beside the slide alone",
        "It is parallel to both axes of rotation: nothing couples them but for the bearings' "
        "friction, which S2 has not, either.",
        force=force,
        way=way,
    )


def _rotations(found: ManoeuvreRuns) -> Claim:
    whole = found.runs["whole"]
    column, extension = (
        measures.interplay(whole, found.runs[f"{name} alone"], name)
        for name in ("column", "extension")
    )
    return ROTATIONS.judged(
        f"the tube's motion changes the column's torque by {percent(column)} of its largest; the "
        f"column's motion that of the tube by {percent(extension)}",
        column=column,
        extension=extension,
    )


def _by_peak(found: ManoeuvreRuns) -> Claim:
    picks = found.by_peak
    heat = measures.largest(picks, "thermal_share")
    hottest = max(picks.values(), key=lambda one: one.thermal_share)
    return PEAK_RULE.judged(
        f"{_named(picks)}: peaks up to {percent(measures.largest(picks, 'peak_share'))}; rms "
        f"torques up to {percent(heat)}, of {hottest.axis}",
        "Peaks hold, heat does not. The slide carries its weight all the time, and the gears' "
        "friction, which is not in the first runs, acts whenever a joint moves: a rule that looks "
        "at peaks alone sees neither. Motors and friction are assumed.",
        peak=measures.largest(picks, "peak_share"),
        heat=heat,
    )


def _chosen(found: ManoeuvreRuns) -> Claim:
    choice = found.choice
    picks, rerun = choice.chosen, choice.rerun
    assert rerun is not None, f"no motor for {choice.missing}"
    return CHOSEN.judged(
        f"{_named(picks)}, in rerun {choice.rounds}: peaks up to "
        f"{percent(measures.largest(picks, 'peak_share'))}, rms torques up to "
        f"{percent(measures.largest(picks, 'thermal_share'))}, errors up to "
        f"{short(1e3 * measures.tracking(rerun).max())} mrad or mm",
        "Lightest of the list that keep the rules; motors that failed in a rerun were refused.",
        peak=measures.largest(picks, "peak_share"),
        heat=measures.largest(picks, "thermal_share"),
        speed=measures.largest(picks, "speed_share"),
        inertia=measures.largest(picks, "inertia_ratio"),
        limited=measures.limited(rerun),
        tracking=measures.tracking(rerun).max(),
    )


def _named(picks: Mapping[str, TriedMotor]) -> str:
    return ", ".join(f"{axis} {one.label}" for axis, one in picks.items())


def _observed(found: ManoeuvreRuns) -> list[Claim]:
    whole, turned, loaded = found.runs["whole"], found.turned, found.loaded
    bent = [measures.across(run, "moment", "slide").max() for run in (whole, turned)]
    torques = [
        abs(measures.peak(turned, joint) / measures.peak(whole, joint) - 1)
        for joint in measures.JOINTS
    ]
    more = ", ".join(
        f"{joint} {fixed(measures.peak(loaded, joint) / measures.peak(whole, joint), 2)}"
        for joint in measures.JOINTS
    )
    return [
        observed(
            "products",
            "S2, table 3.2",
            "the sign convention of the products of inertia is not stated",
            f"with the other sign torques change by {scientific(max(torques))}, the largest moment "
            f"across the slide by {percent(abs(bent[1] / bent[0] - 1), 1)}",
            "All axes are vertical: motors feel Iyy alone, bearings feel the products, too.",
        ),
        observed(
            "load",
            "S2, 3.8",
            "the robot is designed to handle big loads, and its motors failed",
            f"with {LOAD:g} kg in the gripper, times the largest torques: {more}",
            "No load is given. Whether it broke the motors cannot be judged without them.",
        ),
    ]
