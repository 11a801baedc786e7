"""The page about logs says what is read; its example is read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numpy as np

import armwright as aw
from armwright.robot.formats.tables import TomlTable
from armwright.signals import columns
from tools import document_logs


def test_page_is_up_to_date() -> None:
    written = document_logs.PAGE.read_text(encoding="utf-8")
    assert written == document_logs.page(), "run python tools/document_logs.py"


def test_every_table_and_every_key_is_there() -> None:
    tables = [
        one
        for one in vars(columns).values()
        if isinstance(one, type) and issubclass(one, TomlTable) and one is not TomlTable
    ]
    assert set(tables) == set(document_logs.TITLES)
    keys = {f"{one.__name__}.{name}" for one in tables for name in one.model_fields}
    assert keys == set(document_logs.MEANINGS)


def test_the_example_is_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", document_logs.page(), re.DOTALL)
    names = ["t", *(f"{letter}{k}" for letter in ("enc", "u", "w") for k in range(1, 7))]
    rows = [",".join(names), *(",".join([str(k), *["1"] * 18]) for k in range(5))]
    (tmp_path / "line.csv").write_text("\n".join(rows))
    (tmp_path / "line.toml").write_text(text)
    log = aw.read_log(tmp_path / "line.csv")
    assert log.findings == ()
    assert set(log.data.data_vars) == set(tomllib.loads(text)["signals"])
    assert log["motor_torque"][0, 0] == 20 * 0.2587
    assert np.allclose(log["motor_position"][0, :3], 2 * np.pi / 4000 * np.array([1, 1, -1]))
    eta = aw.load("puma560").gear_matrix
    assert np.allclose(eta @ log["joint_velocity"][0], 2 * np.pi / 60)


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", document_logs.page(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("line.csv").write_text("t,a\n0,1\n1,2\n")
    Path("line.toml").write_text(
        '[time]\ncolumn = "t"\n[signals.motor_position]\ncolumns = ["a"]\n'
    )
    exec(compile(code, "docs/logs.md", "exec"), {})
    assert Path("line.parquet").exists()
