"""What springs of transmissions do: energy, play and hysteresis, in a run."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Blocks, Drive, Inertia, Joint, Link, Robot, Scenario
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.references import REFERENCES
from armwright.system import Integration, Recording, Start

INERTIA = 0.5


def arm(spring: dict[str, float], law: str, rotor: float = 0.02) -> Robot:
    """A wheel on a motor, with a spring between."""
    wheel = Link("wheel", Inertia(1.0, np.zeros(3), INERTIA * np.eye(3)))
    drive = Drive(motor_inertia=rotor, spring=spring, spring_law=law)
    joint = Joint("axis", "revolute", "base", "wheel", drive=drive)
    return Robot("wheel", (Link("base"), wheel), (joint,), gravity=[0, 0, 0])


#: How long the wheel is pushed, s.
PUSH = 0.02


def swinging(spring: dict[str, float], law: str, torque: float) -> Scenario:
    """The wheel is pushed, and swings against its motor."""
    signals = ("kinetic_energy", "potential_energy", "spring_deflection", "damping_loss")
    return Scenario(
        name="swinging",
        robot=arm(spring, law),
        duration=1.0,
        tick=0.0002,
        fidelity=Fidelity(),
        blocks=Blocks(disturbances=(JointTorque(torque=torque, end=PUSH),)),
        integration=Integration("midpoint" if law == "hysteretic" else "rk4"),
        recording=Recording(signals, 5000.0),
    )


LAWS = {
    "stiffening": {"k_low": 40.0, "k_high": 400.0, "psi": 0.02},
    "cubic": {"a0": 40.0, "a1": 100.0, "a2": 3e4},
    "backlash": {"stiffness": 400.0, "gap": 0.01},
}


@pytest.mark.parametrize("law", LAWS)
def test_energy_is_kept_through_soft_and_stiff_ranges(law: str) -> None:
    """Energy is continuous where the law changes: nothing is lost in passing ψ, or the gap."""
    run = swinging(LAWS[law], law, 60.0).simulate()
    deflection = run.data["spring_deflection"].values
    total = (run.data["kinetic_energy"] + run.data["potential_energy"]).values
    assert np.abs(deflection).max() > 0.02
    pushed = run.data.time.values > PUSH + 1e-9
    assert np.ptp(total[pushed]) < 3e-5 * total[-1]


def test_hysteresis_takes_energy_out_of_slow_swings() -> None:
    spring = {"stiffness": 40.0, "friction": 0.05, "friction_stiffness": 400.0}
    run = swinging(spring, "hysteretic", 3.0).simulate()
    deflection = np.abs(run.data["spring_deflection"].values[:, 0])
    assert deflection[-1500:].max() < 0.8 * deflection[:1500].max()


def test_play_makes_a_limit_cycle_in_closed_loop() -> None:
    """A stiff controller on the load, through a gap: it hunts within the play and does not rest."""
    spring = {"stiffness": 2e4, "damping": 10.0}
    pid = CONTROLLERS["pid"](
        name="controller",
        proportional_gain=20.0,
        derivative_gain=4.0,
        connect={
            "measured_motor_position": "joint_position",
            "measured_motor_velocity": "joint_velocity",
        },
    )

    def late_swing(gap: float) -> float:
        scenario = Scenario(
            name="play",
            robot=arm({**spring, "gap": gap}, "backlash", rotor=0.2),
            duration=6.0,
            tick=0.0005,
            blocks=Blocks(reference=REFERENCES["hold"](name="reference"), controller=(pid,)),
            start=Start((0.02,), at_rest=False),
            recording=Recording(("joint_position",)),
        )
        position = scenario.simulate().data["joint_position"].values[:, 0]
        return float(np.ptp(position[-2000:]))

    assert late_swing(0.005) > 1e-3
    assert late_swing(0.0) < 1e-6
