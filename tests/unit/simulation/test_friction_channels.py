"""Friction in runs: one element for every direction in which a law acts, each with its side."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.disturbances import TorqueChirp
from armwright.errors import InputError
from armwright.plant import ExtraFriction
from armwright.robot import Drive, ElasticAxis, Robot

RATE = 10000.0
SIGNALS = (
    "friction_torque",
    "friction_velocity",
    "friction_deflection",
    "friction_loss",
    "motor_velocity",
)


def arm() -> Robot:
    """Motor 1 has its friction on its own side, motor 2 on the joint's, an elastic axis its own."""
    robot = aw.load("two_axis")
    sides = ("motor", "joint")
    laws = ({}, {"stiffness": 200.0})
    joints = tuple(
        dataclasses.replace(
            joint,
            drive=dataclasses.replace(
                joint.drive or Drive(),
                friction={"coulomb": 0.4, "viscous": 0.3, **more},
                friction_law="lugre" if more else "coulomb",
                friction_side=side,
            ),
        )
        for joint, side, more in zip(robot.moving_joints, sides, laws, strict=True)
    )
    axis = ElasticAxis(
        joints[0].name,
        "x",
        spring={"stiffness": 5e4, "damping": 20.0},
        friction_law="coulomb",
        friction={"viscous": 300.0},
    )
    return dataclasses.replace(robot, joints=joints, elastic=(axis,))


def scenario() -> aw.Scenario:
    robot = arm()
    first, second = robot.joint_names
    extra = ExtraFriction(first, "coulomb", {first: 1.0, second: 1.0}, {"viscous": 2.0})
    push = TorqueChirp(
        name="push", amplitude=5.0, first_frequency=3.0, last_frequency=9.0, duration=0.1
    )
    return aw.Scenario(
        "channels",
        robot,
        0.1,
        blocks=aw.Blocks(disturbances=(push,)),
        frictions=(extra,),
        start=aw.Start(at_rest=False),
        tick=1 / RATE,
        recording=aw.Recording(SIGNALS, RATE),
    )


def test_every_law_is_recorded_with_its_side() -> None:
    """A label is used once, though the extra friction is called as a joint."""
    run = scenario().simulate()
    first, second = arm().joint_names
    (axis,) = (one.name for one in arm().elastic)
    assert list(run.data["friction"].values) == [
        f"{first} coulomb",
        f"{second} lugre",
        f"frictions.{first} coulomb",
        f"{axis} coulomb",
    ]
    assert list(run.data["side"].values) == ["motor", "joint", "joint", "joint"]
    ratio = arm().gear_matrix[0, 0]
    assert abs(ratio) > 2
    speeds = run.data["friction_velocity"].values
    np.testing.assert_allclose(speeds[:, 0], run.data["motor_velocity"].values[:, 0], rtol=1e-12)


def test_what_the_channels_take_is_the_loss() -> None:
    data = scenario().simulate().data
    power = (data["friction_torque"] * data["friction_velocity"]).values
    loss = data["friction_loss"].values
    taken = np.trapezoid(power, data["time"].values, axis=0)
    assert (taken > 1e-3 * loss[-1]).all()
    assert loss[-1] == pytest.approx(taken.sum(), rel=1e-3)


@pytest.mark.parametrize(
    "settings",
    [
        {"law": "lugre", "coulomb": 0.4, "stiffness": 200.0},
        {"law": "dahl", "coulomb": 0.4, "stiffness": 200.0},
        {"law": "gms", "coulomb": 0.4, "stiffness": 200.0, "attraction": 2.0},
        {"law": "loaded_lugre", "coulomb": 0.4, "stiffness": 200.0, "load_coefficient": 0.01},
    ],
    ids=lambda settings: settings["law"],
)
def test_bent_bristles_pull_with_their_stiffness(settings: dict[str, Any]) -> None:
    """τ = σ₀ z + α₂ v of what is recorded; Coulomb's law has none."""
    law = {"viscous": 0.3, **settings}
    joint = arm().joint_names[1]
    data = scenario().changed({f"joints.{joint}.friction": law}).simulate().data
    torque, speed, bent = (
        data[f"friction_{n}"].values for n in ("torque", "velocity", "deflection")
    )
    np.testing.assert_allclose(torque[:, 1], 200.0 * bent[:, 1] + 0.3 * speed[:, 1], atol=1e-12)
    assert np.abs(bent[:, 1]).max() > 1e-3
    assert not bent[:, [0, 2, 3]].any()
    assert data["friction_deflection"].attrs["units"] == "rad"


def test_sides_and_labels_are_kept_in_files(tmp_path: Path) -> None:
    run = scenario().simulate()
    again = aw.Run.load(run.save(tmp_path / "run.nc"))
    assert again.data["friction_torque"].identical(run.data["friction_torque"])


def test_without_friction_there_is_nothing_to_record() -> None:
    """The same scenario runs, asked for the signal by name."""
    without = scenario().changed({"fidelity.friction": False})
    assert "friction_torque" not in without.simulate().data


def test_a_signal_cannot_be_called_side() -> None:
    with pytest.raises(InputError, match="the name of a dimension"):
        aw.Run.from_records(
            [0.0], {"side": np.zeros((1, 1, 1))}, joints=["a"], dimensions={"side": ""}
        )
