"""Linear models of loops with sampled parts, beside the loops themselves, solved accurately."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import Cascade, Delay, Pid
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.motors import CurrentLag
from armwright.blocks.references.hold import Hold
from armwright.blocks.sensors import JointEncoder, Resolver
from armwright.simulation.slow import solve
from armwright.system.system import System
from tests.support.every_block import arm

TICK = 0.00025
Q = (0.3, -0.7)


def loop(**blocks: object) -> aw.Scenario:
    """A flexible arm without dry friction, held at a pose."""
    own = {"reference": Hold(name="reference", position=Q), **blocks}
    return aw.Scenario(
        "loop",
        arm(2),
        0.1,
        tick=TICK,
        blocks=aw.Blocks(**own),
        fidelity=aw.Fidelity(friction=False, noise=False),
        start=aw.Start(exact="motors"),  # which is where the controllers' integrals rest, too
    )


PID = {"proportional_gain": 1.5, "integral_gain": 4.0, "derivative_gain": 0.03}
LOOPS = {
    "continuous": loop(controller=(Pid(name="pid", **PID),)),
    "one rate": loop(controller=(Pid(name="pid", rate=1000.0, **PID),)),
    "two rates, a lag and differences": loop(
        controller=(
            Cascade(
                name="loops",
                position_gain=40.0,
                velocity_gain=0.2,
                integral_time=0.04,
                position_rate=500.0,
                velocity_rate=2000.0,
            ),
        ),
        motor=CurrentLag(name="motor", time_constant=5e-4, torque_constant=0.3),
        sensors=(
            Resolver(
                name="resolver", rate=2000.0, velocity_from="difference", velocity_filter=300.0
            ),
        ),
    ),
    "a delay": loop(
        controller=(
            Pid(name="pid", rate=1000.0, connect={"commanded_motor_torque": "wanted"}, **PID),
            Delay(
                name="delay",
                samples=2,
                rate=1000.0,
                connect={"input": "wanted", "output": "commanded_motor_torque"},
            ),
        )
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_small_push_moves_the_arm_as_the_linear_model_says(name: str) -> None:
    scenario, size, joint = LOOPS[name], 1e-3, 1
    model = aw.linearise(
        scenario, inputs="joint_torque", outputs=("joint_position", "motor_torque")
    )
    assert (model.period is None) == (name == "continuous")
    period, every = model.period or TICK, round((model.period or TICK) / TICK)
    count = round(0.04 / period)
    times, expected = model.step(count * period, samples=count + 1)
    runs = []
    for push in (size, -size):
        torque = np.eye(2)[joint] * push
        pushed = scenario.with_blocks(
            disturbances=(JointTorque(name="push", torque=torque, begin=period),)
        )
        signals = ("joint_position", "motor_torque")
        found = solve(
            System(pushed), every * (count + 2), signals, tolerance=1e-12, record_every=every
        )
        runs.append(np.hstack([found[one] for one in signals]))
    slope = ((runs[0] - runs[1]) / (2 * size))[1:]
    assert len(slope) == len(times)
    for k in range(4):
        ours = expected[:, k, joint]
        assert (
            np.abs(slope[:, k] - ours).max() < 2e-7 * np.abs(expected[:, :, joint]).max(axis=0)[k]
        )


def test_what_is_at_rest_at_given_positions_is_held_there() -> None:
    q = np.array([0.9, 0.2])
    moved = aw.linearise(LOOPS["one rate"], q)
    there = aw.linearise(
        dataclasses.replace(LOOPS["one rate"]).with_blocks(
            reference=Hold(name="reference", position=tuple(q))
        )
    )
    assert np.allclose(moved.A, there.A, rtol=1e-9, atol=1e-12)
    motors = [k for k, name in enumerate(moved.state_names) if name.startswith("rotor of")]
    assert np.allclose(moved.point.position[motors], q * [60, 50])
    many = aw.linearise(LOOPS["one rate"], [[0.9, 0.2], [0.3, -0.7]])
    assert many.batch == (2,)
    assert (many[0].A == moved.A).all()


@pytest.mark.parametrize("name", ["continuous", "one rate", "a delay"])
def test_a_loop_cut_open_and_closed_again_is_the_closed_loop(name: str) -> None:
    scenario = LOOPS[name]
    closed, opened = aw.linearise(scenario), aw.linearise(scenario, cut="motor_torque")
    assert opened.cut
    # u = y: A + B (1 − D)⁻¹ C
    again = opened.A + opened.B @ np.linalg.solve(np.eye(2) - opened.D, opened.C)
    ours, theirs = (np.sort_complex(np.linalg.eigvals(A)) for A in (again, closed.A))
    moving = [one[np.abs(one) > 1e-9] for one in (ours, theirs)]
    assert len(moving[0]) == len(moving[1])
    assert np.abs(moving[0] - moving[1]).max() < 1e-6 * np.abs(moving[1]).max()


def test_plant_and_controller_put_together_are_the_loop() -> None:
    scenario = LOOPS["one rate"]
    outputs = ("motor_position", "motor_velocity")
    plant = aw.linearise(scenario, part="plant", outputs=outputs)
    arm_alone = aw.Plant(scenario.robot, scenario.fidelity)
    alone = aw.linearise(arm_alone, plant.point.position[:2], outputs=outputs)
    assert plant.period is None
    assert np.allclose(plant.A, alone.A, rtol=1e-9, atol=1e-6)
    assert np.allclose(plant.B, alone.B) and np.allclose(plant.C, alone.C)
    measured = ("measured_motor_position", "measured_motor_velocity")
    controller = aw.linearise(scenario, part="controller", inputs=measured)
    assert controller.period == pytest.approx(0.001)
    assert controller.output_names == tuple(
        f"commanded_motor_torque[{n}]" for n in ("shoulder", "elbow")
    )
    p, k = plant.sampled(0.001), controller
    A = np.block([[p.A + p.B @ k.D @ p.C, p.B @ k.C], [k.B @ p.C, k.A]])
    closed = aw.linearise(scenario)
    ours, theirs = (np.sort_complex(np.linalg.eigvals(one)) for one in (A, closed.A))
    assert np.abs(ours - theirs).max() < 1e-7


def test_a_rigid_arm_cut_off_from_its_controller_still_rests() -> None:
    scenario = LOOPS["one rate"].changed({"fidelity.joints": "rigid", "fidelity.elastic": False})
    plant = aw.linearise(scenario, part="plant")
    alone = aw.linearise(aw.Plant(scenario.robot, scenario.fidelity), plant.point.position)
    assert np.abs(plant.A[2:, :2]).max() > 1
    assert np.allclose(plant.A, alone.A, rtol=1e-9, atol=1e-9)


def test_a_loop_cut_at_one_element_keeps_the_others_closed() -> None:
    scenario = LOOPS["one rate"]
    one = aw.linearise(scenario, cut="commanded_motor_torque[elbow]")
    assert one.D.shape == (1, 1)
    again = one.A + one.B @ one.C / (1 - one.D)
    closed = aw.linearise(scenario)
    assert np.abs(np.linalg.eigvals(again)).max() == pytest.approx(
        np.abs(closed.poles).max(), rel=1e-9
    )
    both = aw.linearise(scenario, cut="commanded_motor_torque")
    assert not np.allclose(np.abs(both.poles).max(), np.abs(one.poles).max(), rtol=1e-6)


def test_counts_are_taken_as_smooth_and_that_is_said() -> None:
    encoder = JointEncoder(name="encoder", resolution=1e-4, rate=1000.0)
    plain = JointEncoder(name="encoder", rate=1000.0)
    models = [
        aw.linearise(
            LOOPS["one rate"].with_blocks(sensors=(one,)), outputs="measured_joint_position"
        )
        for one in (encoder, plain)
    ]
    assert (models[0].A == models[1].A).all()
    assert "'encoder' counts, and is taken as smooth" in models[0].assumptions
    assert models[1].assumptions == ()
