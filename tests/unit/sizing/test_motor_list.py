"""Lists of motors: what they say, and what is wrong with them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.sizing import ListedGear, ListedMotor, MotorList, read_motors

ROW = {
    "peak_torque": 3.0,
    "continuous_torque": 1.0,
    "maximum_speed": 600.0,
    "rotor_inertia": 1e-4,
    "mass": 2.0,
}
TOML = """
[[motors]]
name = "A"
peak_torque = 3
continuous_torque = 1
maximum_speed_rpm = 3000
rotor_inertia_kg_cm2 = 2.5
mass = 2

[[gears]]
name = "screw"
kind = "prismatic"
ratio = 314
"""


def test_a_toml_file_has_motors_and_gears_in_catalogue_units(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(TOML)
    found = read_motors(path)
    (motor,) = found.motors
    assert motor.maximum_speed == pytest.approx(100 * math.pi)
    assert motor.rotor_inertia == pytest.approx(2.5e-4)
    assert motor.full_torque_speed == motor.maximum_speed
    assert found.gears == (ListedGear("screw", 314.0, "prismatic"),)


def test_a_file_of_columns_has_the_same_keys(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "name,peak_torque,continuous_torque,maximum_speed_rpm,rotor_inertia,mass,base_speed\n"
        "12,3,1,3000,2.5e-4,2,\n\nB,6,2,3000,5e-4,3,200\n"
    )
    first, second = read_motors(path).motors
    assert first == ListedMotor("12", 3, 1, 100 * math.pi, 2.5e-4, 2)
    assert second.base_speed == 200


def test_torque_is_whole_up_to_the_base_speed_and_gone_at_the_largest() -> None:
    motor = ListedMotor("A", **ROW, base_speed=400)
    assert motor.most_torque(np.array([0, 400, 500, 600, 700])).tolist() == [3, 3, 1.5, 0, 0]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", TOML, "not a list of motors (got suffix '.txt', expected .toml or .csv)"),
        ("a.toml", "motors = []", "motors: "),
        ("a.toml", TOML.replace("mass = 2", "mess = 2"), "motors[1] 'A'.mess: unknown key"),
        ("a.toml", TOML.replace("mass = 2", "mass = -2"), "motors[1] 'A'.mass: "),
        ("a.toml", TOML.replace("mass = 2", 'mass = "2"'), "motors[1] 'A'.mass: "),
        ("a.csv", "name,mass\nA,2,3\n", "line 2 has another number of cells than the first"),
        ("a.csv", "name,mass\nA,2\n", "motors[1] 'A'.peak_torque: is missing"),
        ("a.csv", "", "motors: "),
    ],
)
def test_mistakes_are_told_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_motors(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"continuous_torque": 4.0}, "motor 'A': continuous_torque is above peak_torque"),
        ({"base_speed": 700.0}, "motor 'A': base_speed is above maximum_speed"),
        ({"mass": 0.0}, "motor 'A': mass (got 0.0, expected a number, more than 0)"),
        ({"rotor_inertia": math.nan}, "motor 'A': rotor_inertia"),
    ],
)
def test_motors_that_cannot_be_are_refused(changes: dict[str, float], message: str) -> None:
    with pytest.raises(InputError) as caught:
        ListedMotor("A", **{**ROW, **changes})
    assert str(caught.value).startswith(message)


def test_a_list_has_every_name_once_and_at_least_one_motor() -> None:
    motor = ListedMotor("A", **ROW)
    with pytest.raises(InputError, match="two motors have the same name"):
        MotorList((motor, motor))
    with pytest.raises(InputError, match="has no motor"):
        MotorList(())
    with pytest.raises(InputError, match="ratio"):
        ListedGear("G", 0.0)
