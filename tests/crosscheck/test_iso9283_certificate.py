"""A virtual certificate of the six-axis arm, beside numbers that are worked out from its raw
signals in other ways."""

from __future__ import annotations

import json

import numpy as np
import pytest

from armwright import compile, load_scenario
from armwright.blocks.references.iso9283 import PLANES, IsoCube
from armwright.measures.iso9283.certificate import IsoCertificate, IsoConditions, certify
from armwright.report.html import render
from armwright.report.iso9283 import certificate_json, certificate_page, iso_document
from armwright.scenario import Scenario

pytestmark = pytest.mark.crosscheck

CUBE = IsoCube(np.array([0.42, -0.1, 0.45]), 0.3, np.eye(3))
CYCLES = 4
P = CUBE.plane(PLANES[0]).points


def noisy() -> Scenario:
    """With encoders that tremble: repeatability is then more than a rounding error."""
    from armwright.blocks.catalogue import CATALOGUE

    scenario = load_scenario("six-axis-line")
    encoder = CATALOGUE["sensor"]["encoder"](name="encoder", rate=4000.0, noise=2e-3)
    return scenario.with_blocks(sensors=(encoder,))


@pytest.fixture(scope="module")
def certificate() -> IsoCertificate:
    conditions = IsoConditions(
        cube=CUBE,
        cycles=CYCLES,
        drift=1.0,
        spreads={"joints.*.stiffness": "10%"},
    )
    return certify(noisy(), conditions)


def signals(certificate: IsoCertificate, test: str) -> tuple[np.ndarray, ...]:
    data = certificate.runs[test].data
    return (
        data["time"].values,
        data["reference_tool_position"].values,
        data["tool_position"].values,
    )


def visits(certificate: IsoCertificate, test: str, place: np.ndarray) -> list[np.ndarray]:
    """The later half of each time that the command rests at a place, by a plain walk."""
    _, command, position = signals(certificate, test)
    there = np.linalg.norm(command - place, axis=1) < 1e-7
    spans, begin = [], None
    for k, now in enumerate([*there, False]):
        if now and begin is None:
            begin = k
        elif not now and begin is not None:
            if k - begin > 100 and begin > 0:
                spans.append((begin, k))
            begin = None
    return [position[b - (b - a) // 2 : b].mean(axis=0) for a, b in spans]


def test_poses_are_those_of_the_raw_signals(certificate: IsoCertificate) -> None:
    for k in range(5):
        attained = np.array(visits(certificate, "poses", P[k]))[1:]
        assert len(attained) == CYCLES
        centre = attained.mean(axis=0)
        assert certificate.value("AP_p", f"P{k + 1}") == pytest.approx(
            np.sqrt(np.sum((centre - P[k]) ** 2)), rel=1e-3
        )
        l = np.sqrt(((attained - centre) ** 2).sum(axis=1))
        radius = l.mean() + 3 * np.sqrt(((l - l.mean()) ** 2).sum() / (CYCLES - 1))
        assert certificate.value("RP_l", f"P{k + 1}") == pytest.approx(radius, rel=0.05)
        assert radius > 1e-6


def test_orientations_are_those_of_the_arm(certificate: IsoCertificate) -> None:
    """The rotation at P1 from the joints that the reference wants."""
    data = certificate.runs["poses"].data
    arm = compile(noisy().robot)
    wanted = arm.pose(data["reference_joint_position"].values[0])[:3, :3]
    end = data["rotation of tool"].values[-20:].mean(axis=0).reshape(3, 3).T
    turn = end @ wanted.T
    skew = 0.5 * (turn - turn.T)
    about = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
    found = [certificate.value(f"AP_{part}", "P1") for part in "abc"]
    assert found == pytest.approx(about, abs=1e-4)
    assert np.abs(about).max() > 5e-4


def test_distance_and_directions(certificate: IsoCertificate) -> None:
    p2, p4 = (visits(certificate, "distance", P[k]) for k in (1, 3))
    pairs = [np.linalg.norm(a - b) for a, b in zip(p2, p4, strict=False)][1:]
    assert len(pairs) == CYCLES
    wanted = np.linalg.norm(P[1] - P[3])
    assert certificate.value("AD_p", "P2 to P4") == pytest.approx(np.mean(pairs) - wanted, abs=2e-7)
    at = np.array(visits(certificate, "approaches", P[3]))
    ways = [at[k::3][1:].mean(axis=0) for k in range(3)]
    largest = max(np.linalg.norm(ways[i] - ways[k]) for i in range(3) for k in range(i))
    assert certificate.value("vAP_p", "P4") == pytest.approx(largest, rel=0.02)


def test_the_line_by_projection(certificate: IsoCertificate) -> None:
    """On a straight line a plane across it is reached where the projection on it has a value."""
    time, command, position = signals(certificate, "line")
    along = (P[3] - P[1]) / np.linalg.norm(P[3] - P[1])
    length = np.linalg.norm(P[3] - P[1])
    s, wanted = (position - P[1]) @ along, (command - P[1]) @ along
    forth = np.flatnonzero((np.gradient(wanted) > 0) & (wanted > 0.005) & (wanted < length - 0.005))
    parts = np.split(forth, np.flatnonzero(np.diff(forth) > 1) + 1)
    assert len(parts) == CYCLES + 1
    at = (np.arange(50) + 0.5) / 50 * length
    every, speeds = [], []
    for part in parts[1:]:
        span = slice(part[0] - 150, part[-1] + 300)
        order = np.maximum.accumulate(s[span])
        keep = np.r_[True, np.diff(order) > 0]
        every.append([np.interp(at, order[keep], p[keep]) for p in position[span].T])
        middle = (s[span] > 0.25 * length) & (s[span] < 0.75 * length)
        walk = position[span][middle]
        taken = time[span][middle]
        speeds.append(np.linalg.norm(walk[-1] - walk[0]) / (taken[-1] - taken[0]))
    mean = np.array(every).mean(axis=0).T
    deviation = np.linalg.norm(mean - (P[1] + at[:, None] * along), axis=1)
    assert certificate.value("AT_p", "line") == pytest.approx(deviation[1:-1].max(), rel=0.05)
    assert certificate.value("AV", "line") == pytest.approx(np.mean(speeds) / 0.25 - 1, abs=2e-3)


def test_corners_by_brute_force(certificate: IsoCertificate) -> None:
    _, command, position = signals(certificate, "rounded corners")
    for k in (1, 2, 3, 4):
        near = np.linalg.norm(position - P[k], axis=1).min()
        found = certificate.value("CR", f"P{k + 1}, rounded corners")
        assert found == pytest.approx(near, rel=0.05)
        blunt = np.linalg.norm(command - P[k], axis=1).min()
        assert near == pytest.approx(blunt, abs=3e-3)


def test_the_compliance_is_that_of_the_springs(certificate: IsoCertificate) -> None:
    """An integrating controller holds the motors, so that J K⁻¹ Jᵀ is left, but for friction."""
    robot = noisy().robot
    arm = compile(robot)
    q = certificate.runs["poses"].data["reference_joint_position"].values[0]
    J = arm.jacobian(q)[:3]
    stiffness = [joint.drive.stiffness * joint.drive.gear_ratio**2 for joint in robot.joints]
    expected = J @ np.diag(1 / np.array(stiffness)) @ J.T
    found = certificate.results["compliance"].points["matrix"]
    assert np.abs(found - expected).max() < 0.15 * np.abs(expected).max()
    for k, axis in enumerate("xyz"):
        assert certificate.value("C", f"P1, +{axis}") == pytest.approx(found[k, k], rel=0.05)


def test_every_characteristic_is_there_and_the_page_says_what_is_not_confirmed(
    certificate: IsoCertificate,
) -> None:
    assert not certificate.left_out
    symbols = {row.measure.symbol for row in certificate.rows}
    assert symbols == {
        *("AP", "RP", "vAP", "AD", "RD", "t_s", "OV", "dAP", "dRP", "E", "AT", "RT", "ATr"),
        *("CR", "CO", "AV", "RV", "FV", "t_p", "C", "WS", "WF"),
    }
    assert all(np.isfinite(row.value) for row in certificate.rows)
    table = json.loads(certificate_json(certificate))
    assert len(table["characteristics"]) == len(certificate.rows)
    assert "weaving" in " ".join(table["not_confirmed"])
    page = render(iso_document(certificate_page(certificate)))
    assert set(page.pictures) == {"poses", "settling", "paths", "corners", "compliance"}
    assert "The sizes of the weaving path" in page.html


def test_a_stiffer_arm_gives_way_less(certificate: IsoCertificate) -> None:
    """What is printed follows the arm: with springs ten times as stiff less is left of the sag than
    friction in the motors can hold up."""
    soft = noisy()
    stiff = soft.changed(
        {f"joints.{one.name}.stiffness": 10 * one.drive.stiffness for one in soft.robot.joints}
    )
    found = certify(stiff, IsoConditions(cube=CUBE, cycles=2, drift=1.0))
    for axis in "xyz":
        ratio = found.value("C", f"P1, +{axis}") / certificate.value("C", f"P1, +{axis}")
        assert abs(ratio) < 0.2
    assert found.value("AP_p", "P4") < 0.2 * certificate.value("AP_p", "P4")
    assert list(found.left_out) == ["exchangeability"]
