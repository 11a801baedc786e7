"""Joint targets for a calibrated arm, verified on the true one."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import compensated, xacro_patch
from tests.support.calibration import disturbed_cell


@pytest.mark.parametrize("name", ["puma560", pytest.param("panda", marks=pytest.mark.crosscheck)])
def test_the_true_arm_goes_where_the_nominal_one_should(name):
    rng = np.random.default_rng(20)
    cell = disturbed_cell(name, rng)
    q = cell.joints(60, rng)
    fit = aw.calibrate.poses(cell.nominal, q, cell.frames(q), base=cell.base, tool_known=True)
    nominal, true = aw.compile(cell.nominal), aw.compile(cell.true)
    told = cell.joints(60, rng)
    told = told[np.linalg.svd(nominal.jacobian(told), compute_uv=False)[:, -1] > 0.06]
    assert len(told) > 10
    wanted = nominal.pose(told)
    tool = wanted @ fit.targets["target"].inverse().matrix()
    found = compensated(fit, tool, start=told)
    before = np.linalg.norm(true.pose(told)[:, :3, 3] - wanted[:, :3, 3], axis=1)
    after = np.linalg.norm(true.pose(found.joints)[:, :3, 3] - wanted[:, :3, 3], axis=1)
    assert after.max() < 1e-6 < 1e-3 < before.mean()
    assert found.left.max() < 1e-10


def test_backlash_and_compliance_are_compensated_too():
    rng = np.random.default_rng(21)
    cell = disturbed_cell("puma560", rng)
    q = cell.joints(80, rng)
    weight = aw.compile(cell.nominal).gravity
    seen = cell.points(q - 1e-4 * weight(q))
    fit = aw.calibrate.poses(cell.nominal, q, seen, effects=["joint_compliance"])
    told = 0.5 * cell.joints(10, rng)
    wanted = fit.pose_predictor.tool(fit.robot, told)
    points = (fit.base.inverse().matrix() @ wanted)[:, :3, 3]
    found = compensated(fit, points, start=told)
    again = fit.base.inverse().matrix() @ fit.pose_predictor.tool(fit.robot, found.joints)
    assert again[:, :3, 3] == pytest.approx(points, abs=1e-9)


def test_the_xacro_patch_is_read_back(tmp_path):
    rng = np.random.default_rng(22)
    cell = disturbed_cell("scara", rng)
    patch = xacro_patch(cell.nominal, cell.true)
    assert patch.count("xacro:property") == 2 * len(cell.true.joints)
    (tmp_path / "origins.xacro").write_text(patch)
    text = ['<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">']
    text += ['<xacro:include filename="origins.xacro"/>']
    text += [f'<link name="{link.name}"/>' for link in cell.true.links]
    for joint in cell.true.joints:
        text += [
            f'<joint name="{joint.name}" type="{joint.kind}">'
            f'<parent link="{joint.parent}"/><child link="{joint.child}"/>'
            f'<origin xyz="${{{joint.name}_xyz}}" rpy="${{{joint.name}_rpy}}"/>'
            '<axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="1" effort="1"/></joint>'
        ]
    (tmp_path / "arm.xacro").write_text("\n".join([*text, "</robot>"]))
    read = aw.load(str(tmp_path / "arm.xacro"))
    q = cell.joints(5, rng)
    assert aw.compile(read).pose(q, "quill") == pytest.approx(
        aw.compile(cell.true).pose(q, "quill"), abs=1e-12
    )


def test_what_cannot_be_reached_is_named():
    rng = np.random.default_rng(23)
    cell = disturbed_cell("puma560", rng)
    q = cell.joints(40, rng)
    fit = aw.calibrate.poses(cell.nominal, q, cell.points(q))
    with pytest.raises(aw.InputError, match="wrong shape"):
        compensated(fit, np.zeros((3, 2)))
    with pytest.raises(aw.InputError):
        compensated(fit, np.array([[5.0, 0.0, 0.0]]))
