"""Modes of drives and arms beside formulas on paper, and beside long simulations."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from scipy.linalg import eigh

import armwright as aw
from armwright.blocks.controllers import Cascade, Pid
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.references.hold import Hold
from tests.support.real_data import real_data

Z = np.array([0.0, 0.0, 1.0])


def disc(name: str, inertia: float) -> aw.Link:
    """Turns about z with this inertia."""
    return aw.Link(name, aw.Inertia(1.0, np.zeros(3), np.diag([inertia, inertia, inertia])))


def one_axis(load: float, drive: aw.Drive) -> aw.Robot:
    joint = aw.Joint("axis", "revolute", "ground", "load", axis=Z, drive=drive)
    return aw.Robot("drive", (aw.Link("ground"), disc("load", load)), (joint,), tool="load")


def test_two_masses_with_a_damped_spring() -> None:
    """On the joint's side: n² J against the load, behind n² k and n² d."""
    n, J, load, k, d = 50.0, 4e-4, 2.0, 0.8, 1e-3
    drive = aw.Drive(gear_ratio=n, motor_inertia=J, stiffness=k, damping=d)
    model = aw.linearise(one_axis(load, drive))
    rigid, elastic = model.modes()[:-1], model.modes()[-1]
    mass = 1 / (1 / load + 1 / (n**2 * J))
    w = np.sqrt(n**2 * k / mass)
    assert elastic.frequency == pytest.approx(w / (2 * np.pi), rel=1e-12)
    assert elastic.damping == pytest.approx(d / k * w / 2, rel=1e-9)
    assert all(mode.rigid for mode in rigid) and len(rigid) == 2
    # The rotor, with half the inertia, moves more, and the other way: (load) q = −(n J) θ
    assert elastic.name == "rotor of axis against axis"
    assert elastic.shape[0] / elastic.shape[1] == pytest.approx(-n * J / load, rel=1e-9)
    assert elastic.shares.max() == pytest.approx(1.0)


def test_coupled_gears_as_in_the_wrist_of_s4() -> None:
    """S4 (2.23)-(2.30), (4.1)-(4.5): K = [[ηᵀ k η, −ηᵀ k], [−k η, k]] of joints and motors."""
    joints, links = [], [aw.Link("base")]
    ratios, loads, rotors, springs = (60.0, 50.0), (0.2, 0.1), (2e-5, 3e-5), (1.5, 0.9)
    coupling = 12.0
    for i, name in enumerate(("five", "six")):
        drive = aw.Drive(
            gear_ratio=ratios[i],
            motor_inertia=rotors[i],
            stiffness=springs[i],
            coupling={"five": coupling} if name == "six" else {},
        )
        axis = Z if name == "five" else np.array([1.0, 0.0, 0.0])
        joints.append(aw.Joint(name, "revolute", links[-1].name, name, axis=axis, drive=drive))
        links.append(disc(name, loads[i]))
    robot = aw.Robot("wrist", tuple(links), tuple(joints), tool="six")
    model = aw.linearise(robot)
    assert model.mechanical is not None
    eta, k = np.array([[ratios[0], 0.0], [coupling, ratios[1]]]), np.diag(springs)
    K = np.block([[eta.T @ k @ eta, -eta.T @ k], [-k @ eta, k]])
    M = np.diag([loads[0] + loads[1], loads[1], *rotors])
    assert np.allclose(model.mechanical.stiffness, K, rtol=1e-12, atol=1e-9)
    assert np.allclose(model.mechanical.mass, M, rtol=1e-12, atol=1e-15)
    squares = eigh(K, M, eigvals_only=True)
    expected = np.sqrt(squares[squares > 1e-3 * squares.max()]) / (2 * np.pi)
    found = [mode.frequency for mode in model.modes() if mode.oscillates]
    assert found == pytest.approx(expected.tolist(), rel=1e-9)


def four_masses(stiffness: float, numbers: dict[str, float]) -> aw.Robot:
    """Moberg and Öhr's arm: motor, gear and two elastic axes in a row, all on the motor's side."""
    drive = aw.Drive(
        gear_ratio=1.0,
        motor_inertia=numbers["Jm"],
        stiffness=stiffness,
        damping=numbers["d1"],
        friction={"viscous": numbers["fm"], "coulomb": 0.0},
    )
    bodies = (aw.Inertia(1.0, np.zeros(3), numbers["Ja2"] * np.eye(3)), None)
    axes = tuple(
        aw.ElasticAxis(
            "load",
            "rz",
            "on",
            name=f"arm{k}",
            spring={"stiffness": numbers[f"k{k}"], "damping": numbers[f"d{k}"]},
            inertia=body,
        )
        for k, body in zip((2, 3), bodies, strict=True)
    )
    robot = one_axis(numbers["Ja1"], drive)
    fixed = aw.Joint("behind", "fixed", "load", "end")
    return dataclasses.replace(
        robot,
        links=(*robot.links, disc("end", numbers["Ja3"])),
        joints=(*robot.joints, fixed),
        elastic=axes,
    )


@pytest.mark.parametrize("gear", ["k1_low", "k1_high"])
def test_moberg_and_ohrs_four_masses(gear: str) -> None:
    """J θ̈ + D θ̇ + K θ = u of a chain; its table has the arms' own bearings frictionless here."""
    numbers = json.loads(real_data("published_parameters.json").read_text())[
        "flexible_arm_siso_benchmark"
    ]
    robot = four_masses(numbers[gear], numbers)
    model = aw.linearise(robot, outputs="motor_acceleration")
    J = np.diag([numbers[name] for name in ("Jm", "Ja1", "Ja2", "Ja3")])

    def chain(*values: float) -> np.ndarray:
        ends = np.zeros((4, 4))
        for k, value in enumerate(values):
            ends[k : k + 2, k : k + 2] += value * np.array([[1, -1], [-1, 1]])
        return ends

    K = chain(numbers[gear], numbers["k2"], numbers["k3"])
    D = chain(numbers["d1"], numbers["d2"], numbers["d3"])
    D[0, 0] += numbers["fm"]
    A = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(J, K), -np.linalg.solve(J, D)]])
    theirs = np.linalg.eigvals(A)
    expected = np.sort(np.abs(theirs[theirs.imag > 1e-6])) / (2 * np.pi)
    found = [mode for mode in model.modes() if mode.oscillates]
    assert [mode.frequency for mode in found] == pytest.approx(expected.tolist(), rel=1e-9)
    dampings = sorted(-theirs[theirs.imag > 1e-6].real / np.abs(theirs[theirs.imag > 1e-6]))
    assert sorted(mode.damping for mode in found) == pytest.approx(dampings, rel=1e-8)
    # From torque to acceleration of the motor: −ω² (K − ω² J + jω D)⁻¹
    w = np.geomspace(1.0, 1000.0, 60)
    ours = model.frequency_response(w)[:, 0, 0]
    direct = [-(x**2) * np.linalg.inv(K - x**2 * J + 1j * x * D)[0, 0] for x in w]
    assert np.abs(ours / np.array(direct) - 1).max() < 1e-8


LOOPS = {
    "one rate": Pid(
        name="controller",
        rate=500.0,
        proportional_gain=0.3,
        derivative_gain=2e-3,
        integral_gain=0.2,
    ),
    "two rates": Cascade(
        name="controller",
        position_gain=12.0,
        velocity_gain=0.02,
        integral_time=0.5,
        position_rate=250.0,
        velocity_rate=1000.0,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_sampled_loop_rings_and_decays_as_its_poles_say(name: str) -> None:
    drive = aw.Drive(
        gear_ratio=50.0, motor_inertia=4e-4, stiffness=0.8, damping=4e-4, torque_constant=1.0
    )
    scenario = aw.Scenario(
        "ringing",
        one_axis(2.0, drive),
        4.0,
        tick=0.00025,
        blocks=aw.Blocks(
            reference=Hold(name="reference"),
            controller=(LOOPS[name],),
            disturbances=(JointTorque(name="push", torque=5.0, begin=0.1, end=0.14),),
        ),
        recording=aw.Recording(("joint_position",), rate=250.0),
    )
    model = aw.linearise(scenario)
    assert model.stable and model.period == pytest.approx(0.004 if name == "two rates" else 0.002)
    run = scenario.simulate()
    late = run.data["time"].values > 0.2
    found = _rings(run.data["joint_position"].values[late, 0], 0.004, len(model.state_names))
    ringing = [s for s in model.rates if s.imag > 1 and s.real > -20]
    assert ringing
    for pole in ringing:
        near = found[np.argmin(np.abs(found - pole))]
        assert near.real == pytest.approx(pole.real, rel=0.01)
        assert near.imag == pytest.approx(pole.imag, rel=0.01)


def _rings(signal: np.ndarray, period: float, order: int) -> np.ndarray:
    """Poles in 1/s of a free motion, by the pencil of two shifted matrices of its samples."""
    rows = len(signal) // 2
    hankel = np.lib.stride_tricks.sliding_window_view(signal, rows)
    _, s, V = np.linalg.svd(hankel, full_matrices=False)
    rank = min(order, int((s > 1e-10 * s[0]).sum()))
    V = V[:rank].T
    z = np.linalg.eigvals(np.linalg.pinv(V[:-1]) @ V[1:])
    return np.log(z.astype(complex)) / period
