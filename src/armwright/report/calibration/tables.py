"""Calibrations as tables for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from armwright.arrays import Array
from armwright.calibrate import Calibration, Circle, CircleCalibration, EffectTrial
from armwright.calibrate.calibration import Accuracy
from armwright.report.data import Data, dh_data, findings_rows
from armwright.report.fits import fit_data
from armwright.robot import Pose

_DISTANCES = {"mean": "m", "rms": "m", "largest": "m"}
_CIRCLE = {"radius": "m", "radius_error": "m", "tilt_error": "rad", "arc": "rad", "rms": "m"}


def poses_data(
    fit: Calibration, source: str, trials: Sequence[EffectTrial] = (), held: Array | None = None
) -> dict[str, Data]:
    """What every fit has, and how far targets are off: before, after, and, if they are `held`
    back, where nothing was fitted."""
    off = {"before": fit.as_found, "after": fit.fitted}
    if held is not None:
        off["not fitted"] = Accuracy.of(held)
    tried = [
        {
            "effects": list(one.effects),
            "unknowns": one.unknowns,
            "fitted": one.fitted.mean,
            "held_back": one.held_back.mean,
            "criterion": one.criterion,
            "taken": one.taken,
        }
        for one in trials
    ]
    return {
        "distances": Data([{"of": name, **one._asdict()} for name, one in off.items()], _DISTANCES),
        **fit_data(fit, source),
        "effects_tried": Data(tried, {"fitted": "m", "held_back": "m"}),
        "not_told": Data([{"direction": one} for one in fit.left_out]),
        "frames": _frames(fit.base, fit.targets, fit.model.geometry.tool),
        "dh": dh_data(fit.robot, "standard"),
    }


def circles_data(found: CircleCalibration, source: str) -> dict[str, Data]:
    rows: list[dict[str, Any]] = []
    for name, one in found.features.items():
        circle = one if isinstance(one, Circle) else None
        rows.append(
            {
                "joint": name,
                "radius": circle and circle.radius,
                "radius_error": circle and circle.radius_error,
                "tilt_error": one.tilt_error,
                "arc": circle and circle.arc,
                "rms": one.rms,
            }
        )
    return {
        "axes": Data(rows, _CIRCLE),
        "findings": Data(findings_rows(source, found.findings)),
        "frames": _frames(found.base),
        "dh": dh_data(found.robot, "standard"),
    }


def _frames(base: Pose, targets: Mapping[str, Pose] | None = None, tool: str = "") -> Data:
    """4 × 4, translations in m: the base in the measuring frame, targets on the tool."""
    rows: list[dict[str, Any]] = [
        {"frame": "base", "in": "measuring frame", "pose": base.matrix()},
        *({"frame": name, "in": tool, "pose": t.matrix()} for name, t in (targets or {}).items()),
    ]
    return Data(rows)
