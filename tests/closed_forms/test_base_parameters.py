"""How many base parameters known arms have: inertial ones, with rotors, with friction as well.

Mayeda, Yoshida and Osuka 1990 for the PUMA 560; Sousa and Cortesão 2014 for the WAM; the others by
the rank of random regressors.
"""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Drive, Inertia, Joint, Link, Pose, Robot, load
from armwright.identify.base import Base, base_of
from armwright.identify.columns import default_free, with_static_friction
from armwright.identify.naming import combination_names
from armwright.identify.regressor import JOINT_TORQUE, Regressor, regressor
from armwright.plant import Plant

HALF = np.pi / 2
BODY = Inertia(1.0, np.array([0.01, 0.02, 0.03]), np.diag([0.02, 0.03, 0.04]))


def _chain(name: str, rows: list[tuple[str, float, float, float]], gravity: float = -9.81) -> Robot:
    """Modified D-H rows: kind of the joint, α, a, d."""
    links, joints = [Link("base")], []
    for k, (kind, alpha, a, d) in enumerate(rows, 1):
        links.append(Link(f"link{k}", BODY))
        turn = np.array(
            [
                [1, 0, 0],
                [0, np.cos(alpha), -np.sin(alpha)],
                [0, np.sin(alpha), np.cos(alpha)],
            ]
        )
        origin = Pose(turn, np.array([a, 0, 0]) + turn @ np.array([0, 0, d]))
        parent = f"link{k - 1}" if k > 1 else "base"
        kind_name = "revolute" if kind == "R" else "prismatic"
        joints.append(
            Joint(f"joint{k}", kind_name, parent, f"link{k}", origin, drive=Drive(gear_ratio=1.0))
        )
    return Robot(name, tuple(links), tuple(joints), gravity=np.array([0, 0, gravity]))


def _planar(gravity: tuple[float, float, float]) -> Robot:
    flat = _chain("planar", [("R", 0, 0, 0), ("R", 0, 0.5, 0)])
    return Robot(flat.name, flat.links, flat.joints, gravity=np.array(gravity))


UR10 = [
    ("R", 0, 0, 0.1273),
    ("R", HALF, 0, 0),
    ("R", 0, -0.612, 0),
    ("R", 0, -0.5723, 0.163941),
    ("R", HALF, 0, 0.1157),
    ("R", -HALF, 0, 0.0922),
]
STANFORD = [
    ("R", 0, 0, 0.412),
    ("R", -HALF, 0, 0.154),
    ("P", HALF, 0, 0.3),
    ("R", 0, 0, 0.1),
    ("R", -HALF, 0, 0),
    ("R", HALF, 0, 0),
]
WAM = [
    ("R", 0, 0, 0),
    ("R", -HALF, 0, 0),
    ("R", HALF, 0, 0.55),
    ("R", -HALF, 0.045, 0),
    ("R", HALF, -0.045, 0.3),
    ("R", -HALF, 0, 0),
    ("R", HALF, 0, 0.06),
]
SCARA = [("R", 0, 0, 0.4), ("R", 0, 0.3, 0), ("P", np.pi, 0.25, 0), ("R", 0, 0, 0.05)]


def _counts(robot: Robot) -> tuple[int, int, int, int]:
    """Inertial; with rotors; with friction and offset; of how many."""
    robot = with_static_friction(robot, "coulomb")
    every = default_free(robot, Plant(robot))
    bodies = [path for path in every if path.startswith("links.")]
    rotors = [path for path in every if path.endswith("motor_inertia")]
    found = [
        regressor(robot, JOINT_TORQUE, chosen) for chosen in (bodies, [*bodies, *rotors], every)
    ]
    bases = [base_of(one) for one in found]
    assert max(base.gap for base in bases) < 1e-8
    return bases[0].size, bases[1].size, bases[2].size, len(found[2].elements)


@pytest.mark.parametrize(
    ("robot", "expected"),
    [
        (load("puma560"), (36, 40, 58, 84)),
        (_chain("ur10", UR10), (36, 40, 58, 84)),
        (load("tx40"), (36, 40, 58, 84)),
        (load("manutec_r3"), (36, 40, 58, 84)),
        (_chain("stanford", STANFORD), (33, 37, 55, 84)),
        (load("panda"), (43, 48, 69, 98)),
        (_chain("wam", WAM), (43, 48, 69, 98)),
        # The weight on the slide is constant, as its offset is: one less with friction.
        (_chain("scara", SCARA), (8, 11, 22, 56)),
        (_planar((0, -9.81, 0)), (6, 7, 13, 28)),
        (_planar((0, 0, -9.81)), (4, 5, 11, 28)),
    ],
    ids=lambda one: one.name if isinstance(one, Robot) else "",
)
def test_numbers_of_base_parameters(robot: Robot, expected: tuple[int, int, int, int]) -> None:
    assert _counts(robot) == expected


def _of(robot: Robot) -> tuple[Regressor, Base]:
    found = regressor(robot, JOINT_TORQUE)
    return found, base_of(found)


def test_combinations_give_the_torques_of_all_numbers() -> None:
    """Y π = Y_b (B π) at states that the base was not found from."""
    found, base = _of(with_static_friction(load("manutec_r3"), "coulomb"))
    rng = np.random.default_rng(9)
    q, v, a = rng.normal(size=(3, 20, 6))
    Y = found.at(q, v, a)[0]
    numbers = rng.normal(size=len(found.elements))
    whole, regrouped = Y @ numbers, Y[:, :, list(base.columns)] @ (base.matrix @ numbers)
    assert np.abs(whole - regrouped).max() < 1e-8 * np.abs(whole).max()


def test_the_planar_arm_has_the_textbooks_combinations_by_name() -> None:
    """Khalil and Dombre: ZZ1R = Izz1 + Jm1 + l² m2, MX1R = mx1 + l m2, MY1, ZZ2, MX2, MY2, Jm2."""
    found, base = _of(_planar((0, -9.81, 0)))
    names = combination_names(found.robot, found.elements, base.matrix)
    assert set(names) == {
        "Izz1 + lx2²·m2 + Jm1",
        "mx1 + lx2·m2",
        "my1",
        "Izz2",
        "mx2",
        "my2",
        "Jm2",
    }


def test_a_coupled_wrist_has_its_rotors_in_the_names() -> None:
    found, base = _of(load("tx40"))
    names = combination_names(found.robot, found.elements, base.matrix)
    assert any(name.startswith("Izz1 + ") and name.endswith("+ n1²·Jm1") for name in names)
    assert "mx2 + lx3·m3 + lx3·m4 + lx3·m5 + lx3·m6" in names
