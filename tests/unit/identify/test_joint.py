"""Motor and link: S2's table 5.1, noise, coupled joints, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.fit import Fit
from armwright.identify import joint
from armwright.identify.elements import element_value, with_elements
from armwright.identify.joint import JointMethod
from armwright.identify.one_joint import composite
from armwright.robot import load
from armwright.signals.log import Log
from armwright.studies.puma_validation.motor_link import motor_link, swinging, two_links
from armwright.studies.puma_validation.source import NAMES, TOGETHER, WITHOUT_NOISE

METHODS: tuple[JointMethod, ...] = ("integrated", "filtered")
TERMS = tuple(NAMES)


@pytest.fixture(scope="module")
def clean() -> Log:
    return Log.from_run(swinging(motor_link()).simulate())


def noisy(log: Log, seed: int, velocity: float, current: float) -> Log:
    rng = np.random.default_rng(seed)
    data = log.data.copy(deep=True)
    for name, size in (("joint_velocity", velocity), ("motor_current", current)):
        data[name] = data[name] + size * rng.normal(size=data[name].shape)
    return Log(data)


def deviations(fit: Fit) -> np.ndarray:
    """From the truth, in standard errors."""
    truth = np.array([2.095, 1.0, 9.5 * 0.1 * 9.80665, 2.0, 2.0])
    return np.asarray((fit.combinations.values - truth) / fit.combinations.errors)


@pytest.mark.parametrize("method", METHODS)
def test_table_5_1_comes_out_to_four_decimals(clean: Log, method: JointMethod) -> None:
    found = joint(motor_link(), clean, method=method, terms=TERMS)
    np.testing.assert_allclose(found.combinations.values, WITHOUT_NOISE, rtol=0, atol=5e-5)
    assert found.condition < 30
    assert found.findings == ()


def test_slow_samples_still_give_three_decimals(clean: Log) -> None:
    slow = Log(clean.data.isel(time=slice(None, None, 10)))
    found = joint(motor_link(), slow, terms=TERMS)
    np.testing.assert_allclose(found.combinations.values, WITHOUT_NOISE, rtol=0, atol=1e-3)


@pytest.mark.crosscheck
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("velocity", "current"), [(0.02, 0.0), (0.05, 0.05)])
def test_noise_stays_within_standard_errors(
    clean: Log, method: JointMethod, velocity: float, current: float
) -> None:
    fits = [
        joint(motor_link(), noisy(clean, seed, velocity, current), method=method, terms=TERMS)
        for seed in range(8)
    ]
    away = np.array([deviations(fit) for fit in fits])
    assert np.abs(away).max() < 4
    assert 0.3 < np.sqrt(np.mean(away**2)) < 1.6
    if current:
        assert all(fit.effective_samples < 0.9 * fit.samples for fit in fits)


@pytest.mark.crosscheck
@pytest.mark.parametrize(("velocity", "current"), [(0.1, 0.0), (0.0, 0.05), (0.05, 0.05)])
def test_intervals_of_95_percent_cover_the_truth(
    clean: Log, velocity: float, current: float
) -> None:
    fits = [joint(motor_link(), noisy(clean, s, velocity, current), terms=TERMS) for s in range(40)]
    inside = np.mean([np.abs(deviations(fit)) < 1.96 for fit in fits])
    assert 0.90 < inside < 0.995


def test_noise_of_the_velocity_does_not_make_the_inertia_smaller(clean: Log) -> None:
    """S2 found 2.0743 in place of 2.095."""
    found = [
        joint(motor_link(), noisy(clean, seed, 0.2, 0.0), terms=TERMS).combinations.values[0]
        for seed in range(8)
    ]
    assert abs(np.mean(found) - 2.095) < 3 * np.std(found, ddof=1) / np.sqrt(8)


def test_on_coupled_joints_it_finds_the_composite_body() -> None:
    robot = two_links()
    stiff = joint(robot, _held(2.0), "joint1", terms=TERMS)
    np.testing.assert_allclose(stiff.combinations.values, TOGETHER, rtol=5e-3, atol=0.01)
    known = stiff.combinations
    nominal = [element_value(robot, element) for element in known.elements]
    np.testing.assert_allclose(known.matrix[:3] @ nominal, TOGETHER[:3], rtol=1e-3)
    assert stiff.parameters["links.link2.inertia_at_origin[3]"].knowledge == "partly"
    assert stiff.parameters["joints.joint1.drive.friction.viscous"].knowledge == "seen"


def test_a_joint_that_gives_way_is_told_and_biases_friction_first() -> None:
    soft = joint(two_links(), _held(0.06), "joint1", terms=TERMS)
    off = np.abs(soft.combinations.values / TOGETHER - 1)
    assert off[1] > 0.1
    assert max(off[0], off[2]) < 0.02
    assert [finding.where for finding in soft.findings] == ["joint 'joint2'"]


def _held(stiffness: float) -> Log:
    return Log.from_run(swinging(two_links(), (2.0, stiffness), 10).simulate())


def test_the_composite_of_an_upright_axis_has_no_weight() -> None:
    body = composite(load("scara"), 0, np.zeros(3))
    assert not np.any(body.rows["weight_sine"])
    drive = body.elements.index("joints.joint1.drive.motor_inertia")
    assert body.rows["inertia"][drive] == pytest.approx(80**2)


def test_friction_for_each_direction_replaces_that_for_both() -> None:
    path = "joints.joint1.drive.friction.coulomb"
    other = with_elements(motor_link(), {f"{path}_positive": 3.0})
    drive = other.joint("joint1").drive
    assert drive is not None
    assert dict(drive.friction) == {
        "viscous": 1.0,
        "coulomb_positive": 3.0,
        "coulomb_negative": 2.0,
    }


def test_a_joint_has_to_be_named_where_there_are_several(clean: Log) -> None:
    with pytest.raises(InputError, match=r"which joint\? .*expected one of joint1, joint2"):
        joint(two_links(), clean)


def test_terms_that_no_data_can_tell_apart_are_refused() -> None:
    robot = load("scara")
    time = np.arange(0, 4, 1e-3)
    move = 0.1 * np.sin(3 * time)
    log = Log.from_arrays(
        time,
        {
            "joint_position": np.column_stack([0 * move, 0 * move, move]),
            "joint_velocity": np.column_stack([0 * move, 0 * move, 0.3 * np.cos(3 * time)]),
            "joint_torque": np.column_stack([0 * move, 0 * move, move]),
        },
        joints=robot.joint_names,
    )
    terms = ("inertia", "weight", "coulomb_positive", "coulomb_negative")
    with pytest.raises(InputError, match="weight, coulomb_positive, coulomb_negative apart"):
        joint(robot, log, "slide", terms=terms)


def test_a_log_without_torques_is_refused(clean: Log) -> None:
    with pytest.raises(InputError, match="neither torques nor currents"):
        joint(motor_link(), Log(clean.data.drop_vars("motor_current")))


def test_a_joint_at_rest_is_refused(clean: Log) -> None:
    with pytest.raises(InputError, match="does not move enough"):
        joint(motor_link(), Log(clean.data.assign(joint_velocity=0 * clean.data.joint_velocity)))
