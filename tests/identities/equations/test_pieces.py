"""M, C, g and Ψ one by one, elastic axes among the coordinates: symbols against machine code."""

from __future__ import annotations

import ctypes
import dataclasses
from pathlib import Path

import casadi as cs
import numpy as np
import pytest

from armwright import ElasticAxis, Fidelity, Inertia, Plant, Robot, compile, load, with_elastic_axes
from armwright.equations import METHODS, Form, Method, derive
from armwright.export.to_c import robot_files
from tests.support.c_code import library, needs_compiler, self_test, written
from tests.support.loops import spatial_loop

SMALL = Inertia(0.8, [0.02, 0.0, 0.05], np.diag([2e-3, 3e-3, 4e-3]))


def soft() -> Robot:
    """Two joints, a foundation that gives way and a bearing with a body of its own."""
    return dataclasses.replace(
        load("two_axis"),
        elastic=(
            ElasticAxis("foundation", "rx", name="rock", spring={"stiffness": 4e5}),
            ElasticAxis("joint2", "z", name="give", spring={"stiffness": 2e6}, inertia=SMALL),
        ),
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", ["closed", "sequence"])
def test_pieces_with_elastic_axes(method: Method, form: Form) -> None:
    """Against the compiled tree, and against the plant that simulations take."""
    robot = soft()
    found = derive(robot, method, form=form, coriolis=True, elastic=True).function()
    arm, plant = compile(with_elastic_axes(robot)), Plant(robot, Fidelity(drives=False))
    assert [one.name for one in plant.coordinates] == ["joint1", "joint2", "rock", "give"]
    bias = cs.Function("bias", [plant.x, plant.v], [cs.vertcat(*plant.bias())])
    rng = np.random.default_rng(2)
    for q, v in rng.normal(size=(3, 2, 4)):
        mass, c, gravity, coriolis = (np.array(part) for part in found(q, v))
        for ours, theirs in (
            (mass, arm.mass_matrix(q)),
            (coriolis, arm.coriolis(q, v)),
            (gravity, arm.gravity(q)),
            (c, coriolis @ v),
            (c + gravity, np.array(bias(q, v)).ravel()),
        ):
            scale = max(1.0, np.abs(theirs).max())
            np.testing.assert_allclose(ours, theirs, atol=1e-10 * scale, rtol=0)


def test_the_matrix_is_written_where_it_is_asked_for() -> None:
    robot = load("two_axis")
    found = derive(robot, coriolis=True)
    assert "C[1,2] = −m2 l1 c2x (q̇1 + q̇2) cos(q2)" in found.text()
    assert "C[2,2] = 0" in found.text()
    assert "C_{2,1} &= " in found.latex()
    assert "double coriolis[2][2]" in found.code("c")
    plain = derive(robot)
    assert plain.coriolis is None and "C[" not in plain.text() and "coriolis" not in plain.code("c")


def test_springs_that_are_not_in_it_are_told() -> None:
    told = derive(soft(), elastic=True).left_out
    assert "springs of the elastic axes: elastic.rock.spring, elastic.give.spring" in told
    assert not any(line.startswith("elastic axes") for line in told)
    told = derive(soft()).left_out
    assert any(line.startswith("elastic axes") for line in told)
    assert not any("springs of the elastic axes" in line for line in told)


PIECES = ["mass_matrix", "coriolis", "gravity", "reactions"]


def test_the_header_of_a_soft_arm() -> None:
    header = robot_files(soft(), "soft", PIECES, elastic=True).texts["soft.h"]
    assert "in the order joint1, joint2, rock, give" in " ".join(header.split())
    assert "Left out: springs of the elastic axes" in header
    assert "double coriolis[16]" in header


@needs_compiler
def test_pieces_in_c(tmp_path: Path) -> None:
    """The exported check compares with our machine code; the pieces make up the torque."""
    files = robot_files(soft(), "soft", [*PIECES, "inverse_dynamics"], elastic=True)
    code, text = self_test(tmp_path, files)
    assert code == 0, text
    written(tmp_path, files)
    functions = library(tmp_path, "soft")
    q, v, a = np.random.default_rng(4).normal(size=(3, 4))
    M, C, g, tau = (np.zeros(size) for size in (16, 16, 4, 4))
    functions.soft_mass_matrix(_at(q), _at(M))
    functions.soft_coriolis(_at(q), _at(v), _at(C))
    functions.soft_gravity(_at(q), _at(g))
    functions.soft_inverse_dynamics(_at(q), _at(v), _at(a), _at(tau))
    whole = M.reshape(4, 4) @ a + C.reshape(4, 4) @ v + g
    np.testing.assert_allclose(whole, tau, rtol=1e-10)


def _at(array: np.ndarray):  # type: ignore[no-untyped-def]
    return ctypes.c_void_p(array.ctypes.data)


@needs_compiler
def test_constraints_of_loops_in_c(tmp_path: Path) -> None:
    files = robot_files(load("four_bar"), "bar", ["loop_constraints", "mass_matrix"])
    assert "double loop_jacobian[15]" in files.texts["bar.h"]
    code, text = self_test(tmp_path, files)
    assert code == 0, text


@pytest.mark.parametrize("form", ["closed", "sequence"])
@pytest.mark.parametrize("method", METHODS)
def test_constraints_of_a_four_bar(method: Method, form: Form) -> None:
    """Beside the equations on paper: crank a, coupler b, rocker c, ground d; the rows across the
    plane are zero."""
    found = derive(load("four_bar"), method, (), form=form).function()
    q1, q2, q3 = q = np.array([0.4, 0.7, 1.3])
    *_, gap, psi = found(q, np.zeros(3))
    a, b, c, d = 0.2, 0.5, 0.4, 0.45
    x = d + c * np.cos(q3) - a * np.cos(q1) - b * np.cos(q1 + q2)
    y = c * np.sin(q3) - a * np.sin(q1) - b * np.sin(q1 + q2)
    np.testing.assert_allclose(gap, [x, y, 0, 0, 0], atol=1e-15)
    ends = -b * np.array([-np.sin(q1 + q2), np.cos(q1 + q2)])
    crank = -a * np.array([-np.sin(q1), np.cos(q1)]) + ends
    rocker = c * np.array([-np.sin(q3), np.cos(q3)])
    np.testing.assert_allclose(
        np.array(psi)[:2], np.column_stack([crank, ends, rocker]), atol=1e-15
    )
    assert not np.array(psi)[2:].any()


@pytest.mark.crosscheck
@pytest.mark.parametrize("kind", ["revolute", "spherical", "prismatic", "weld"])
def test_constraints_are_those_of_the_plant(kind: str) -> None:
    """Where loops are closed the same motions are free; Ψ is the slope of Φ anywhere."""
    robot = spatial_loop(kind, axis=(1.0, 2.0, -1.0))
    found = derive(robot, "newton-euler", (), form="sequence").function()
    q = 0.1 * np.arange(1, 9)
    *_, gap, psi = (np.array(one) for one in found(q, 0 * q))
    np.testing.assert_allclose(gap, 0, atol=1e-12)
    theirs = compile(robot).loop_constraints(q, 0 * q).jacobian
    assert psi.shape == theirs.shape
    both = np.linalg.matrix_rank(np.vstack([psi, theirs]), tol=1e-9)
    assert np.linalg.matrix_rank(psi, tol=1e-9) == np.linalg.matrix_rank(theirs, tol=1e-9) == both
    rng = np.random.default_rng(3)
    q, way, h = q + 0.3 * rng.normal(size=8), rng.normal(size=8), 1e-5
    ahead, behind = (np.array(found(q + s * h * way, 0 * q)[-2]) for s in (1, -1))
    slope = np.array(found(q, 0 * q)[-1]) @ way
    np.testing.assert_allclose(slope, (ahead - behind) / (2 * h), atol=1e-8)
