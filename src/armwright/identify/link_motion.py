"""How links move behind the springs of their gears, from how the motors move.

    M(q) q̈ + c(q, q̇) + g(q) = springs(θ − q, θ̇ − q̇),

which is as stable as the links' own vibration: resonances ring as long as their damping lets them.
What the springs take from the motors is then known as well, without a third or fourth derivative of
anything. Springs are the plant's own, of any law without a state.
"""

from __future__ import annotations

from dataclasses import dataclass

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.identify.motion import Motion
from armwright.identify.regressor import JOINT_TORQUE
from armwright.identify.sprung_links import SprungLinks
from armwright.plant import Plant
from armwright.robot import Robot

_FLEXIBLE = Fidelity(joints="flexible", elastic=False, friction=False)
_MOTION, _FORCES = ("q", "v", "a"), ("taken", "pulled")


@dataclass(frozen=True, eq=False)
class LinkMotion:
    """q, v, a (samples, joints) of the links."""

    q: Array
    v: Array
    a: Array


@dataclass(frozen=True, eq=False)
class DrivenLinks(LinkMotion):
    """`taken` (samples, joints): torques at the joints that move the links; `pulled` (samples,
    motors): what the springs take from the motors."""

    taken: Array
    pulled: Array


def link_motion(robot: Robot, motion: Motion, *, flexible: bool = True) -> LinkMotion:
    """As the motors move, where not all gears give way or efforts are those of the joints."""
    sprung = all(motor.drive.stiffness or motor.drive.spring for motor in robot.all_motors)
    if not flexible or motion.signal == JOINT_TORQUE or not sprung or stiff_springs(robot):
        return LinkMotion(motion.q, motion.v, motion.a)
    return LinkMotion(*_driven(robot, motion, _MOTION))


def driven_links(robot: Robot, motion: Motion) -> DrivenLinks:
    """How the links follow motors that move so. At first they hang in their springs and move as
    fast as the motors do."""
    return DrivenLinks(*_driven(robot, motion, (*_MOTION, *_FORCES)))


def _driven(robot: Robot, motion: Motion, recorded: tuple[str, ...]) -> list[Array]:
    """(samples, size) of each vector that is to be recorded."""
    plant = Plant(robot, _FLEXIBLE)
    n, motors = len(robot.joint_names), len(robot.all_motors)
    if plant.x.shape[0] != n + motors:
        raise InputError(
            "not every gear gives way",
            where=f"robot '{robot.name}'",
            expected="a stiffness or a spring in each drive",
            hint="Take the rigid inverse.",
        )
    if any(part.stateful for part in plant.elements):
        raise InputError(
            "a spring with a state", where=f"robot '{robot.name}'", hint="Take the rigid inverse."
        )
    return SprungLinks.of(plant, robot.gear_matrix).driven(motion, recorded)


def stiff_springs(robot: Robot) -> list[str]:
    """Motors whose springs have states, behind which links are not followed."""
    plant = Plant(robot, _FLEXIBLE)
    if not any(part.stateful for part in plant.elements):
        return []
    return [motor.name for motor in robot.all_motors if motor.drive.spring]
