"""modelDescription.xml of FMI 2.0 and 3.0, and buildDescription.xml, which only FMI 3.0 has.

Both versions describe the same model. FMI 2.0 has one variable for each number and counts variables
from 1; in FMI 3.0 vectors are arrays, and variables go by their value references, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from armwright.export.fmi.markup import document, element, text
from armwright.export.fmi.package import FmuInterface, Package, Version
from armwright.export.fmi.units import FmiUnit, parse
from armwright.export.fmi.variables import Variable, VariableRole


@dataclass(frozen=True)
class _Words:
    """What a version calls things. `state`: a saved state of the FMU. `first`: the number of the
    first variable, where others refer to it."""

    version: str
    token: str
    state: str
    real: str
    integer: str
    first: int


_WORDS: dict[Version, _Words] = {
    2: _Words("2.0", "guid", "FMUstate", "Real", "Integer", first=1),
    3: _Words("3.0", "instantiationToken", "FMUState", "Float64", "Int32", first=0),
}
#: Role → causality, variability.
_ATTRIBUTES: dict[VariableRole, tuple[str, str]] = {
    "time": ("independent", "continuous"),
    "seed": ("parameter", "fixed"),
    "parameter": ("parameter", "tunable"),
    "input": ("input", "continuous"),
    "output": ("output", "continuous"),
    "state": ("local", "continuous"),
    "derivative": ("local", "continuous"),
    "indicator": ("local", "continuous"),
}
_INTERFACES: dict[FmuInterface, str] = {
    "model-exchange": "ModelExchange",
    "co-simulation": "CoSimulation",
}


def model_description(package: Package, token: str, tool: str, date: str | None) -> str:
    words = _WORDS[package.version]
    counted = package.version == 2 and package.continuous
    indicators = package.model.vectors.indicators
    attributes = {
        "fmiVersion": words.version,
        "modelName": package.name,
        words.token: token,
        "description": package.description,
        "generationTool": tool,
        "generationDateAndTime": date,
        "variableNamingConvention": "structured",
        "numberOfEventIndicators": (indicators.size if indicators else 0) if counted else None,
    }
    root = element(None, "fmiModelDescription", **attributes)
    _interfaces(root, package)
    _unit_definitions(root, package)
    categories = element(root, "LogCategories")
    element(categories, "Category", name="logStatusError", description="What went wrong")
    element(
        root, "DefaultExperiment", startTime=0.0, stopTime=package.duration, stepSize=package.step
    )
    _variables(root, package)
    _structure(root, package)
    return document(root)


def build_description(package: Package) -> str:
    root = element(None, "fmiBuildDescription", fmiVersion="3.0")
    configuration = element(root, "BuildConfiguration", modelIdentifier=package.identifier)
    files = element(configuration, "SourceFileSet", language="C99")
    for name in package.sources:
        element(files, "SourceFile", name=name)
    return document(root)


def _interfaces(root: ElementTree.Element, package: Package) -> None:
    state = _WORDS[package.version].state
    common: dict[str, object] = {
        "modelIdentifier": package.identifier,
        f"canGetAndSet{state}": True,
        f"canSerialize{state}": True,
    }
    abilities = _abilities(package)
    for kind, tag in _INTERFACES.items():
        if kind in package.interfaces:
            interface = element(root, tag, **common, **abilities[kind])
            if package.version == 2:
                files = element(interface, "SourceFiles")
                for name in package.sources:
                    element(files, "File", name=name)


def _abilities(package: Package) -> dict[FmuInterface, dict[str, object]]:
    """Steps of co-simulation may vary, but only by whole ticks, which version 2 cannot say."""
    if package.version == 2:
        return {
            "model-exchange": {"completedIntegratorStepNotNeeded": True},
            "co-simulation": {"canHandleVariableCommunicationStepSize": False},
        }
    return {
        "model-exchange": {"needsCompletedIntegratorStep": False},
        "co-simulation": {
            "canHandleVariableCommunicationStepSize": True,
            "fixedInternalStepSize": package.model.routine.tick,
        },
    }


def _unit_definitions(root: ElementTree.Element, package: Package) -> None:
    """Every unit once, in the order in which they come."""
    found = [parse(one.unit) for one in package.variables if one.unit]
    units: dict[str, FmiUnit] = {unit.name: unit for unit in found}
    definitions = element(root, "UnitDefinitions")
    for unit in units.values():
        defined = element(definitions, "Unit", name=unit.name)
        if unit.exponents is not None:
            element(defined, "BaseUnit", **dict(unit.exponents))


def _variables(root: ElementTree.Element, package: Package) -> None:
    """In version 2, the type and what depends on it stand in an element of their own."""
    words = _WORDS[package.version]
    parent = element(root, "ModelVariables")
    numbers = {one.name: k for k, one in enumerate(package.variables, start=words.first)}
    for reference, variable in enumerate(package.variables):
        causality, variability = _ATTRIBUTES[variable.role]
        common: dict[str, object] = {
            "name": variable.name,
            "valueReference": reference,
            "description": variable.meaning,
            "causality": causality,
            "variability": variability,
            "initial": _initial(variable),
        }
        kind = words.integer if variable.role == "seed" else words.real
        values = _values(variable, numbers)
        if package.version == 2:
            element(element(parent, "ScalarVariable", **common), kind, **values)
            continue
        found = element(parent, kind, **common, **values)
        if variable.size > 1:
            element(found, "Dimension", start=variable.size)


def _values(variable: Variable, numbers: dict[str, int]) -> dict[str, object]:
    """The attributes that depend on a variable's type."""
    if variable.role == "seed":
        assert variable.start is not None
        return {"min": 0, "start": int(variable.start[0])}
    return {
        "unit": parse(variable.unit).name if variable.unit else None,
        "nominal": variable.nominal,
        "start": " ".join(map(text, variable.start)) if variable.start else None,
        "derivative": numbers[variable.state] if variable.state else None,
    }


def _structure(root: ElementTree.Element, package: Package) -> None:
    """What is computed, and from what: in version 2, group by group."""
    structure = element(root, "ModelStructure")
    numbered = list(enumerate(package.variables, start=_WORDS[package.version].first))

    def of_role(role: VariableRole) -> list[tuple[int, list[int]]]:
        return [
            (k, [n for n, other in numbered if _is_needed(one, other)])
            for k, one in numbered
            if one.role == role
        ]

    known = [k for k, one in numbered if _is_initially_known(one)]
    initial = [(k, known) for k, one in numbered if _is_initially_unknown(one)]
    for group, single, unknowns in (
        ("Outputs", "Output", of_role("output")),
        ("Derivatives", "ContinuousStateDerivative", of_role("derivative")),
        ("InitialUnknowns", "InitialUnknown", initial),
        ("EventIndicators", "EventIndicator", of_role("indicator")),
    ):
        grouped = package.version == 2 and bool(unknowns)
        parent = element(structure, group) if grouped else structure
        for number, dependencies in unknowns:
            listed = " ".join(map(str, dependencies))
            if grouped:
                element(parent, "Unknown", index=number, dependencies=listed)
            else:
                element(parent, single, valueReference=number, dependencies=listed)


def _initial(variable: Variable) -> str | None:
    """How the first value comes about; None where that is not asked."""
    if variable.role in ("time", "input"):
        return None
    return "exact" if variable.start else "calculated"


def _is_needed(variable: Variable, other: Variable) -> bool:
    """Whether the variable depends on the other at the same instant."""
    return other.role in ("input", "state") and other.vector in variable.needs


def _is_initially_unknown(variable: Variable) -> bool:
    computed = variable.role in ("output", "state", "derivative")
    return computed and _initial(variable) == "calculated"


def _is_initially_known(variable: Variable) -> bool:
    """Whether first values follow from it: any of them may."""
    return variable.start is not None
