"""One joint after the other, the outermost first, each from a log in which it moves alone.  S2 5.4

Each log gives the terms of one joint, as sums of numbers of all links beyond it. S2 subtracts what
outer links have given from what inner ones give. All sums are kept together instead: what they
determine is known, and what they do not, such as a link's mass apart from its centre, is told so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import scipy.linalg
import xarray as xr

from armwright.errors import InputError
from armwright.fit import Combinations, Fit
from armwright.identify.elements import with_elements
from armwright.identify.joint import JointMethod, joint, nearest
from armwright.identify.predicted import effort_residuals, rigid_efforts
from armwright.robot import Robot
from armwright.signals.log import Log


def link_by_link(
    robot: Robot,
    logs: Mapping[str, Log],
    *,
    method: JointMethod = "integrated",
    terms: Mapping[str, Sequence[str]] | None = None,
) -> Fit:
    """`logs`: by the joint that moves in each. `terms`: as for `joint`, by joint."""
    unknown = [name for name in logs if name not in robot.joint_names]
    if unknown or not logs:
        raise InputError(
            "logs of these joints are needed" if not logs else "no such joint",
            where=f"robot '{robot.name}'",
            got=", ".join(unknown),
            expected="some of " + ", ".join(robot.joint_names),
        )
    order = [name for name in reversed(robot.joint_names) if name in logs]
    single = {
        name: joint(robot, logs[name], name, method=method, terms=(terms or {}).get(name))
        for name in order
    }
    known = _together(single)
    numbers = nearest(robot, known)
    fitted = with_elements(robot, {element: one.value for element, one in numbers.items()})
    residuals = [effort_residuals(fitted, logs[name]) for name in single]
    fits = list(single.values())
    return Fit(
        method=f"link by link, {method}",
        nominal=robot,
        robot=fitted,
        combinations=known,
        parameters=numbers,
        residuals=xr.concat(residuals, dim="log", join="outer"),
        condition=max(fit.condition for fit in fits),
        samples=sum(fit.samples for fit in fits),
        effective_samples=sum(fit.effective_samples for fit in fits),
        predictor=rigid_efforts,
        findings=tuple(finding for fit in fits for finding in fit.findings),
    )


def _together(fits: Mapping[str, Fit]) -> Combinations:
    """All combinations over all elements; logs are independent of each other."""
    elements = list(dict.fromkeys(e for fit in fits.values() for e in fit.combinations.elements))
    names: list[str] = []
    units: list[str] = []
    rows, values, spreads = [], [], []
    for name, fit in fits.items():
        own = fit.combinations
        wide = np.zeros((len(own.names), len(elements)))
        wide[:, [elements.index(e) for e in own.elements]] = own.matrix
        rows.append(wide)
        names += [f"{term} of {name}" for term in own.names]
        units += own.units
        values.append(own.values)
        spreads.append(own.covariance)
    return Combinations(
        tuple(elements),
        tuple(names),
        tuple(units),
        np.vstack(rows),
        np.concatenate(values),
        scipy.linalg.block_diag(*spreads),
    )
