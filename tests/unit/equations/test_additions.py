"""What is written of drives and a moved base, and what is said to be left out."""

from __future__ import annotations

from dataclasses import replace

from armwright import Drive, load
from armwright.equations import derive

SCARA = load("scara")


def test_the_equation_names_every_term() -> None:
    text = derive(SCARA, symbols=("drives",), drives=True, base_motion=True).text()
    assert "M(q) q̈ + c(q, q̇) + g(q) + f(q̇) + b(q, q̇, w₀, e₀, a₀) = τ" in text
    latex = derive(SCARA, drives=True, base_motion=True).latex()
    assert r"+ f(\dot{q}) + b(q, \dot{q}, \omega_0, \alpha_0, a_0) = \tau" in latex
    assert r"\operatorname{sign}\left(\dot{q}_{1}\right)" in latex


def test_without_them_nothing_is_added() -> None:
    found = derive(SCARA)
    assert found.added == ()
    assert "f(q̇)" not in found.text()


def test_what_drives_cover_is_left_out_no_more() -> None:
    without, covered = derive(SCARA).left_out, derive(SCARA, drives=True).left_out
    assert any(line.startswith("friction") for line in without)
    assert any(line.startswith("inertia of the rotors") for line in without)
    assert not any(line.startswith(("friction", "inertia of the rotors")) for line in covered)
    assert "what friction holds at rest: the sign of no velocity is 0" in covered


def test_other_laws_of_friction_and_springs_are_said_to_be_left_out() -> None:
    first, *rest = SCARA.joints
    drive = Drive(friction={"coulomb": 1.0}, friction_law="lugre", stiffness=1e4)
    robot = replace(SCARA, joints=(replace(first, drive=drive), *rest))
    lacks = derive(robot, drives=True).left_out
    assert f"friction of the law lugre: joints.{first.name}.drive.friction" in lacks
    assert any(line.startswith("springs of the gears") for line in lacks)


def test_numbers_of_drives_are_symbols_where_asked_for() -> None:
    named = {str(entry.symbol) for entry in derive(SCARA, drives=True).legend}
    assert {"eta1", "Jm1"} <= named
    numbers = derive(SCARA, symbols=("masses",), drives=True)
    assert not {"eta1", "Jm1"} & {str(entry.symbol) for entry in numbers.legend}


def test_every_parameter_of_the_code_has_a_value() -> None:
    for form in ("closed", "sequence"):
        found = derive(SCARA, "kane", form=form, drives=True, base_motion=True)
        known = {e.symbol for e in found.legend} | {name for name, _ in found.steps}
        known |= {*found.coordinates.dq, *found.coordinates.ddq}
        used = {s for x in found.torque for s in x.free_symbols}
        assert used <= known


def test_languages_write_the_sign_of_a_velocity() -> None:
    found = derive(SCARA, drives=True)
    assert "(1.0*(dq1 > 0) - 1.0*(dq1 < 0))" in found.code("c")
    assert "(merge(1d0, 0d0, dq1 > 0d0) - merge(1d0, 0d0, dq1 < 0d0))" in found.code("fortran")
