"""Which studies there are."""

from __future__ import annotations

import difflib
from importlib import import_module

from armwright.errors import InputError
from armwright.studies.study import Study

#: By their names on the command line. The study `two-axis` is the STUDY of the package
#: `armwright.studies.two_axis`, which is imported when somebody asks for it.
STUDIES = (
    "two-axis",
    "six-axis",
    "rx90b",
    "formulations",
    "measuring",
    "puma-validation",
    "kinematic-identification",
    "couplings",
    "gearbox",
    "elastic",
    "underwater",
    "parallel-linkage",
    "friction",
    "aa300",
    "force-control",
)


def find(name: str) -> Study:
    if name not in STUDIES:
        near = difflib.get_close_matches(name.lower(), STUDIES, n=1)
        raise InputError(
            "unknown study",
            where="study",
            got=repr(name),
            expected="one of " + ", ".join(STUDIES),
            hint=f"Do you mean '{near[0]}'?" if near else "",
        )
    study: Study = import_module(f"armwright.studies.{name.replace('-', '_')}").STUDY
    return study
