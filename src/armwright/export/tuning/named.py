"""What is at a path: the scenario's own value, with its unit and meaning."""

from __future__ import annotations

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Parameter
from armwright.blocks.catalogue import find
from armwright.errors import InputError
from armwright.export.model import Vector
from armwright.robot import Drive
from armwright.scenario import Scenario
from armwright.scenario.spreads import expanded, nominal, parameter_at
from armwright.system import numbers

_LINK = {"mass": ("kg", "mass")}
_DRIVE = {
    "gear_ratio": ("rad/rad", "gear ratio"),
    "motor_inertia": ("kg m²", "inertia of the motor"),
    "torque_constant": ("N m/A", "torque constant"),
    "stiffness": ("N m/rad", "stiffness of the gear's spring, motor side"),
    "damping": ("N m s/rad", "damping of the gear's spring, motor side"),
}


def named(scenario: Scenario, path: str) -> list[Vector]:
    """The value at the path; one for each joint or link that a `*` stands for."""
    return [_one(scenario, single) for single in expanded(scenario.robot, path)]


def usual_paths(scenario: Scenario) -> list[str]:
    """All numbers that the scenario gives its controller: what one tunes."""
    return [
        f"{block.name}.{key}"
        for block in scenario.controller
        for key in block.values
        if any(key in (one.name, *one.keys) for one in block.of(Parameter).values())
    ]


def _one(scenario: Scenario, path: str) -> Vector:
    found = parameter_at(scenario, path)
    if found is not None:
        block, parameter = found
        values = _numbers(scenario, block, parameter, path)
        meaning = f"{parameter.meaning or parameter.name}, of '{block.name}'"
        dimension = parameter.size if isinstance(parameter.size, str) else ""
        return Vector(path, len(values), parameter.unit, meaning, values, dimension)
    if path == "gravity":
        gravity = scenario.robot.gravity
        start = (float(gravity[0]), float(gravity[1]), float(gravity[2]))
        return Vector(path, 3, "m/s²", "acceleration of free fall, base axes", start, "axis")
    try:
        value = nominal(scenario, path)
    except InputError as error:
        raise InputError(
            "there is no number to leave open",
            where=f"parameters, {path}",
            got=error.got,
            expected=error.expected,
        ) from None
    return Vector(path, 1, *_of_robot(scenario, path), (value,))


def _numbers(
    scenario: Scenario, block: Block, parameter: Parameter, path: str
) -> tuple[float, ...]:
    """One number if the scenario gives one for all elements, otherwise all of them."""
    key = path.partition(".")[2]
    keys = parameter.keys if key == parameter.name else (key,)
    parts = block.parts() if isinstance(block, Assembly) else (block,)
    table = numbers(scenario)
    found = [
        table[f"{part.name}.{one}"].tolist()
        for part in parts
        for one in keys
        if f"{part.name}.{one}" in table
    ]
    if any(value != found[0] for value in found):
        raise InputError(
            "it differs for the two directions of motion",
            where=f"parameters, {path}",
            expected=" and ".join(f"{block.name}.{one}" for one in keys),
        )
    several = isinstance(block.values.get(key), list) or len(set(found[0])) > 1
    return tuple(found[0]) if several else (found[0][0],)


def _of_robot(scenario: Scenario, path: str) -> tuple[str, str]:
    head, *rest = path.split(".")
    if head == "links" and len(rest) == 2:
        unit, meaning = _LINK.get(rest[1], ("", rest[1]))
        return unit, f"{meaning} of link '{rest[0]}'"
    if head == "joints" and len(rest) >= 2:
        unit, meaning = _of_joint(scenario, rest[0], [key for key in rest[1:] if key != "drive"])
        return unit, f"{meaning}, of joint '{rest[0]}'"
    return "", path


def _of_joint(scenario: Scenario, which: str, keys: list[str]) -> tuple[str, str]:
    if keys[0] not in ("friction", "spring") or len(keys) < 2:
        return _DRIVE.get(keys[0], ("", " ".join(keys)))
    names, joints = scenario.robot.joint_names, scenario.robot.moving_joints
    place = names.index(which) if which in names else int(which) - 1
    drive = joints[place].drive or Drive()
    kind = drive.friction_law if keys[0] == "friction" else drive.spring_law
    own = {law.kind: law for law in scenario.laws}
    law = own[kind] if kind in own else find(keys[0], kind)
    for parameter in law.of(Parameter).values():
        if keys[1] in (parameter.name, *parameter.keys):
            return parameter.unit, parameter.meaning or parameter.name
    return "", " ".join(keys)
