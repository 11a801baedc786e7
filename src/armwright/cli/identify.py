"""Commands that find a robot's numbers in what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from armwright.cli.app import app, finishing
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for
from armwright.cli.sources import OwnBlockFiles, load_robot
from armwright.cli.told import Json, Told, told
from armwright.errors import InputError

if TYPE_CHECKING:
    from armwright.files import Content
    from armwright.fit import Fit

group = typer.Typer(no_args_is_help=True, help="Find a robot's numbers in a log.")
app.add_typer(group, name="identify")

LogFile = Annotated[
    Path, typer.Argument(help="A log with positions and torques: .csv, .parquet, .nc, .mcap, .db3.")
]
ColumnsOption = Annotated[
    Path | None,
    typer.Option("--columns", help="What its columns are. Default: the .toml file beside it."),
]
RobotName = Annotated[
    str, typer.Option("--robot", help="A library robot, or a .toml, .urdf, .xacro or .xml file.")
]
ResultFolder = Annotated[Path, typer.Option(help="Folder for what was found.")]


class JointMethodName(StrEnum):
    integrated = "integrated"
    filtered = "filtered"


class EstimatorName(StrEnum):
    ordinary = "ordinary"
    weighted = "weighted"
    robust = "robust"


class FrictionName(StrEnum):
    coulomb = "coulomb"
    tustin = "tustin"
    described = "described"


class FrictionLawName(StrEnum):
    coulomb = "coulomb"
    quadratic = "quadratic"
    tustin = "tustin"
    extended = "extended"
    lugre = "lugre"
    dahl = "dahl"
    gms = "gms"


class WeightName(StrEnum):
    noise = "noise"
    equal = "equal"
    slow = "slow"


class SpringSlopeName(StrEnum):
    tangent = "tangent"
    statistical = "statistical"


class ComparedName(StrEnum):
    magnitude = "magnitude"
    complex = "complex"


class ResponseEstimatorName(StrEnum):
    arithmetic = "arithmetic"
    logarithmic = "logarithmic"
    harmonic = "harmonic"
    h1 = "h1"
    joint_input_output = "joint_input_output"


@group.callback()
def _identify() -> None:
    """Find a robot's numbers in a log."""


@group.command("rigid")
@with_packages
def rigid(
    log: LogFile,
    robot: RobotName,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    estimator: Annotated[
        EstimatorName, typer.Option(help="How residuals are weighted.")
    ] = EstimatorName.weighted,
    friction: Annotated[
        FrictionName, typer.Option(help="The law of friction of every motor.")
    ] = FrictionName.coulomb,
    cutoff: Annotated[
        float | None,
        typer.Option(help="Of the filter of positions, in Hz. Default: from their spectrum."),
    ] = None,
    hold_back: Annotated[
        float, typer.Option(help="The last part of the log, which validates.", min=0.0, max=0.9)
    ] = 0.25,
    as_json: Json = False,
) -> None:
    """Masses, inertias, rotors and friction of a rigid arm from its motion and its torques."""
    from armwright.identify import rigid as identified
    from armwright.signals.reading import read_log

    model = load_robot(robot)
    with told("identify rigid", as_json) as document, folder_for(out) as folder:
        fit = identified(
            model,
            read_log(log, columns, robot=model),
            estimator=estimator.value,
            friction=friction.value,
            cutoff=cutoff,
            hold_back=hold_back,
        )
        _write(fit, folder, document, [log])


@group.command("joint")
@with_packages
def joint(
    log: LogFile,
    robot: RobotName,
    name: Annotated[
        str | None, typer.Option("--joint", help="The joint that moves, if there are several.")
    ] = None,
    method: Annotated[
        JointMethodName, typer.Option(help="Both sides integrated, or through a filter.")
    ] = JointMethodName.integrated,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    as_json: Json = False,
) -> None:
    """One joint as a motor and a link, from a log in which the others are held."""
    from armwright.identify import joint as identified
    from armwright.signals.reading import read_log

    model = load_robot(robot)
    with told("identify joint", as_json) as document, folder_for(out) as folder:
        fit = identified(model, read_log(log, columns, robot=model), name, method=method.value)
        _write(fit, folder, document, [log])


@group.command("output-error")
@with_packages
def output_error(
    log: LogFile,
    scenario: Annotated[
        str, typer.Option("--scenario", help="A library scenario, or a .toml file.")
    ],
    free: Annotated[
        list[str],
        typer.Option("--free", help="Path or pattern of a number to find; can be repeated."),
    ],
    signals: Annotated[
        list[str] | None,
        typer.Option("--signal", help="A signal to compare; can be repeated."),
    ] = None,
    starts: Annotated[int, typer.Option(help="Places that the search begins at.", min=1)] = 1,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Any numbers of a scenario, such that its run shows what the log does."""
    from armwright.identify import output_error as identified
    from armwright.scenario import load_scenario
    from armwright.signals.reading import read_log

    setup = load_scenario(scenario, blocks=blocks or ())
    wanted = tuple(signals or ("motor_current",))
    with told("identify output-error", as_json) as document, folder_for(out) as folder:
        print(f"fitting {', '.join(free)} to {', '.join(wanted)} …", flush=True)
        measured = read_log(log, columns, robot=setup.robot)
        fit = identified(setup, measured, free, wanted, starts=starts)
        _write(fit, folder, document, [log])


@group.command("friction")
@with_packages
def friction(
    logs: Annotated[
        list[Path], typer.Argument(help="A log; or several, at other temperatures or loads.")
    ],
    robot: RobotName,
    motors: Annotated[
        list[str] | None,
        typer.Option("--motor", help="Whose friction; can be repeated. Default: all that turn."),
    ] = None,
    law: Annotated[
        FrictionLawName | None,
        typer.Option(
            help="lugre, dahl and gms find bristles, with the robot's static friction. "
            "Default: the static law that explains most."
        ),
    ] = None,
    directed: Annotated[
        bool, typer.Option("--directed", help="Dry friction differs forwards and backwards.")
    ] = False,
    weights: Annotated[
        WeightName, typer.Option(help="Of points at constant speed.")
    ] = WeightName.noise,
    temperatures: Annotated[
        list[float] | None,
        typer.Option("--temperature", help="In K, one for each log: a cold and a warm gear."),
    ] = None,
    loaded: Annotated[
        bool, typer.Option("--loaded", help="Friction grows with what the gear transmits.")
    ] = False,
    carrying: Annotated[
        list[str] | None,
        typer.Option(
            "--carrying",
            help="One for each log: the robot with what it carried then. Default: as --robot.",
        ),
    ] = None,
    elements: Annotated[
        list[int] | None,
        typer.Option(
            "--elements", help="Of gms; can be repeated: the count that explains most is taken."
        ),
    ] = None,
    held: Annotated[
        float | None,
        typer.Option(help="For how many s torques stay as logged. Default: as the log says, or 0."),
    ] = None,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    as_json: Json = False,
) -> None:
    """Friction of motors: curves over velocity from any motion, or bristles from a slow one."""
    from armwright.errors import InputError
    from armwright.identify import bristles
    from armwright.identify import friction as identified
    from armwright.identify.friction.static_fit import STATIC
    from armwright.signals.reading import read_log

    model = load_robot(robot)
    slow = law is not None and law.value not in STATIC
    for name, given in (
        ("--directed", directed),
        ("--loaded", loaded),
        ("--carrying", bool(carrying)),
    ):
        if slow and given:
            raise InputError("only of curves over velocity", where=f"option {name}")
    if elements and not slow:
        raise InputError("only of Maxwell slip", where="option --elements", expected="--law gms")
    if temperatures and len(temperatures) != len(logs):
        raise InputError(
            "one temperature for each log",
            where="option --temperature",
            got=len(temperatures),
            expected=len(logs),
        )
    with told("identify friction", as_json) as document, folder_for(out) as folder:
        read = [read_log(one, columns, robot=model) for one in logs]
        if slow:
            assert law is not None
            if len(motors or ()) > 1 or (len(read) > 1 and not temperatures):
                raise InputError(
                    "bristles are found of one motor, in one log or in several at their "
                    "temperatures",
                    where="friction",
                )
            fit: Fit = bristles(
                model,
                read,
                motors[0] if motors else None,
                law=law.value,
                elements=elements or None,
                temperatures=temperatures or None,
                held=held,
            )
        else:
            fit = identified(
                model,
                read,
                motors or None,
                law=STATIC.get(law.value) if law is not None else None,
                directed=directed,
                weights=weights.value,
                temperatures=temperatures or None,
                loaded=loaded,
                carrying=[load_robot(one) for one in carrying] if carrying else None,
                held=held,
            )
        _write(fit, folder, document, logs)


@group.command("elastic")
@with_packages
def elastic(
    logs: Annotated[
        list[Path],
        typer.Argument(
            help="Logs of multisine experiments, one each, in the order of their blocks."
        ),
    ],
    robot: RobotName,
    free: Annotated[
        list[str] | None,
        typer.Option(
            "--free",
            help="Path or pattern of a number to find; can be repeated. Default: all springs.",
        ),
    ] = None,
    springs: Annotated[
        SpringSlopeName,
        typer.Option(help="At the deflection under weight, or over the whole motion."),
    ] = SpringSlopeName.tangent,
    compared: Annotated[
        ComparedName, typer.Option(help="Magnitudes of responses, or phases too.")
    ] = ComparedName.magnitude,
    estimator: Annotated[
        ResponseEstimatorName, typer.Option(help="How responses are averaged over blocks.")
    ] = ResponseEstimatorName.logarithmic,
    period: Annotated[
        float | None, typer.Option(help="Of the excitation, in s. Default: as the logs say.")
    ] = None,
    settling: Annotated[
        int | None, typer.Option(help="Periods at the beginning that do not count.", min=0)
    ] = None,
    band: Annotated[
        tuple[float, float] | None, typer.Option(help="Lowest and highest frequency, in Hz.")
    ] = None,
    starts: Annotated[int, typer.Option(help="Places that the search begins at.", min=1)] = 1,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            help="Another robot, with more or fewer elastic axes, to choose from; can be repeated.",
        ),
    ] = None,
    path: Annotated[
        str | None,
        typer.Option(
            help="With --against: a scenario on which the tools of the fitted arms are compared."
        ),
    ] = None,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Stiffness and damping of springs from responses to orthogonal multisines."""
    from armwright.identify import choose_structure
    from armwright.identify import elastic as identified
    from armwright.report.fits import structures_data
    from armwright.scenario import load_scenario
    from armwright.signals.reading import read_log

    if path is not None and not against:
        raise InputError(
            "a path compares several robots", where="--path", expected="--against ROBOT with it"
        )
    driven = load_scenario(path, blocks=blocks or ()) if path is not None else None
    others = {name: load_robot(name) for name in against or ()}

    model = load_robot(robot)
    with told("identify elastic", as_json) as document, folder_for(out) as folder:
        measured = [read_log(path, columns, robot=model) for path in logs]
        count = len(measured)
        print(f"{count} log{'s' if count > 1 else ''} read", flush=True)
        options: dict[str, Any] = {
            "free": free,
            "springs": springs.value,
            "compared": compared.value,
            "method": estimator.value,
            "period": period,
            "settling": settling,
            "band": band,
            "starts": starts,
        }
        if not others:
            fit = identified(
                model, measured, progress=lambda text: print(text, flush=True), **options
            )
            _write(fit, folder, document, logs)
            return
        ranked = choose_structure({robot: model, **others}, measured, path=driven, **options)
        print("structures, best first:")
        for one in ranked:
            print(f"  {one}")
        document.table("structures", lambda: structures_data(ranked))
        _write(ranked[0].fit, folder, document, logs)


def _write(fit: Fit, folder: Path, document: Told, logs: Sequence[Path]) -> None:
    from armwright.report.fits import fit_contents

    write_and_tell(fit, fit_contents(fit), [fit.verdict], folder, document, logs)


def write_and_tell(
    fit: Fit,
    contents: Mapping[str, Content],
    words: Sequence[str],
    folder: Path,
    document: Told,
    logs: Sequence[Path],
) -> None:
    """The report and the robot's files; `words` for what it is good for, on the terminal."""
    from armwright.files import write_results
    from armwright.report.fits import fit_data

    with finishing():
        document.wrote(*write_results(folder, contents))
        document.add_tables(lambda: fit_data(fit, ", ".join(map(str, logs))))
        for line in (*fit.findings, *words):
            print(line)
        print(f"report: {folder / 'report.html'}")
