"""The scenarios that come with armwright, as files: their names, what they say of themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import parse_toml

LIBRARY = Path(__file__).parent / "library"


@dataclass(frozen=True)
class LibraryScenario:
    """What a list of scenarios tells of each. `robot`: as its file names it; `duration`: s."""

    name: str
    robot: str
    duration: float
    description: str


def scenario_names() -> tuple[str, ...]:
    """The scenarios that come with armwright."""
    files = LIBRARY.rglob("*.toml")
    names = (path.relative_to(LIBRARY).with_suffix("").as_posix() for path in files)
    return tuple(sorted(name for name in names if not name.startswith("robots/")))


def library_scenarios() -> tuple[LibraryScenario, ...]:
    """What the files say, without making models of them."""
    return tuple(_listed(name) for name in scenario_names())


def scenario_text(name: str) -> str:
    """A scenario's file, or that of a robot which only scenarios have (`robots/NAME`), to read and
    to copy."""
    if name not in (*scenario_names(), *_robot_names()):
        raise unknown_scenario(name, "scenarios", "one of ")
    text = (LIBRARY / f"{name}.toml").read_text(encoding="utf-8")
    robot = Path(parse_toml(text, name).get("robot", ""))
    if not robot.suffix:
        return text
    return f"# A copy needs {robot}, too: armwright scenarios robots/{robot.stem} --show\n{text}"


def _robot_names() -> tuple[str, ...]:
    return tuple(f"robots/{path.stem}" for path in (LIBRARY / "robots").glob("*.toml"))


def unknown_scenario(name: str, where: str, expected: str) -> InputError:
    return InputError(
        "unknown scenario",
        where=where,
        got=shown(name),
        expected=expected + ", ".join(scenario_names()),
        hint=did_you_mean(name, scenario_names()),
    )


def _listed(name: str) -> LibraryScenario:
    table = parse_toml((LIBRARY / f"{name}.toml").read_text(encoding="utf-8"), name)
    robot = Path(table["robot"]).stem
    return LibraryScenario(name, robot, float(table["duration"]), table.get("description", ""))
