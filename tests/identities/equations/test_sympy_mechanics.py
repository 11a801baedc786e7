"""Beside SymPy's own mechanics: its KanesMethod on frames and points, an independent engine."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from sympy.physics import mechanics as me

from armwright import Robot, load
from armwright.equations import METHODS, derive
from tests.support.comparison import relative


def by_sympy(robot: Robot) -> tuple[sp.Matrix, sp.Matrix, list[sp.Symbol], list[sp.Symbol]]:
    """SymPy's KanesMethod on frames and points: M and the forcing without torques."""
    n = len(robot.moving_joints)
    q, u = me.dynamicsymbols(f"q:{n}"), me.dynamicsymbols(f"u:{n}")
    ground, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(ground, 0)
    frames, points = {robot.base: ground}, {robot.base: origin}
    bodies, loads = [], []
    for k, joint in enumerate(robot.moving_joints):
        parent, start = frames[joint.parent], points[joint.parent]
        seat = parent.orientnew(f"S{k}", "DCM", sp.Matrix(joint.origin.rotation).T)
        axis = sum(float(a) * e for a, e in zip(joint.axis, seat, strict=True))
        frame = me.ReferenceFrame(f"F{k}")
        place = sum(float(x) * e for x, e in zip(joint.origin.translation, parent, strict=True))
        if joint.kind == "prismatic":
            frame.orient_axis(seat, axis, 0)
            frame.set_ang_vel(seat, 0)
            place = place + q[k] * axis
        else:
            frame.orient_axis(seat, axis, q[k])
            frame.set_ang_vel(seat, u[k] * axis)
        point = start.locatenew(f"P{k}", place)
        point.v2pt_theory(start, ground, parent)
        if joint.kind == "prismatic":
            point.set_vel(ground, point.vel(ground) + u[k] * axis)
        frames[joint.child], points[joint.child] = frame, point
        inertia = robot.link(joint.child).inertia
        if inertia is None:
            continue
        centre = point.locatenew(
            f"C{k}", sum(float(x) * e for x, e in zip(inertia.centre, frame, strict=True))
        )
        centre.v2pt_theory(point, ground, frame)
        i = inertia.tensor
        about = me.inertia(frame, i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[1, 2], i[0, 2])
        bodies.append(me.RigidBody(f"B{k}", centre, frame, inertia.mass, (about, centre)))
        pull = sum(float(x) * e for x, e in zip(robot.gravity, ground, strict=True))
        loads.append((centre, inertia.mass * pull))
    rates = [u[k] - q[k].diff() for k in range(n)]
    kane = me.KanesMethod(ground, q_ind=q, u_ind=u, kd_eqs=rates)
    kane.kanes_equations(bodies, loads)
    return kane.mass_matrix, kane.forcing, q, u


@pytest.mark.parametrize("name", ["cart_double_pendulum", "two_link_nonplanar", "scara"])
def test_beside_sympys_kane(name: str) -> None:
    robot = load(name)
    M, forcing, q, u = by_sympy(robot)
    evaluate = sp.lambdify([q, u], [M, forcing])
    for method in METHODS:
        terms = derive(robot, method).function()
        for seed in range(3):
            at = np.random.default_rng(seed).normal(size=(2, len(q)))
            ours, theirs = terms(*at), evaluate(*at)
            assert relative(np.array(ours[0]), theirs[0]) < 1e-12
            assert relative(np.array(ours[1]) + np.array(ours[2]), -theirs[1].ravel()) < 1e-12
