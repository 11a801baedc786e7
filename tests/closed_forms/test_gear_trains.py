"""Gearboxes from their parts: ratios, springs in series, inertias, frequencies on paper."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import casadi as cs
import numpy as np
import pytest
from scipy.linalg import eigh

import armwright as aw
from armwright import Drive, Fidelity, Gear, GearTrain, Inertia, InputError, Joint, Link, Motor
from armwright.export.mjcf import mjcf
from armwright.plant import Plant
from armwright.report.drives import gear_train_tables
from armwright.robot.shaft import shaft_stiffness
from armwright.robot.train_springs import dominant, joint_stiffness, lines, shares
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.simulation.slow import solve
from armwright.system import Integration, Recording, Start, System

Shaft = aw.Shaft
SUN, RING = 20, 64


def single(gears: list[Gear], motor: str = "in", joint: str = "out") -> GearTrain:
    """With a shaft at either end."""
    shafts = (Shaft("first", "motor", motor, 300.0), Shaft("last", joint, "joint", 5000.0))
    return GearTrain("box", {"m": "motor"}, {"j": "joint"}, tuple(gears), shafts)


@pytest.mark.parametrize(
    "gears, ratio",
    [
        ([Gear(("in", "out"), (20, 60))], -3),
        ([Gear(("in", "out"), (20, 60), alike=True)], 3),
        ([Gear(("in", "a"), (20, 60)), Gear(("a", "out"), (17, 51))], 9),
        # planetary: ring, sun or arm held (Willis)
        ([Gear(("in", "housing"), (SUN, RING), arm="out")], 1 + Fraction(RING, SUN)),
        ([Gear(("in", "housing"), (RING, SUN), arm="out")], 1 + Fraction(SUN, RING)),
        ([Gear(("in", "out"), (SUN, RING))], -Fraction(RING, SUN)),
        # two planetary steps one after the other
        (
            [
                Gear(("in", "housing"), (SUN, RING), arm="a"),
                Gear(("a", "housing"), (18, 90), arm="out"),
            ],
            (1 + Fraction(RING, SUN)) * 6,
        ),
        # a harmonic drive: 200 teeth within 202, the wave generator is the arm
        ([Gear(("out", "housing"), (200, 202), arm="in", alike=True)], -100),
    ],
)
def test_ratios_of_gears(gears: list[Gear], ratio: Fraction) -> None:
    assert single(gears).ratios.tolist() == [[float(ratio)]]


def test_a_differential_adds() -> None:
    """ω_c = ω_a (1 + r) − ω_p r with r = z_p/z_c: S4's form of Willis' equation."""
    train = wrist_pair(z=(24, 36))
    r = Fraction(36, 24)
    assert train.ratios.tolist() == [[-3.0, 0.0], [float(-3 * (1 + r)), float(-r)]]


def wrist_pair(z: tuple[int, int] = (24, 36)) -> GearTrain:
    """Joint 2 is driven through a gear whose arm turns with the shaft of motor 1."""
    return GearTrain(
        "pair",
        {"m1": "m1", "m2": "m2"},
        {"j1": "q1", "j2": "q2"},
        (Gear(("s1", "w1"), (15, 45)), Gear(("s2", "p2"), z, arm="s1")),
        (
            Shaft("k11", "m1", "s1", 90.0, 0.01),
            Shaft("k12", "w1", "q1", 4000.0, 0.3),
            Shaft("k21", "m2", "s2", 70.0, 0.02),
            Shaft("k22", "p2", "q2", 500.0, 0.1),
        ),
        {"s1": 2e-4, "w1": 3e-3, "s2": 1e-4, "p2": 4e-4},
    )


def pair_arm(train: GearTrain | None = None, lever: float = 0.0) -> aw.Robot:
    body = Inertia(2.0, [0.0, lever, 0.0], np.diag([0.01, 0.02, 0.03]))
    joints = (
        Joint("j1", "revolute", "base", "one"),
        Joint("j2", "revolute", "one", "two", axis=[1.0, 0.0, 0.0]),
    )
    motors = tuple(Motor(f"m{k}", {}, Drive(motor_inertia=k * 1e-4)) for k in (1, 2))
    links = (Link("base"), Link("one", body), Link("two", body))
    trains = (train or wrist_pair(),)
    return aw.Robot("pair", links, joints, motors=motors, gear_trains=trains, gravity=[9, 0, 5])


def test_motors_take_their_ratios_from_the_teeth() -> None:
    assert [dict(motor.along) for motor in pair_arm().motors] == [
        {"j1": -3.0},
        {"j1": -7.5, "j2": -1.5},
    ]


def test_springs_in_series_and_their_shares() -> None:
    """1/K = 1/(k₁ n²) + 1/k₂ at the joint; the softest, seen from one side, twists most."""
    train = single([Gear(("in", "housing"), (SUN, RING), arm="out")])
    n = 1 + RING / SUN
    first, last = 1 / (300.0 * n**2), 1 / 5000.0
    np.testing.assert_allclose(joint_stiffness(train), [[1 / (first + last)]], rtol=1e-13)
    expected = {"first": first / (first + last), "last": last / (first + last)}
    assert shares(train) == {"j": pytest.approx(expected, rel=1e-12)}
    assert lines(train) == {"j": ("first", "last")}
    assert dominant(train) == ("first" if first > last else "last",)
    np.testing.assert_allclose(joint_stiffness(train, ["first"]), [[1 / first]], rtol=1e-13)


def test_stiffness_of_coupled_lines() -> None:
    """K = (T diag(1/k) Tᵀ)⁻¹, T: how far the joints go when one shaft twists, written by hand."""
    n1, r = -3.0, 1.5
    # q1 = (−k11)/n1 + k12;  θ1 = s1 − k11,  θ2 = s2 − k21 = 0, s2 = (1 + r) s1 − r p2
    T = np.array([[1 / n1, 1.0, 0.0, 0.0], [(1 + r) / r, 0.0, -1 / r, 1.0]])
    k = np.array([90.0, 4000.0, 70.0, 500.0])
    expected = np.linalg.inv(T @ np.diag(1 / k) @ T.T)
    np.testing.assert_allclose(joint_stiffness(wrist_pair()), expected, rtol=1e-12)


def test_frequencies_of_the_full_train() -> None:
    """One line: motor, two wheels and a joint as four inertias in a row."""
    train = replace(single([Gear(("in", "out"), (20, 60))]), inertia={"in": 3e-4, "out": 2e-3})
    body = Inertia(1.0, [0.0, 0.0, 0.0], np.diag([0.01, 0.01, 0.05]))
    robot = aw.Robot(
        "line",
        (Link("base"), Link("arm", body)),
        (Joint("j", "revolute", "base", "arm"),),
        motors=(Motor("m", {}, Drive(motor_inertia=1e-3)),),
        gear_trains=(train,),
        gravity=[0, 0, 0],
    )
    J = np.diag([1e-3, 3e-4 * 9 + 2e-3, 0.05])  # motor; both wheels at the output; joint
    a, b = np.array([-1.0, -3.0, 0.0]), np.array([0.0, -1.0, 1.0])
    K = 300.0 * np.outer(a, a) + 5000.0 * np.outer(b, b)
    expected = np.sqrt(np.clip(eigh(K, J, eigvals_only=True), 0, None)) / (2 * np.pi)
    model = aw.linearise(robot)
    found = sorted({round(mode.frequency, 6) for mode in model.modes()})
    np.testing.assert_allclose(found, np.round(expected, 6), atol=2e-6)
    roles = [one.role for one in Plant(robot).coordinates]
    assert roles == ["driven", "rotor", "shaft"]


def test_rigid_trains_are_reflected_inertias() -> None:
    """M = bodies + Σ J n² over motors and wheels."""
    robot = pair_arm()
    rigid = Plant(robot, Fidelity(joints="rigid"))

    def mass(plant: Plant) -> np.ndarray:
        size = len(plant.coordinates)
        M = cs.SX.zeros(size, size)
        for (i, j), value in plant.mass().items():
            M[i, j] = M[j, i] = value
        return np.array(cs.Function("M", [plant.x], [M])(np.zeros(size)))

    rows = {"m1": [-3, 0], "m2": [-7.5, -1.5], "s1": [-3, 0], "w1": [1, 0]}
    rows |= {"s2": [-7.5, -1.5], "p2": [0, 1]}
    inertias = {"m1": 1e-4, "m2": 2e-4, **wrist_pair().inertia}
    expected = np.diag([0.06, 0.01]) + sum(
        inertias[name] * np.outer(row, row) for name, row in rows.items()
    )
    np.testing.assert_allclose(mass(rigid), expected, rtol=1e-12)
    # A full train that turns without twisting has the same inertia.
    full = Plant(robot)
    q = cs.SX.sym("q", 2)
    lift = np.array(cs.evalf(cs.jacobian(full.following(q), q)))
    np.testing.assert_allclose(lift.T @ mass(full) @ lift, expected, rtol=1e-12)


def scenario(robot: aw.Robot, **more: object) -> aw.Scenario:
    options = {
        "duration": 0.05,
        "tick": 0.0002,
        "start": Start((0.1, 0.2), (3.0, -2.0), at_rest=False),
        "recording": Recording(
            ("coordinate_position", "kinetic_energy", "potential_energy", "damping_loss"), 1000.0
        ),
    }
    return aw.Scenario(name="train", robot=robot, **options | more)


def test_the_fast_step_is_near_the_slow_solver_and_keeps_energy() -> None:
    start = scenario(pair_arm(lever=0.1), duration=0.01)
    exact = solve(System(start), 51, ["coordinate_position"])["coordinate_position"][-1]
    errors = []
    for steps in (1, 2):
        data = replace(start, integration=Integration("midpoint", steps)).simulate().data
        errors.append(np.abs(data["coordinate_position"].values[-1] - exact).max())
    assert errors[0] < 1e-3 * np.abs(exact).max()
    assert errors[1] < 0.3 * errors[0]
    total = data["kinetic_energy"].values + data["potential_energy"].values
    lost = total[0] - total
    np.testing.assert_allclose(data["damping_loss"].values, lost, atol=2e-3 * lost.max())


def test_the_dominant_reduction_keeps_inertia_and_its_springs() -> None:
    """Motors and joints only; their static stiffness is that of the springs kept."""
    robot = pair_arm()
    plant = Plant(robot, Fidelity(gears="dominant"))
    assert [one.role for one in plant.coordinates] == ["driven", "driven", "rotor", "rotor"]
    (part,) = plant.elements
    kept = dominant(robot.gear_trains[0])
    assert [channel.name for channel in part.law.channels] == [f"pair.{name}" for name in kept]
    G = np.array([[float(row.get(k, 0.0)) for k in range(4)] for row in part.rows])
    k = [shaft.stiffness for shaft in robot.gear_trains[0].shafts if shaft.name in kept]
    K = (G.T @ np.diag(k) @ G)[:2, :2]
    np.testing.assert_allclose(K, joint_stiffness(robot.gear_trains[0], kept), rtol=1e-12)


def test_stiff_shafts_are_the_rigid_train() -> None:
    train = wrist_pair()
    shafts = tuple(replace(one, stiffness=one.stiffness * 1e7) for one in train.shafts)
    stiff = pair_arm(replace(train, shafts=shafts), lever=0.1)
    options = {"integration": Integration("implicit", 1)}
    a = scenario(stiff, **options).simulate().data["coordinate_position"].values[:, :2]
    rigid = scenario(stiff, fidelity=Fidelity(joints="rigid"), **options)
    b = rigid.simulate().data["coordinate_position"].values
    np.testing.assert_allclose(a, b, atol=1e-6)


def test_files_and_paths(tmp_path: Path) -> None:
    robot = pair_arm()
    robot.save(tmp_path / "pair.toml")
    assert aw.load(tmp_path / "pair.toml") == robot
    text = (tmp_path / "pair.toml").read_text()
    sized = text.replace("stiffness = 90", "length = 0.2, outer = 0.012, inner = 0.006")
    sized = re.sub(r"along = \{.*\}\n", "", sized)
    (tmp_path / "sized.toml").write_text(sized)
    other = aw.load(tmp_path / "sized.toml")
    assert other.gear_trains[0].shafts[0].stiffness == shaft_stiffness(0.2, 0.012, 0.006)
    assert other.motors == robot.motors
    start = scenario(robot)
    paths = {"gear_trains.pair.shafts.k21.stiffness": 80.0, "gear_trains.pair.inertia.s2": 2e-4}
    a = start.prepare(free=list(paths)).simulate(paths).data["coordinate_position"].values
    b = start.changed(paths).simulate().data["coordinate_position"].values
    np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    "change, message",
    [
        (
            {"gears": (Gear(("s1", "w1"), (15, 45)),)},
            "gear train 'pair': the gears do not say how a wheel turns with the joints (got wheel "
            "'m2' = 1 'm2', expected gears and shafts from every motor to a joint)",
        ),
        (
            {"gears": (*wrist_pair().gears, Gear(("q1", "q2"), (1, 2)))},
            "gear train 'pair', joint 'j2': the gears hold a joint, or tie it to another one (got "
            "wheel 'q2' = -1/2 'q1'",
        ),
        ({"inertia": {"s9": 1.0}}, "no inertia of a wheel (got 's9', 1 kg m², expected 0 kg m² or"),
        (
            {"motors": {"m1": "s1", "m2": "m2"}, "shafts": wrist_pair().shafts[1:]},
            "",
        ),
    ],
)
def test_what_cannot_be(change: dict[str, object], message: str) -> None:
    if not message:  # the wheel of a motor may be inside: only one shaft is left in its line
        assert replace(wrist_pair(), **change).ratios[0, 0] == -3.0
        return
    with pytest.raises(InputError, match=re.escape(message)):
        replace(wrist_pair(), **change)


def test_ratios_that_contradict_the_teeth_are_refused() -> None:
    robot = pair_arm()
    wrong = replace(robot.motors[0], along={"j1": -3.1})
    with pytest.raises(InputError, match=r"other gear ratios than its gear train's teeth have"):
        replace(robot, motors=(wrong, robot.motors[1]))


def test_a_wheel_without_inertia_is_named() -> None:
    train = replace(wrist_pair(), inertia={})
    with pytest.raises(InputError, match=r"shaft 'pair\.\w+': no inertia of its own moves with it"):
        Plant(pair_arm(train))


def test_who_cannot_have_a_train_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gear train 'pair': MuJoCo has no place for a gear train"):
        mjcf(pair_arm(), tmp_path / "a.xml")
    plant = Plant(pair_arm())
    with pytest.raises(InputError, match="method 'perturbation': it knows no gear trains"):
        InertialTorque(plant, cs.SX(0), "line")


def test_the_sheet_has_shares_and_stiffness() -> None:
    robot = pair_arm()
    first, second = gear_train_tables(robot, 100)
    assert list(first.columns[0].cells) == ["k11", "k12", "k21", "k22"]
    own = shares(robot.gear_trains[0])["j1"]
    assert next(iter(first.columns[3].cells)) == f"{100 * own['k11']:.2f}"
    K = joint_stiffness(robot.gear_trains[0])
    assert next(iter(second.columns[1].cells)) == f"{K[0, 0]:.4g}"
