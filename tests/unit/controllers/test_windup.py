"""What integrals do at a limit; and the feed-forward of the cascade that depends on direction."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import Cascade, DriveFeedforward, Pid, VelocityLoop
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
PID = {"proportional_gain": 2.0, "integral_gain": 4.0, "torque_limit": 5.0}
LOOP = {"velocity_gain": 2.0, "integral_time": 0.5, "current_limit": 5.0}


@pytest.mark.parametrize(
    ("anti_windup", "error", "rate"),
    [
        ("conditional", 1.0, 0.0),
        ("conditional", -1.0, -1.0),
        ("none", 1.0, 1.0),
        ("none", -1.0, -1.0),
        ("back_calculation", 1.0, 1.0 + (5.0 - 38.0) / (4.0 * 0.3)),
        ("back_calculation", -1.0, -1.0 + (5.0 - 34.0) / (4.0 * 0.3)),
    ],
)
def test_pid_at_its_limit(anti_windup, error, rate):
    """K_p e + K_i ∫e is 38 or 34, the limit 5."""
    block = Pid(**PID, anti_windup=anti_windup, tracking_time=0.3)
    found = evaluate(block, TWO, reference_motor_position=[error], integral=[9.0])
    np.testing.assert_allclose(found["integral"], rate, rtol=1e-13)
    assert (found["commanded_motor_torque"] == 5.0).all()


@pytest.mark.parametrize(
    ("settings", "rate"),
    [
        ({"anti_windup": "conditional"}, 0.0),
        ({"anti_windup": "none"}, 2.0),
        ({"anti_windup": "back_calculation"}, 2.0 + (5.0 - 20.0) / (2.0 * 0.5)),
        (
            {"anti_windup": "back_calculation", "tracking_time": 0.1},
            2.0 + (5.0 - 20.0) / (2.0 * 0.1),
        ),
    ],
)
def test_velocity_loop_at_its_limit(settings, rate):
    """k (e + ∫e/T) is 20, the limit 5; the tracking time is T unless given."""
    block = VelocityLoop(**LOOP, **settings)
    found = evaluate(block, TWO, commanded_motor_velocity=[1.0], velocity_integral=[9.0])
    np.testing.assert_allclose(found["velocity_integral"], rate, rtol=1e-13)


@pytest.mark.parametrize("anti_windup", ["conditional", "back_calculation", "none"])
def test_within_limits_all_integrate_the_error(anti_windup):
    pid = Pid(**PID, anti_windup=anti_windup)
    found = evaluate(pid, TWO, reference_motor_position=[0.5], integral=[0.1])
    np.testing.assert_allclose(found["integral"], 0.5)
    free = site("two_axis", fidelity=Fidelity(saturation=False))
    found = evaluate(pid, free, reference_motor_position=[50.0])
    np.testing.assert_allclose(found["integral"], 50.0)


def test_back_calculation_settles_a_little_beyond_the_limit():
    """Under a constant error e the integral rests where wanted = limit + K_i T_t e."""
    block = Pid(**PID, anti_windup="back_calculation", tracking_time=0.05)
    rest = (5.0 + 4.0 * 0.05 * 3.0 - 2.0 * 3.0) / 4.0
    found = evaluate(block, TWO, reference_motor_position=[3.0], integral=[rest])
    np.testing.assert_allclose(found["integral"], 0.0, atol=1e-12)


def test_back_calculation_without_an_integral_gain():
    block = Pid(proportional_gain=2.0, torque_limit=5.0, anti_windup="back_calculation")
    found = evaluate(block, TWO, reference_motor_position=[9.0])
    np.testing.assert_array_equal(found["integral"], [9.0, 9.0])


def test_coulomb_feedforward_may_depend_on_the_direction():
    block = DriveFeedforward(coulomb_feedforward_positive=0.3, coulomb_feedforward_negative=0.2)
    v = np.array([[2.0, -2.0], [0.0, 0.5]])
    found = evaluate(block, TWO, reference_motor_velocity=v)["current"]
    expected = np.where(v > 0, 0.3, 0.2) * np.tanh(v)
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-15)


def test_a_cascade_hands_both_on():
    cascade = Cascade(
        position_gain=30.0,
        velocity_gain=0.4,
        integral_time=0.02,
        coulomb_feedforward_negative=0.2,
        coulomb_feedforward=0.3,
        anti_windup="back_calculation",
        tracking_time=0.5,
    )
    position, feedforward, velocity = cascade.parts()
    assert "anti_windup" not in position.values
    assert velocity.values["anti_windup"] == "back_calculation"
    numbers = {**feedforward.parameters(TWO), **velocity.parameters(TWO)}
    assert numbers["coulomb_feedforward_positive"].tolist() == [0.3, 0.3]
    assert numbers["coulomb_feedforward_negative"].tolist() == [0.2, 0.2]
    assert numbers["tracking_time"].tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Pid(**PID, anti_windup="clamping"),
            "block 'pid': unknown 'anti_windup' (got 'clamping', expected one of conditional, "
            "back_calculation, none)",
        ),
        (
            lambda: Pid(**PID, tracking_time=0.0),
            "block 'pid': 'tracking_time' is too small (got 0.0, expected more than 0 s)",
        ),
        (
            lambda: Cascade(position_gain=1.0, velocity_gain=1.0, anti_windup="never"),
            "block 'cascade': unknown 'anti_windup' (got 'never', expected one of conditional, "
            "back_calculation, none)",
        ),
    ],
)
def test_wrong_settings(make, message):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == message
