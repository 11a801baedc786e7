"""What the arm shows: every signal of DESIGN's list that follows from its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import casadi as cs

from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.kinematics import frame_pose
from armwright.multibody.spatial import Scalar, minus, plus, times
from armwright.system.circuit import Signal
from armwright.system.laws import Element
from armwright.system.mechanics import Mechanics, add_along


@dataclass(frozen=True, eq=False)
class ArmSignals:
    """Expressions of `mechanics.x`, `mechanics.v`, the laws' states and `dry`: the dry friction
    that held or braked each sticking law's channels during the last step."""

    mechanics: Mechanics
    dry: tuple[cs.SX, ...]
    #: the generalised forces that act from outside
    applied: Callable[[], list[Scalar]]
    motor_torque: Callable[[], cs.SX]
    stored_energy: Callable[[], cs.SX]
    #: ẍ during the last step
    last_acceleration: cs.SX

    def signals(self) -> dict[str, Signal]:
        m, n = self.mechanics, self.mechanics.train.joints
        found = {
            "joint_position": Signal("rad", "joint", lambda: m.x[:n]),
            "joint_velocity": Signal("rad/s", "joint", lambda: m.v[:n]),
            "joint_acceleration": Signal("rad/s²", "joint", lambda: self.acceleration[:n]),
            "motor_position": Signal("rad", "motor", lambda: m.motor(cs.vertsplit(m.x))),
            "motor_velocity": Signal("rad/s", "motor", lambda: m.motor(cs.vertsplit(m.v))),
            "motor_acceleration": Signal(
                "rad/s²", "motor", lambda: m.motor(cs.vertsplit(self.acceleration))
            ),
            "spring_deflection": Signal("rad", "motor", self._deflection),
            "joint_torque": Signal("N m", "joint", self._joint_torque),
            "transmitted_torque": Signal("N m", "joint", self._transmitted),
            "friction_torque": Signal("N m", "motor", self._friction),
            "kinetic_energy": Signal("J", "one", lambda: self._energies[0]),
            "potential_energy": Signal("J", "one", lambda: self._energies[1]),
        }
        if m.train.elastic:
            last = m.train.axes
            found["elastic_position"] = Signal("rad", "elastic", lambda: m.x[n:last])
            found["elastic_velocity"] = Signal("rad/s", "elastic", lambda: m.v[n:last])
        if m.free.robot.tool:
            found |= {
                "tool_position": Signal("m", "axis", lambda: self._tool[0]),
                "tool_velocity": Signal("m/s", "axis", lambda: self._tool[1]),
                "tool_acceleration": Signal("m/s²", "axis", lambda: self._tool_acceleration()),
            }
        return found

    @cached_property
    def acceleration(self) -> cs.SX:
        """ẍ of all coordinates at this instant."""
        m = self.mechanics
        drive = [minus(a, b) for a, b in zip(self.applied(), m.bias(), strict=True)]
        for part, torque in zip(m.elements, self.torques, strict=True):
            for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
                add_along(drive, row, times(-1.0, amount))
        return cs.vertcat(*m.factorised(m.mass()).solve(drive))

    @cached_property
    def torques(self) -> tuple[cs.SX, ...]:
        """The torque of each law, dry friction included."""
        m = self.mechanics
        x, v = cs.vertsplit(m.x), cs.vertsplit(m.v)
        found = []
        for part, dry in zip(m.elements, self.dry, strict=True):
            (torque,) = part.at([part.torque], part.along(x), part.along(v), part.state)
            found.append(torque + dry if part.limits else torque)
        return tuple(found)

    def _deflection(self) -> cs.SX:
        m, n = self.mechanics, self.mechanics.train.joints
        x = cs.vertsplit(m.x)
        found: list[Scalar] = [0.0] * n
        for k, i in enumerate(m.train.flexible):
            total: Scalar = times(-1.0, x[m.train.axes + k])
            for j in range(n):
                total = plus(total, times(m.gear[n * i + j], x[j]))
            found[i] = total
        return cs.vertcat(*found)

    def _friction(self) -> cs.SX:
        """Of each joint's own law, on the side where it acts."""
        found: list[Scalar] = [0.0] * self.mechanics.train.joints
        for part, torque in self._laws_of_joints("friction"):
            for joint, amount in zip(part.law.joints, cs.vertsplit(torque), strict=True):
                found[joint] = amount
        return cs.vertcat(*found)

    def _joint_torque(self) -> cs.SX:
        """What the drive train exerts on the joints: springs, or the rigid motors' remainder."""
        m, n = self.mechanics, self.mechanics.train.joints
        total: list[Scalar] = [0.0] * m.train.coordinates
        for part, torque in self._laws("spring"):
            for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
                add_along(total, row, times(-1.0, amount))
        rigid = [i for i in range(n) if i not in m.train.flexible]
        if rigid:
            motor = cs.vertsplit(self.motor_torque())
            acceleration = cs.vertsplit(m.motor(cs.vertsplit(self.acceleration)))
            inertia = m.values.scalars("motor_inertia")
            for i in rigid:
                remainder = minus(motor[i], times(inertia[i], acceleration[i]))
                add_along(total, m.motor_rows[i], remainder)
        for part, torque in self._laws_of_joints("friction"):
            sides = m.train.sides[part.law.key]
            for place, joint in enumerate(part.law.joints):
                if sides[place] == "motor" and joint not in m.train.flexible:
                    add_along(total, part.rows[place], times(-1.0, torque[place]))
        return cs.vertcat(*total[:n])

    def _transmitted(self) -> cs.SX:
        """What the gears carry to the joints, without their friction: the springs' torques, or what
        the links of rigid joints need for the acceleration of the last step."""
        m, n = self.mechanics, self.mechanics.train.joints
        total: list[Scalar] = [0.0] * m.train.coordinates
        for part in m.elements:
            if part.law.key.startswith("spring"):
                x, v = cs.vertsplit(m.x), cs.vertsplit(m.v)
                (torque,) = part.at([part.torque], part.along(x), part.along(v), part.state)
                for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
                    add_along(total, row, times(-1.0, amount))
        if len(m.train.flexible) < n:
            needed = inverse_dynamics(
                m.mechanism,
                cs.vertsplit(m.v)[: m.train.axes],
                cs.vertsplit(self.last_acceleration)[: m.train.axes],
                gravity=m.gravity,
            )
            needed = m.laden(needed)
            for i in range(n):
                if i not in m.train.flexible:
                    total[i] = needed[i]
        return cs.vertcat(*total[:n])

    def _laws(self, family: str) -> list[tuple[Element, cs.SX]]:
        pairs = zip(self.mechanics.elements, self.torques, strict=True)
        return [(part, t) for part, t in pairs if part.law.key.startswith(family)]

    def _laws_of_joints(self, family: str) -> list[tuple[Element, cs.SX]]:
        """Without those that act along directions of their own."""
        rows = self.mechanics.train.rows
        return [(part, torque) for part, torque in self._laws(family) if part.law.key not in rows]

    @cached_property
    def _energies(self) -> tuple[cs.SX, cs.SX]:
        kinetic, potential = self.mechanics.energies()
        return kinetic, potential + self.stored_energy()

    @cached_property
    def _tool(self) -> tuple[cs.SX, cs.SX]:
        m = self.mechanics
        position = frame_pose(m.mechanism, m.free.robot.tool).translation.column()
        q = m.mechanism.q
        return position, cs.jtimes(position, q, m.v[: q.shape[0]])

    def _tool_acceleration(self) -> cs.SX:
        """J q̈ + J̇ q̇: acceleration of the tool's origin, gravity not counted."""
        m = self.mechanics
        n = m.train.axes
        velocity = self._tool[1]
        by_motion = cs.jtimes(velocity, m.mechanism.q, m.v[:n])
        return by_motion + cs.jtimes(velocity, m.v, self.acceleration)
