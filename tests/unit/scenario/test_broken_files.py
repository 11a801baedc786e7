"""Scenario files with mistakes in them: armwright's own errors come out, and nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armwright import ArmwrightError, load_scenario, scenario_names
from armwright.scenario.library_files import LIBRARY
from armwright.system import System
from tests.support.broken_text import spoilt
from tests.unit.scenario.small import TEXT

WORDS = "nan inf -inf 1e400 -1 0 1e300 1e-300 9999999999999999999999 1979-05-27 -0.0 0x true π"
MARKS = ("''", '"x"', "[]", "{}", "[1,[2]]", "[nan,1,2]", "[[", "\0", "[0.1, 0.2]", '"5%"')
NONSENSE = st.sampled_from((*WORDS.split(), *MARKS))
SPREAD = '\n[spreads]\n"links.link2.mass" = "5%"\n[model.links.link1]\nmass = 70\n'
PARTS = (
    "\n[fidelity]\ngravity = false\njoints = 'rigid'\n[start]\njoint_position = [0.1, 0.2]\n"
    "[integration]\nmethod = 'midpoint'\nsteps = 2\n[recording]\nsignals = ['joint_position']\n"
    "rate = 500\n[links.link1]\nmass = 80\ncentre = [0, 0, 0.4]\ninertia = [7, 7, 1]\n"
    "[joints.1]\nstiffness = 30\ndamping = 0.1\n"
    "friction = { law = 'lugre', side = 'motor', coulomb = 1, stiffness = 100 }\n"
)
TEXTS = [
    TEXT + SPREAD,
    TEXT + PARTS,
    *((LIBRARY / f"{name}.toml").read_text(encoding="utf-8") for name in scenario_names()),
]
VALUE = re.compile(r"(?<== ).+|-?\d[\d.e-]*|[a-z_]+(?= =)|(?<=\")[\w ]+(?=\")")


@st.composite
def broken(draw: st.DrawFn) -> str:
    return spoilt(draw, draw(st.sampled_from(TEXTS)), VALUE, NONSENSE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Like those of the library, with their own robots beside."""
    base = tmp_path_factory.mktemp("library")
    shutil.copytree(LIBRARY / "robots", base / "robots")
    (base / "broken").mkdir()
    return base / "broken"


@pytest.mark.crosscheck
@settings(
    max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(broken())
def test_broken_files(folder: Path, text: str) -> None:
    path = folder / "broken.toml"
    path.write_text(text, encoding="utf-8")
    try:
        System(load_scenario(path))
    except ArmwrightError as error:
        assert str(error)
        assert "\n" not in str(error)


@pytest.mark.parametrize("name", scenario_names())
def test_library_scenarios_are_sound(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.description.strip()
    assert scenario.name == name
    System(scenario)
