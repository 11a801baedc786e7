"""What one should know about a setup before one trusts its runs: what is left out, friction that
can drive the motion, references and starts beyond the joints' limits, springs too fast for steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import as_name
from armwright.block.declarations import Table
from armwright.block.quantities import Site
from armwright.blocks.references.cartesian import Cartesian
from armwright.laws.friction import LAWS
from armwright.laws.friction.passivity import passivity_warnings
from armwright.plant.arrangement import main_joint
from armwright.plant.law import narrowed
from armwright.plant.left_out import left_out_of_plant
from armwright.plant.loop_reactions import named_undetermined
from armwright.plant.spring_modes import fastest_mode
from armwright.robot import Joint, Motor, Robot
from armwright.signals.units import duration_text
from armwright.system.circuit import Instance
from armwright.system.setup import Setup
from armwright.system.system import System, plant_of

_POSITION, _VELOCITY = "reference_joint_position", "reference_joint_velocity"
#: Steps that a period of the fastest spring should have, and up to which angle per step methods
#: stay bounded: of midpoint with its β, and of Runge and Kutta's of the fourth order.
_LEAST_STEPS = 10
_STABLE = {"midpoint": 6**0.5, "rk4": 8**0.5}
#: At how many times a reference that is a formula is looked at, and at most one with tables.
_TIMES, _MOST_ROWS = 400, 1_000_000
#: A joint may be beyond a limit by this much (rad, m, or by the limit).
_ROUNDING = 1e-9
#: Angles this many times as large as the limits, and not above a full turn, look like degrees.
_FACTOR, _FULL_TURN = 5.0, 360.0


def notes(setup: Setup) -> tuple[str, ...]:
    """One line for each thing; joints with the same trouble are named together."""
    return (
        *_left_out_notes(setup),
        *_reaction_notes(setup),
        *_friction_notes(setup),
        *_limit_notes(setup),
        *_step_notes(setup),
    )


def _left_out_notes(setup: Setup) -> tuple[str, ...]:
    return tuple(
        f"not in the model: {part}" for part in left_out_of_plant(setup.robot, setup.fidelity)
    )


def _reaction_notes(setup: Setup) -> tuple[str, ...]:
    """What a run that records reactions cannot tell."""
    asked = [name for name in setup.recording.signals or () if name.startswith("reaction_")]
    if not asked or not setup.robot.loops:
        return ()
    return tuple(named_undetermined(plant_of(setup)))


def _friction_notes(setup: Setup) -> tuple[str, ...]:
    if not setup.fidelity.friction:
        return ()
    found: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for motor in setup.robot.all_motors:
        drive = motor.drive
        if drive.friction_law not in LAWS or not drive.friction:
            continue
        fastest, heaviest = _fastest(setup.robot, motor), _heaviest(setup.robot, motor)
        name = as_name(f"friction of '{motor.name}'")
        law = LAWS[drive.friction_law].made(drive.friction, name=name)
        for text in passivity_warnings(law, narrowed(Site.of_laws(), 1), fastest, heaviest):
            kind = text.partition(":")[0]
            texts.setdefault(kind, text)
            found.setdefault(kind, []).append(motor.name)
    return tuple(
        f"joint{'s' if len(joints) > 1 else ''} {', '.join(joints)}: {texts[kind]}"
        + (f" (joint {joints[0]})" if len(joints) > 1 else "")
        for kind, joints in found.items()
    )


def _fastest(robot: Robot, motor: Motor) -> float:
    """On the side where its friction acts."""
    ratios = {robot.joint(name): abs(ratio) for name, ratio in motor.along.items()}
    if motor.drive.friction_side == "joint":
        ratios = dict.fromkeys(list(ratios)[:1], 1.0)
    return sum(ratio * joint.limits.velocity for joint, ratio in ratios.items() if ratio)


def _heaviest(robot: Robot, motor: Motor) -> float:
    """What the gear of its joint may transmit; laws feel the load on the joint's side."""
    return robot.moving_joints[main_joint(robot, motor)].limits.effort


def _limit_notes(setup: Setup) -> Iterator[str]:
    """One line each for positions and speeds of the reference and of the start."""
    joints = setup.robot.moving_joints
    limits = [(one.limits.lower, one.limits.upper, one.limits.velocity) for one in joints]
    if not np.isfinite(limits).any():
        return
    system, start = System(setup), setup.start
    writer = _writer(system)
    if writer is not None:
        degrees = writer.block.values.get("degrees")
        found = _along(system, writer, _POSITION)
        yield from _positions("reference reaches", found, joints, in_degrees=degrees is True)
        yield from _speeds("reference reaches", _along(system, writer, _VELOCITY), joints)
    position = start.joint_position
    if position is None and writer is None:
        position = (0.0,) * len(joints)
    yield from _positions("the arm starts at", _row(position), joints)
    yield from _speeds("the arm starts with", _row(start.joint_velocity), joints)


def _step_notes(setup: Setup) -> Iterator[str]:
    """Springs that swing faster than the steps can follow; where a run begins, or at zero."""
    method, steps = setup.integration.method, setup.integration.steps
    if steps == "auto" or method not in _STABLE:
        return
    position = setup.start.joint_position or (0.0,) * len(setup.robot.joint_names)
    if len(position) != len(setup.robot.joint_names):
        return  # which is refused later
    found = fastest_mode(plant_of(setup), position)
    if found is None:
        return
    frequency, what = found
    turn = 2 * np.pi * frequency * setup.step
    if turn <= 2 * np.pi / _LEAST_STEPS:
        return
    enough = math.ceil(steps * turn * _LEAST_STEPS / (2 * np.pi))
    swing = f"springs that swing at {frequency:.4g} Hz ({what})"
    if turn > _STABLE[method]:
        said = f"are too long for {swing}: the run will not stay bounded"
    else:
        said = f"are coarse for {swing}: there are {2 * np.pi / turn:.2g} in a period"
    yield (
        f"steps of {duration_text(setup.step)} {said}. Try integration.steps = {enough}, or "
        "integration.method = 'implicit'"
    )


def _writer(system: System) -> Instance | None:
    """The block that says where the joints should be."""
    circuit = system.circuit
    found = (one for one in circuit.instances if _POSITION in circuit.outputs(one).values())
    return next(found, None)


def _along(system: System, writer: Instance, signal: str) -> Array | None:
    """(times, joints): what a reference says in the course of the run; None if it does not say it,
    or if that depends on more than time and prepared tables. References in space take long to work
    out, and are refused anyway where they leave the limits."""
    ports = {name: port for port, name in system.circuit.outputs(writer).items()}
    if signal not in ports or isinstance(writer.block, Cartesian):
        return None
    names = list(writer.block.of(Table))
    symbols = [system.time, *(writer.symbols[name] for name in names)]
    result = writer.results[ports[signal]]
    function = cs.Function("reference", symbols, [result], {"allow_free": True})
    if function.has_free():
        return None
    tables = [system.tables[writer.place(name)][1] for name in names]
    if tables:
        last = system.setup.ticks // writer.every
        count = min(max(map(len, tables)), last + 1)
        rows = np.arange(0, count, -(-count // _MOST_ROWS))
        times = writer.site.period * rows
    else:
        rows, times = np.arange(_TIMES), np.linspace(0.0, system.setup.duration, _TIMES)
    columns = [table[np.minimum(rows, len(table) - 1)].T for table in tables]
    return np.array(function.map(len(rows))(times[None], *columns)).T


def _row(values: tuple[float, ...] | None) -> Array | None:
    return None if values is None else np.array([values], dtype=np.float64)


def _positions(
    what: str, values: Array | None, joints: tuple[Joint, ...], *, in_degrees: bool = False
) -> Iterator[str]:
    lower = np.array([joint.limits.lower for joint in joints])
    upper = np.array([joint.limits.upper for joint in joints])
    beyond = _beyond(values, lower, upper)
    if beyond:
        sizes = np.max([np.where(np.isfinite(e), np.abs(e), 0.0) for e in (lower, upper)], axis=0)
        angles = {k: abs(v) for k, v in beyond.items() if joints[k].kind == "revolute"}
        large = any(angle > _FACTOR * sizes[k] for k, angle in angles.items())
        degrees = large and max(angles.values()) <= _FULL_TURN and not in_degrees
        hint = ": did you mean degrees?" if degrees else ""
        yield _words(what, beyond, lower, upper, joints, "") + hint


def _speeds(what: str, values: Array | None, joints: tuple[Joint, ...]) -> Iterator[str]:
    fastest = np.array([joint.limits.velocity for joint in joints])
    beyond = _beyond(values, -fastest, fastest)
    if beyond:
        yield _words(what, beyond, -fastest, fastest, joints, "/s")


def _beyond(values: Array | None, lower: Array, upper: Array) -> dict[int, float]:
    """Joint → its value that is farthest beyond its limits. Values that are not one for each joint
    are for others to refuse."""
    if values is None or values.shape[1] != len(lower):
        return {}
    excess = np.maximum(lower - values, values - upper)
    rows = np.argmax(excess, axis=0)
    return {
        k: float(values[row, k])
        for k, row in enumerate(rows)
        if excess[row, k] > _ROUNDING * max(1.0, abs(values[row, k]))
    }


def _words(
    what: str,
    beyond: dict[int, float],
    lower: Array,
    upper: Array,
    joints: tuple[Joint, ...],
    per: str,
) -> str:
    parts = []
    for k, value in beyond.items():
        unit = ("m" if joints[k].kind == "prismatic" else "rad") + per
        limits = f"limits {_number(lower[k])} to {_number(upper[k])}"
        parts.append(f"{_number(value)} {unit} at joint '{joints[k].name}' ({limits})")
    return f"{what} {', '.join(parts)}"


def _number(value: float) -> str:
    return f"{value:.4g}".replace("-", "−")
