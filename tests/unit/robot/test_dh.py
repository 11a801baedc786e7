"""D-H tables against the product of their matrices, written out here by hand."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot.formats import toml


def standard(theta, d, a, alpha, beta=0.0):
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    cb, sb = np.cos(beta), np.sin(beta)
    matrix = np.array(
        [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0, sa, ca, d],
            [0, 0, 0, 1],
        ]
    )
    return matrix @ np.array([[cb, 0, sb, 0], [0, 1, 0, 0], [-sb, 0, cb, 0], [0, 0, 0, 1]])


def modified(theta, d, a, alpha):
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array(
        [
            [ct, -st, 0, a],
            [st * ca, ct * ca, -sa, -sa * d],
            [st * sa, ct * sa, ca, ca * d],
            [0, 0, 0, 1],
        ]
    )


def random_rows(rng, count):
    return [
        {
            "theta": rng.uniform(-3, 3),
            "d": rng.uniform(-1, 1),
            "a": rng.uniform(-1, 1),
            "alpha": rng.uniform(-3, 3),
            "kind": rng.choice(["revolute", "prismatic"]),
        }
        for _ in range(count)
    ]


def as_toml(convention, rows):
    lines = [
        "{ "
        + ", ".join(f"{k} = {v!r}" for k, v in row.items() if k != "kind")
        + f", kind = '{row['kind']}' }}"
        for row in rows
    ]
    table = ",\n".join(lines).replace("np.float64(", "").replace(")", "")
    return f"name = 'x'\n[dh]\nconvention = '{convention}'\nrows = [{table}]\n"


@pytest.mark.parametrize("convention, matrix", [("standard", standard), ("modified", modified)])
def test_every_dh_frame_is_the_product_of_the_matrices_before_it(convention, matrix, pose_of):
    rng = np.random.default_rng(3)
    for _ in range(20):
        rows = random_rows(rng, 5)
        robot = toml.parse(as_toml(convention, rows))
        q = rng.uniform(-2, 2, 5)
        expected = np.eye(4)
        for i, (row, position) in enumerate(zip(rows, q, strict=True), 1):
            slides = row["kind"] == "prismatic"
            expected = expected @ matrix(
                row["theta"] + (0 if slides else position),
                row["d"] + (position if slides else 0),
                row["a"],
                row["alpha"],
            )
            frame = f"link{i}_dh" if convention == "standard" else f"link{i}"
            assert pose_of(robot, q, frame) == pytest.approx(expected, abs=1e-12)
        assert pose_of(robot, q, "") == pytest.approx(expected, abs=1e-12), "default tool"


def test_hayatis_beta_turns_the_frame_behind_alpha(pose_of):
    robot = toml.parse(
        "name = 'x'\n[dh]\nconvention = 'standard'\n"
        "rows = [{ a = 0.4, alpha = 0.01, beta = 0.02 }, { a = 0.3, d = 0.1 }]\n"
    )
    expected = standard(0.3, 0, 0.4, 0.01, 0.02) @ standard(-0.7, 0.1, 0.3, 0)
    assert pose_of(robot, [0.3, -0.7], "") == pytest.approx(expected, abs=1e-12)


def test_masses_of_a_standard_table_are_given_in_the_dh_frame(pose_of):
    robot = toml.parse(
        "name = 'x'\n[dh]\nconvention = 'standard'\nrows = [{ d = 0.2, a = 0.5, alpha = 1.2 }]\n"
        "[[links]]\nname = 'link1'\nmass = 2\ncentre = [0.1, -0.2, 0.3]\n"
        "inertia = [0.1, 0.01, 0.02, 0.2, 0.03, 0.25]\n"
    )
    inertia, dh_frame = robot.link("link1").inertia, robot.frame("link1_dh").pose
    q = [0.4]
    in_world = pose_of(robot, q, "link1") @ np.append(inertia.centre, 1)
    assert in_world == pytest.approx(standard(0.4, 0.2, 0.5, 1.2) @ [0.1, -0.2, 0.3, 1], abs=1e-12)
    back = inertia.seen_from(dh_frame.inverse()).tensor
    assert back == pytest.approx(
        np.array([[0.1, 0.01, 0.02], [0.01, 0.2, 0.03], [0.02, 0.03, 0.25]]), abs=1e-12
    )


def test_frames_and_further_joints_hang_on_the_dh_frame(pose_of):
    robot = toml.parse(
        "name = 'x'\n[dh]\nconvention = 'standard'\nrows = [{ a = 0.5, alpha = 1.2 }]\n"
        "[[links]]\nname = 'load'\n"
        "[[joints]]\nname = 'grip'\nkind = 'fixed'\nparent = 'link1'\nchild = 'load'\n"
        "origin.xyz = [0, 0, 0.1]\n"
        "[[frames]]\nname = 'tip'\nlink = 'link1'\nxyz = [0, 0, 0.1]\n"
    )
    expected = standard(0.4, 0, 0.5, 1.2) @ [0, 0, 0.1, 1]
    for frame in ("load", "tip"):
        assert pose_of(robot, [0.4], frame)[:, 3] == pytest.approx(expected, abs=1e-12)


def test_limits_of_a_sliding_row_are_lengths():
    robot = toml.parse(
        "name = 'x'\n[units]\nangle = 'deg'\nlength = 'mm'\n"
        "[dh]\nconvention = 'standard'\nrows = [{ alpha = 90 }, { kind = 'prismatic', d = 100 }]\n"
        "[[joints]]\nname = 'joint1'\nlimits = { lower = -180, upper = 180, velocity = 90 }\n"
        "[[joints]]\nname = 'joint2'\nlimits = { lower = 0, upper = 500, velocity = 250 }\n"
    )
    turning, sliding = (joint.limits for joint in robot.joints)
    assert (turning.lower, turning.velocity) == pytest.approx((-np.pi, np.pi / 2))
    assert (sliding.upper, sliding.velocity) == pytest.approx((0.5, 0.25))


def test_a_rows_joint_cannot_be_placed_twice():
    with pytest.raises(InputError, match="joint 'joint1': has a row in the D-H table") as caught:
        toml.parse(
            "name = 'x'\n[dh]\nconvention = 'standard'\nrows = [{}]\n"
            "[[joints]]\nname = 'joint1'\nparent = 'base'\n"
        )
    assert caught.value.got == "also parent"


def test_beta_is_refused_in_a_modified_table():
    with pytest.raises(InputError, match="beta belongs to standard D-H"):
        toml.parse("name = 'x'\n[dh]\nconvention = 'modified'\nrows = [{ beta = 0.1 }]\n")
