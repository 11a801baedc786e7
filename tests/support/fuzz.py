"""Broken inputs by the thousand: files of the library and command lines, mutated.

`python -m tests.support.fuzz --count 20000 --seed 1` runs a campaign, in processes of a hundred
cases each, so that a crash ends no more than those. What must come out of every case: a result
without NaN, or one of armwright's own errors with one line that says where; within 20 s.

`… --kind urdf --case 1234` runs one case again, and shows where in the code it fails.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import faulthandler
import functools
import io
import json
import math
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import tempfile
import tomllib
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import numpy as np

from armwright import InputError, Run, load, load_scenario
from armwright.blocks.references import REFERENCES
from armwright.cli import main as command_line
from armwright.errors import UNPRINTABLE, ArmwrightError
from armwright.robot import library_names
from armwright.robot.formats import mjcf_write, toml_write, urdf_write
from armwright.robot.loading import LIBRARY as ROBOTS
from armwright.scenario.file import LIBRARY as SCENARIOS
from armwright.system import System
from tests.support import broken_logs
from tests.support.references import site_of, tabled

SECONDS = 20
CHUNK = 100
MEMORY = 6 * 10**9
TICKS = 40

ElementTree.register_namespace("xacro", "http://ros.org/wiki/xacro")

NASTY = (
    *("nan", "inf", "-inf", "0", "-0.0", "-1", "1", "2", "1e-320", "1e-12", "1e12", "1e300", "_"),
    *("-1e308", "1e400", "9007199254740993", "true", "false", "1979-05-27", "07:32:00", "0x10"),
    *("[]", "{}", "''", "[[]]", "[nan]", "[1,[2]]", "{a=1}", "'0'", "'nan'", "~/x", "/dev/zero"),
    *("/etc/passwd", "[0.0, 0.0, 0.0]", "[1e300, 0.0, 0.0]", "'../../../etc/passwd'", "π"),
    *(
        '"\\u001b[31m"',
        '"\\u202e"',
        '"a\\nb"',
        "\x1b[2J",
        "&lt;&#27;",
        "&#10;",
        "'" + "x" * 300 + "'",
    ),
    *("${1/0}", "${10**400}", "$(arg x)", "9" * 25, "9" * 400, "9" * 5000),
    "[" * 60 + "]" * 60,
    "[" * 3000 + "]" * 3000,
    "{a=" * 3000 + "1" + "}" * 3000,
)


class Hang(BaseException):
    """Not an Exception: nothing that catches errors may catch it."""


class Trouble(AssertionError):
    """A message that is none, or a result with NaN."""


# What is mutated, and how


def mutated(rng: random.Random, text: str, others: list[str]) -> bytes:
    """Values, keys, lines and bytes of a text replaced, moved, lost; one to four times."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        text = rng.choice(_WAYS)(rng, text, others)
    content = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.15:
        content = broken_bytes(rng, content)
    return content


def broken_bytes(rng: random.Random, content: bytes) -> bytes:
    data = bytearray(content or b"\0")
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                data[at : at + rng.randrange(1, 9)] = b""
            case 2:
                data[at:at] = rng.randbytes(rng.randrange(1, 9))
            case _:
                data[at : at + 8] = rng.choice((b"\xff" * 8, b"\0" * 8, rng.randbytes(8)))
        data = data or bytearray(b"\0")
    return bytes(data)


_VALUE = re.compile(r"(?<== )[^\n=]+|(?<==\")[^\"]*|-?\d[\d.e+-]*|'[^'\n]*'|\"[^\"\n]*\"")
_KEY = re.compile(r"[A-Za-z_][\w:]*(?= ?=)|(?<=[</])[\w:]+|(?<=\[)[\w.]+(?=\])")


def _value(rng: random.Random, text: str, _: list[str]) -> str:
    return _replaced(rng, text, _VALUE, lambda: rng.choice(NASTY))


def _key(rng: random.Random, text: str, others: list[str]) -> str:
    keys = _KEY.findall(rng.choice(others)) or ["x"]
    return _replaced(rng, text, _KEY, lambda: rng.choice((*keys, "x", '"\\u001b"')))


def _exchange(rng: random.Random, text: str, _: list[str]) -> str:
    values = _VALUE.findall(text) or ["1"]
    return _replaced(rng, text, _VALUE, lambda: rng.choice(values))


def _replaced(
    rng: random.Random, text: str, pattern: re.Pattern[str], new: Callable[[], str]
) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    span = rng.choice(found).span()
    return text[: span[0]] + new() + text[span[1] :]


def _line(rng: random.Random, text: str, others: list[str]) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines.insert(at, rng.choice(rng.choice(others).split("\n")))
        case _:
            lines = lines[:at]
    return "\n".join(lines)


def _letter(rng: random.Random, text: str, _: list[str]) -> str:
    at = rng.randrange(len(text) + 1)
    letter = rng.choice(("\x1b", "\0", "\u202e", "\ud800", "é", '"', "[", "<", "\n", "7", ".", "-"))
    return text[:at] + letter + text[at + rng.randrange(2) :]


_WAYS = (_value, _value, _value, _key, _exchange, _line, _line, _letter)


# Trees: what the texts say is changed, and what comes out is valid TOML or XML again


def broken_toml(rng: random.Random, text: str, others: list[str]) -> bytes:
    if rng.random() < 0.2:
        return mutated(rng, text, others)
    tree = tomllib.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        spot = rng.choice(list(_spots(tree)))
        other = rng.choice(list(_spots(tomllib.loads(rng.choice(others)))))
        _change_at(rng, *spot, other)
    return "".join(f"{json.dumps(k)} = {_as_toml(v)}\n" for k, v in tree.items()).encode(
        "utf-8", "surrogatepass"
    )


def _spots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every container, and a key or index in it."""
    todo = [tree]
    while todo:
        one = todo.pop()
        for key in one if isinstance(one, dict) else range(len(one)):
            yield one, key
            if isinstance(one[key], dict | list):
                todo.append(one[key])


def _change_at(rng: random.Random, holder: Any, key: Any, other: tuple[Any, Any]) -> None:
    value = holder[key]
    number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e280
    if number and rng.random() < 0.4:
        holder[key] = rng.choice((-value, 0, 1e6 * value, 1e-6 * value, 1e15 * value, float(value)))
        return
    match rng.randrange(8):
        case 0 | 1 | 2:
            holder[key] = rng.choice(VALUES)
        case 3:
            holder[key] = other[0][other[1]]
        case 4:
            del holder[key]
        case 5 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(value))
        case 6 if isinstance(value, list):
            value[:] = value * 2 if rng.random() < 0.5 else value[:1]
        case _ if isinstance(holder, dict):
            del holder[key]
            holder[other[1] if isinstance(other[1], str) else rng.choice(WORDS)] = value
        case _:
            holder[key] = [value]


VALUES: tuple[Any, ...] = (
    *(math.nan, math.inf, -math.inf, 0, -1, 1, 2, 7, 0.5, 1e-320, 1e-9, 1e9, 1e12, 1e300, -1e308),
    *(10**25, 10**400, True, False, "", "x", "*", "0", "nan", "5%", [], {}, [[]], [1.0], [0.0] * 3),
    *([1e300, 0.0, 0.0], [math.nan], {"a": 1}, {"law": "coulomb"}, "\x1b[31m", "\u202e", "a\nb"),
    *("x" * 300, "two_axis", "/dev/zero", "../../etc/passwd", "~/x", "joints.*.friction.coulomb"),
    functools.reduce(lambda inner, _: [inner], range(60), 1),
    functools.reduce(lambda inner, _: {"a": inner}, range(300), 1),
    *("lugre", "gms", "dahl", "cubic", "csv", "hold", "encoder", "pid", "rk4", "flexible", "rigid"),
)
WORDS = ("x", "name", "kind", "law", "rate", "along", "file", "friction", "spring", "", "\x1b[31m")


def _as_toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case dict():
            return (
                "{" + ", ".join(f"{json.dumps(k)} = {_as_toml(v)}" for k, v in value.items()) + "}"
            )
        case list():
            return "[" + ", ".join(map(_as_toml, value)) + "]"
    return str(value)


def broken_xml(rng: random.Random, text: str, others: list[str]) -> bytes:
    if rng.random() < 0.2:
        return mutated(rng, text, others)
    root = ElementTree.fromstring(text)
    foreign = list(ElementTree.fromstring(rng.choice(others)).iter())
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        parents = [one for one in root.iter() if len(one)]
        every = list(root.iter())
        node, parent = rng.choice(every), rng.choice(parents or [root])
        match rng.randrange(8):
            case 0 | 1 | 2 if any(one.attrib for one in every):
                node = rng.choice([one for one in every if one.attrib])
                _change_attribute(rng, node, rng.choice(every), rng.choice(foreign))
            case 3:
                node.tag = rng.choice((*foreign, *every)).tag
            case 4 if len(parent):
                parent.remove(rng.choice(list(parent)))
            case 5:
                parent.append(copy.deepcopy(rng.choice(foreign)))
            case 6 if len(parent):
                parent.insert(0, copy.deepcopy(rng.choice(list(parent))))
            case _:
                inner = copy.deepcopy(node)
                if len(list(inner.iter())) < 50:
                    node.append(inner)
    return ElementTree.tostring(root, encoding="utf-8")


def _change_attribute(
    rng: random.Random,
    node: ElementTree.Element,
    other: ElementTree.Element,
    foreign: ElementTree.Element,
) -> None:
    key = rng.choice(list(node.attrib))
    value = node.attrib[key]
    match rng.randrange(6):
        case 0:
            node.attrib[key] = rng.choice(TEXTS)
        case 1:
            words = value.split() or ["0"]
            words[rng.randrange(len(words))] = rng.choice(TEXTS)
            node.attrib[key] = " ".join(words)
        case 2:
            node.attrib[key] = rng.choice([*other.attrib.values(), *foreign.attrib.values(), "0"])
        case 3:
            del node.attrib[key]
        case 4:
            name = rng.choice([*other.attrib, *foreign.attrib, "name", "type", "class"])
            node.attrib[name] = value
        case _:
            node.attrib[key] = rng.choice(
                (value + " " + value, value[: len(value) // 2], "-" + value)
            )


TEXTS = (
    *("nan", "inf", "-inf", "0", "-1", "1", "2", "1e-320", "1e-9", "1e9", "1e12", "1e13", "1e300"),
    *("1e400", "true", "false", "x", "0x10", "1_0"),
    *("", " ", "base", "world", "\u202e", "\x85", "a\nb", "9" * 400, "x" * 300, "${1/0}", "${x}"),
    *("../../etc/passwd", "part.xml", "part.xacro", "/dev/zero", "free", "ball", "hinge", "mesh"),
    *("${10**400}", "${'a'*99}", "$(arg a)", "$(find x)", "$(env HOME)", "${[1]}", "${(1,)}", "π"),
)


def broken_table(rng: random.Random, text: str, others: list[str]) -> bytes:
    if rng.random() < 0.2:
        return mutated(rng, text, others)
    lines = [line.split(",") for line in text.splitlines()]
    for _ in range(rng.choice((1, 1, 2, 3))):
        row = rng.choice(lines)
        at = rng.randrange(len(row))
        match rng.randrange(5):
            case 0:
                row[at] = rng.choice((*TEXTS[:20], "1e308", "-1e308"))
            case 1:
                del row[at]
            case 2:
                factor = rng.choice((1e-12, 1e3, 1e6, 1e9, 1e300, -1))
                for one in lines:
                    with contextlib.suppress(ValueError, IndexError):
                        one[0] = repr(float(one[0]) * factor)
            case 3:
                lines.insert(rng.randrange(len(lines)), list(row))
            case _:
                del lines[rng.randrange(len(lines)) + 1 :]
        lines = [line for line in lines if line] or [["0"]]
    return "\n".join(map(",".join, lines)).encode("utf-8", "surrogatepass")


# The kinds of inputs: each makes a case from its own random numbers, and tries it


def _of_robots(write: Callable[..., str]) -> list[str]:
    return [write(load(name)) for name in library_names()]


@cache
def _texts(kind: str) -> list[str]:
    match kind:
        case "toml":
            own = [path.read_text(encoding="utf-8") for path in sorted(ROBOTS.glob("*.toml"))]
            return own + _of_robots(toml_write.text)
        case "urdf":
            return _of_robots(urdf_write.text)
        case "xml":
            return _of_robots(mjcf_write.text) + _MJCF
        case "xacro":
            return _XACRO
        case "scenario":
            found = sorted(SCENARIOS.rglob("*.toml"))
            return [p.read_text(encoding="utf-8") for p in found if "robots" not in p.parts]
        case "csv":
            t = np.linspace(0, 1, 30)
            rows = np.column_stack([t, np.sin(t), np.cos(t)]).tolist()
            plain = "\n".join(",".join(map(repr, row)) for row in rows)
            return [plain, f"time,joint1,joint2\n{plain}\n"]
    raise KeyError(kind)


_MJCF = [
    """<mujoco model="two"><compiler angle="degree"/>
<default><default class="a"><joint damping="1"/><geom density="500"/></default></default>
<include file="part.xml"/>
<asset><mesh name="m" file="m.stl" scale="1 1 1"/></asset>
<worldbody><body name="base"><geom type="box" size="1 1 1"/>
<body name="one" pos="0 0 1" euler="0 90 0" childclass="a">
<joint name="j1" axis="0 0 1" range="-90 90" ref="3"/><inertial pos="0 0 0" mass="1"
 fullinertia="1 1 1 0 0 0"/><site name="s" quat="1 0 0 0"/><frame pos="1 2 3"><geom size="0.1"/>
</frame><body name="two" axisangle="0 0 1 30"><joint name="j2" type="slide"/>
<geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/></body></body></body></worldbody>
<equality><joint joint1="j1" joint2="j2" polycoef="0 1 0 0 0"/></equality>
<actuator><motor joint="j1" gear="10" ctrlrange="-1 1"/></actuator></mujoco>"""
]
_XACRO = [
    """<robot name="x" xmlns:xacro="http://ros.org/wiki/xacro">
<xacro:property name="l" value="${2*pi}"/><xacro:arg name="a" default="1"/>
<xacro:include filename="part.xacro"/>
<xacro:macro name="rod" params="name parent *origin mass:=1 **more">
<link name="${name}"><inertial><mass value="${mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0"
 ixz="0" iyz="0"/></inertial></link>
<joint name="${name}_joint" type="revolute"><xacro:insert_block name="origin"/>
<parent link="${parent}"/><child link="${name}"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="${min(1, l)}" velocity="1" effort="$(arg a)"/>
<xacro:insert_block name="more"/></joint></xacro:macro>
<link name="base"/>
<xacro:if value="${l > 1}"><xacro:rod name="one" parent="base"><origin xyz="0 0 ${l}"/><more/>
</xacro:rod></xacro:if>
<xacro:unless value="$(arg a)"><link name="never"/></xacro:unless></robot>"""
]
_PARTS = {
    "part.xml": "<mujoco><option gravity='0 0 -9'/></mujoco>",
    "part.xacro": "<robot><xacro:property name='k' value='3'/></robot>",
}


def _robot(
    suffix: str, broken: Callable[[random.Random, str, list[str]], bytes]
) -> Callable[[random.Random, Path], None]:
    def attempt(rng: random.Random, folder: Path) -> None:
        for name, text in _PARTS.items():
            (folder / name).write_text(text)
        texts = _texts(suffix)
        path = folder / f"robot.{suffix}"
        path.write_bytes(broken(rng, rng.choice(texts), texts))
        robot = load(path, snap_angles=rng.random() < 0.1)
        for finding in robot.check(folder=folder):
            _check_text(str(finding))
        toml_write.text(robot)
        urdf_write.text(robot)
        if not np.isfinite(robot.gear_matrix).all():
            raise Trouble("gear ratios are not finite")

    return attempt


def _scenario(rng: random.Random, folder: Path) -> None:
    texts = _texts("scenario")
    path = folder / "scenario.toml"
    path.write_bytes(broken_toml(rng, rng.choice(texts), texts))
    (folder / "robots").symlink_to(SCENARIOS / "robots")
    scenario = load_scenario(path)
    if rng.random() < 0.5:
        spot = rng.choice(list(_spots(tomllib.loads(rng.choice(texts)))))
        paths = (*_PATHS, *(f"{block.name}.{spot[1]}" for block in scenario.blocks))
        scenario = scenario.changed({rng.choice(paths): rng.choice((*VALUES, spot[0][spot[1]]))})
    if rng.random() < 0.3:
        System(scenario)
    if rng.random() > 0.06:
        return
    for note in scenario.notes():
        _check_text(note)
    short = scenario.changed({"duration": min(scenario.duration, TICKS * scenario.tick)})
    if short.integration.number > 10:
        return
    _check_run(short.simulate())


_PATHS = (
    *("duration", "tick", "seed", "gravity", "start.joint_position", "start.at_rest"),
    *("recording.rate", "recording.signals", "fidelity.joints", "joints.1.friction.coulomb"),
    *("joints.*.drive.stiffness", "joints.1.limits.lower", "joints.1.friction", "links.*.mass"),
    *("links.*.inertia", "model.joints.1.friction.viscous", "joints.1.translation", "x.y.z"),
    *("controller.rate", "reference.rate", "integration.method", "joints.1.spring"),
)


def _check_run(run: Run) -> None:
    for name, values in run.data.data_vars.items():
        if values.dtype.kind == "f" and "time" in values.dims and not np.isfinite(values).all():
            raise Trouble(f"signal {name!r} is not finite, and nobody said so")


def _csv(rng: random.Random, folder: Path) -> None:
    texts = _texts("csv")
    path = folder / "log.csv"
    path.write_bytes(broken_table(rng, rng.choice(texts), texts))
    rate = rng.choice((10.0, 1000.0, 1e6))
    file = rng.choice((*([str(path)] * 60), "/dev/zero", str(folder), "", "~", "x" * 300))
    separator = rng.choice((*",,,,,,", ";"))
    block = REFERENCES["csv"](name="log", file=file, rate=rate, separator=separator)
    for table in tabled(block, site_of("two_axis", rate=rate)):
        if not np.isfinite(table).all():
            raise Trouble("a table is not finite")


@cache
def _runs() -> bytes:
    scenario = load_scenario("pendulum/damped")
    run = scenario.changed({"duration": TICKS * scenario.tick}).simulate()
    with tempfile.TemporaryDirectory() as folder:
        return run.save(Path(folder) / "run.nc").read_bytes()


def _run(rng: random.Random, folder: Path) -> None:
    path = folder / "run.nc"
    # The digest at its end refuses whatever is broken; some are whole.
    path.write_bytes(_runs() if rng.random() < 0.1 else broken_bytes(rng, _runs()))
    run = Run.load(path)
    _check_text(run.summary().text(), lines=True)


def _log(suffix: str) -> Callable[[random.Random, Path], None]:
    """A log as bytes, broken."""

    def broken(rng: random.Random, content: bytes) -> bytes:
        if rng.random() < 0.05:
            return content
        if suffix == ".db3":
            return broken_logs.broken_database(rng, content, broken_bytes)
        return broken_bytes(rng, content)

    attempt = broken_logs.of_bytes(suffix, broken)

    def tell(rng: random.Random, folder: Path) -> None:
        for text in broken_logs.check(attempt(rng, folder)):
            _check_text(text)

    return tell


def _log_table(rng: random.Random, folder: Path) -> None:
    """A log as text, or its columns file, broken."""
    texts = [broken_logs.sound_bytes(".csv").decode()]
    columns = broken_logs.columns_texts()
    table, said = texts[0].encode(), rng.choice(columns).encode()
    if rng.random() < 0.5:
        table = broken_table(rng, texts[0], texts)
    else:
        said = broken_toml(rng, said.decode(), columns)
    broken_logs.warm(".csv")
    (folder / "log.csv").write_bytes(table)
    (folder / "log.toml").write_bytes(said)
    for text in broken_logs.check(broken_logs.read(folder / "log.csv", rng)):
        _check_text(text)


def _command(rng: random.Random, folder: Path) -> None:
    words = list(rng.choice(_COMMANDS))
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                del words[at]
            case 1:
                words.insert(at, rng.choice(rng.choice(_COMMANDS)))
            case 2:
                head, equals, _ = words[at].partition("=")
                words[at] = head + equals + rng.choice(NASTY)[:100_000]
            case 3:
                words[at] = rng.choice(NASTY)[:100_000]
            case _:
                words[at] = mutated(rng, words[at], words).decode("utf-8", "replace")
        words = words or [""]
    if "simulate" in words:
        words = [word for word in words if not re.fullmatch(r"\d{3,10}", word)]
        words += ["--set", "tick=0.001", "--set", "duration=0.02", "--set", "recording.rate=1000"]
    if any("\0" in word for word in words):
        words = [word.replace("\0", "") for word in words]
    out, err = io.StringIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        with (
            mock.patch.object(sys, "argv", ["armwright", *words]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            command_line()
    except SystemExit as stop:
        code = stop.code
    finally:
        os.chdir(before)
    message = err.getvalue()
    if code not in (0, 1, 2, 130):
        raise Trouble(f"exit code {code} of {words}: {message}")
    _check_text(out.getvalue(), lines=True)
    if code == 2 and not re.fullmatch(r"((error|warning): [^\n]+\n)+|", message):
        raise Trouble(f"not one line of {words}: {message!r}")
    _check_text(message, lines=True)


_COMMANDS = [
    ["robots"],
    ["scenarios"],
    ["studies"],
    ["check", "two_axis", "puma560", "--strict"],
    ["show", "two_axis", "--pose", "0 1", "--degrees", "--dh", "modified", "--out", "a.svg"],
    ["simulate", "pendulum/damped", "--quiet", "--set", "seed=3", "--out", "runs"],
    ["simulate", "pendulum/damped", "--quiet", "--set", "links.load.mass=2", "--out", "runs"],
    ["simulate", "two-link/free", "--quiet", "--set", "fidelity.gravity=false"],
    ["simulate", "two-link/free", "--runs", "3", "--spread", "links.link1.mass=5%", "--quiet"],
    ["simulate", "pendulum/swing", "--method", "perturbation", "--points", "10", "--quiet"],
    ["export", "two_axis", "--to", "urdf", "--out", "a.urdf", "--set", "links.tool.mass=2"],
    ["export", "two-axis/joints", "--to", "mjcf", "--set", "start.at_rest=true"],
    ["equations", "two_axis", "--symbols", "all", "--to", "text", "--digits", "4"],
    ["study", "nothing", "--quiet"],
    ["--version"],
]

KINDS: dict[str, tuple[float, Callable[[random.Random, Path], None]]] = {
    "toml": (0.2, _robot("toml", broken_toml)),
    "urdf": (0.175, _robot("urdf", broken_xml)),
    "mjcf": (0.175, _robot("xml", broken_xml)),
    "xacro": (0.1, _robot("xacro", broken_xml)),
    "scenario": (0.15, _scenario),
    "csv": (0.1, _csv),
    "run": (0.05, _run),
    "command": (0.05, _command),
    "log table": (0.3, _log_table),
    "parquet": (0.14, _log(".parquet")),
    "hdf5": (0.14, _log(".h5")),
    "mcap": (0.14, _log(".mcap")),
    "json": (0.14, _log(".json.mcap")),
    "rosbag": (0.14, _log(".db3")),
}


# Running them


def _check_text(text: str, *, lines: bool = False) -> None:
    bad = UNPRINTABLE.search(text.replace("\n", "") if lines else text)
    if bad:
        raise Trouble(f"control character {bad[0]!r} in {text!r}")


def _check_error(error: ArmwrightError) -> None:
    text = str(error)
    _check_text(text)
    if isinstance(error, InputError) and not error.where:
        raise Trouble(f"says not where: {text}")
    if not text.strip() or len(text) > 8000:
        raise Trouble(f"message of {len(text)} characters: {text[:300]}")


@contextmanager
def limited() -> Iterator[None]:
    def stop(_: int, __: FrameType | None) -> None:
        raise Hang

    timers = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}
    before = [signal.signal(which, stop) for which in timers.values()]
    # A busy machine is no hang: time of the processor counts, and waiting only if it is long.
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, 6 * SECONDS)
    faulthandler.dump_traceback_later(10 * SECONDS, exit=True)
    try:
        yield
    finally:
        for timer, which, handler in zip(timers, timers.values(), before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(which, handler)
        faulthandler.cancel_dump_traceback_later()


def tried(kind: str, seed: int, case: int) -> tuple[str, str]:
    """`result`, `refused` or `found`, and what was found."""
    rng = random.Random(f"{kind} {seed} {case}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            with limited(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    KINDS[kind][1](rng, Path(folder))
                except ArmwrightError as error:
                    _check_error(error)
                    return "refused", ""
        except (Exception, Hang) as error:
            trace = traceback.extract_tb(error.__traceback__)
            own = [one for one in trace if "armwright" in one.filename] or list(trace)
            place = f"{Path(own[-1].filename).name}:{own[-1].lineno}"
            return "found", f"{type(error).__name__} at {place}: {str(error)[:400]}"
    return "result", ""


def campaign(count: int, seed: int, kinds: tuple[str, ...] = tuple(KINDS)) -> Iterator[tuple]:
    """All cases: (kind, case, what came of it, what was found)."""
    total = sum(KINDS[kind][0] for kind in kinds)
    for kind in kinds:
        for case in range(round(count * KINDS[kind][0] / total)):
            yield kind, case, *tried(kind, seed, case)


def _chunk(queue: multiprocessing.Queue, kind: str, seed: int, cases: range) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for case in cases:
        queue.put((kind, case, "crash", "the process ended"))
        queue.put((kind, case, *tried(kind, seed, case)))


def _in_processes(count: int, seed: int, kinds: tuple[str, ...]) -> Iterator[tuple]:
    context = multiprocessing.get_context("fork")
    total = sum(KINDS[kind][0] for kind in kinds)
    for kind in kinds:
        size = round(count * KINDS[kind][0] / total)
        next_case = 0
        while next_case < size:
            queue = context.SimpleQueue()
            cases = range(next_case, min(next_case + CHUNK, size))
            process = context.Process(target=_chunk, args=(queue, kind, seed, cases))
            process.start()
            last = None
            while process.is_alive() or not queue.empty():
                if queue.empty():
                    process.join(0.02)
                    continue
                last = queue.get()
                if last[2] != "crash":
                    next_case = last[1] + 1
                    yield last
            if last is not None and last[2] == "crash":
                next_case = last[1] + 1
                yield (*last[:2], "found", f"crash: exit code {process.exitcode}")
            elif last is None:
                next_case = cases.stop


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--case", type=int)
    given = parser.parse_args()
    kinds = tuple(given.kind or KINDS)
    if given.case is not None:
        rng = random.Random(f"{kinds[0]} {given.seed} {given.case}")
        KINDS[kinds[0]][1](rng, Path(tempfile.mkdtemp()))
        return
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    for kind, case, result, what in _in_processes(given.count, given.seed, kinds):
        counts[kind][result] += 1
        if result == "found":
            print(f"{kind} {case}: {what}", flush=True)
    for kind, found in counts.items():
        print(f"{kind:9}", dict(found))
    sys.exit(any(found["found"] for found in counts.values()))


if __name__ == "__main__":
    main()
