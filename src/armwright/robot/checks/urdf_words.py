"""Advice about a URDF in the words of URDF: what to write into which element."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from armwright.robot.checks.inertias import NEVER_TURNS, TURNS_ONE_WAY
from armwright.robot.finding import Finding

#: By what was found; findings that are not here are told in the same words for all files.
_ADVICE = {
    "moves, and weighs nothing": "Add <inertial> with <origin>, <mass> and <inertia> to the link.",
    "moves nothing that has mass": "Add <inertial> with <mass> and <inertia> to the links behind "
    "it, or make the joint fixed.",
    "mass is negative": "Correct <mass value> in the link's <inertial>.",
    "has inertia but no mass": "Was <mass value> forgotten in <inertial>, or rounded to zero?",
    "inertia is not positive definite": "Is <inertia> about the <origin> of its <inertial>, in the "
    "axes of that origin? Are the signs of ixy, ixz and iyz right?",
    "inertia violates the triangle inequality": "Is <inertia> about the <origin> of its "
    "<inertial>, in the axes of that origin?",
    "inertia is implausibly large": "Is <inertia> in kg m², and not in kg mm² or g m²?",
    "inertia looks as if it were about the link's origin": "<inertia> counts about the <origin> of "
    "its <inertial>: take off m (c² 1 - c cᵀ).",
    "centre of mass is far away": "Is <origin xyz> of <inertial> in metres, and in the link's "
    "frame?",
    "implausibly heavy": "Is <mass value> in grams? URDF has kg.",
    "has no limits": "Add <limit lower upper velocity effort>, or make the joint continuous if it "
    "turns without end: ROS and Pinocchio refuse the file as it is.",
    "slides without limits": "Add <limit lower upper velocity effort>: ROS and Pinocchio refuse "
    "the file as it is.",
    "limits are swapped": "Swap lower and upper in <limit>.",
    "limits leave no room": "Give <limit lower upper>: what is not given counts as zero. Or make "
    "the joint continuous, or fixed.",
    "implausibly wide limits": "Is <limit lower upper> in degrees? URDF has radians.",
    "velocity limit is negative": "<limit velocity> is a size, and holds in both directions.",
    "velocity limit is zero": "Give <limit velocity> what the joint can do.",
    "effort limit is negative": "<limit effort> is a size, and holds in both directions.",
    "effort limit is zero": "Give <limit effort> what the joint can do.",
    "implausibly long": "Is <origin xyz> in millimetres? URDF has metres.",
    "mesh file is missing": "<mesh filename> is looked for beside the file, and package:// in the "
    "folders around it.",
}


def in_urdf_words(findings: Iterable[Finding]) -> list[Finding]:
    return [replace(one, hint=_hint(one)) for one in findings]


def _hint(finding: Finding) -> str:
    remarks = [one for one in (NEVER_TURNS, TURNS_ONE_WAY) if one in finding.hint]
    advice = _ADVICE.get(finding.what)
    return finding.hint if advice is None else " ".join((advice, *remarks))
