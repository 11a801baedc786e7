"""Writes docs/feature_comparison.md: what S2's chapter 3 compares of three programs, and where
armwright stands.

`python tools/document_features.py` writes it. Each "yes" of armwright names tests that show it; a
test sees to it that they exist, and that the page is up to date.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from armwright.sources import cited

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "feature_comparison.md"
Answer = Literal["yes", "no", "partly"]
#: What S2 does not say of a program.
OPEN = "·"


@dataclass(frozen=True)
class Feature:
    """`sd_fast`, `autolev`, `dads`: as S2 has it. `note`: what armwright's answer means. `tests`:
    that show it, as pytest names them; what is not there has none."""

    name: str
    sd_fast: str
    autolev: str
    dads: str
    ours: Answer
    note: str = ""
    tests: tuple[str, ...] = ()


FEATURES = (
    Feature(
        "free systems, as spacecraft",
        "yes",
        "yes",
        "yes",
        "yes",
        "a vehicle on six free axes",
        (
            "tests/identities/water/test_vehicles.py::"
            "test_an_arm_that_moves_on_a_free_platform_moves_it_and_no_momentum",
        ),
    ),
    Feature(
        "attached systems, as manipulators",
        "yes",
        "yes",
        "yes",
        "yes",
        "",
        ("tests/identities/test_pinocchio.py::test_random_tree",),
    ),
    Feature(
        "a base that moves as it is told",
        OPEN,
        OPEN,
        OPEN,
        "yes",
        "in S2's own program: W0, E0, A0",
        (
            "tests/identities/plant/test_mechanisms.py::test_a_base_that_is_moved_from_outside",
            "tests/identities/equations/test_additions.py::"
            "test_drives_and_base_motion_are_those_of_the_plant",
        ),
    ),
    Feature(
        "fifty joints",
        "yes, 50",
        "no, about 10 bodies",
        OPEN,
        "yes",
        "",
        ("tests/crosscheck/test_fifty_joints.py::test_fifty_joints_against_pinocchio",),
    ),
    Feature(
        "turning joints of one axis, slides",
        "yes",
        OPEN,
        OPEN,
        "yes",
        "",
        ("tests/closed_forms/test_equations_of_motion.py::test_equations",),
    ),
    Feature(
        "joints of two and three axes",
        "yes",
        OPEN,
        OPEN,
        "partly",
        "as joints of one axis in a row, singular as Euler's angles are",
        (
            "tests/identities/water/test_vehicles.py::"
            "test_an_arm_that_moves_on_a_free_platform_moves_it_and_no_momentum",
        ),
    ),
    Feature(
        "closed loops",
        "yes",
        "yes",
        "yes",
        "yes",
        "",
        ("tests/identities/plant/test_loops.py::test_accelerations_agree_with_pinocchio",),
    ),
    Feature(
        "non-holonomic constraints",
        "yes",
        "a variety of constraints",
        "many types of constraints",
        "no",
        "wheels and skates have no equation here",
    ),
    Feature(
        "equations in symbols",
        "yes",
        "yes",
        "no",
        "yes",
        "",
        ("tests/identities/equations/test_methods_agree.py::test_closed_forms_are_identical",),
    ),
    Feature(
        "a choice of formulations",
        "Kane, order n",
        "Kane",
        OPEN,
        "yes",
        "Newton-Euler, Lagrange, Kane; articulated bodies where they pay",
        (
            "tests/identities/equations/test_methods_agree.py::test_closed_forms_are_identical",
            "tests/identities/plant/test_solvers.py::test_both_ways_give_the_same_accelerations",
        ),
    ),
    Feature(
        "code of the equations to compile",
        "Fortran, ADSIM",
        "Fortran",
        "no",
        "yes",
        "C, Fortran, MATLAB, Python",
        (
            "tests/unit/equations/test_code.py::test_c",
            "tests/unit/equations/test_code.py::test_fortran",
            "tests/unit/equations/test_code.py::test_matlab",
        ),
    ),
    Feature(
        "simulates by itself",
        "no",
        "its program does",
        "yes",
        "yes",
        "",
        ("tests/identities/simulation/test_energy_balance.py::test_balance_of_a_closed_loop",),
    ),
    Feature(
        "kinematic analysis",
        OPEN,
        OPEN,
        "yes",
        "yes",
        "poses, Jacobians, inverse kinematics",
        (
            "tests/identities/test_theorems.py::test_jacobian_is_the_derivative_of_the_pose",
            "tests/identities/test_inverse_kinematics.py::test_closed_form_finds_all_poses",
        ),
    ),
    Feature(
        "static analysis",
        OPEN,
        OPEN,
        "yes",
        "yes",
        "where an arm rests under its weight",
        ("tests/identities/plant/test_mechanisms.py::test_elastic_axes_start_in_equilibrium",),
    ),
    Feature(
        "inverse dynamics",
        OPEN,
        OPEN,
        "yes",
        "yes",
        "",
        ("tests/identities/test_theorems.py::test_forward_undoes_inverse_dynamics",),
    ),
    Feature(
        "axes of the world or of a body, as one likes",
        OPEN,
        OPEN,
        "yes",
        "no",
        "results are in the axes of the base; the rotation of every frame is among them",
    ),
    Feature(
        "flexible joints",
        "no",
        "no",
        "yes",
        "yes",
        "",
        (
            "tests/identities/simulation/test_energy.py::"
            "test_flexible_arm_drifts_with_the_order_of_the_integrator",
        ),
    ),
    Feature(
        "flexible links",
        "no",
        "no",
        "yes",
        "partly",
        "axes that give way, no shapes of finite elements",
        ("tests/identities/plant/test_mechanisms.py::test_other_places_of_elastic_axes",),
    ),
    Feature(
        "control elements",
        "no",
        "no",
        "yes",
        "yes",
        "",
        (
            "tests/identities/controllers/test_closed_loops.py::"
            "test_computed_torque_has_the_error_dynamics_it_is_designed_for",
        ),
    ),
    Feature("hydraulic elements", OPEN, OPEN, "yes", "no", "motors are electric"),
    Feature("animation", "no", "no", "yes", "no", "pictures of poses, no film"),
    Feature(
        "energies",
        OPEN,
        "yes",
        "yes",
        "yes",
        "",
        ("tests/identities/test_theorems.py::test_power_is_the_rate_of_energy",),
    ),
    Feature(
        "reaction forces, torques about axes",
        OPEN,
        OPEN,
        "yes",
        "yes",
        "at joints and loops",
        (
            "tests/identities/plant/test_mechanisms.py::"
            "test_wrenches_on_frames_and_reactions_in_joints",
        ),
    ),
    Feature(
        "joint angles for a controller",
        "yes",
        "yes",
        "no, Euler parameters",
        "yes",
        "",
        (
            "tests/identities/controllers/test_closed_loops.py::"
            "test_gravity_compensation_holds_the_motors",
        ),
    ),
    Feature(
        "linear models",
        OPEN,
        "no",
        "by DADS/Plant",
        "yes",
        "",
        (
            "tests/identities/linear/test_plants.py::"
            "test_mass_damping_and_stiffness_are_those_of_pinocchio",
        ),
    ),
    Feature(
        "a model inside of another simulator",
        "ACSL, MATLAB",
        "by a2m: SIMULINK",
        "by DADS/Plant: SIMULINK",
        "yes",
        "FMUs, C",
        (
            "tests/crosscheck/test_fmus.py::test_whole_runs_are_ours",
            "tests/crosscheck/test_exported_c.py::test_every_scenario",
        ),
    ),
    Feature(
        "motors by what a motion needs",
        OPEN,
        OPEN,
        "torques to choose by",
        "yes",
        "out of a list, with a rerun",
        (
            "tests/unit/sizing/test_choosing.py::"
            "test_every_axis_has_a_motor_that_holds_in_the_rerun",
        ),
    ),
    Feature(
        "manipulators in water",
        "no",
        "no",
        "no",
        "yes",
        "",
        (
            "tests/identities/water/test_free_bodies.py::"
            "test_added_inertia_is_kirchhoffs_with_fossens_matrix",
            "tests/identities/water/test_drag.py::test_drag_takes_energy_out_and_lift_none",
        ),
    ),
)

_HEAD = """\
# Feature comparison

Chapter 3 of S2 (see [the sources](sources.md)) compares three programs of its time: SD/FAST,
AUTOLEV and DADS. This table has its rows, what it says of each, and a column for armwright. A ·
stands where S2 says nothing; later versions of the programs are not looked at. What armwright has
is shown by the tests below the table: `tools/document_features.py` writes this page with their
names, and a test fails if one of them is gone.

"""


def page() -> str:
    lines = [
        "| | SD/FAST | AUTOLEV | DADS | armwright | |",
        "|---|---|---|---|---|---|",
    ]
    proofs: list[str] = []
    for feature in FEATURES:
        number = ""
        if feature.tests:
            proofs.append(
                f"{len(proofs) + 1}. {feature.name}: "
                + ", ".join(_link(test) for test in feature.tests)
            )
            number = f" ({len(proofs)})"
        cells = (feature.name, feature.sd_fast, feature.autolev, feature.dads)
        lines.append(f"| {' | '.join(cells)} | {feature.ours}{number} | {feature.note} |")
    counts = [sum(one.ours == answer for one in FEATURES) for answer in ("yes", "partly", "no")]
    total = f"\nOf {len(FEATURES)} rows: {counts[0]} yes, {counts[1]} partly, {counts[2]} no.\n"
    table = _HEAD + "\n".join(lines) + "\n" + total
    return cited(table) + "\n## Tests\n\n" + "\n".join(proofs) + "\n"


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name.removeprefix('test_').replace('_', ' ')}](../{path})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE.name}")
