"""Inertia without weight: against closed forms, and a rigid body's own 6 × 6 matrix."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pytest

from armwright import Environment, Fidelity, Inertia, Joint, Link, Plant, Robot
from tests.identities.plant.arms import arm, body, evaluated, states

RIGID = Fidelity(joints="rigid", friction=False)


def six(inertia: Inertia) -> np.ndarray:
    """A rigid body's own matrix."""
    c, m = inertia.centre, inertia.mass
    cross = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
    return np.block(
        [
            [m * np.eye(3), -m * cross],
            [m * cross, inertia.tensor - m * cross @ cross],
        ]
    )


@pytest.mark.parametrize("link", ["upper", "fore"])
def test_a_rigid_bodys_matrix_is_that_body_without_its_weight(link: str) -> None:
    more = body(11, 2.0)
    robot = arm()
    bare = Plant(robot, RIGID, Environment(added_inertia={link: six(more)}))
    links = tuple(
        dataclasses.replace(one, inertia=one.inertia + more) if one.name == link else one
        for one in robot.links
    )
    whole = Plant(dataclasses.replace(robot, links=links), RIGID)
    weight = Plant(robot, dataclasses.replace(RIGID, gravity=True))
    for x, v in states(bare):
        found = evaluated(bare, bare.energies[0], x, v).item()
        assert found == pytest.approx(evaluated(whole, whole.energies[0], x, v).item(), rel=1e-12)
        potential = evaluated(bare, bare.energies[1], x, v).item()
        own = evaluated(weight, weight.energies[1], x, v).item()
        assert potential == pytest.approx(own, rel=1e-12)
        # Without gravity both move alike; with it, only the real mass has weight.
        a = cs.vertcat(*bare.link_forces([0.3, -0.7])), cs.vertcat(*whole.link_forces([0.3, -0.7]))
        still = [0.0, 0.0]
        g = cs.vertcat(*weight.link_forces(still)), cs.vertcat(*whole.link_forces(still))
        here = [evaluated(p, e, x, v).ravel() for p, e in zip((bare, whole), a, strict=True)]
        rest = [evaluated(p, e, x, 0 * v).ravel() for p, e in zip((weight, whole), g, strict=True)]
        np.testing.assert_allclose(here[0] - rest[0], here[1] - rest[1], atol=1e-10)


def test_what_moves_more_easily_along_than_across() -> None:
    """A spheroid on two slides and a turn: Lagrange's equations of ½ m_a u² + ½ m_b w² by hand."""
    links = (Link("base"), *(Link(name) for name in ("a", "b")), Link("hull", body(3)))
    joints = (
        Joint("x", "prismatic", "base", "a", axis=[1.0, 0, 0]),
        Joint("y", "prismatic", "a", "b", axis=[0, 1.0, 0]),
        Joint("turn", "revolute", "b", "hull", axis=[0, 0, 1.0]),
    )
    robot = Robot("hull", links, joints)
    along, across, spin = 1.3, 4.0, 0.2
    A = np.diag([along, across, 0, 0, 0, spin])
    wet = Plant(robot, environment=Environment(added_inertia={"hull": A}))
    dry = Plant(robot)
    for x, v in states(wet):
        q, w, a = (cs.SX.sym(name, 3) for name in "qwa")
        u = cs.cos(q[2]) * w[0] + cs.sin(q[2]) * w[1]
        s = -cs.sin(q[2]) * w[0] + cs.cos(q[2]) * w[1]
        energy = 0.5 * (along * u**2 + across * s**2 + spin * w[2] ** 2)
        slope = cs.gradient(energy, w)
        force = cs.jtimes(slope, q, w) + cs.jtimes(slope, w, a) - cs.gradient(energy, q)
        gain = np.array([0.4, -1.1, 0.6])
        expected = np.array(cs.Function("f", [q, w, a], [force])(x, v, gain)).ravel()
        both = [evaluated(p, cs.vertcat(*p.link_forces(gain.tolist())), x, v) for p in (wet, dry)]
        np.testing.assert_allclose((both[0] - both[1]).ravel(), expected, atol=1e-12)


@pytest.mark.parametrize("link", ["upper", "fore"])
def test_the_mass_matrix_is_how_forces_follow_accelerations(link: str) -> None:
    """∂(M ẍ + bias)/∂ẍ, entry by entry: a body far out is felt in all joints below it."""
    added = Environment(added_inertia={link: six(body(11, 2.0)) + np.diag([1.0, 2, 3, 0, 0, 0])})
    plant = Plant(arm(), RIGID, added)
    a = cs.SX.sym("a", 2)
    forces = cs.vertcat(*plant.inertial_forces(cs.vertsplit(a)))
    M = cs.SX.zeros(2, 2)
    for (i, j), value in plant.mass().items():
        M[i, j] = M[j, i] = value
    for x, v in states(plant):
        found = evaluated(plant, M, x, v)
        np.testing.assert_allclose(
            found, evaluated(plant, cs.jacobian(forces, a), x, v), rtol=1e-11
        )
        assert abs(found[0, 1]) > 1e-3
