"""Which studies there are."""

from __future__ import annotations

from importlib import import_module

from armwright.errors import InputError, did_you_mean
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

#: What the command line calls all of them.
ALL = "all"


def find(name: str) -> Study:
    if name not in STUDIES:
        raise InputError(
            "unknown study",
            where="study",
            got=repr(name),
            expected="one of " + ", ".join((*STUDIES, ALL)),
            hint=did_you_mean(name, (*STUDIES, ALL)),
        )
    study: Study = import_module(f"armwright.studies.{name.replace('-', '_')}").STUDY
    return study
