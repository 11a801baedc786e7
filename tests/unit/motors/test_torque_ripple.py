"""Torque ripple: S0 (3.1)."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Output
from armwright.block.fidelity import Fidelity
from armwright.blocks.motors import TorqueRipple
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
OUT = "ripple_motor_torque"


def test_every_part() -> None:
    """Numbers that differ for all parts and motors."""
    rng = np.random.default_rng(1)
    names = [f"{name}_{j}" for j in (1, 2, 3) for name in ("ripple", "order", "phase")]
    names += ["current_ripple", "current_order", "current_phase"]
    p = {name: rng.normal(size=2) for name in names}
    theta, tau = rng.normal(size=(2, 30, 2)) * 5
    expected = p["current_ripple"] * np.sin(p["current_order"] * theta + p["current_phase"]) * tau
    for j in (1, 2, 3):
        expected += p[f"ripple_{j}"] * np.sin(p[f"order_{j}"] * theta + p[f"phase_{j}"])
    block = TorqueRipple(**{name: value.tolist() for name, value in p.items()})
    found = evaluate(block, TWO, motor_position=theta, motor_torque=tau)[OUT]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_orders_are_periods_per_turn() -> None:
    theta = np.linspace(0, 2 * np.pi, 6001)[:, None]
    block = TorqueRipple(ripple_1=[0.2, 0.0], order_1=12.0, phase_1=0.1)
    found = evaluate(block, TWO, motor_position=theta)[OUT]
    assert np.sum(np.diff(np.sign(found[:, 0])) != 0) == 24
    assert found[:, 0].max() == pytest.approx(0.2, rel=1e-5)
    np.testing.assert_array_equal(found[:, 1], 0.0)


def test_switched_off() -> None:
    smooth = site("two_axis", fidelity=Fidelity(ripple=False))
    block = TorqueRipple(current_ripple=0.1, ripple_1=0.2, ripple_2=0.1, phase_2=1.0)
    np.testing.assert_array_equal(
        evaluate(block, smooth, motor_position=[0.3], motor_torque=[2.0])[OUT], [0.0, 0.0]
    )


def test_it_acts_on_the_motors() -> None:
    assert TorqueRipple.of(Output)[OUT].acts == "motor"


def test_unknown_setting() -> None:
    with pytest.raises(InputError) as error:
        TorqueRipple(ripple_4=0.1)
    assert str(error.value).startswith("block 'torque_ripple': unknown setting (got 'ripple_4'")
    with pytest.raises(InputError) as error:
        TorqueRipple(ripple_1=[0.1, 0.2, 0.3]).parameters(TWO)
    assert str(error.value) == (
        "block 'torque_ripple': 'ripple_1' has the wrong length (got [3], expected one number or 2)"
    )
