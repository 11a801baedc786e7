"""What is simulated: S2's equations as printed, the arm that is generated, and an arm in space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers.computed_torque import ComputedTorque
from armwright.blocks.disturbances.current import Current
from armwright.blocks.references.joint_path import JointPath
from armwright.progress import Tell
from armwright.robot import load
from armwright.robot.changing import changed
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.underwater.loop import closed_loop
from armwright.studies.underwater.source import (
    LIMITS,
    SourceModel,
    added_mass,
    consistent_added_mass,
    dry_mass,
)
from armwright.studies.underwater.vehicle.runs import CURRENTS, VehicleRuns, simulate_vehicle
from armwright.system import Blocks, Recording, Start

DRY, ADDED, DRAG, BOTH, ONE = "dry", "added mass", "drag", "both", "both, C_a = 1"
AXIAL, DROPPED, DROPPED_BOTH = "both, K' on", "added mass, no Coriolis", "both, no Coriolis"
_NO_DRAG = {"links.*.hull.drag_coefficient": 0.0}
_NO_MASS = {"links.*.hull.added_mass_coefficient": 0.0}
#: Changes of the scenario `underwater/pushed`.
GENERATED: dict[str, dict[str, Any]] = {
    DRY: {"fidelity.water": False},
    ADDED: _NO_DRAG,
    DRAG: _NO_MASS,
    BOTH: {},
    ONE: {"links.*.hull.added_mass_coefficient": 1.0},
}
AS_PRINTED = {
    ADDED: SourceModel(drag=False),
    DRAG: SourceModel(added=False),
    BOTH: SourceModel(),
    AXIAL: SourceModel(axial=True),
    DROPPED: SourceModel(drag=False, coriolis=False),
    DROPPED_BOTH: SourceModel(coriolis=False),
}
#: Where and how fast the arm is let go without forces, friction and drag.
LET_GO = ((0.0, 1.0), (0.5, -0.8))
#: rad, listing of appendix D.
GOAL = (1.0, -1.0)
#: A pick and a place of the arm in space: joint positions, rad.
PICK_AND_PLACE = (
    (3.1, 0.6, 0.5, 3.0),
    (2.3, 1.4, 1.3, 2.2),
    (3.1, 0.9, 0.8, 3.0),
    (4.0, 1.5, 1.2, 3.9),
)


@dataclass(frozen=True)
class ArmMotion:
    """Time (n,), positions and velocities of the joints (n, 2)."""

    t: Array
    q: Array
    v: Array

    def at(self, t: float) -> Array:
        return np.asarray(self.q[int(np.argmin(np.abs(self.t - t)))])


@dataclass(frozen=True)
class Controlled:
    """A run with S2's controllers. `error`: tracking filters less positions."""

    t: Array
    q: Array
    torque: Array
    error: Array


@dataclass(frozen=True)
class Underwater:
    """`energy`: by model, kinetic energies of the arm let go. `printed`, `generated`: open-loop
    motions by case. `loops`: with S2's controllers, by torque limit; `printed_loops`: the same
    around S2's equations; `alone`: how far one link moves while only the other is told to. `space`:
    tool errors and torques of the arm in space, by what the water does; `vehicle`: the same arm on
    a vehicle."""

    generated: Mapping[str, ArmMotion]
    printed: Mapping[str, ArmMotion]
    energy: Mapping[str, tuple[Array, Array]]
    loops: Mapping[str, Controlled]
    printed_loops: Mapping[str, Controlled]
    alone: tuple[float, float]
    space: Mapping[str, tuple[Array, Array, Array]]
    vehicle: VehicleRuns
    runs: Mapping[str, Run]


def simulate(tell: Tell) -> Underwater:
    scenario = load_scenario("underwater/pushed")
    runs: dict[str, Run] = {}
    for k, (case, changes) in enumerate(GENERATED.items()):
        tell(f"open loop: {case}", 0.05 * k / len(GENERATED))
        runs[f"pushed {case}"] = scenario.changed({**changes, "integration.steps": 4}).simulate()
    printed = {}
    for k, (case, model) in enumerate(AS_PRINTED.items()):
        tell(f"S2's equations: {case}", 0.05 + 0.1 * k / len(AS_PRINTED))
        printed[case] = printed_motion(model)
    tell("energy", 0.15)
    energy = {"as printed": printed_energy(), "consistent": _energy(runs)}
    loops, printed_loops = {}, {}
    for k, (limit, torques) in enumerate(LIMITS.items()):
        tell(f"controllers: {limit}", 0.2 + 0.15 * k / len(LIMITS))
        loops[limit] = _controlled({"controller.torque_limit": list(torques)}, GOAL, runs)
        printed_loops[limit] = _printed_loop(torques)
    alone = tuple(
        float(np.abs(_controlled({}, goal, None).q[:, other]).max())
        for goal, other in (((1.0, 0.0), 1), ((0.0, -1.0), 0))
    )
    space = {}
    for k, (water, current) in enumerate(CURRENTS.items()):
        tell(f"arm in space: {water}", 0.35 + 0.05 * k)
        space[water] = _in_space(current, runs, water)
    vehicle = simulate_vehicle(lambda what, done: tell(what, 0.45 + 0.55 * done))
    return Underwater(
        {case: _motion(runs[f"pushed {case}"]) for case in GENERATED},
        printed,
        energy,
        loops,
        printed_loops,
        (alone[0], alone[1]),
        space,
        vehicle,
        {**runs, **vehicle.named()},
    )


def _motion(run: Run) -> ArmMotion:
    data = run.data
    return ArmMotion(
        data["time"].values, *(data[f"joint_{k}"].values for k in ("position", "velocity"))
    )


def printed_motion(model: SourceModel) -> ArmMotion:
    """The open loop of section 7.4, from push to push."""
    pushes = ((0.0, 1.0, (1.0, 0.0)), (1.0, 5.0, (0.0, 0.0)), (5.0, 6.0, (0.0, 1.0)))
    parts: list[Array] = []
    y: Array = np.zeros(4)
    for begin, end, torque in (*pushes, (6.0, 20.0, (0.0, 0.0))):
        t = np.linspace(begin, end, round((end - begin) / 0.005) + 1)
        y, rows = _integrated(model, y, t, np.array(torque))
        parts.append(np.column_stack([t, rows])[0 if not parts else 1 :])
    found = np.concatenate(parts)
    return ArmMotion(found[:, 0], found[:, 1:3], found[:, 3:])


def _integrated(
    model: SourceModel, y: Array, t: Array, torque: Array, viscous: float | None = None
) -> tuple[Array, Array]:
    options = {} if viscous is None else {"viscous": viscous}

    def rate(_: float, y: Array) -> Array:
        return np.concatenate([y[2:], model.acceleration(y[:2], y[2:], torque, **options)])

    solved = solve_ivp(rate, (t[0], t[-1]), y, "DOP853", t, rtol=1e-9, atol=1e-11)
    return solved.y[:, -1], solved.y.T


def printed_energy() -> tuple[Array, Array]:
    """½ θ̇ᵀ(M + M_a)θ̇ of the equations as printed, nothing acting."""
    t = np.linspace(0.0, 20.0, 401)
    start = np.concatenate(LET_GO)
    _, rows = _integrated(SourceModel(drag=False), start, t, np.zeros(2), viscous=0.0)
    found = []
    for row in rows:
        c, s = np.cos(row[1]), np.sin(row[1])
        found.append(0.5 * row[2:] @ (dry_mass(c) + added_mass(c, s)) @ row[2:])
    return t, np.array(found)


def _energy(runs: dict[str, Run]) -> tuple[Array, Array]:
    robot = changed(load("underwater_two_link"), _NO_DRAG)
    scenario = Scenario(
        "let go",
        robot,
        20.0,
        start=Start(*LET_GO, at_rest=False),
        fidelity=Fidelity(friction=False),
        recording=Recording(("joint_position", "joint_velocity", "kinetic_energy"), rate=20.0),
    )
    run = scenario.changed({"integration.steps": 4}).simulate()
    runs["let go"] = run
    return run.data["time"].values, run.data["kinetic_energy"].values.ravel()


def _controlled(
    changes: dict[str, Any], goal: tuple[float, float], runs: dict[str, Run] | None
) -> Controlled:
    scenario = load_scenario("underwater/controlled")
    run = scenario.changed({"reference.position": list(goal), **changes}).simulate()
    if runs is not None:
        runs[f"controlled, {_label(changes)}"] = run
    data = run.data
    t, q = data["time"].values, data["joint_position"].values
    wt = np.outer(t, [0.5, 1.0])
    target = np.array(goal) * (1 - (1 + wt) * np.exp(-wt))
    return Controlled(t, q, data["motor_torque"].values, target - q)


def _printed_loop(limits: tuple[float, float]) -> Controlled:
    t = np.linspace(0.0, 10.0, 2001)
    return Controlled(t, *closed_loop(SourceModel(), GOAL, limits, t))


def _in_space(current: float, runs: dict[str, Run], water: str) -> tuple[Array, Array, Array]:
    """Pick and place by an arm whose controller knows of buoyancy, not of drag and added mass:
    time, tool error (mm), joint torques."""
    robot = load("reach_alpha5")
    nothing = {"links.*.hull.drag": [0.0] * 3, "links.*.hull.added_mass": [0.0] * 6}
    model = changed(robot, nothing)
    reference = JointPath(
        name="reference", points=PICK_AND_PLACE, speed=0.4, acceleration=1.0, dwell=0.5
    )
    controller = ComputedTorque(name="controller", natural_frequency=8.0, damping_ratio=1.0)
    stream = Current(velocity=[0.0, current, 0.0])
    scenario = Scenario(
        f"pick and place, {water}",
        robot,
        12.0,
        model=model,
        blocks=Blocks(reference=reference, controller=(controller,), disturbances=(stream,)),
        fidelity=Fidelity(friction=False),
        recording=Recording(
            ("joint_position", "tool_position", "reference_tool_position", "joint_torque"),
            rate=100.0,
        ),
    )
    run = scenario.simulate()
    runs[f"pick and place {water}"] = run
    data = run.data
    gone = data["tool_position"].values - data["reference_tool_position"].values
    return data["time"].values, 1e3 * np.linalg.norm(gone, axis=1), data["joint_torque"].values


def determinants() -> tuple[Array, Array, Array]:
    """Over θ₂: of the added mass as printed, of the consistent one, and the least eigenvalue of the
    printed one's symmetric part."""
    angles = np.linspace(-np.pi, np.pi, 361)
    printed = [added_mass(np.cos(a), np.sin(a)) for a in angles]
    consistent = [consistent_added_mass(np.cos(a)) for a in angles]
    least = [float(np.linalg.eigvalsh((m + m.T) / 2)[0]) for m in printed]
    return np.linalg.det(np.array(printed)), np.linalg.det(np.array(consistent)), np.array(least)


def _label(changes: dict[str, Any]) -> str:
    limit = changes["controller.torque_limit"][0]
    return "no limit" if limit > 1e3 else f"{limit:g} N m"
