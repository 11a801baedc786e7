"""What one should know about a setup before one trusts its runs."""

from __future__ import annotations

from armwright.block.block import as_name
from armwright.block.quantities import Setting
from armwright.laws.friction import LAWS
from armwright.laws.friction.passivity import passivity_warnings
from armwright.plant.arrangement import main_joint
from armwright.plant.law import narrowed
from armwright.robot import Motor, Robot
from armwright.robot.contents import PLANT, left_out
from armwright.system.limits import limit_notes
from armwright.system.setup import Setup


def notes(setup: Setup) -> tuple[str, ...]:
    """One line for each thing; joints with the same trouble are named together."""
    return (*_left_out_notes(setup), *_friction_notes(setup), *limit_notes(setup))


def _left_out_notes(setup: Setup) -> tuple[str, ...]:
    return tuple(f"not in the model: {part}" for part in left_out(setup.robot, PLANT))


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
        for text in passivity_warnings(law, narrowed(Setting.of_laws(), 1), fastest, heaviest):
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
