"""From the curves of motors to a fit: numbers with their errors, a robot that has the friction, and
curves to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.fit import Combinations, FittedNumber, Knowledge, Validation
from armwright.identify.elements import element_value
from armwright.identify.friction.curve_fit import CurveFit
from armwright.identify.friction.friction_fit import FrictionCurve, FrictionFit
from armwright.identify.friction.measured import FrictionRecord, Inverse
from armwright.identify.friction.sliding import SlidingTorques
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.robot.finding import Finding

LawName = Literal["coulomb", "quadratic", "tustin", "extended"]

#: What each law has to find.
LAW_NUMBERS: dict[LawName, tuple[str, ...]] = {
    "coulomb": ("coulomb", "viscous"),
    "quadratic": ("coulomb", "viscous", "quadratic"),
    "tustin": ("coulomb", "static", "stribeck_velocity", "viscous"),
    "extended": ("coulomb", "static", "stribeck_velocity", "viscous", "quadratic"),
}
#: By their names, as a user types them.
STATIC: dict[str, LawName] = {name: name for name in LAW_NUMBERS}
#: A number is seen where its standard error is below this part of its size.
_SEEN = 0.5
#: Points of a drawn curve, in each direction.
_DRAWN = 120


@dataclass(frozen=True, eq=False)
class ChannelResult:
    """Of one motor: its records, one for each log, and what came of them. `validation`: the error
    of what was held back, None if nothing was. `ripple`: what the filter took off friction; both
    as parts of friction's variation. `kind`: of the law that the robot gets."""

    records: list[FrictionRecord]
    fit: CurveFit
    choices: Mapping[str, float]
    validation: float | None
    ripple: float
    kind: str


def static_fit(
    robot: Robot,
    results: list[ChannelResult],
    findings: list[Finding],
    weights: str,
    limit: float,
    inverse: Inverse,
    cutoff: float | None,
) -> FrictionFit:
    """What the motors' results are together: numbers with errors, a robot, and a verdict."""
    numbers: dict[str, FittedNumber] = {}
    tables: dict[str, dict[str, object]] = {}
    for one in results:
        path, fit = one.records[0].path, one.fit
        for k, name in enumerate(fit.curve.free):
            value, error = float(fit.numbers[k]), float(fit.errors[k])
            stuck = name in fit.at_bound
            knowledge: Knowledge = "prior" if stuck else "seen"
            if not stuck and not error < _SEEN * max(abs(value), _usual(fit, k)):
                knowledge = "partly"
            element = f"{path}.{name}"
            numbers[element] = FittedNumber(
                element,
                value,
                float("inf") if stuck else error,
                knowledge,
                element_value(robot, element),
                fit.curve.units[k],
            )
        tables[path] = _table(robot, one)
    elements = tuple(numbers)
    size = len(elements)
    covariance, first = np.zeros((size, size)), 0
    for one in results:
        p = len(one.fit.curve.free)
        covariance[first : first + p, first : first + p] = one.fit.covariance
        first += p
    names = tuple(f"{element.split('.')[1]} {element.rpartition('.')[2]}" for element in elements)
    units = tuple(one.unit for one in numbers.values())
    values = np.array([one.value for one in numbers.values()])
    seen = [element for element, one in numbers.items() if one.knowledge != "seen"]
    errors = {one.records[0].name: one.validation for one in results}
    judged = {name: error for name, error in errors.items() if error is not None}
    validation = Validation("friction", "friction_torque", judged, dict.fromkeys(judged, limit))
    return FrictionFit(
        method=f"static friction, {weights} weights",
        nominal=robot,
        robot=changed(robot, tables),
        combinations=Combinations(elements, names, units, np.eye(size), values, covariance),
        parameters=numbers,
        residuals=_residuals(results),
        condition=max(one.fit.condition for one in results),
        samples=sum(len(one.fit.residual) for one in results),
        effective_samples=sum(one.fit.effective for one in results),
        predictor=SlidingTorques(inverse, cutoff),
        validations=(validation,) if judged else (),
        findings=tuple(findings),
        unseen=tuple(seen),
        curves=tuple(curve for one in results for curve in _drawn(one)),
        choices={one.records[0].name: one.choices for one in results},
        ripple={one.records[0].name: one.ripple for one in results if one.ripple},
    )


def _usual(fit: CurveFit, k: int) -> float:
    """What a number is measured by where it is small: α₃ by what matters at the largest speed."""
    slope = float(np.abs(fit.curve.jacobian(fit.points.inputs, fit.numbers)[:, k]).max())
    return 0.2 * float(np.abs(fit.points.torque).max()) / max(slope, 1e-300)


def _table(robot: Robot, one: ChannelResult) -> dict[str, object]:
    """The whole friction of a motor, as a robot's file has it."""
    drive = next(m.drive for m in robot.all_motors if m.name == one.records[0].name)
    kept = {}
    if one.kind != one.fit.curve.kind:
        known = set(LAW_NUMBERS["extended"])
        kept = {
            key: value
            for key, value in drive.friction.items()
            if key.removesuffix("_positive").removesuffix("_negative") not in known
        }
    own = {name: float(value) for name, value in one.fit.curve.settings.items()}
    return {"law": one.kind, "side": drive.friction_side, **kept, **own}


def _residuals(results: list[ChannelResult]) -> xr.Dataset:
    """Measured minus found, point by point, beside velocity and what was measured."""
    found = {}
    for one in results:
        name, row = one.records[0].name, f"point_{one.records[0].name}"
        unit = {"units": "N m"}
        found[f"friction_torque_{name}"] = xr.DataArray(one.fit.residual, dims=row, attrs=unit)
        found[f"velocity_{name}"] = xr.DataArray(
            one.fit.points.inputs[:, 0], dims=row, attrs={"units": "rad/s"}
        )
    return xr.Dataset(found)


def _drawn(one: ChannelResult) -> list[FrictionCurve]:
    """Forwards and backwards, at each temperature that there is."""
    fit, record = one.fit, one.records[0]
    names = fit.curve.inputs
    reach = float(fit.points.speed.max())
    half = reach * np.linspace(0.0, 1.0, _DRAWN + 1)[1:] ** 2
    grid = np.r_[-half[::-1], half]
    temperatures = [float("nan")]
    if "temperature" in names:
        temperatures = [fit.curve.settings[f"{way}_temperature"] for way in ("cold", "warm")]
    curves = []
    for kelvin in temperatures:
        given = {"velocity": grid, "temperature": np.full_like(grid, kelvin)}
        given["load"] = np.full_like(grid, float(np.mean(np.abs(one.records[0].load))))
        torque, error = fit.at(np.column_stack([given[name] for name in names]))
        rows = np.ones(len(fit.residual), dtype=bool)
        if "temperature" in names:
            rows = np.abs(fit.points.inputs[:, names.index("temperature")] - kelvin) < 1.0
        points = _shown_points(fit, rows)
        label = "" if np.isnan(kelvin) else f"{kelvin - 273.15:.0f} °C"
        curves.append(FrictionCurve(record.name, record.side, grid, torque, error, points, label))
    return curves


def _shown_points(fit: CurveFit, rows: Array) -> Array:
    """Points as they are; of samples, means over narrow ranges of velocity."""
    v, torque = fit.points.inputs[rows, 0], fit.points.torque[rows]
    if fit.points.error is not None:
        return np.column_stack([v, torque, fit.points.error[rows]])
    reach = float(np.abs(v).max())
    edges = reach * np.linspace(0, 1, 25) ** 1.5
    edges = np.r_[-edges[::-1], edges[1:]]
    place = np.digitize(v, edges)
    found = []
    for k in np.unique(place):
        own = place == k
        if own.sum() >= 10:
            spread = float(np.std(torque[own])) / np.sqrt(own.sum() * fit.effective / len(v))
            found.append((float(v[own].mean()), float(torque[own].mean()), spread))
    return np.array(found).reshape(-1, 3)


def written_kind(robot: Robot, record: FrictionRecord, fit: CurveFit) -> str:
    """The law that the robot's file gets: what was fitted, or a described law with bristles whose
    steady curve is the same."""
    drive = next(one.drive for one in robot.all_motors if one.name == record.name)
    bristles = {"lugre", "gms", "gms10"} if "tustin" in fit.curve.kind else {"dahl"}
    base = drive.friction_law.removeprefix("warm_").removeprefix("loaded_")
    return (
        fit.curve.kind.replace("tustin", base).replace("coulomb", base)
        if base in bristles
        else fit.curve.kind
    )
