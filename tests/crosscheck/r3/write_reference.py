"""python -m tests.crosscheck.r3.write_reference: computes reference.json anew, within a minute."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.crosscheck.r3 import simulate
from tests.crosscheck.r3.hybrid import Settings

FILE = Path(__file__).parent / "reference.json"
TIGHT = Settings(rtol=1e-12, atol=1e-13)
SIGNALS = ("joint_angle", "joint_speed", "motor_angle", "motor_speed", "current")
DIGITS = 12


def write() -> None:
    models = {"full": simulate.full, "one_axis": simulate.one_axis}
    results = {name: _rounded(model(settings=TIGHT)) for name, model in models.items()}
    FILE.write_text(_text(results))


def _rounded(result: dict[str, Any]) -> dict[str, Any]:
    arrays = {name: _digits(result[name]) for name in ("time", *SIGNALS)}
    return {**arrays, "stuck": [_digits(np.array(intervals)) for intervals in result["stuck"]]}


def _digits(values: np.ndarray) -> Any:
    rounded = [float(f"{value:.{DIGITS}g}") + 0.0 for value in values.ravel()]
    return np.reshape(rounded, values.shape).tolist()


def _text(results: dict[str, Any]) -> str:
    """JSON with one line per time or axis."""
    models = []
    for name, signals in results.items():
        blocks = [f'  "{key}": {_rows(rows)}' for key, rows in signals.items()]
        models.append(f'"{name}": {{\n' + ",\n".join(blocks) + "\n}")
    return "{" + ",\n".join(models) + "}\n"


def _rows(rows: list[Any]) -> str:
    if not isinstance(rows[0], list):
        return json.dumps(rows)
    return "[\n    " + ",\n    ".join(map(json.dumps, rows)) + "\n  ]"


if __name__ == "__main__":
    write()
