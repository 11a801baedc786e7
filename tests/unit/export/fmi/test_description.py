"""What FMUs tell about themselves: valid, complete, and true."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fmpy.validation import validate_fmu

import armwright as aw
from armwright.export.fmi import binary
from armwright.export.fmi.archive import packed
from armwright.export.fmi.package import make_package
from armwright.export.to_fmu import fmu
from tests.support.fmus import scenario
from tests.support.two_axes import two_axes


@pytest.fixture(autouse=True)
def _source_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Descriptions do not depend on binaries."""
    monkeypatch.setattr(binary, "compiler", lambda: None)
    yield


#: Scenario, version, options.
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("pendulum/swing", 2, {"kind": "both"}),
    ("pendulum/damped", 3, {"kind": "model-exchange", "parameters": ["joints.1.stiffness"]}),
    ("two-link/free", 2, {"kind": "both", "part": "plant", "parameters": ["links.*.mass"]}),
    ("r3/one-axis", 2, {}),
    ("noisy", 3, {"part": "controller"}),
    ("noisy", 2, {"part": "plant", "parameters": ["encoder.noise"]}),
    ("noisy", 3, {"part": "plant", "parameters": ["joints.1.spring.k_low"]}),
    ("noisy", 2, {"part": "plant", "kind": "both", "parameters": ["joints.1.spring.k_low"]}),
    ("noisy", 3, {"part": "plant", "kind": "both"}),
    ("six-axis/steps", 3, {"outputs": ["joint_position"]}),
]


@pytest.mark.parametrize(("name", "version", "options"), CASES)
def test_fmpy_finds_nothing_wrong(
    name: str, version: int, options: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "arm.fmu"
    fmu(scenario(name), path, version=version, **options)  # type: ignore[arg-type]
    assert validate_fmu(str(path)) == []


def described(source: aw.Scenario, version: int, **options: Any) -> ElementTree.Element:
    package = make_package(source, version=version, **options)  # type: ignore[arg-type]
    with zipfile.ZipFile(io.BytesIO(packed(package)[0])) as archive:
        return ElementTree.fromstring(archive.read("modelDescription.xml"))


def variables(root: ElementTree.Element) -> dict[str, dict[str, str]]:
    """Attributes by the name, those of the type in version 2 included; and their place."""
    found = {}
    for k, one in enumerate(root.find("ModelVariables") or []):
        inside = one[0].attrib if one.tag == "ScalarVariable" else {}
        sizes = [dimension.attrib["start"] for dimension in one.findall("Dimension")]
        found[one.attrib["name"]] = {
            **one.attrib,
            **inside,
            "place": str(k),
            "size": "".join(sizes),
        }
    return found


def test_version_2_has_a_variable_for_each_number() -> None:
    root = described(two_axes(), 2)
    found = variables(root)
    assert root.attrib["modelName"] == "two axes"
    assert root.attrib["generationTool"] == f"armwright {aw.__version__}"
    assert datetime.fromisoformat(root.attrib["generationDateAndTime"]).tzinfo is UTC
    gain = found["controller.integral_gain[2]"]
    assert gain["start"] == "60.0"
    assert gain["unit"] == "N.m/(rad.s)"
    assert (gain["causality"], gain["variability"]) == ("parameter", "tunable")
    assert gain["initial"] == "exact"
    position = found["joint_position[1]"]
    assert position["unit"] == "rad"
    assert position["description"] == "position of the joints: joint1"
    assert (position["causality"], position["initial"]) == ("output", "calculated")
    assert "start" not in position
    assert found["tool_position[3]"]["description"] == "position of the tool: z"
    seed = found["seed"]
    assert (seed["variability"], seed["start"], seed["min"]) == ("fixed", "1", "0")
    assert [int(one["valueReference"]) for one in found.values()] == list(range(len(found)))


def test_version_3_has_arrays() -> None:
    found = variables(described(two_axes(), 3))
    gain = found["controller.integral_gain"]
    assert (gain["start"], gain["size"]) == ("100.0 60.0", "2")
    assert found["joint_position"]["size"] == "2"
    assert found["joint_position"]["unit"] == "rad"
    assert found["time"]["causality"] == "independent"
    assert found["time"]["size"] == ""
    assert "joint_position[1]" not in found


@pytest.mark.parametrize("version", [2, 3])
def test_units_are_powers_of_base_units(version: int) -> None:
    root = described(two_axes(), version)
    definitions = root.find("UnitDefinitions")
    assert definitions is not None
    units = {unit.attrib["name"]: unit[0].attrib for unit in definitions}
    assert units["rad"] == {"rad": "1"}
    assert units["rad/s"] == {"rad": "1", "s": "-1"}
    assert units["N.m"] == {"kg": "1", "m": "2", "s": "-2"}
    assert units["N.m/(rad.s)"] == {"kg": "1", "m": "2", "s": "-3", "rad": "-1"}


def test_sliding_joints_have_units_of_length() -> None:
    falling = aw.Scenario(name="falling", robot=aw.load("scara"), duration=0.1)
    kinds = [joint.kind for joint in falling.robot.moving_joints]
    slides = kinds.index("prismatic")
    found = variables(described(falling, 2, outputs=["joint_velocity", "joint_torque"]))
    for k, kind in enumerate(kinds):
        sliding = kind == "prismatic"
        assert found[f"joint_velocity[{k + 1}]"]["unit"] == ("m/s" if sliding else "rad/s")
        assert found[f"joint_torque[{k + 1}]"]["unit"] == ("N" if sliding else "N.m")
    whole = variables(described(falling, 3, outputs=["joint_velocity", "tool_position"]))
    assert "unit" not in whole["joint_velocity"], f"joint {slides + 1} has another"
    assert whole["tool_position"]["unit"] == "m"


@pytest.mark.parametrize("version", [2, 3])
def test_outputs_tell_which_inputs_they_feel_at_once(version: int) -> None:
    """Sensors are sampled, positions follow; accelerations do not wait."""
    signals = ["measured_motor_position", "joint_position", "motor_acceleration"]
    source = two_axes()
    root = described(source, version, part="plant", outputs=signals)
    found = variables(root)
    places = {"place": 1} if version == 2 else {"valueReference": 0}
    (key, first), *_ = places.items()
    commands = {str(int(v[key]) + first) for v in found.values() if v["causality"] == "input"}
    assert len(commands) == (2 if version == 2 else 1)
    needs = dependencies(root, version)
    for name, one in found.items():
        if one["causality"] == "output":
            here = str(int(one[key]) + first)
            expected = commands if name.startswith("motor_acceleration") else set()
            assert needs[here] == expected, name


def dependencies(root: ElementTree.Element, version: int) -> dict[str, set[str]]:
    structure = root.find("ModelStructure")
    assert structure is not None
    if version == 2:
        outputs = list(structure.find("Outputs") or [])
        return {one.attrib["index"]: set(one.attrib["dependencies"].split()) for one in outputs}
    outputs = structure.findall("Output")
    return {
        one.attrib["valueReference"]: set(one.attrib["dependencies"].split()) for one in outputs
    }


@pytest.mark.parametrize("version", [2, 3])
def test_states_can_be_given_unless_they_follow_from_parameters(version: int) -> None:
    free = {"version": version, "kind": "model-exchange", "part": "plant"}
    name = "position[1]" if version == 2 else "position"
    source = two_axes()
    given = variables(described(source, **free))[name]
    settled = variables(described(source, **free, parameters=["joints.1.spring.k_low"]))[name]
    assert (given["initial"], settled["initial"]) == ("exact", "calculated")
    assert "start" in given
    assert "start" not in settled
    friction = variables(described(source, **free, parameters=["joints.1.friction.fc"]))[name]
    assert friction["initial"] == "exact", "friction has no part in how the arm rests"


def test_derivatives_are_those_of_their_states() -> None:
    found = variables(described(scenario("pendulum/damped"), 2, kind="model-exchange"))
    derivative, state = found["der(velocity[2])"], found["velocity[2]"]
    assert int(derivative["derivative"]) == int(state["place"]) + 1
    assert (derivative["unit"], derivative["causality"]) == ("rad/s2", "local")
    assert state["description"] == "their velocities: motor of axis"


def test_steps_and_duration() -> None:
    line = two_axes(6.0)
    for options, step in (({}, "0.001"), ({"part": "plant"}, "0.00025")):
        root = described(line, 3, **options)
        experiment = root.find("DefaultExperiment")
        interface = root.find("CoSimulation")
        assert experiment is not None
        assert interface is not None
        assert experiment.attrib == {"startTime": "0.0", "stopTime": "6.0", "stepSize": step}
        assert interface.attrib["fixedInternalStepSize"] == "0.00025"
        assert interface.attrib["canHandleVariableCommunicationStepSize"] == "true"


def test_the_token_tells_the_contents() -> None:
    tokens = [
        described(source, 2).attrib["guid"]
        for source in (
            two_axes(),
            two_axes(),
            two_axes().changed({"controller.proportional_gain": [20.0, 12.5]}),
            two_axes().changed({"links.link1.mass": 6.0}),
        )
    ]
    assert tokens[0] == tokens[1]
    assert len(set(tokens)) == 3


def test_awkward_names() -> None:
    """Of scenarios and blocks: they become names of files, functions and variables."""
    for name in ("instance", "fmi2", "ein Arm, größer", "7 axes", "model"):
        package = make_package(aw.Scenario(name=name, robot=aw.load("scara"), duration=0.1))
        assert package.identifier.isidentifier()
        assert package.identifier not in ("instance", "fmi2", "model")
    assert validate_fmu(io.BytesIO(packed(package)[0])) == []
    found = variables(described(scenario("six-axis/robust-filtered"), 3))
    assert "'position filter'.cutoff_frequency" in found


def test_names_that_fmi_does_not_allow_stay_different() -> None:
    own = two_axes()
    for names in (("关一", "关二"), ("jö", "jô"), ("a'b", 'a"b'), ("ä", "#E4;")):
        joints = own.robot.joints
        renamed = [replace(one, name=name) for one, name in zip(joints, names, strict=False)]
        robot = replace(own.robot, joints=(*renamed, *joints[len(names) :]))
        package = make_package(replace(own, robot=robot), parameters=["joints.*.gear_ratio"])
        assert validate_fmu(io.BytesIO(packed(package)[0])) == [], names
    found = [one.name for one in package.variables if one.role == "parameter"]
    assert found == ["joints.'#E4;'.gear_ratio", "joints.'#23;E4;'.gear_ratio"]


def test_an_output_that_is_asked_for_twice_is_there_once() -> None:
    own = two_axes()
    twice = own.changed({"recording.signals": ["joint_position"] * 2})
    for source, part, outputs in (
        (own, "loop", ["joint_position"] * 2),
        (own, "plant", ["joint_position"] * 2),
        (own, "controller", ["commanded_motor_torque"] * 2),
        (own, "loop", "joint_position"),
        (twice, "loop", None),
    ):
        package = make_package(source, version=3, part=part, outputs=outputs)  # type: ignore[arg-type]
        assert len([one for one in package.variables if one.role == "output"]) == 1
    for part in ("loop", "plant", "controller"):
        package = make_package(own, version=3, part=part, outputs=[])  # type: ignore[arg-type]
        assert not [one for one in package.variables if one.role == "output"]
