"""A workbench for robot arms: describe an arm, and get a model that predicts what it does.

    import armwright as aw

    robot = aw.load("puma560")                    of the library, or a file; robot.draw()
    arm = aw.compile(robot)                       kinematics and dynamics as machine code
    arm.pose(q), arm.inverse_dynamics(q, v, a)
    scenario = aw.load_scenario("six-axis-line")  of the library, or a .toml file
    run = scenario.simulate()                     run.data, run.summary(), run.plot()
    runs = scenario.sweep({"links.*.mass": "5%"}, samples=20)
    model = aw.linearise(scenario)                model.modes(), model.margins()
    log = aw.read_log("test.csv")                 what a real machine did
    fit = aw.identify.rigid(robot, log)           its masses; aw.calibrate for its geometry
    aw.equations.derive(robot).text()             equations to read
    aw.export.fmu(scenario, "line.fmu")           models for other tools

`dir(armwright)` lists all names; on the command line, `armwright --help`.
"""

from typing import TYPE_CHECKING

from armwright.errors import ArmwrightError, InputError, NonFiniteError, UnsupportedOperation
from armwright.later import imported_later

if TYPE_CHECKING:
    from armwright import calibrate, equations, export, identify, linear
    from armwright.arm import Arm, compile
    from armwright.block.fidelity import Fidelity
    from armwright.fit import Fit
    from armwright.linear import LinearModel, OperatingPoint, linearise
    from armwright.plant import Environment, ExtraFriction, Plant, with_elastic_axes
    from armwright.robot import (
        Drive,
        ElasticAxis,
        Frame,
        Gear,
        GearTrain,
        Hull,
        Inertia,
        Joint,
        Limits,
        Link,
        LoopClosure,
        LoopEnd,
        Mimic,
        Motor,
        Pose,
        Robot,
        Shaft,
        SpringMatrix,
        library_names,
        load,
    )
    from armwright.scenario import (
        Prepared,
        Scenario,
        Spread,
        load_scenario,
        open_sweep,
        scenario_names,
    )
    from armwright.signals import Log, Run
    from armwright.signals.reading import read_log
    from armwright.simulation import Diverged, Figure, StepsTooLong
    from armwright.sizing import SizingRules, choose_motors, read_motors
    from armwright.system import Blocks, Integration, Recording, Start

__version__ = "0.1.0"

__all__ = [
    "Arm",
    "ArmwrightError",
    "Blocks",
    "Diverged",
    "Drive",
    "ElasticAxis",
    "Environment",
    "ExtraFriction",
    "Fidelity",
    "Figure",
    "Fit",
    "Frame",
    "Gear",
    "GearTrain",
    "Hull",
    "Inertia",
    "InputError",
    "Integration",
    "Joint",
    "Limits",
    "LinearModel",
    "Link",
    "Log",
    "LoopClosure",
    "LoopEnd",
    "Mimic",
    "Motor",
    "NonFiniteError",
    "OperatingPoint",
    "Plant",
    "Pose",
    "Prepared",
    "Recording",
    "Robot",
    "Run",
    "Scenario",
    "Shaft",
    "SizingRules",
    "Spread",
    "SpringMatrix",
    "Start",
    "StepsTooLong",
    "UnsupportedOperation",
    "calibrate",
    "choose_motors",
    "compile",
    "equations",
    "export",
    "identify",
    "library_names",
    "linear",
    "linearise",
    "load",
    "load_scenario",
    "open_sweep",
    "read_log",
    "read_motors",
    "scenario_names",
    "with_elastic_axes",
]

_LATER = {
    "Arm": "armwright.arm",
    "Blocks": "armwright.system",
    "Diverged": "armwright.simulation",
    "Drive": "armwright.robot",
    "ElasticAxis": "armwright.robot",
    "Environment": "armwright.plant",
    "ExtraFriction": "armwright.plant",
    "Fidelity": "armwright.block.fidelity",
    "Figure": "armwright.simulation",
    "Fit": "armwright.fit",
    "Frame": "armwright.robot",
    "Gear": "armwright.robot",
    "GearTrain": "armwright.robot",
    "Hull": "armwright.robot",
    "Inertia": "armwright.robot",
    "Integration": "armwright.system",
    "Joint": "armwright.robot",
    "Limits": "armwright.robot",
    "LinearModel": "armwright.linear",
    "Link": "armwright.robot",
    "LoopClosure": "armwright.robot",
    "LoopEnd": "armwright.robot",
    "Log": "armwright.signals",
    "Mimic": "armwright.robot",
    "Motor": "armwright.robot",
    "OperatingPoint": "armwright.linear",
    "Plant": "armwright.plant",
    "Pose": "armwright.robot",
    "Prepared": "armwright.scenario",
    "Recording": "armwright.system",
    "Robot": "armwright.robot",
    "Run": "armwright.signals",
    "Scenario": "armwright.scenario",
    "Shaft": "armwright.robot",
    "SizingRules": "armwright.sizing",
    "Spread": "armwright.scenario",
    "SpringMatrix": "armwright.robot",
    "Start": "armwright.system",
    "StepsTooLong": "armwright.simulation",
    "choose_motors": "armwright.sizing",
    "compile": "armwright.arm",
    "library_names": "armwright.robot",
    "linearise": "armwright.linear",
    "load": "armwright.robot",
    "load_scenario": "armwright.scenario",
    "open_sweep": "armwright.scenario",
    "read_log": "armwright.signals.reading",
    "read_motors": "armwright.sizing",
    "scenario_names": "armwright.scenario",
    "with_elastic_axes": "armwright.plant",
}

_PACKAGES = ("calibrate", "equations", "export", "identify", "linear")

__getattr__ = imported_later(__name__, _LATER, _PACKAGES)


def __dir__() -> list[str]:
    return sorted(__all__)
