"""Calibration files of UR arms, with lengths of kilometres that cancel."""

import mpmath
import numpy as np
import pytest

import armwright as aw
from armwright.calibrate.ur_files import calibrated_rows

#: A UR10e whose axes 2, 3 and 4 are parallel to 0.2 mrad: their normals are far away.
FILE = """[mounting]
delta_theta = [ 4.1e-05, 0.9071543210987654, -1.3204567890123456, 0.4135678901234567, 2.1e-05, 0]
delta_a = [ 2.2e-05, 0.23546, 0.41203, -0.000131, 5.5e-05, 0]
delta_d = [ 0.00013, 1935.671, -1935.34, -0.331, -0.000153, 0.00021]
delta_alpha = [ -0.00041, 0.00017123, 1.4e-05, 0.00039, 0.00012, 0]
joint_checksum = [ 0x1, 0x2, 0x3, 0x4, 0x5, 0x6]
calibration_status = 2 # 0 == notInitialized / 1 == notLinearised / 2 == Linearised
joint_raw_offset = [ 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
"""


def flange(rows, q):
    """As the controller means it, in 50 digits."""
    with mpmath.workdps(50):
        T = mpmath.eye(4)
        for (theta, d, a, alpha), angle in zip(rows, q, strict=True):
            c, s = mpmath.cos(theta + angle), mpmath.sin(theta + angle)
            ca, sa = mpmath.cos(alpha), mpmath.sin(alpha)
            T = T * mpmath.matrix(
                [
                    [c, -s * ca, s * sa, a * c],
                    [s, c * ca, -c * sa, a * s],
                    [0, sa, ca, d],
                    [0, 0, 0, 1],
                ]
            )
        return np.array([[float(T[i, j]) for j in range(4)] for i in range(4)])


@pytest.fixture(scope="module")
def consistent():
    """The same file, with lengths of axes 2 to 4 that belong together: a real arm."""
    rng = np.random.default_rng(1)
    tilts = rng.normal(0, 2e-4, 12)
    return _file_of(tilts)


def _file_of(tilts):
    """Standard D-H numbers of an arm whose joints are tilted a little, found in 50 digits."""
    from armwright.calibrate.ur_files import nominal_rows

    with mpmath.workdps(50):
        nominal = [
            [mpmath.mpf(v) for v in (r.theta, r.d, r.a, r.alpha)] for r in nominal_rows("ur10e")
        ]
        T, frames = mpmath.eye(4), []
        for k, (theta, d, a, alpha) in enumerate(nominal):
            frames.append(T)
            T = T * _turn(2, theta) * _move(0, 0, d) * _move(a, 0, 0) * _turn(0, alpha)
            T = T * _turn(0, mpmath.mpf(tilts[2 * k])) * _turn(1, mpmath.mpf(tilts[2 * k + 1]))
        lines = [*frames, T]
        rows = _dh(lines)
        deltas = [
            [v - n for v, n in zip(r, m, strict=True)] for r, m in zip(rows, nominal, strict=True)
        ]
        text = "[mounting]\n"
        for k, key in enumerate(("theta", "d", "a", "alpha")):
            text += (
                f"delta_{key} = [ " + ", ".join(mpmath.nstr(row[k], 17) for row in deltas) + "]\n"
            )
    return text


def _turn(axis, angle):
    c, s = mpmath.cos(angle), mpmath.sin(angle)
    T = mpmath.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i], T[j, j], T[i, j], T[j, i] = c, c, -s, s
    return T


def _move(x, y, z):
    T = mpmath.eye(4)
    T[0, 3], T[1, 3], T[2, 3] = x, y, z
    return T


def _dh(lines):
    """Rows by common normals, as a controller's D-H has them."""
    rows, T = [], mpmath.eye(4)
    for k, after in enumerate(lines[1:]):
        local = mpmath.inverse(T) * after
        z = [local[i, 2] for i in range(3)]
        p = [local[i, 3] for i in range(3)]
        if k == len(lines) - 2:
            rows.append([mpmath.mpf(0), p[2], mpmath.mpf(0), mpmath.mpf(0)])
            break
        theta = mpmath.atan2(z[0], -z[1])
        if k in (1, 2) and abs(mpmath.atan2(-p[1], -p[0]) - theta) > mpmath.pi / 2:
            theta += mpmath.pi
        alpha = mpmath.atan2(z[0] * mpmath.sin(theta) - z[1] * mpmath.cos(theta), z[2])
        c, s = mpmath.cos(theta), mpmath.sin(theta)
        # p = (a c + t s sα, a s − t c sα, d + t cα)
        a = p[0] * c + p[1] * s
        t = (p[0] * s - p[1] * c) / mpmath.sin(alpha)
        d = p[2] - t * mpmath.cos(alpha)
        rows.append([theta, d, a, alpha])
        T = T * _turn(2, theta) * _move(0, 0, d) * _move(a, 0, 0) * _turn(0, alpha)
    return rows


def test_kilometres_collapse_to_the_same_flange_poses(consistent, tmp_path):
    rows = calibrated_rows(consistent, "ur10e")
    assert max(abs(float(row[1])) for row in rows) > 300
    (tmp_path / "calibration.conf").write_text(consistent)
    robot = aw.calibrate.read_ur_calibration(tmp_path / "calibration.conf", "ur10e")
    assert max(np.linalg.norm(joint.origin.translation) for joint in robot.joints) < 0.7
    arm, rng = aw.compile(robot), np.random.default_rng(2)
    for q in rng.uniform(-np.pi, np.pi, (20, 6)):
        assert arm.pose(q) == pytest.approx(flange(rows, q), abs=1e-9)
    robot.save(tmp_path / "arm.urdf")
    read = aw.compile(aw.load(str(tmp_path / "arm.urdf")))
    assert read.pose(q, "flange") == pytest.approx(flange(rows, q), abs=1e-9)


def test_without_differences_the_arm_is_the_librarys(tmp_path):
    zeros = "".join(f"delta_{k} = [ 0, 0, 0, 0, 0, 0]\n" for k in ("theta", "a", "d", "alpha"))
    (tmp_path / "c.conf").write_text("[mounting]\n" + zeros)
    robot = aw.calibrate.read_ur_calibration(tmp_path / "c.conf", "ur10e")
    q = np.random.default_rng(3).uniform(-2, 2, (5, 6))
    assert aw.compile(robot).pose(q) == pytest.approx(
        aw.compile(aw.load("ur10e")).pose(q), abs=2e-9
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mounting]\n", "no delta_theta"),
        (FILE.replace("4.1e-05, ", ""), "delta_theta: not six numbers"),
        (FILE.replace("4.1e-05", "__import__"), "delta_theta: not six numbers"),
        (FILE, "joints or flange would be elsewhere"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text, message, tmp_path):
    (tmp_path / "c.conf").write_text(text)
    with pytest.raises(aw.InputError, match=message):
        aw.calibrate.read_ur_calibration(tmp_path / "c.conf", "ur10e")


def test_an_unknown_arm_is_named(tmp_path):
    (tmp_path / "c.conf").write_text(FILE)
    with pytest.raises(aw.InputError, match="no nominal table for this arm"):
        aw.calibrate.read_ur_calibration(tmp_path / "c.conf", "ur99")
