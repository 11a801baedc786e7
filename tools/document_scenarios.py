"""Writes docs/scenarios.md: how to write a scenario, every key of its file, all signals, and the
scenarios that come with armwright.

`python tools/document_scenarios.py` writes it; the tests see to it that it is up to date.
"""

from __future__ import annotations

import inspect
import typing
from pathlib import Path
from string import Template
from typing import Any, get_args, get_origin

from armwright.report.words import summary
from armwright.scenario import load_scenario, scenario_names, schema
from armwright.signals.names import PREFIXES, SIGNALS
from armwright.simulation.figures import MEASURES
from armwright.simulation.observation import USUAL
from armwright.sources import cited
from armwright.system import derived
from tools.document_robot_files import default, plain_kind

PAGE = Path(__file__).parent.parent / "docs" / "scenarios.md"
TITLES: dict[type[schema.Part], str] = {
    schema.ScenarioFile: "The file",
    schema.BlockTable: "A block",
    schema.FamilyTable: "`[[blocks]]`",
    schema.FidelityTable: "`[fidelity]`",
    schema.StartTable: "`[start]`",
    schema.IntegrationTable: "`[integration]`",
    schema.RecordingTable: "`[recording]`",
    schema.FrictionTable: "`[[frictions]]`",
}
#: What each key means; a key without a line here is an error.
MEANINGS = {
    "ScenarioFile.description": "what it is about; its first sentence stands in lists",
    "ScenarioFile.name": "by default that of the file",
    "ScenarioFile.robot": "a robot of the library, or a file; paths are seen from the scenario's. "
    "Or the tables of [a robot's file](robot_files.md)",
    "ScenarioFile.duration": "s that are simulated",
    "ScenarioFile.tick": "s; all rates divide 1/tick",
    "ScenarioFile.seed": "of the noise",
    "ScenarioFile.gravity": "m/s²; free fall, so [0, 0, -9.81] for z up",
    "ScenarioFile.water_density": "kg/m³; of the water around links that have a hull",
    "ScenarioFile.joints": "by name or number: what is different about the robot's joints",
    "ScenarioFile.links": "by name: `mass`, `centre`, `inertia`",
    "ScenarioFile.model": "what the controller believes of `joints`, `links` and `gravity`; "
    "of a `robot` of its own, if one is given as above",
    "ScenarioFile.fidelity": "which effects there are",
    "ScenarioFile.start": "where the arm is at the beginning",
    "ScenarioFile.integration": "how steps are taken",
    "ScenarioFile.recording": "what is kept",
    "ScenarioFile.reference": "where the arm should be",
    "ScenarioFile.controller": "one block, or several that work together",
    "ScenarioFile.motor": "from commands to torques; without it motors do as they are told",
    "ScenarioFile.sensors": "what the controller sees; what no sensor measures it knows exactly",
    "ScenarioFile.disturbances": "what acts on the arm from outside",
    "ScenarioFile.compensators": "what carries a part of the arm's weight",
    "ScenarioFile.blocks": "blocks for which there is no other place",
    "ScenarioFile.own_blocks": "Python files with [blocks of your own](blocks.md#your-own-block) "
    "that are named here by their kind; none is run unless `--blocks FILE` allows it",
    "ScenarioFile.frictions": "friction that does not belong to a single joint",
    "ScenarioFile.elastic": "more axes in which the structure gives way, as in the robot's file",
    "ScenarioFile.loops": "more closed loops, as in the robot's file",
    "ScenarioFile.spreads": "path → how the value differs between the runs of a sweep",
    "BlockTable.kind": "see [Blocks](blocks.md)",
    "BlockTable.name": "by default the place in the file (`controller`), or its kind (`encoder`)",
    "BlockTable.rate": "Hz; without it the block works in continuous time",
    "BlockTable.connect": "port → signal, where they differ from what the block says",
    "FamilyTable.family": "of which family it is, such as `sensor`",
    "FidelityTable.water": "water around links that have a hull; a run without it says so",
    "FidelityTable.strips": "points of the quadrature of drag, on either side of where the flow is "
    "slowest; 2 are exact in a plane",
    "FidelityTable.gravity": "weight, in the arm and in what its controller computes",
    "FidelityTable.friction": "friction of joints and motors",
    "FidelityTable.drives": "gears, rotors and springs; else torques act on the joints",
    "FidelityTable.joints": 'whether the springs of the gears give way; `"rigid"` blocks them',
    "FidelityTable.springs": '`"linear"`: each law by its tangent at rest',
    "FidelityTable.elastic": "whether the structure gives way beside the gears",
    "FidelityTable.rotors": '`"bodies"`: they ride on the links that they are mounted on',
    "FidelityTable.deflections": '`"small"`: elastic axes have sin q = q, cos q = 1, no Coriolis',
    "FidelityTable.gears": 'springs of gear trains; `"dominant"`: of each line the softest alone',
    "FidelityTable.ripple": "torque ripple of the motors",
    "FidelityTable.noise": "of all sensors",
    "FidelityTable.saturation": "limits of controllers and motors",
    "StartTable.joint_position": "by default where the reference begins",
    "StartTable.joint_velocity": "by default zero",
    "StartTable.at_rest": "springs, motors and controllers start such that nothing moves",
    "StartTable.exact": "what is at its position at rest: joints, or motors while joints sag",
    "StartTable.degrees": "whether the angles here are in degrees",
    "IntegrationTable.method": '`"implicit"` for very stiff springs; `"rk4"` to compare with',
    "IntegrationTable.steps": 'steps in a tick, or `"auto"`: as many as keep the tolerance',
    "IntegrationTable.tolerance": "error of the steps above which one is warned, rad (or m)",
    "IntegrationTable.inertia_steps": "for how many steps mass matrix and bias are held: see Time",
    "IntegrationTable.baumgarte": "of [closed loops](loops.md): α, or α and β, by which gaps close",
    "RecordingTable.signals": "by default the usual ones that there are; see below",
    "RecordingTable.rate": "Hz",
    "FrictionTable.name": "what it is called",
    "FrictionTable.law": "a friction law; its parameters stand beside it",
    "FrictionTable.along": "joint → factor of its velocity in the sum that the law feels",
}


TEXT = """\
# Scenarios

Generated by `tools/document_scenarios.py`. A scenario is an arm, what it shall do, and everything
around it: controller, motors, sensors, disturbances. It is a TOML file, or a `Scenario` in Python.
`armwright scenarios` lists [those of the library](#built-in-scenarios).

## Writing one

```toml
description = "Two axes from one place to another, and a push."
robot = "two_axis"                # of the library, or a file beside this one
duration = 1.5                    # s

[reference]                       # where the joints should be
kind = "joint_ptp"
begin = [0, 0]
end = [25, -15]
degrees = true
acceleration = 6

[controller]                      # at 1 kHz
kind = "cascade"
rate = 1000
position_gain = 20
velocity_gain = [0.6, 0.4]
integral_time = 0.05

[[sensors]]
kind = "encoder"
rate = 4000
resolution = 1e-3

[[disturbances]]
kind = "tool_force"
force_z = -100
begin = 1.0

[joints.2]                        # what is different about the robot
friction = { law = "lugre", coulomb = 0.3, viscous = 0.01, stiffness = 5, damping = 0.02 }

[model.links.link2]               # the controller believes in another mass
mass = 100

[spreads]                         # for many runs
"links.link2.mass" = "5%"
"joints.2.friction.coulomb" = "normal 10%"
```

`armwright simulate push.toml` simulates it, and writes `run.nc`, `scenario.toml`, a summary and
pictures into a folder; with `--runs 200` it simulates two hundred variants, each with its own
masses and friction. The next run into the same folder replaces all of these files at once, and
leaves your own alone.

`scenario.toml` is what was simulated, with all that `--set` changed, the robot, and the columns of
a CSV file in it: it needs no other file. `scenario.save("whole.toml")` writes the same. `run.nc`
holds it, too: `armwright simulate run.nc` repeats the run, or all runs of it, and says whether the
numbers are the same to the bit, as they are with the same versions on the same processor;
`load_scenario("run.nc")` is its scenario. Blocks that were written in Python cannot be kept so.

`run.nc` in GNU Octave, and `ncread` in MATLAB, too; a column is an instant there:

```matlab
run = load("run.nc", "time", "joint_position");      % Octave alone: name what you want
plot(run.time, run.joint_position)
pkg load netcdf                                      % apt install octave-netcdf; not in MATLAB
torque = ncread("run.nc", "motor_torque");
motors = deblank(cellstr(ncread("run.nc", "motor")'));
unit = ncreadatt("run.nc", "motor_torque", "units");
```

A scenario is checked before it runs: every input has a signal, units and sizes match, rates divide
that of the clock, and nothing depends on itself at the same instant. A mistake is reported in one
line that names both ends.

## Time

Blocks with a `rate` are sampled: they run at ticks, at every tick or at every so many. At such an
instant a block sees the new outputs of other sampled blocks, and the arm as it is; between its
samples its outputs are held. Between ticks the arm and the blocks without a rate are integrated, in
`integration.steps` steps. Unless told otherwise a run starts at rest: springs, motors and
integrators already carry the arm's weight.

Whether the steps are short enough is measured: ten slices of every run, a twentieth of it in all,
are repeated with steps half as long, and the difference at the joints is scaled to the whole run.
The estimate is in the summary and in `run.data.attrs["step_error"]` (rad, or m); a sweep is judged
by its first runs. If it exceeds `integration.tolerance` there is a warning. In a closed loop it is
mostly too large, because errors do not add up there; it misses what happens in an instant between
the slices. With `integration.steps = "auto"` a run takes the fewest of 1, 2, 4, … steps that keep
the tolerance. The perturbation method has its own estimate.

Mass matrix and bias change slowly beside vibrations of the joints. With `integration.inertia_steps`
= 2 or 4 they are computed once for so many steps, where the arm will be in the middle of these, and
held; the error still falls with the square of the step. By default, `"auto"`, the scenario's own
run is tried beside one that computes them at every step: they are held as long as the two stay
within 0.1 µm at the tool, divided by the square of `integration.steps`. All runs of a prepared
scenario or a sweep, and its exports, then hold alike; `run.data.attrs["inertia_steps"]` tells how
long, and the same number in the scenario gives the same bits. The choice sees the whole run: a
shorter one may hold longer, so say the number where runs of different length shall agree to the
last bit. `"auto"` holds nothing without a controller, where a payload or a moving base changes the
inertia, with walls or water, in arms of more than eight joints and elastic axes (articulated bodies
are quicker there), and in runs of less than 4000 or more than 400 000 steps: too short to gain, or
too long to try. `rk4` never does.

Noise depends only on the seed, the block's name and the tick: switching one source off leaves the
others as they are.

## Changing values

`armwright simulate … --set PATH=VALUE`, or `scenario.changed({"path": value})` in Python. Joints
are counted from 1, `*` means all:

| path | |
|---|---|
| `joints.2.friction.coulomb`, `joints.elbow.gear_ratio` | of a drive; joints by name or number |
| `joints.*.stiffness` | of all drives |
| `joints.2.friction` | a whole law: `{law = "lugre", coulomb = 3, stiffness = 100}` |
| `joints.2.limits.velocity` | limits of a joint |
| `links.forearm.mass`, `.centre`, `.inertia` | bodies; `links.*.mass` means all |
| `links.forearm.first_moment`, `.inertia_at_origin` | in the view in which torques are linear |
| `joints.elbow.translation`, `.rotation` | the joint's frame: its place, a correction Rx Ry Rz |
| `motors.wrist.friction.viscous`, `motors.wrist.along.joint5` | a motor with several joints |
| `elastic.base_tilt.stiffness`, `elastic.*.spring.damping` | where the structure gives way |
| `loops.closure.first.translation` | where a frame of a [closed loop](loops.md) is on its link |
| `frictions.seventh.coulomb` | friction along a sum of joints |
| `gravity`, `water_density` | three numbers; one |
| `model.joints.…`, `model.links.…`, `model.gravity` | what the controller believes |
| `reference.…`, `controller.…`, `motor.…` | settings of these blocks |
| `encoder.noise`, `tool_force.begin` | settings of other blocks, by their names |
| `fidelity.…`, `start.…`, `integration.…`, `recording.…` | as in the file |
| `duration`, `tick`, `seed` | |

A joint or link that is changed this way is changed in the arm only: the controller's model stays as
it was. In the file, `[joints]` and `[links]` apply to both, and `[model]` says where the model of
the controller differs.

## Many runs

`armwright simulate … --runs 200 --spread PATH=SPREAD`, or `scenario.sweep({"path": spread},
samples=200)`. Each run has its own seed: the scenario's plus the number of the run. All runs go
into one dataset, together with the values drawn.

| spread | |
|---|---|
| `5%` | uniform within ±5 % of the value |
| `±0.1` or `+-0.1` | uniform within ±0.1 of the value |
| `uniform 1..2` | uniform between 1 and 2, whatever the value is |
| `normal 5%` | normal, with a standard deviation of 5 % of the value |
| `normal 0.1` | normal, with a standard deviation of 0.1 |
| `lognormal 10%` | the value is the median; its logarithm is normal, with σ = 0.10 |
| `grid 1,2,3` | these values, in every combination with those of other grids |
| `grid 0.5..1.5 x 5` | the same with five values, evenly spaced from 0.5 to 1.5 |
| `list values.csv` | the column of that file with the path as its name; not in scenario files |

A plain number is refused: `5` could be 5 % or ±5. In Python a list gives the values themselves, one
for each run; of a centre of mass or an inertia, rows of three or six. A value that is drawn outside
the bounds of its number, such as a negative mass, is refused with the run in which it is drawn. If
several spreads concern the same number, the last one counts; those of the call come after those of
the scenario.

### Designs

The design says how the values of all runs are chosen: `scenario.sweep(…, design="sobol")`.

| design | values | what those of a run depend on |
|---|---|---|
| `random` | drawn independently; the default | seed, path, number of the run |
| `latin` | one in each of as many strata as there are runs | seed, path, all runs |
| `sobol` | of a scrambled Sobol sequence | seed, all paths that are drawn, number of the run |
| `grid` | every combination of levels | the levels |
| `list` | as listed | the lists |

Strata have equal probabilities: `latin` is a Latin hypercube. Sobol sequences fill the space most
evenly with 64, 128, 256, … runs. With these two and with `random`, grids and lists may stand beside
spreads; with `grid` and `list` nothing is drawn, and with `grid` lists in Python are levels. The
last path of a grid goes fastest. Grids and lists tell how many runs there are: the number can be
left out.

In a file of lists the first line names the paths, and there is a row for each run;
`listed_values("values.csv")` of `armwright.scenario` reads all its columns, for `sweep`:

```
links.link1.mass,encoder.noise
5.1,1e-4
4.9,2e-4
```

Normal and lognormal values can be correlated: `scenario.sweep(…, covariance="matrix.csv")`, with
the paths in the first line of the file and the rows in the same order, or
`covariance={"path": {"path": 1.0, …}, …}` in Python. The matrix is symmetric and positive
semidefinite. With ones on its diagonal it holds correlations; otherwise covariances, whose diagonal
must fit the spreads. Of lognormal values it is the logarithms that are correlated.

`armwright.scenario.design_of(scenario, spreads, runs, seed, kind)` is the design by itself:
`design.values(first, last)` gives the values of some runs without drawing the others, and
`design.content()` says all that they depend on.

## Figures

A figure is a number that a run is judged by: a measure of an expression of signals, computed in the
loop at every tick. The signals need not be recorded for it. In Python, `Figure.parse(text)` of
`armwright.simulation` reads one:

| text | |
|---|---|
| `rms(joint_torque)` | a number for each joint, called `rms_joint_torque` |
| `error = largest(norm(tool_position - reference_tool_position))` | one number, called `error` |
| `time_above(abs(joint_torque[2]), 40)` | how long joint 2 has more than 40 N m |

| measure | |
|---|---|
$measures

Expressions have signals by name, in quotes if there are spaces (`'position of wrist'`), numbers,
`+ - * /`, `**` with whole numbers, brackets, and the functions `abs`, `sqrt`, `square`, `min` and
`max` of two, `sum` and `norm` of a vector, and `dot(a, b)`. Elements go by number, counted from 1,
or by name: `joint_torque[2]`, `joint_torque['elbow']`, `tool_position[z]`. Vectors of the same size
combine element by element, a single number with every element. A run is given up, as one that
diverges, if a figure is not finite at some tick, because it divides by zero, say.

## Keys

Keys that are not listed here are refused. Units are SI.

$keys
## Signals

A signal has one name everywhere: in runs, and where blocks read and write it. `rad` stands for the
coordinate of any joint or motor: for prismatic joints read m, and N for N m. Signals of motors
count on the motors' side of the gears. Friction counts on the side where the robot's file has it:
there is one element for every direction in which a law acts, labelled by its motor or axis and its
law (`joint4 coulomb`), with `side` ("motor" or "joint") as a coordinate beside it; its power is
torque × velocity. Where friction is switched off there is nothing to record.

A record shows positions and velocities at its time, and the torques that a controller which works
at that time has just put out; accelerations are those with these torques. Torques jump at each tick
and hold until the next: they balance at every record, (v(t + tick) − v(t))/tick belongs to the
torque recorded at t, and central differences of velocities to none.

$signals

Any frame or link has, in the axes of the base, `position of wrist`, `rotation of wrist`
(the nine elements of its matrix, column by column), `velocity of …`, `angular_velocity of …`,
`acceleration of …` and `angular_acceleration of …`; `tool` stands for the arm's tool.
`coordinate_position` and `coordinate_velocity` are all coordinates of the arm: joints, elastic
axes, then motors behind springs.

Any joint, a fixed one or an elastic axis too, has `reaction_force of elbow` (N) and
`reaction_moment of elbow` (N m): what passes through it to what it carries, in the axes of the
base, the moment about the origin of the link behind it. They count all that acts: inertia, gravity,
forces on the tool, payloads, springs between links; a rotor as far as it is a body. The moment
along a joint's own axis is what its drive exerts on it, with its friction and springs.

In front of any name may stand $prefixes. Blocks may write signals of other names. A flag, such as
`controller.velocity.limited`, is counted: the run says how often it was up, and when first; of a
block with a rate it counts the samples, of one in continuous time the instants that are recorded,
or the ticks if nothing is.

Disturbances and compensators add up. Of several that would write the same signal the first one
writes it, such as `tool_force`; the others put their names in front: `gust.tool_force`.

Where no block writes them, these come by themselves:

$derived

Recorded unless `recording.signals` says otherwise, as far as they exist: $usual.

## Built-in scenarios

$scenarios
"""


def page() -> str:
    return Template(TEXT).substitute(
        keys="\n".join(section(part) for part in TITLES),
        measures="\n".join(f"| `{name}` | {one.meaning} |" for name, one in MEASURES.items()),
        signals=_signals(),
        prefixes=", ".join(f"`{prefix}`" for prefix in PREFIXES),
        derived=_derived(),
        usual=", ".join(f"`{name}`" for name in USUAL),
        scenarios=_scenarios(),
    )


def section(part: type[schema.Part]) -> str:
    text = "" if part.__doc__ == schema.Part.__doc__ else " ".join((part.__doc__ or "").split())
    lines = [f"### {TITLES[part]}", "", *([text, ""] if text else [])]
    lines += ["| key | what it takes | default | meaning |", "|---|---|---|---|"]
    for name, field in part.model_fields.items():
        if name in (part.__base__ or part).__annotations__ and part is schema.FamilyTable:
            continue  # it has all the keys of a block
        meaning = MEANINGS[f"{part.__name__}.{name}"]
        lines.append(f"| `{name}` | {kind(field.annotation)} | {default(field)} | {meaning} |")
    return "\n".join([*lines, ""])


def kind(annotation: Any) -> str:
    """A type in words."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        one = "texts" if inside[0] is str else "numbers"
        if inside[0] is schema.ElasticTable:
            return "list of [`[[elastic]]`](robot_files.md#elastic)"
        if inside[0] is schema.LoopTable:
            return "list of [`[[loops]]`](robot_files.md#loops)"
        if inside[0] in TITLES:
            return f"list of {_name(inside[0]).replace('[a block]', '[blocks]')}"
        return one if inside[-1] is ... else f"{len(inside)} {one}"
    if origin is dict:
        values = {str: "text", Any: "anything"}.get(inside[1], "table")
        return f"table: name → {'number' if get_origin(inside[1]) is typing.Annotated else values}"
    if annotation is schema.RobotFile:
        return "table"
    if annotation in TITLES:
        return _name(annotation)
    return plain_kind(annotation, kind)


def _name(part: type[schema.Part]) -> str:
    title = TITLES[part]
    return (
        title if title.startswith("`") else f"[{title.lower()}](#{title.lower().replace(' ', '-')})"
    )


def _signals() -> str:
    rows = ["| signal | one for each | unit | meaning |", "|---|---|---|---|"]
    for one in SIGNALS.values():
        rows.append(f"| `{one.name}` | {one.dimension} | {one.unit} | {one.meaning} |")
    return "\n".join(rows)


def _derived() -> str:
    """The table in the docstring of the module that holds the rules."""
    lines = inspect.cleandoc(derived.__doc__ or "").splitlines()
    return "\n".join(line for line in lines if line.startswith("|"))


def _scenarios() -> str:
    rows = ["| scenario | robot | duration | |", "|---|---|---:|---|"]
    for name in scenario_names():
        one = load_scenario(name)
        line = cited(summary(one.description))
        rows.append(f"| `{name}` | {one.robot.name} | {one.duration:g} s | {line} |")
    return "\n".join(rows)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE.name}")
