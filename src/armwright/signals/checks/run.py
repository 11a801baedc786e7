"""All checks, one after the other."""

from __future__ import annotations

import numpy as np
import xarray as xr

from armwright.robot.finding import Finding
from armwright.robot.model import Description
from armwright.signals.checks.columns import columns_of
from armwright.signals.checks.jumps import check_jumps
from armwright.signals.checks.limits import check_limits
from armwright.signals.checks.missing import check_missing, check_repeated, repeated_rows
from armwright.signals.checks.relations import check_relations
from armwright.signals.checks.saturation import check_saturation
from armwright.signals.checks.steps import check_steps
from armwright.signals.checks.timing import check_timing
from armwright.signals.checks.torques import check_torques

#: Samples that a log needs before anything can be said of it.
FEWEST = 8


def check(data: xr.Dataset, robot: Description | None = None) -> tuple[Finding, ...]:
    """What is wrong with the signals, errors first. What cannot be judged is passed over."""
    time = np.asarray(data["time"].values, dtype=np.float64)
    if time.size < FEWEST:
        return ()
    columns = list(columns_of(data))
    repeated = repeated_rows(columns)
    findings = [
        *check_missing(time, columns),
        *check_timing(time),
        *check_relations(time, data),
        *check_torques(time, data, robot),
        *check_limits(columns, robot),
        *check_repeated(time, repeated),
        *check_jumps(time, columns, repeated),
        *check_saturation(time, columns),
        *check_steps(columns),
    ]
    return tuple(sorted(findings, key=lambda finding: finding.severity != "error"))
