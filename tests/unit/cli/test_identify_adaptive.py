"""`armwright identify adaptive`, and what docs/adaptive.md says of it."""

from __future__ import annotations

import csv
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.robot.changing import changed
from tests.support.documents import FENCE, ROOT
from tests.unit.cli.conftest import Run
from tests.unit.identify.test_adaptive import HEAD, log, pendulum

PAGE = (ROOT / "docs" / "adaptive.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return [block for name, block in FENCE.findall(PAGE) if name == language]


@pytest.fixture
def files(run: Run, tmp_path: Path) -> Path:
    """In the folder that commands run in."""
    pendulum(viscous=0.2).save("arm.toml")
    log().save("log.csv")
    return tmp_path


@pytest.mark.crosscheck
def test_the_command_of_the_page_writes_what_it_says(files: Path, run: Run) -> None:
    (line,) = blocks("sh")
    code, said, _ = run(*shlex.split(line)[1:])
    assert code == 0
    value = re.search(r"friction\.viscous = (\S+) ± (\S+) N m s/rad", said)
    assert value is not None
    assert abs(float(value[1]) - 0.3) < 0.02
    assert "innovations squared, over expected: " in said
    folder = files / "followed"
    assert {"report.html", "history.csv", "robot.toml"} <= {one.name for one in folder.iterdir()}
    assert (folder / "figures" / "history.png").exists()
    with (folder / "history.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["time", HEAD + "viscous", HEAD + "viscous standard_error", "surprise"]
    assert float(rows[-1][1]) == pytest.approx(float(value[1]), rel=1e-3)


@pytest.mark.crosscheck
def test_friction_of_every_motor_is_followed_by_default(files: Path, run: Run) -> None:
    code, said, _ = run("identify", "adaptive", "log.csv", "--robot", "arm.toml", "--plain")
    assert code == 0
    assert "friction.static = " in said
    assert "friction.viscous = " in said


def test_a_number_that_is_not_there_is_named(files: Path, run: Run) -> None:
    line = ["identify", "adaptive", "log.csv", "--robot", "arm.toml", "--free", "joints.shoulder.x"]
    code, _, said = run(*line)
    assert code == 2
    assert "joints.shoulder" in said
    assert not (files / "identified").exists()


def test_the_python_of_the_page_runs() -> None:
    first, second = blocks("python")
    names = [HEAD + name for name in ("coulomb", "static", "viscous")]
    robot = pendulum(viscous=0.2)
    space = {"aw": aw, "robot": robot, "log": log(), "later": log(seed=1)}
    exec(first, space)
    assert space["then"].consistency.mean < 1.2
    cold, warm = (changed(pendulum(), {HEAD + "viscous": value}) for value in (0.4, 0.2))
    space |= {"cold": cold, "warm": warm}
    space["followed"] = aw.identify.adaptive(pendulum(), log(), names, tuning=aw.identify.PLAIN)
    exec(second, space)
    assert np.isfinite(space["followed"].covariance.values).all()
