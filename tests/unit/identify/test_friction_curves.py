"""Law curves and their fits: springs, information, points without a motion."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, identify
from armwright.identify.friction.checks import check_static
from armwright.identify.friction.curve_fit import CurvePoints, fitted_curve
from armwright.identify.friction.law_curve import LawCurve
from armwright.report.friction.rig import Bench, rig
from tests.support.real_data import ROOT

NUMBERS = {
    "coulomb": 1.0,
    "static": 1.5,
    "stribeck_velocity": 0.1,
    "viscous": 0.4,
    "quadratic": -0.02,
}
FREE = tuple(NUMBERS)


def test_a_curve_is_the_steady_friction_of_its_law() -> None:
    v = np.r_[-np.geomspace(2.0, 1e-3, 20), np.geomspace(1e-3, 2.0, 20)]
    for kind, more in (("tustin", {}), ("lugre", {"stiffness": 1e4, "damping": 10.0})):
        numbers = {**NUMBERS, **more}
        curve = LawCurve("friction", kind, numbers, FREE)
        steady = Bench(rig(kind, numbers)).steady(v)
        assert curve.torque(v[:, None], curve.nominal) == pytest.approx(steady, rel=1e-9)


def test_slopes_are_those_of_the_curve() -> None:
    curve = LawCurve("friction", "tustin", NUMBERS, FREE)
    v = np.linspace(-2, 2, 9)[:, None]
    slopes = curve.jacobian(v, curve.nominal)
    for k, value in enumerate(curve.nominal):
        up, down = curve.nominal.copy(), curve.nominal.copy()
        up[k], down[k] = value * 1.0001, value * 0.9999
        rise = (curve.torque(v, up) - curve.torque(v, down)) / (up[k] - down[k])
        assert slopes[:, k] == pytest.approx(rise, abs=1e-6)


def rising(v: np.ndarray) -> np.ndarray:
    """Friction that grows with speed by less and less, with a little noise."""
    noise = 0.003 * np.random.default_rng(1).normal(size=v.shape)
    return 0.2 + 0.6 * v**0.7 + noise


def test_static_friction_is_never_below_coulomb_friction() -> None:
    """Of points on a Stribeck curve that is upside down."""
    v = np.linspace(0.02, 1.5, 40)
    free = FREE[:4]
    numbers = {**NUMBERS, "static": 0.6, "quadratic": 0.0}
    below = LawCurve("friction", "tustin", numbers, free)
    points = CurvePoints(v[:, None], below.torque(v[:, None], below.nominal), np.full(40, 0.003))
    fit = fitted_curve(LawCurve("friction", "tustin", {**numbers, "static": 1.5}, free), points)
    found = dict(zip(free, fit.numbers, strict=True))
    assert found["static"] >= found["coulomb"]
    (said,) = check_static("motor 'a'", fit)
    assert str(said).startswith(
        "warning: motor 'a': no static friction above Coulomb friction is seen (got friction that "
        "does not fall with speed, from 0.02 rad/s on, "
    )
    truth = LawCurve("friction", "tustin", NUMBERS, FREE)
    fallen = CurvePoints(v[:, None], truth.torque(v[:, None], truth.nominal), points.error)
    assert not list(check_static("motor 'a'", fitted_curve(truth, fallen)))


def test_numbers_that_are_tied_move_together() -> None:
    free = ("coulomb", "viscous", "quadratic")
    tied = LawCurve("friction", "tustin", NUMBERS, free, {"static": "coulomb"})
    v = np.linspace(0.02, 1.5, 40)
    points = CurvePoints(v[:, None], rising(v), np.full(40, 0.003))
    curve = fitted_curve(tied, points).curve
    assert curve.settings["static"] == curve.settings["coulomb"] != NUMBERS["coulomb"]
    slow = curve.torque(np.array([[1e-6]]), curve.nominal)
    assert slow == pytest.approx(curve.settings["coulomb"], rel=1e-4)
    with pytest.raises(InputError, match="'unknown'"):
        LawCurve("friction", "tustin", NUMBERS, free, {"unknown": "coulomb"})


@pytest.mark.crosscheck
def test_standard_errors_are_honest_with_any_weights() -> None:
    rng = np.random.default_rng(4)
    v = 2.0 * (np.arange(1, 41) / 40) ** 2
    truth = LawCurve("friction", "tustin", NUMBERS, FREE)
    error = np.full(40, 0.01)
    clean = truth.torque(v[:, None], truth.nominal)
    begin = LawCurve("friction", "tustin", {**NUMBERS, "coulomb": 0.7, "static": 2.0}, FREE)
    for weights in (None, 1 / np.arange(1, 41.0)):
        scores = []
        for _ in range(25):
            points = CurvePoints(v[:, None], clean + error * rng.normal(size=40), error)
            fit = fitted_curve(begin, points, weights)
            scores.append((fit.numbers - truth.nominal) / fit.errors)
        rms = np.sqrt(np.mean(np.array(scores) ** 2))
        assert 0.75 < rms < 1.3, rms


def test_springs_are_fitted_by_the_same_machinery() -> None:
    rng = np.random.default_rng(2)
    deflection = np.linspace(-0.01, 0.01, 61)
    torque = 3e4 * deflection + 1e6 * deflection**2 + 4e8 * deflection**3
    found = identify.spring_curve(
        deflection, torque + rng.normal(size=61), laws=("linear", "cubic")
    )
    assert found.curve.kind == "cubic"
    for name, true, error in zip(("a0", "a1", "a2"), (3e4, 1e6, 4e8), found.errors, strict=True):
        assert abs(found.curve.settings[name] - true) < 4 * error
    straight = identify.spring_curve(deflection, 3e4 * deflection + rng.normal(size=61))
    assert straight.curve.kind == "linear"
    with pytest.raises(InputError, match="the torque does not rise with the deflection"):
        identify.spring_curve(deflection, -torque)


@pytest.mark.crosscheck
def test_the_example_of_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "friction.md").read_text(encoding="utf-8")
    exec(text.split("```python\n")[1].split("```")[0], {})
    shown = capsys.readouterr().out
    assert "friction.coulomb" in shown
