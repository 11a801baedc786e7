"""When things happen: a clock of 4 kHz, blocks at 1 kHz, an arm in between.

At a tick sensors see the arm as it is, controllers see what sensors say at that tick, and the arm
feels what controllers command from that tick on.
"""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Blocks, Scenario, load_scenario
from armwright.block import Block
from armwright.blocks.controllers import Delay
from armwright.blocks.sensors import Encoder
from armwright.system import Integration, Recording, Start
from tests.support.probes import Clock
from tests.support.simulations import signals

TICK, TICKS = 2.5e-4, 80
#: Behind the gear: of the rotor, and of the load.
INERTIA = 4e-4 + 2 / 50**2


def loop(*blocks: Block, sensors: tuple[Block, ...] = (), **parts: object) -> Scenario:
    """A rigid load on its axis, everything recorded at every tick."""
    extra = ("measured_motor_position", "measured_motor_velocity") if sensors else ()
    recorded = ("motor_position", "motor_velocity", "commanded_motor_torque", *extra)
    scenario = Scenario(
        name="loop",
        robot=load_scenario("pendulum/driven").robot,
        duration=TICKS * TICK,
        tick=TICK,
        blocks=Blocks(controller=blocks, sensors=sensors),
        start=Start((0.0,), at_rest=False),
        recording=Recording(recorded, rate=1 / TICK),
        **parts,  # type: ignore[arg-type]
    )
    return scenario.changed({"fidelity.joints": "rigid", "fidelity.friction": False})


@pytest.mark.parametrize("every", [1, 4, 5])
def test_sampled_block_holds_its_output(every: int) -> None:
    run = signals(loop(Clock(rate=1 / (every * TICK))))
    sampled = np.arange(TICKS + 1) // every * every
    assert run["commanded_motor_torque"][:, 0] == pytest.approx(sampled * TICK, abs=1e-15)
    assert len(set(run["commanded_motor_torque"][:, 0].tolist())) == TICKS // every + 1


@pytest.mark.parametrize(("method", "steps"), [("midpoint", 1), ("midpoint", 3), ("rk4", 2)])
def test_command_acts_from_its_tick_on(method: str, steps: int) -> None:
    """The velocity at a tick is what the commands of all ticks before have made of it."""
    integration = Integration(method, steps)  # type: ignore[arg-type]
    run = signals(loop(Clock(rate=1000.0), integration=integration))
    torque, velocity = run["commanded_motor_torque"][:, 0], run["motor_velocity"][:, 0]
    made = np.concatenate([[0.0], np.cumsum(torque[:-1]) * TICK / INERTIA])
    assert not velocity[:5].any()
    assert velocity[5] > 0
    assert velocity == pytest.approx(made, rel=1e-12)


def test_continuous_command_acts_at_once() -> None:
    """Without a rate the torque is t, and the velocity t²/2J exactly, the rule being of order 2."""
    run = signals(loop(Clock()))
    t = run["time"]
    assert run["motor_velocity"][:, 0] == pytest.approx(t**2 / (2 * INERTIA), rel=1e-12)


@pytest.mark.parametrize("samples", [1, 2, 7])
@pytest.mark.parametrize("every", [1, 4])
def test_delay_delays_by_whole_samples(every: int, samples: int) -> None:
    rate = 1 / (every * TICK)
    clock = Clock(rate=rate, connect={"command": "early"})
    wires = {"input": "early", "output": "commanded_motor_torque"}
    scenario = loop(clock, Delay(rate=rate, samples=samples, connect=wires))
    recorded = ["early", "commanded_motor_torque"]
    run = signals(scenario, {"recording.signals": recorded})
    early, late = run["early"][:, 0], run["commanded_motor_torque"][:, 0]
    shift = samples * every
    assert (late[shift:] == early[:-shift]).all()
    assert not late[:shift].any()


@pytest.mark.parametrize("order", [0, 1])
def test_delay_does_not_depend_on_the_order_of_the_blocks(order: int) -> None:
    """A delay that is written before its source still gets what the source says at that tick."""
    clock = Clock(rate=4000.0, connect={"command": "early"})
    wires = {"input": "early", "output": "commanded_motor_torque"}
    blocks = (clock, Delay(rate=4000.0, samples=3, connect=wires))
    run = signals(loop(*(blocks[::-1] if order else blocks)))
    ticks = np.maximum(np.arange(TICKS + 1) - 3, 0)
    assert run["commanded_motor_torque"][:, 0] == pytest.approx(ticks * TICK, abs=1e-15)


def test_encoder_sees_the_motor_at_its_instant() -> None:
    """To the bit, and until its next sample nothing else."""
    run = signals(loop(Clock(), sensors=(Encoder(rate=1000.0),)))
    at = np.arange(TICKS + 1) // 4 * 4
    for kind in ("position", "velocity"):
        true = run[f"motor_{kind}"][:, 0]
        assert (run[f"measured_motor_{kind}"][:, 0] == true[at]).all()
        assert len(set(true.tolist())) > TICKS / 2


def test_records_are_what_a_faster_record_has_at_those_ticks() -> None:
    scenario = loop(Clock(rate=1000.0))
    all_ticks, few = signals(scenario), signals(scenario, {"recording.rate": 800.0})
    for name in ("motor_position", "motor_velocity", "commanded_motor_torque"):
        assert (few[name] == all_ticks[name][::5]).all()
