"""PID, position loop, velocity loop, feed-forward, and the cascade of the last three."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import InputError, load
from armwright.block import Input, Output, Parameter
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import NO_LIMIT
from armwright.blocks.controllers import Cascade, DriveFeedforward, Pid, PositionLoop, VelocityLoop
from armwright.robot import Drive
from tests.support.blocks import evaluate, run, site

TWO = site("two_axis")
RNG = np.random.default_rng(5)


def with_drives(**drive):
    robot = load("two_axis")
    joints = tuple(replace(joint, drive=Drive(**drive)) for joint in robot.joints)
    return site(replace(robot, joints=joints))


def test_pid():
    r, r_dot, theta, omega, integral, forward = RNG.normal(size=(6, 2))
    block = Pid(
        proportional_gain=[3.0, 4.0], integral_gain=5.0, derivative_gain=0.7, torque_limit=1e3
    )
    found = evaluate(
        block,
        TWO,
        reference_motor_position=r,
        reference_motor_velocity=r_dot,
        measured_motor_position=theta,
        measured_motor_velocity=omega,
        feedforward=forward,
        integral=integral,
    )
    e = r - theta
    torque = [3.0, 4.0] * e + 5.0 * integral + 0.7 * (r_dot - omega) + forward
    np.testing.assert_allclose(found["commanded_motor_torque"], torque, rtol=1e-14)
    np.testing.assert_allclose(found["integral"], e)
    assert not found["limited"].any()


@pytest.mark.parametrize(
    ("error", "stored", "torque", "rate", "limited"),
    [
        (1.0, 0.0, 2.0, 1.0, 0),
        (1.0, 9.0, 5.0, 0.0, 1),
        (-1.0, 9.0, 5.0, -1.0, 1),
        (-1.0, -9.0, -5.0, 0.0, 1),
        (1.0, -9.0, -5.0, 1.0, 1),
    ],
)
def test_pid_does_not_wind_up(error, stored, torque, rate, limited):
    block = Pid(proportional_gain=2.0, integral_gain=1.0, torque_limit=5.0)
    found = evaluate(block, TWO, reference_motor_position=[error], integral=[stored])
    assert (found["commanded_motor_torque"] == torque).all()
    assert (found["integral"] == rate).all()
    assert (found["limited"] == limited).all()


def test_pid_recovers_quickly_from_its_limit():
    """With windup the integral after 100 samples would be 0.1."""
    block = Pid(proportional_gain=10.0, integral_gain=1.0, torque_limit=5.0, rate=1000.0)
    where = site("two_axis", rate=1000.0)
    found = run(block, where, 101, reference_motor_position=[[1.0]] * 100 + [[0.0]])
    assert (found["limited"][:100] == 1).all()
    assert (found["commanded_motor_torque"][:100] == 5.0).all()
    assert (found["commanded_motor_torque"][100] == 0.0).all()


def test_sampled_integral_takes_euler_steps():
    block = Pid(proportional_gain=0.0, integral_gain=2.0, rate=100.0)
    found = run(block, site("two_axis", rate=100.0), 4, reference_motor_position=[3.0])
    np.testing.assert_allclose(found["commanded_motor_torque"][:, 0], [0.0, 0.06, 0.12, 0.18])


def test_without_saturation_nothing_is_limited():
    free = site("two_axis", fidelity=Fidelity(saturation=False))
    block = Pid(proportional_gain=2.0, integral_gain=1.0, torque_limit=5.0)
    found = evaluate(block, free, reference_motor_position=[10.0])
    assert (found["commanded_motor_torque"] == 20.0).all() and (found["integral"] == 10.0).all()
    assert not found["limited"].any()


def test_torque_limit_of_the_drives():
    limit = {
        name: Pid(proportional_gain=1.0).parameters(where)["torque_limit"].tolist()
        for name, where in {
            "torque": TWO,
            "current": with_drives(current_limit=3.0, torque_constant=0.5),
            "nothing": with_drives(),
            "no drives": site("two_axis", fidelity=Fidelity(drives=False)),
        }.items()
    }
    assert limit == {
        "torque": [25.0, 14.0],
        "current": [1.5, 1.5],
        "nothing": [NO_LIMIT, NO_LIMIT],
        "no drives": [4500.0, 2200.0],
    }


def test_limits_are_those_of_the_controllers_model():
    weak = with_drives(torque_limit=1.0).plant.robot
    where = site("two_axis", model=weak)
    assert Pid(proportional_gain=1.0).parameters(where)["torque_limit"].tolist() == [1.0, 1.0]


def test_position_loop():
    r, r_dot, theta, integral = RNG.normal(size=(4, 2))
    block = PositionLoop(position_gain=30.0, position_integral_gain=7.0, velocity_feedforward=0.9)
    found = evaluate(
        block,
        TWO,
        reference_motor_position=r,
        reference_motor_velocity=r_dot,
        measured_motor_position=theta,
        position_integral=integral,
    )
    velocity = 0.9 * r_dot + 30.0 * (r - theta) + 7.0 * integral
    np.testing.assert_allclose(found["commanded_motor_velocity"], velocity, rtol=1e-14)
    np.testing.assert_allclose(found["position_integral"], r - theta)


def test_velocity_loop():
    command, omega, forward, drive, stored = RNG.normal(size=(5, 2))
    block = VelocityLoop(velocity_gain=0.4, integral_time=0.02, current_limit=100.0)
    found = evaluate(
        block,
        TWO,
        commanded_motor_velocity=command,
        measured_motor_velocity=omega,
        feedforward=forward,
        drive_feedforward=drive,
        velocity_integral=stored,
    )
    e = command - omega
    current = 0.4 * (e + stored) + forward + drive
    np.testing.assert_allclose(found["commanded_motor_current"], current, rtol=1e-13)
    np.testing.assert_allclose(found["velocity_integral"], e / 0.02, rtol=1e-14)
    assert not found["limited"].any()


def test_drive_feedforward():
    r_dot, r_ddot = RNG.normal(size=(2, 2))
    block = DriveFeedforward(
        acceleration_feedforward=1e-3,
        coulomb_feedforward=0.3,
        viscous_feedforward=0.05,
        feedforward_transition=0.5,
    )
    found = evaluate(
        block, TWO, reference_motor_velocity=r_dot, reference_motor_acceleration=r_ddot
    )
    friction = 0.3 * np.tanh(r_dot / 0.5) + 0.05 * r_dot
    np.testing.assert_allclose(found["current"], 1e-3 * r_ddot + friction, rtol=1e-13)


@pytest.mark.parametrize("anti_windup", ["conditional", "back_calculation", "none"])
def test_velocity_loop_without_integral_time_is_proportional(anti_windup):
    """What the integral holds at the start stays; at a limit too."""
    loop = VelocityLoop(velocity_gain=0.4, current_limit=3.0, anti_windup=anti_windup)
    for command, current in ((2.0, 0.4 * (2.0 + 5.0)), (9.0, 3.0)):
        found = evaluate(loop, TWO, commanded_motor_velocity=[command], velocity_integral=[5.0])
        np.testing.assert_allclose(found["commanded_motor_current"], current, rtol=1e-14)
        assert np.abs(found["velocity_integral"]).max() < 1e-20


@pytest.mark.parametrize(("error", "rate"), [(1.0, 0.0), (-1.0, -50.0)])
def test_velocity_loop_does_not_wind_up(error, rate):
    block = VelocityLoop(velocity_gain=1.0, integral_time=0.02, current_limit=2.0)
    found = evaluate(block, TWO, commanded_motor_velocity=[error], velocity_integral=[9.0])
    assert (found["commanded_motor_current"] == 2.0).all() and (found["limited"] == 1).all()
    np.testing.assert_allclose(found["velocity_integral"], rate)


def test_current_limit_of_the_drives():
    loop = VelocityLoop(velocity_gain=1.0, integral_time=1.0)
    found = loop.parameters(TWO)["current_limit"]
    np.testing.assert_allclose(found, [25 / 0.9, 14 / 0.8])
    assert loop.parameters(with_drives(current_limit=3.0))["current_limit"].tolist() == [3.0, 3.0]
    assert loop.parameters(with_drives(torque_limit=3.0))["current_limit"][0] == NO_LIMIT


CASCADE = {"position_gain": [30.0, 40.0], "velocity_gain": 0.4, "integral_time": 0.02}


def test_cascade_hands_its_settings_on():
    cascade = Cascade(
        **CASCADE, connect={"measured_motor_position": "motor_position"}, position_rate=1000
    )
    position, feedforward, velocity = cascade.parts()
    assert isinstance(position, PositionLoop) and isinstance(velocity, VelocityLoop)
    assert isinstance(feedforward, DriveFeedforward)
    assert (position.name, velocity.name) == ("cascade.position", "cascade.velocity")
    assert velocity.signal("drive_feedforward") == feedforward.signal("current")
    assert dict(position.values) == {"position_gain": [30.0, 40.0]}
    expected = {"velocity_gain": 0.4, "integral_time": 0.02, "anti_windup": "conditional"}
    assert dict(velocity.values) == expected
    assert position.signal("measured_motor_position") == "motor_position"
    assert velocity.signal("measured_motor_velocity") == "measured_motor_velocity"


@pytest.mark.parametrize(
    ("given", "rates"),
    [
        ({}, (None, None)),
        ({"rate": 500.0}, (500.0, 500.0)),
        ({"position_rate": 1000.0, "velocity_rate": 4000.0}, (1000.0, 4000.0)),
        ({"rate": 4000.0, "position_rate": 1000.0}, (1000.0, 4000.0)),
        ({"position_rate": 1000}, (1000.0, None)),
    ],
)
def test_rates_of_a_cascade(given, rates):
    """The feed-forward follows the set points, as the position loop does."""
    cascade = Cascade(**CASCADE, **given)
    both = (rates[0], *rates)
    assert tuple(part.rate for part in cascade.parts()) == both
    again = cascade.changed({"position_gain": 1.0})
    assert tuple(part.rate for part in again.parts()) == both
    assert again.parts()[0].values["position_gain"] == 1.0


def test_cascade_declares_all_that_its_loops_take():
    for loop in (PositionLoop, DriveFeedforward, VelocityLoop):
        for kind in (Input, Output, Parameter):
            assert loop.of(kind).keys() <= Cascade.declared.keys()


def test_cascade_refuses_what_its_loops_refuse():
    with pytest.raises(InputError) as error:
        Cascade(**CASCADE, position_rate=0)
    assert str(error.value) == ("block 'cascade.position': rate (got 0.0, expected more than 0 Hz)")
    with pytest.raises(InputError, match=r"block 'cascade': unknown setting .* 'velocity_gain'"):
        Cascade(velocity_gian=1.0)
    with pytest.raises(InputError, match="block 'cascade': 'velocity_gain' is too small"):
        Cascade(velocity_gain=0.0)
