"""The numbers of machine code from values at paths, against the slow way: a changed scenario."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright import InputError, Scenario, load_scenario
from armwright.block.block import Block
from armwright.block.declarations import Parameter
from armwright.blocks.controllers import CONTROLLERS
from armwright.scenario.number_map import NumberMap
from armwright.scenario.registry import every_number, matching
from armwright.system import System, numbers

QUICK = ("pendulum/damped", "r3/one-axis", "two-axis/iso", "two-link/balanced")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.crosscheck)
    for name in aw.scenario_names()
]
Array = np.ndarray


def own(values: dict[str, Array], run: int) -> dict[str, Any]:
    """The values of one run, as `Scenario.changed` takes them."""
    rows = {path: np.atleast_1d(array[run]).tolist() for path, array in values.items()}
    return {path: row[0] if len(row) == 1 else row for path, row in rows.items()}


def slow(scenario: Scenario, values: dict[str, Array], run: int) -> dict[str, Array]:
    return numbers(scenario.changed(own(values, run)))


def varied(found: NumberMap, runs: int, part: float = 0.05, seed: int = 3) -> dict[str, Array]:
    """Values within ±5 % of the nominal ones; of what is zero, up to 0.001."""
    rng = np.random.default_rng(seed)
    values = {}
    for path, number in found.numbers.items():
        by = rng.uniform(-1.0, 1.0, (runs, number.value.size))
        never_negative = number.at_least is not None or path.endswith(".inertia")
        least = 0.0 if never_negative else -1e-3
        about_zero = np.maximum(1e-3 * by, least)
        if path.endswith(".added_mass"):  # a matrix without negative eigenvalues
            about_zero = np.zeros_like(by)
        values[path] = np.where(number.value == 0, about_zero, number.value * (1 + part * by))
    return values


def assert_as_slow(scenario: Scenario, found: NumberMap, values: dict[str, Array]) -> None:
    table, nominal = found(values), numbers(scenario)
    assert table.keys() == found.keys
    for run in range(len(next(iter(values.values())))):
        for key, expected in slow(scenario, values, run).items():
            got = table[key][run] if key in table else nominal[key]
            if key.endswith((".first_moment", ".inertia_at_origin")):
                np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15, err_msg=key)
            else:
                np.testing.assert_array_equal(got, expected, err_msg=key)


@pytest.mark.parametrize("name", NAMES)
def test_all_numbers_of_a_scenario(name: str) -> None:
    scenario = load_scenario(name)
    found = NumberMap(scenario, every_number(scenario))
    assert_as_slow(scenario, found, varied(found, 3))


@pytest.mark.parametrize("name", NAMES)
def test_no_run_of_the_library_has_to_be_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of runs would take minutes: all their numbers are known at once."""
    scenario = load_scenario(name)
    found = NumberMap(scenario, every_number(scenario))

    def numbers(*_: Any) -> None:
        raise AssertionError("a changed scenario was asked")

    monkeypatch.setattr("armwright.scenario.number_map.numbers", numbers)
    found(varied(found, 2))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_changed_scenario_refuses_is_refused(name: str) -> None:
    scenario = load_scenario(name)
    paths = every_number(scenario)
    for path in paths[:: max(1, len(paths) // 8)]:
        found = NumberMap(scenario, [path])
        value = found.numbers[path].value
        for bad in (-np.abs(value) - 1.0, np.full_like(value, np.nan)):
            values = {path: bad[None]}
            try:
                System(scenario.changed(own(values, 0)))
            except InputError:
                with pytest.raises(InputError):
                    found(values)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("joints.2.friction.fc", "joints.joint2.drive.friction.fc"),
        ("joints.joint2.friction.fc", "joints.joint2.drive.friction.fc"),
        ("joints.joint2.drive.friction.fc", "joints.joint2.drive.friction.fc"),
        ("joints.1.torque_constant", "joints.joint1.drive.torque_constant"),
    ],
)
def test_aliases(path: str, name: str) -> None:
    scenario = load_scenario("two-axis/iso")
    assert matching(scenario, [path]) == [name]
    found = NumberMap(scenario, [path])
    assert_as_slow(scenario, found, varied(found, 2))


def test_a_number_that_is_named_twice_is_one_number() -> None:
    scenario = load_scenario("two-axis/iso")
    wanted = ["joints.1.friction.fc", "joints.*.drive.friction.fc", "joints.joint1.friction.fc"]
    assert matching(scenario, wanted) == [
        "joints.joint1.drive.friction.fc",
        "joints.joint2.drive.friction.fc",
    ]


def test_patterns() -> None:
    scenario = load_scenario("two-axis/iso")
    masses = ["links.base.mass", "links.link1.mass", "links.link2.mass"]
    assert matching(scenario, ["links.*.mass"]) == masses
    gains = matching(scenario, ["controller.*_gain"])
    assert gains == [f"controller.{one}_gain" for one in ("proportional", "integral", "derivative")]
    with pytest.raises(InputError, match=r"controler\.\*: there is no such number"):
        matching(scenario, ["controler.*"])


@pytest.mark.parametrize("name", ["rx90b/line", "two-link/free", "r3/full"])
def test_what_is_a_default_is_no_number_of_the_scenario(name: str) -> None:
    """Neither parameters that a law has without being told, nor drives that are not there."""
    scenario = load_scenario(name)
    NumberMap(scenario, every_number(scenario))
    for path in matching(scenario, ["joints.*"]):
        drive = scenario.robot.joint(path.split(".")[1]).drive
        assert drive is not None or ".drive." not in path
        assert not path.endswith(".quadratic")


def test_one_value_for_all_elements_of_a_vector() -> None:
    scenario = load_scenario("two-axis/iso")
    found = NumberMap(scenario, ["controller.integral_gain"])
    assert found.numbers["controller.integral_gain"].value.size == 2
    table = found({"controller.integral_gain": np.array([70.0, 80.0])})
    np.testing.assert_array_equal(table["controller.integral_gain"], [[70.0] * 2, [80.0] * 2])


def test_a_body_turns_about_its_joint_and_not_about_its_centre() -> None:
    """By hand: I + m (c·c 1 − c cᵀ), for a centre off all axes."""
    scenario = load_scenario("two-axis/iso")
    paths = [f"links.link2.{part}" for part in ("mass", "centre", "inertia")]
    mass, c, inertia = 7.0, np.array([0.1, -0.2, 0.3]), [0.5, 0.01, 0.02, 0.6, 0.03, 0.7]
    found = NumberMap(scenario, paths)
    given = (np.array([mass]), c[None], np.array([inertia]))
    table = found(dict(zip(paths, given, strict=True)))
    xx, xy, xz, yy, yz, zz = inertia
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    tensor = tensor + mass * (c @ c * np.eye(3) - np.outer(c, c))
    np.testing.assert_allclose(table["links.link2.first_moment"][0], mass * c, rtol=1e-15)
    upper = tensor[np.triu_indices(3)]
    np.testing.assert_allclose(table["links.link2.inertia_at_origin"][0], upper, rtol=1e-14)


@pytest.mark.parametrize("part", ["first_moment", "inertia_at_origin"])
def test_bodies_in_their_linear_view(part: str) -> None:
    scenario = load_scenario("two-axis/iso")
    found = NumberMap(scenario, [f"links.link2.{part}", "links.link1.mass"])
    assert_as_slow(scenario, found, varied(found, 2))


FILTERS = {
    "low_pass": {"cutoff_frequency": 80.0, "damping_ratio": 0.6},
    "notch": {"frequency": 30.0, "bandwidth": 8.0},
}


@pytest.mark.parametrize("kind", FILTERS)
def test_frequencies_of_filters_are_numbers_of_the_code(kind: str) -> None:
    scenario = filtered(kind)
    paths = [f"filter.{name}" for name in FILTERS[kind]]
    found = NumberMap(scenario, paths)
    assert_as_slow(scenario, found, varied(found, 2))
    assert found.keys == set(paths)


@pytest.mark.parametrize(
    ("kind", "path"), [("low_pass", "cutoff_frequency"), ("notch", "frequency")]
)
def test_a_filter_above_half_its_rate_is_refused(kind: str, path: str) -> None:
    found = NumberMap(filtered(kind), [f"filter.{path}"])
    found({f"filter.{path}": np.array([100.0, 499.0])})
    with pytest.raises(InputError, match="is too high for the block's rate"):
        found({f"filter.{path}": np.array([100.0, 501.0])})


def test_limits_in_the_wrong_order_are_refused() -> None:
    base = load_scenario("two-axis/iso")
    settings = {"lower": -5.0, "upper": 5.0, "unit": "N m", "size": "motor"}
    connect = {"input": "motor_torque", "output": "shown"}
    block = CONTROLLERS["saturation"](name="bounds", rate=1000.0, connect=connect, **settings)
    scenario = base.with_blocks(others=(block,))
    found = NumberMap(scenario, ["bounds.lower", "bounds.upper"])
    found({"bounds.lower": np.array([1.0]), "bounds.upper": np.array([2.0])})
    with pytest.raises(InputError, match="'lower' is above 'upper'"):
        found({"bounds.lower": np.array([1.0, 2.0]), "bounds.upper": np.array([2.0, 1.0])})


class Squared(Block):
    """Its equations see the square of its gain."""

    gain = Parameter("", "a gain", default=3.0, size=1)

    def parameters(self, site: Any) -> dict[str, Array]:
        return {key: value**2 for key, value in super().parameters(site).items()}

    def equations(self, x: Any) -> dict[str, Any]:
        return {}


def test_what_a_block_computes_is_asked_of_it() -> None:
    scenario = load_scenario("pendulum/damped").with_blocks(others=(Squared(name="square"),))
    found = NumberMap(scenario, ["square.gain", "links.load.mass"])
    values = {"square.gain": np.array([2.0, 5.0]), "links.load.mass": np.array([1.0, 2.0])}
    assert_as_slow(scenario, found, values)
    np.testing.assert_array_equal(found(values)["square.gain"], [[4.0], [25.0]])


@pytest.mark.parametrize(
    ("path", "values", "message"),
    [
        ("links.link2.mass", [1.0, -1.0], "links.link2.mass: a mass cannot be negative"),
        ("links.link2.mass", [np.nan], "links.link2.mass: not a number"),
        ("links.link2.inertia", [[-1.0, 0, 0, 1, 0, 1]], "a moment of inertia cannot be negative"),
        ("joints.1.motor_inertia", [-0.1], r"joints.1.motor_inertia, run 0.*expected at least 0"),
        ("joints.1.motor_inertia", [0.1, 0.0], "a flexible joint needs a rotor"),
        ("controller.tracking_time", [-1.0], "'tracking_time' is too small"),
        ("controller.integral_gain", [[1.0, np.inf]], "integral_gain"),
        ("links.link2.centre", [[1.0, 2.0]], r"wrong shape \(got \(1, 2\), expected \(runs, 3\)\)"),
        ("links.link2.mass", [[1.0, 2.0]], r"wrong shape \(got \(1, 2\), expected \(runs,\)\)"),
    ],
)
def test_values_that_make_no_sense(path: str, values: list[Any], message: str) -> None:
    found = NumberMap(load_scenario("two-axis/iso"), [path])
    with pytest.raises(InputError, match=message):
        found({path: np.array(values)})


def test_as_many_values_at_every_path() -> None:
    found = NumberMap(load_scenario("two-axis/iso"), ["links.link2.mass", "links.link1.mass"])
    with pytest.raises(InputError, match=r"links.link1.mass.*got 1 values, expected 2 values"):
        found({"links.link2.mass": np.ones(2), "links.link1.mass": np.ones(1)})


def test_a_stiffness_of_zero_is_another_structure() -> None:
    scenario = load_scenario("pendulum/damped")
    found = NumberMap(scenario, ["joints.axis.drive.stiffness"])
    message = r"stiffness, run 1: runs of a sweep cannot differ in the arm's coordinates"
    with pytest.raises(InputError, match=message):
        found({"joints.axis.drive.stiffness": np.array([1.0, 0.0])})


@pytest.mark.parametrize("path", ["model.links.link2.mass", "joints.joint1.limits.upper"])
def test_structure_is_refused_from_the_start(path: str) -> None:
    with pytest.raises(InputError):
        NumberMap(load_scenario("two-axis/iso"), [path])


def test_values_that_two_numbers_have_by_chance_are_not_mixed_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Values to try that are all the same."""
    monkeypatch.setattr("numpy.linspace", lambda first, last, count: np.full(count, 1.5))
    base = load_scenario("two-axis/iso")
    paths = ["controller.integral_gain", "joints.1.friction.fc", "joints.2.friction.fc"]
    scenario = base.changed(dict.fromkeys(paths, 5.0))
    found = NumberMap(scenario, paths)
    assert_as_slow(scenario, found, varied(found, 2))


def filtered(kind: str) -> Scenario:
    connect = {"input": "motor_torque", "output": "shown"}
    settings = {"unit": "N m", "size": "motor", **FILTERS[kind]}
    block = CONTROLLERS[kind](name="filter", rate=1000.0, connect=connect, **settings)
    base = load_scenario("two-axis/iso")
    return base.with_blocks(others=(block,))
