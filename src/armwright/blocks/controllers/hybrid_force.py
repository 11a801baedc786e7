"""Force along some axes of a task, position along all others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Memory, Option, Output, Parameter, adapted
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.controllers.model_torque import at_joints, product, rotor_torque
from armwright.blocks.drives import effort_limits
from armwright.blocks.sensors.framed import turned
from armwright.errors import InputError
from armwright.multibody.factorisation import factorise
from armwright.plant import Plant

_AXES = ("x", "y", "z")
#: Of the servo's stiffness: what is believed of a wall before anything is known of it.
_STIFF = 100.0


class HybridForce(Block):
    """τ = M(q) (q̈_d + ω² e + 2ζω ė + ι ω³ ∫e_t dt) + n(q, q̇),  e = q_d − q + U c.

    q are the joints as the motors are turned. G = S R_tᵀ J picks the force axes of the task frame
    (S: the selection), U = M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹ moves along them without accelerating anything across
    (Khatib 1987), and e_t is what is left of q_d − q across. Along a force axis the reference is
    shifted by c, which drives the force error out (Raibert and Craig 1981 choose the axes, De
    Schutter and Van Brussel 1988 have the force loop around a position loop):

        ċ = ω_f (F_d − F)/k̂,      |ċ| ≤ v_a until it touches.

    A joint that is pushed gives way with the servo's own stiffness k_c = ω²/(G M⁻¹Gᵀ), in series
    with its spring and the wall, so that no wall is felt as stiffer than k_c: with k̂ = k_c the
    force loop is nowhere faster than ω_f, and one setting holds for any wall. With `adaptation` k̂
    follows the series stiffness that force and shift tell of, from `softest` to k_c, and soft walls
    are hardly slower than stiff ones. F_d sets in at `begin`; before there is no shift.
    """

    kind = "hybrid_force"

    measured_motor_position = Input("rad", "θ")
    measured_motor_velocity = Input("rad/s", "θ̇")
    reference_joint_position = Input("rad", "q_d", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇_d", size="joint")
    reference_joint_acceleration = Input("rad/s²", "q̈_d", size="joint")
    measured_tool_force = Input("N", "what the arm exerts, tool axes", size="axis")
    commanded_joint_torque = Output("N m", "τ", size="joint")
    measured_task_force = Output("N", "F, along the force axes", size=1)
    reference_task_force = Output("N", "F_d", size=1)
    task_shift = Output("m", "c", size=1)
    believed_stiffness = Output("N/m", "k̂", size=1)
    torque_limited = Output("", "1 while τ is at its limit", size="joint", flag=True)
    shift = Memory("m", "c", size=1, fixed=True)
    across = Memory("rad s", "∫e_t dt", size="joint", fixed=True)
    slow_force = Memory("N", "F through a low-pass at ω_f", size=1, fixed=True)
    slow_place = Memory("m", "G (q − q_d) through the same", size=1, fixed=True)
    product_mean = Memory("N m", "of what is left of both, weighted", size=1, fixed=True)
    square_mean = Memory("m²", "of what is left of the place, weighted", size=1, fixed=True)
    force_axes = Option(tuple, "the task's axes with force control", default=("x",))
    adaptation = Option(bool, "whether k̂ follows what force and motors tell", default=True)
    force = Parameter("N", "F_d, one for each force axis", size=1)
    begin = Parameter("s", "when force control sets in", default=0.0, size="one")
    task_angles = Parameter(
        "rad", "turns of the task frame about x, y, z of the world", default=0.0, size="axis"
    )
    natural_frequency = Parameter("rad/s", "ω", default=40.0, above=0.0, size="one")
    damping_ratio = Parameter("", "ζ", default=1.0, at_least=0.0, size="one")
    integral_share = Parameter("", "ι", default=0.2, at_least=0.0, size="one")
    force_bandwidth = Parameter("rad/s", "ω_f", default=10.0, above=0.0, size="one")
    approach_speed = Parameter("m/s", "v_a", default=0.01, above=0.0, size="one")
    touch_force = Parameter("N", "above which it touches", default=1.0, above=0.0, size="one")
    softest = Parameter(
        "N/m",
        "least stiffness of walls and joints that is believed",
        default=500.0,
        above=0.0,
        size="one",
    )
    torque_limit = Parameter("N m", "largest |τ|", default=NO_LIMIT, above=0.0, size="joint")

    def __init__(self, *, force_axes: Any = ("x",), **settings: Any) -> None:
        chosen = tuple(force_axes) if isinstance(force_axes, list | tuple) else ()
        if not chosen or any(a not in _AXES for a in chosen) or len(set(chosen)) < len(chosen):
            raise InputError(
                "'force_axes'",
                where=f"block '{settings.get('name') or self.kind}'",
                got=repr(force_axes)[:60],
                expected="a list of different axes out of " + ", ".join(_AXES),
            )
        self.declared = MappingProxyType(
            {
                name: adapted(one, size=len(chosen)) if one.size == 1 else one
                for name, one in type(self).declared.items()
            }
        )
        super().__init__(force_axes=chosen, **settings)

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"torque_limit": effort_limits(site.model.robot)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model, w = x.site.model, x.natural_frequency
        q = product(model.gears.inverse, x.measured_motor_position)
        v = product(model.gears.inverse, x.measured_motor_velocity)
        task = _Task.at(model, q, turned(x.task_angles), self.force_axes)
        servo = w**2 * task.masses
        force = cs.mtimes(task.selection, cs.mtimes(task.tool, x.measured_tool_force))
        on = x.time >= x.begin
        wanted = cs.if_else(on, x.force, 0.0)
        touches = cs.logic_and(on, cs.fabs(force) > x.touch_force)
        gone, faster = x.reference_joint_position - q, x.reference_joint_velocity - v
        off = cs.mtimes(task.rows, gone)
        believed, memories = self._believed(x, force, -off, touches, servo)
        slide = x.force_bandwidth * (wanted - force) / believed
        within = cs.fmax(-x.approach_speed, cs.fmin(x.approach_speed, slide))
        rate = cs.if_else(on, cs.if_else(touches, slide, within), 0.0)

        left = gone - cs.mtimes(task.moves, off)
        y = (
            x.reference_joint_acceleration
            + w**2 * (gone + cs.mtimes(task.moves, x.shift))
            + 2.0 * x.damping_ratio * w * faster
            + x.integral_share * w**3 * x.across
        )
        needed = model.joint_torque_for(q, v, y) + at_joints(model, rotor_torque(model, y))
        torque, limited = x.limited(needed, -x.torque_limit, x.torque_limit)
        return {
            "commanded_joint_torque": torque,
            "measured_task_force": force,
            "reference_task_force": wanted,
            "task_shift": x.shift,
            "believed_stiffness": believed,
            "torque_limited": limited,
            "shift": x.shift + x.period * rate,
            "across": x.across + x.period * (1.0 - limited) * left,
            **memories,
        }

    def _believed(
        self, x: Quantities, force: cs.SX, place: cs.SX, touches: cs.SX, servo: cs.SX
    ) -> tuple[cs.SX, dict[str, cs.SX]]:
        """k̂, the servo in series with what force over `place` of the motors tells: least squares,
        both without what is slower than ω_f; only where it touches and the reference stands, and
        weighted by how far the motors move. A force that falls while they press on is no spring's,
        and counts as the stiffest one's."""
        share = 1.0 - cs.exp(-x.force_bandwidth * x.period)
        slow_force = x.slow_force + share * (force - x.slow_force)
        slow_place = x.slow_place + share * (place - x.slow_place)
        df, dx = force - slow_force, place - slow_place
        # A way that would change the servo's force by less says nothing.
        least = (x.touch_force / servo) ** 2
        stands = cs.sumsqr(x.reference_joint_velocity) == 0.0
        weight = stands * share * dx**2 / (dx**2 + least)
        springs_back = cs.if_else(df * dx > 0.0, df * dx, _STIFF * servo * dx**2)
        product_mean = x.product_mean + weight * (springs_back - x.product_mean)
        square_mean = x.square_mean + weight * (dx**2 - x.square_mean)
        product_mean, square_mean = touches * product_mean, touches * square_mean
        memories = {
            "slow_force": cs.if_else(touches, slow_force, force),
            "slow_place": cs.if_else(touches, slow_place, place),
            "product_mean": product_mean,
            "square_mean": square_mean,
        }
        if not self.adaptation:
            return servo, memories
        outside = (product_mean + _STIFF * servo * least) / (square_mean + least)
        outside = cs.fmax(outside, x.softest)
        return servo * outside / (servo + outside), memories


class _Task:
    """What the task needs of the model: S R_tᵀ, R of the tool, G, U, and 1/(G M⁻¹Gᵀ) of each force
    axis by itself."""

    def __init__(
        self, selection: cs.SX, tool: cs.SX, rows: cs.SX, moves: cs.SX, masses: cs.SX
    ) -> None:
        self.selection, self.tool, self.rows = selection, tool, rows
        self.moves, self.masses = moves, masses

    @staticmethod
    def at(model: Plant, q: cs.SX, orientation: cs.SX, axes: tuple[str, ...]) -> _Task:
        n = q.shape[0]
        frame = model.frame(model.robot.tool)
        slope = cs.densify(cs.jacobian(frame.position, model.x)[:, :n])
        tool, jacobian = model.with_joints([frame.rotation, slope], q)
        selection = orientation.T[[_AXES.index(axis) for axis in axes], :]
        rows = cs.mtimes(selection, jacobian)
        a, still = cs.SX.sym("a", n), cs.SX.zeros(n)
        torque = model.joint_torque_for(q, still, a) + at_joints(model, rotor_torque(model, a))
        mass = cs.jacobian(torque, a)
        answers = _solved(mass, rows.T)
        inverse = cs.mtimes(rows, answers)
        moves = _solved(inverse, answers.T).T
        masses = cs.vertcat(*(1.0 / inverse[k, k] for k in range(len(axes))))
        return _Task(selection, tool, rows, moves, masses)


def _solved(matrix: cs.SX, columns: cs.SX) -> cs.SX:
    """matrix⁻¹ columns, for a symmetric positive matrix."""
    n = matrix.shape[0]
    entries = {(i, j): matrix[i, j] for i in range(n) for j in range(i + 1)}
    factors = factorise(entries, range(n), lambda _, pivot: 1.0 / pivot)
    found = [
        cs.vertcat(*map(cs.SX, factors.solve(cs.vertsplit(columns[:, k]))))
        for k in range(columns.shape[1])
    ]
    return cs.horzcat(*found)
