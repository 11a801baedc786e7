"""What `check` says of hulls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright import Hull, Inertia, Joint, Link, Pose, Robot

ROD = Inertia(2.0, np.array([0.5, 0, 0]), np.diag([0.001, 0.17, 0.17]))
SOUND: dict[str, Any] = {
    "end": [1.0, 0, 0],
    "radius": 0.025,
    "drag_coefficient": 1.0,
    "added_mass_coefficient": 1.0,
}


def arm(hull: dict[str, Any], **fields: Any) -> Robot:
    links = (
        Link("base"),
        Link("upper", ROD, hull=Hull(**SOUND)),
        Link("fore", ROD, hull=Hull(**hull) if hull else None),
    )
    joints = (
        Joint("shoulder", "revolute", "base", "upper"),
        Joint("elbow", "revolute", "upper", "fore", Pose(translation=np.array([1.0, 0, 0]))),
    )
    return Robot("wet", links, joints, **fields)


def test_sound_hulls_have_no_findings() -> None:
    assert arm(SOUND).check() == ()
    for name in ("underwater_two_link", "reach_alpha5"):
        assert not [one for one in aw.load(name).check() if "hull" in f"{one.where} {one.what}"]


@pytest.mark.parametrize(
    ("hull", "message"),
    [
        (
            {**SOUND, "end": [1000.0, 0, 0], "radius": 25.0},
            "warning: link 'fore', hull: much longer than its link (got 1e+03 m beside 1 m, "
            "expected at most 3 m). Is it in metres, or in the file's unit of length?",
        ),
        (
            {**SOUND, "radius": 0.2},
            "warning: link 'fore', hull: floats like foam (got 2 kg that displaces 126 kg of "
            "water, expected a density above 0.1). Is the volume in m³? Has the link its mass?",
        ),
        (
            {**SOUND, "radius": 0.002},
            "warning: link 'fore', hull: heavier than any metal (got 2 kg that displaces "
            "0.0126 kg of water, expected at most 20 times as heavy as water). Is the volume in "
            "m³, and all of the link's?",
        ),
        (
            {**SOUND, "volume": 0.01},
            "warning: link 'fore', hull: volume and shape do not belong together (got volume "
            "0.01 m³ of a shape with 0.00196 m³, expected within a factor of 2). It is in m³ "
            "whatever the unit of length; leave it out to have that of the shape.",
        ),
        (
            {**SOUND, "drag_coefficient": 1000.0},
            "warning: link 'fore', hull: implausible drag_coefficient (got 1000, expected at "
            "most 2.5). It has no unit: density and area are counted by themselves.",
        ),
        (
            {**SOUND, "centre": [0.5, 0.1, 0]},
            "warning: link 'fore', hull: centre of buoyancy lies outside of the hull (got [0.5, "
            "0.1, 0.0], expected between start and end, at most 0.025 m beside the axis). Is it in "
            "the link's frame? Leave it out to have the middle of the shape.",
        ),
        (
            {"volume": 2e-3, "drag": [3000.0, 3000, 3000]},
            "warning: link 'fore', hull: implausible drag (got 3e+03 N s²/m² of 0.002 m³, "
            "expected about 7.9, and at most 2.4e+02 N s²/m²). It counts as c |v| v: is the "
            "density in it already?",
        ),
        (
            {"volume": 2e-3, "added_mass": [100.0, 0, 0, 0, 0, 0]},
            "warning: link 'fore', hull: implausible added mass (got 100 kg where 2 kg are "
            "displaced, expected at most 30 times as much). Is it in kg, and the volume in m³?",
        ),
        (
            {},
            "warning: link 'fore': has no hull, although other links have (got 2 kg without a "
            "hull, expected a hull for every link under water). Water does not act on it: neither "
            "buoyancy nor drag. Is it above the surface?",
        ),
    ],
)
def test_what_is_odd_is_told(hull: dict[str, Any], message: str) -> None:
    assert message in [str(one) for one in arm(hull).check()]


def test_one_oddity_is_one_finding() -> None:
    assert len(arm({**SOUND, "drag_coefficient": 3.0}).check()) == 1
    assert len(arm({**SOUND, "centre": [1.2, 0, 0]}).check()) == 1
    assert not arm({**SOUND, "centre": [1.02, 0, 0], "round_ends": True}).check()
    dry = replace(arm(SOUND), links=tuple(replace(x, hull=None) for x in arm(SOUND).links))
    assert dry.check() == ()


def test_a_density_in_other_units_is_told() -> None:
    found = [str(one) for one in arm(SOUND, water_density=1.0).check()]
    assert (
        "warning: robot 'wet': implausible density of water (got 1 kg/m³, expected 600 to 1500 "
        "kg/m³). Is it in kg/m³, and not in g/cm³?" in found
    )
