"""Rotors that ride on links, in every user of the plant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright import Blocks, Drive, Fidelity, Inertia, Joint, Link, Pose, Robot, Scenario, Start
from armwright.blocks.disturbances import JointTorque
from armwright.errors import InputError
from armwright.export.to_c import scenario_files
from armwright.plant.signals import PlantSignals
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.simulation.slow import solve
from armwright.system import Integration, Recording, System
from tests.support.c_code import needs_compiler, self_test
from tests.support.simulations import energy, orders, signals

BODIES = Fidelity(friction=False, rotors="bodies")
SIGNALS = ("joint_position", "motor_position", "kinetic_energy", "potential_energy", "joint_torque")


def arm() -> Robot:
    """A shoulder about z, an elbow about y; their rotors spin fast, about axes across the links."""
    upper = Inertia(2.0, [0.1, 0, 0], np.diag([0.05, 0.06, 0.07]))
    fore = Inertia(1.0, [0.2, 0, 0.05], np.diag([0.02, 0.05, 0.06]))
    first = Drive(20.0, 2e-3, stiffness=3.0, link="upper", axis=np.array([0.6, 0, 0.8]))
    second = Drive(30.0, 1e-3, stiffness=2.0, link="fore", axis=np.array([1.0, 0, 0]))
    return Robot(
        "gyros",
        (Link("base"), Link("upper", upper), Link("fore", fore)),
        (
            Joint("shoulder", "revolute", "base", "upper", drive=first),
            Joint(
                "elbow",
                "revolute",
                "upper",
                "fore",
                Pose(translation=np.array([0.3, 0, 0])),
                np.array([0, 1.0, 0]),
                drive=second,
            ),
        ),
    )


def falling(fidelity: Fidelity = BODIES, tick: float = 5e-4) -> Scenario:
    """Let go at speed, and pushed for a while."""
    return Scenario(
        "falling",
        arm(),
        duration=0.4,
        tick=tick,
        fidelity=fidelity,
        start=Start((0.2, -0.4), (2.0, 3.0), at_rest=False),
        integration=Integration("midpoint"),
        recording=Recording(SIGNALS, 1000.0),
        blocks=Blocks(disturbances=(JointTorque(torque=3.0, end=0.1),)),
    )


@pytest.mark.parametrize("joints", ["flexible", "rigid"])
def test_energy_is_kept_to_the_integrators_order(joints: str) -> None:
    fidelity = replace(BODIES, joints=joints)
    drift = []
    for tick in (1e-3, 5e-4, 2.5e-4):
        run = signals(falling(fidelity, tick))
        total = energy(run)[run["time"] > 0.1 + 1e-9]
        drift.append(np.ptp(total))
    assert drift[-1] < 2e-3 * np.abs(total).max()
    assert (orders(drift) > 1.7).all()


def test_the_slow_solver_agrees_and_the_reduced_model_does_not() -> None:
    setup = falling()
    exact = solve(
        System(setup), setup.ticks + 1, ["joint_position", "motor_position"], record_every=2
    )
    found = signals(falling(tick=1.25e-4))
    reduced = signals(falling(replace(BODIES, rotors="reduced")))
    for name in ("joint_position", "motor_position"):
        size = np.ptp(exact[name])
        assert np.abs(found[name] - exact[name]).max() < 1e-4 * size
        assert np.abs(reduced[name] - exact[name]).max() > 5e-3 * size


def test_the_drives_exert_what_the_links_need() -> None:
    """Of a rigid drive: the motor's torque, less what its rotor takes about its own axis."""
    plant = aw.Plant(arm(), replace(BODIES, joints="rigid"))
    torque = PlantSignals(plant)["joint_torque"].value()
    needed = cs.vertcat(*plant.link_forces(cs.vertsplit(plant.acceleration)))
    symbols = [plant.x, plant.v, plant.inputs["motor_torque"]]
    others = [s for name, s in plant.inputs.items() if name != "motor_torque"]
    found = cs.Function("f", [*symbols, *others], [torque - needed])
    zero = [np.zeros(s.shape[0]) for s in others]
    assert np.abs(np.array(found([0.3, -0.7], [4.0, -3.0], [0.5, 0.2], *zero))).max() < 1e-10


def test_the_linear_model_has_the_couplings() -> None:
    plant = aw.Plant(arm(), BODIES)
    model = aw.linearise(plant, [0.0, 0.0])
    assert model.mechanical is not None
    S = model.mechanical.mass[:2, 2:]
    # Motor 1 on the first link, motor 2 on the second, along x: across both joints at q = 0.
    np.testing.assert_allclose(S, [[2e-3 * 0.8, 0.0], [0.0, 0.0]], atol=1e-14)
    turned = aw.linearise(plant, [0.0, -0.5]).mechanical
    assert turned is not None
    assert turned.mass[0, 3] == pytest.approx(1e-3 * np.sin(0.5), abs=1e-12)


@needs_compiler
def test_exported_c_is_ours_bit_for_bit(tmp_path: Path) -> None:
    code, text = self_test(tmp_path, scenario_files(falling(), "loop", "loop"))
    assert code == 0, text
    assert "largest difference 0.0e+00" in text


def test_the_perturbation_method_refuses_them() -> None:
    with pytest.raises(InputError) as error:
        InertialTorque(aw.Plant(arm(), BODIES), cs.SX.zeros(4), "falling")
    assert str(error.value) == (
        "scenario 'falling', method 'perturbation': rotors that ride on links feel their "
        'speed, which this method leaves out (got fidelity.rotors = "bodies", expected '
        '"reduced", or rigid joints). Use the full method.'
    )
