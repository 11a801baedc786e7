"""The controller as a robot's own computer runs it: sampled, and as C. Where there is a C compiler,
the code is given all that the controller measured in a run, and its torques are compared."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.export.c_code.header import model_header
from armwright.export.c_code.model import ModelCode
from armwright.export.fmi.binary import compiler
from armwright.export.stepped import make_stepped
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.running import run_together
from armwright.studies.six_axis.runs import noise
from armwright.studies.wording import short

SAMPLED = "six-axis/sampled"
#: How often a second the controller is run, Hz; the scenario has the last of them. Each meets every
#: sample of the noise, 100 a second.
RATES = (100, 200, 1000)
_STEM = "controller"
_MEASURED = ("measured_joint_position", "measured_joint_velocity")
_COMMAND = "commanded_joint_torque"
#: Rounds as our machine code does on the same processor.
_FLAGS = ("-std=c99", "-O1", "-march=native")
_REPLAY = f"""\
#include "{_STEM}.h"
#include <stdio.h>

int main(void)
{{
    static {_STEM}_state s;
    static {_STEM}_input u;
    static {_STEM}_output y;
    {_STEM}_init(&s);
    while (fread(u.{_MEASURED[0]}, sizeof u.{_MEASURED[0]}, 1, stdin) == 1
           && fread(u.{_MEASURED[1]}, sizeof u.{_MEASURED[1]}, 1, stdin) == 1) {{
        {_STEM}_step(&s, &u);
        {_STEM}_outputs(&s, &y);
        fwrite(y.{_COMMAND}, sizeof y.{_COMMAND}, 1, stdout);
    }}
    return 0;
}}
"""


@dataclass(frozen=True, eq=False)
class ControllerCode:
    """`operations` of one sample. `torques`: of a run, and of the code that was given what the
    controller measured in it, (ticks, 6); None where nothing compiles it, and `reason` says why."""

    source: str
    header: str
    operations: int
    torques: tuple[Array, Array] | None
    reason: str = ""

    @property
    def lines(self) -> int:
        return self.source.count("\n") + self.header.count("\n")

    @property
    def agreement(self) -> str:
        """Of the torques, in words."""
        return "bit for bit" if self.apart == 0 else f"within {short(self.apart, 1)} N m"

    @property
    def apart(self) -> float:
        """The largest difference of torques, N m."""
        assert self.torques is not None
        return float(np.abs(self.torques[0] - self.torques[1]).max())


class _NotCompiled(Exception):
    """Why not."""


def run_sampled() -> dict[int, dict[str, Run]]:
    """By rate and test: ideal, and with noise on q and q̇."""
    found = {}
    for rate in RATES:
        own = load_scenario(SAMPLED).changed({"controller.rate": rate, "reference.rate": rate})
        loud = own.changed(noise("position", "velocity"))
        found[rate] = run_together({"ideal": own, "noise-both": loud})
    return found


def export_controller() -> ControllerCode:
    """With noise, so that no sample is like another."""
    scenario = load_scenario(SAMPLED).changed(noise("position", "velocity"))
    model = make_stepped(scenario, "controller", [_COMMAND])
    code = ModelCode(model, _STEM)
    texts = {f"{_STEM}.c": code.source(_STEM), f"{_STEM}.h": model_header(code, _STEM)}
    operations = sum(len(one.code) for one in model.routine.programs)
    torques, reason = None, ""
    try:
        torques = _compared(scenario, texts)
    except _NotCompiled as why:
        reason = str(why)
    return ControllerCode(texts[f"{_STEM}.c"], texts[f"{_STEM}.h"], operations, torques, reason)


def _compared(scenario: Scenario, texts: Mapping[str, str]) -> tuple[Array, Array]:
    every = {"recording.signals": [*_MEASURED, _COMMAND], "recording.rate": 1 / scenario.tick}
    data = scenario.changed(every).simulate().data
    measured = np.concatenate([data[name].values for name in _MEASURED], axis=1)
    found = np.frombuffer(_replayed(texts, measured.tobytes()))
    expected: Array = data[_COMMAND].values
    return expected, found.reshape(expected.shape)


def _replayed(texts: Mapping[str, str], measured: bytes) -> bytes:
    command = compiler()
    if command is None and find_spec("ziglang") is not None:
        command = [sys.executable, "-m", "ziglang", "cc"]
    if command is None:
        raise _NotCompiled("no C compiler was found: neither CC, cc, gcc nor clang, nor ziglang")
    try:
        with tempfile.TemporaryDirectory(prefix="armwright-") as place:
            for name, text in {**texts, "replay.c": _REPLAY}.items():
                Path(place, name).write_text(text, encoding="utf-8")
            words = [command[0], *command[1:], *_FLAGS, f"{_STEM}.c", "replay.c", "-o", "replay"]
            done = subprocess.run([*words, "-lm"], cwd=place, capture_output=True, check=False)
            if done.returncode:
                raise _NotCompiled(f"the C compiler {command[0]} refuses it")
            program = str(Path(place, "replay"))
            return subprocess.run([program], input=measured, capture_output=True, check=True).stdout
    except OSError as error:
        raise _NotCompiled(f"it cannot be compiled here: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise _NotCompiled(f"its program failed, exit code {error.returncode}") from error


def excerpt(code: ControllerCode, beginning: str, lines: int) -> str:
    """So many lines of the source from where a text begins."""
    found = code.source[code.source.index(beginning) :].splitlines()
    return "\n".join(found[:lines])
