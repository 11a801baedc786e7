"""Robots and scenarios as C source."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from armwright.arm.programs import OF_FRAMES, QUANTITIES, make
from armwright.compiler import Program
from armwright.errors import InputError
from armwright.export.c_code.arm import ArmCode
from armwright.export.c_code.files import CFiles
from armwright.export.c_code.header import model_header
from armwright.export.c_code.model import ModelCode
from armwright.export.c_code.selftest import arm_test, model_test
from armwright.export.c_code.text import identifier
from armwright.export.expected import record
from armwright.export.model import ScenarioPart
from armwright.export.stepped import make_stepped
from armwright.files import write_together
from armwright.multibody.parameters import FreeParameters
from armwright.plant.tree import with_elastic_axes
from armwright.robot import Robot
from armwright.robot.contents import ARM, left_out
from armwright.scenario import Scenario

#: What is written where no function is asked for.
_USUAL = tuple(
    name for name in QUANTITIES if name != "loop_constraints" and not name.startswith("analytic")
)
#: What the name of a file may look like that C includes.
_STEM = re.compile(r"[\w .+-]+")


def c(
    source: Robot | Scenario,
    path: str | os.PathLike[str],
    *,
    functions: Sequence[str] | None = None,
    part: ScenarioPart = "loop",
    outputs: Sequence[str] | None = None,
    elastic: bool = False,
) -> list[Path]:
    """Write `source` as C99: `path`, which ends in .c, with a header and a test beside it.

    Of a robot: its `functions` (`armwright.arm.programs.QUANTITIES`), by default all but the
    analytic Jacobians, which some arms have nowhere; with `elastic` its elastic axes are joints
    too, after its own, without their springs. What closes its loops is `loop_constraints`. Of a
    scenario: its `part`, the closed `loop`, the `plant` or the `controller`, with `outputs` instead
    of the usual signals. The file's name, as far as C allows, begins the names of all functions.
    """
    target = Path(path)
    if target.suffix != ".c" or not _STEM.fullmatch(target.stem):
        raise InputError(
            "not the name of a C file",
            where="export",
            got=repr(str(path)),
            expected="NAME.c, of letters, digits, spaces and . _ + -",
        )
    if isinstance(source, Robot):
        files = robot_files(source, target.stem, functions, elastic=elastic)
    elif isinstance(source, Scenario):
        files = scenario_files(source, target.stem, part, outputs)
    else:
        raise InputError(
            "wrong kind of source",
            where="export to c",
            got=repr(source)[:60],
            expected="a Robot or a Scenario, as load and load_scenario give them",
        )
    return write_together(target.parent, files.texts)


def robot_files(
    robot: Robot, stem: str, functions: Sequence[str] | None = None, *, elastic: bool = False
) -> CFiles:
    """The texts of a robot's functions, without writing them."""
    prefix = identifier(stem)
    lacks = left_out(robot, ARM | {"elastic"} if elastic else ARM)
    robot = with_elastic_axes(robot) if elastic else robot
    code = ArmCode(robot, prefix, robot_programs(robot, functions), lacks)
    return CFiles(stem, prefix, code.header(stem), code.source(stem), arm_test(code, stem))


def scenario_files(
    scenario: Scenario, stem: str, part: ScenarioPart = "loop", outputs: Sequence[str] | None = None
) -> CFiles:
    """The texts of a part of a scenario, without writing them."""
    prefix = identifier(stem)
    model = make_stepped(scenario, part, outputs)
    code = ModelCode(model, prefix)
    test = model_test(code, stem, record(scenario, model))
    return CFiles(stem, prefix, model_header(code, stem), code.source(stem), test)


def robot_programs(robot: Robot, functions: Sequence[str] | None = None) -> dict[str, Program]:
    """The programs behind a robot's functions; those about a frame are about its tool."""
    free = FreeParameters.choose(robot, ())
    found = {}
    usual = (*_USUAL, "loop_constraints") if robot.loops else _USUAL
    for quantity in usual if functions is None else functions:
        if quantity not in QUANTITIES:
            raise InputError(
                "there is no such function of an arm",
                where="export",
                got=repr(quantity),
                expected="some of " + ", ".join(QUANTITIES),
            )
        found[quantity] = make(quantity, free, (robot.tool,) if quantity in OF_FRAMES else ())
    return found
