"""Planted results of the study of the AA300: what is wrong, and found and planted by number."""

from __future__ import annotations

AA300: dict[str, tuple[str, dict[str, tuple[float, float]]]] = {
    "inertias": (
        "the table is about the origins",
        {"centres": (0.0515, -0.2), "origins": (-2.51, 0.05)},
    ),
    "kinematics": ("the search stops early", {"off": (3.5e-11, 1e-6)}),
    "tracking": (
        "PD control without the feed-forward of the weight, a tenth of the gains",
        {"turning": (1.28e-3, 0.013), "sliding": (4.3e-4, 0.0095)},
    ),
    "slide": ("the slide leans by 1°", {"force": (1.1e-10, 0.9), "way": (2.2e-16, 2e-6)}),
    "rotations": (
        "mass matrix without what is off its diagonal",
        {"column": (0.187, 0.001), "extension": (1.67, 0.02)},
    ),
    "reactions": (
        "the gripper, behind a fixed joint, is forgotten",
        {"weight": (1.2e-16, 0.043), "axes": (2e-15, 0.02)},
    ),
    "energy": ("Coriolis forces do work", {"balance": (3.3e-7, 2e-3)}),
    "peak-rule": ("as S2 has it", {"peak": (0.877, 0.9), "heat": (1.44, 0.8)}),
    "chosen": (
        "motors of half the size",
        {
            "peak": (0.409, 0.82),
            "heat": (0.655, 1.3),
            "speed": (0.575, 1.15),
            "inertia": (9.35, 19.0),
            "limited": (0, 12),
            "tracking": (5e-3, 0.03),
        },
    ),
    "limited": ("the limit is not kept, or winds up", {"torque": (0.6, 1.0), "final": (9e-7, 0.1)}),
}
