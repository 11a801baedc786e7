"""One programme of all shapes of ISO 9283, slow and fast, by the arm in its forms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.progress import Tell
from armwright.robot import load
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.parallel_linkage.arms import LOOP, SERIAL, in_loop, replaced
from armwright.system import Blocks, Integration, Recording, Start
from armwright.system.system import model_of, plant_of, site_of

#: m/s, m/s² and m/s³ of the tool: assumed, the source has none of them.
SPEEDS = {"low": (0.05, 0.3, 5.0), "high": (0.6, 2.0, 25.0)}
RATE, TICK = 1000.0, 2.5e-4
#: Of the test cube, m: assumed.
CENTRE, SIDE = (1.35, 0.0, 1.15), 0.5
POSTURE = (0.0, 0.2, 0.2, 0.0, -0.4, 0.0)
SIGNALS = ("tool_position", "reference_tool_position", "motor_velocity", "motor_torque")
#: What is simulated of either form. In the rigid ones, gears and structure do not give way.
FULL, SMOOTH = Fidelity(), Fidelity(friction=False)
RIGID = Fidelity(elastic=False, joints="rigid")
#: Each run: form, speed, fidelity.
RUNS: dict[str, tuple[str, str, Fidelity]] = {
    "loop, high": (LOOP, "high", FULL),
    "replaced, high": (SERIAL, "high", FULL),
    "rigid loop, high": (LOOP, "high", RIGID),
    "minimal, high": (SERIAL, "high", RIGID),
    "loop, low": (LOOP, "low", FULL),
    "loop without friction, low": (LOOP, "low", SMOOTH),
    "replaced, low": (SERIAL, "low", FULL),
}


@dataclass(frozen=True, eq=False)
class Programme:
    """Samples of the minimal form's joints at RATE, and what its motors need for them, rigid and
    without friction."""

    positions: Array
    torques: Array

    @property
    def lasts(self) -> float:
        return (len(self.positions) - 1) / RATE


def programme(speed: str) -> Programme:
    """Rest, the shapes, rest."""
    pace, gain, jerk = SPEEDS[speed]
    path = Iso9283Path(
        shape="all",
        cube_centre=CENTRE,
        cube_side=SIDE,
        posture=POSTURE,
        speed=pace,
        acceleration=gain,
        jerk=jerk,
        profile="jerk_limited",
        start_time=0.3,
        dwell=0.15,
        rate=RATE,
    )
    serial = load(SERIAL)
    setup = Scenario(name="programme", robot=serial, duration=path.lasts() + 0.3, tick=TICK)
    tables = path.tables(site_of(setup, plant_of(setup), model_of(setup), path))
    q, v, a = (tables[f"{name}_table"] for name in ("position", "velocity", "acceleration"))
    gears = serial.gear_matrix
    links = compile(serial).inverse_dynamics(q, v, a) @ np.linalg.inv(gears)
    inertia = np.array([motor.drive.motor_inertia for motor in serial.all_motors])
    return Programme(q, links + inertia * (a @ gears.T))


def arm_scenario(form: str, wanted: Programme, fidelity: Fidelity = FULL) -> Scenario:
    """An arm that follows a programme under cascade control, the same for all forms."""
    elbow = float(np.median(wanted.positions[:, 2]))
    q = in_loop(wanted.positions) if form == LOOP else wanted.positions
    reference = REFERENCES["samples"](positions=_rows(q), rate=RATE)
    ahead = CONTROLLERS["torque_samples"](
        torques=_rows(wanted.torques),
        rate=RATE,
        connect={"commanded_motor_torque": "feedforward_motor_torque"},
    )
    cascade = CONTROLLERS["cascade"](
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=18.0,
        velocity_gain=[1.6, 1.4, 1.1, 0.16, 0.16, 0.08],
        integral_time=0.06,
    )
    return Scenario(
        name=f"parallel linkage: {form}",
        robot=load(LOOP) if form == LOOP else replaced(elbow),
        duration=wanted.lasts,
        tick=TICK,
        blocks=Blocks(reference=reference, controller=(ahead, cascade)),
        fidelity=fidelity,
        start=Start(exact="motors"),
        integration=Integration("midpoint", 1),
        recording=Recording(SIGNALS, 500.0 if wanted.lasts < 20 else 100.0),
    )


def _rows(table: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, table.tolist()))


def simulated(tell: Tell) -> dict[str, Run]:
    """All runs, by their names."""
    programmes = {speed: programme(speed) for speed in SPEEDS}
    found = {}
    for k, (name, (form, speed, fidelity)) in enumerate(RUNS.items()):
        tell(name, 0.1 + 0.7 * k / len(RUNS))
        found[name] = arm_scenario(form, programmes[speed], fidelity).simulate()
    return found
