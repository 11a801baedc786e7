"""The numbers of a robot at one pose, and its reach."""

from __future__ import annotations

import math

import numpy as np
import pytest

import armwright as aw
from armwright.report import describe
from armwright.report.sheet import reach


def test_reach_of_the_puma_is_that_of_its_stretched_arm() -> None:
    forearm = math.hypot(0.4318, 0.0203)
    expected = math.hypot(0.4318 + forearm, 0.15005)
    assert reach(aw.compile("puma560")) == pytest.approx(expected, abs=1e-3)


def test_reach_respects_limits_and_knows_none_for_a_slide_without() -> None:
    arm = aw.Joint("turn", "revolute", "base", "arm", limits=aw.Limits(lower=0, upper=1))
    slide = aw.Joint(
        "slide", "prismatic", "arm", "tip", axis=np.array([1, 0, 0]), limits=aw.Limits(-0.2, 0.5)
    )
    links = tuple(aw.Link(name) for name in ("base", "arm", "tip"))
    assert reach(aw.compile(aw.Robot("a", links, (arm, slide)))) == pytest.approx(0.5, abs=1e-3)
    free = aw.Joint("slide", "prismatic", "arm", "tip")
    assert reach(aw.compile(aw.Robot("b", links, (arm, free)))) is None


def test_sheet_of_the_puma() -> None:
    sheet = describe(aw.load("puma560"))
    assert sheet.mass == pytest.approx(23.45)
    assert np.allclose(sheet.tool_position, [0.4521, -0.15005, 0.4318])
    assert sheet.dynamics is not None
    assert np.allclose(sheet.dynamics.holding, [0, 37.4837, 0.2489, 0, 0, 0], atol=1e-4)
    arm, q = aw.compile(sheet.robot), sheet.position
    let_go = sheet.dynamics.falling
    assert np.allclose(arm.inverse_dynamics(q, 0 * q, let_go), 0, atol=1e-9)
    assert np.allclose(arm.mass_matrix(q) @ let_go, -sheet.dynamics.holding)


def test_position_is_zero_or_the_nearest_limit() -> None:
    assert np.allclose(describe(aw.load("panda")).position, [0, 0, 0, -0.0698, 0, 0, 0])


def test_position_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(aw.InputError, match=r"'panda': not a position .* expected 7 finite"):
        describe(aw.load("panda"), [0.0, 1.0])
