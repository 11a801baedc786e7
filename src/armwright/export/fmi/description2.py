"""modelDescription.xml of FMI 2.0: one variable for each number."""

from __future__ import annotations

from xml.etree import ElementTree

from armwright.export.fmi.description import (
    ATTRIBUTES,
    document,
    element,
    initial,
    is_initially_known,
    is_initially_unknown,
    is_needed,
    unit_definitions,
    unit_name,
)
from armwright.export.fmi.package import Package
from armwright.export.fmi.variables import Variable


def describe2(package: Package, token: str, tool: str) -> str:
    root = element(
        None,
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=package.name,
        guid=token,
        description=package.description,
        generationTool=tool,
        variableNamingConvention="structured",
        numberOfEventIndicators=0 if package.continuous else None,
    )
    _interfaces(root, package)
    unit_definitions(root, list(package.variables))
    categories = element(root, "LogCategories")
    element(categories, "Category", name="logStatusError", description="What went wrong")
    element(
        root, "DefaultExperiment", startTime=0.0, stopTime=package.duration, stepSize=package.step
    )
    variables = element(root, "ModelVariables")
    numbers = {one.name: k + 1 for k, one in enumerate(package.variables)}
    for reference, variable in enumerate(package.variables):
        _variable(variables, variable, reference, numbers)
    _structure(root, package)
    return document(root)


def _interfaces(root: ElementTree.Element, package: Package) -> None:
    """Steps of co-simulation may vary, but only by whole ticks, which version 2 cannot say."""
    common = {
        "modelIdentifier": package.identifier,
        "canGetAndSetFMUstate": True,
        "canSerializeFMUstate": True,
    }
    more = {
        "ModelExchange": {"completedIntegratorStepNotNeeded": True},
        "CoSimulation": {"canHandleVariableCommunicationStepSize": False},
    }
    for kind, tag in (("model-exchange", "ModelExchange"), ("co-simulation", "CoSimulation")):
        if kind in package.interfaces:
            interface = element(root, tag, **common, **more[tag])
            files = element(interface, "SourceFiles")
            for name in package.sources:
                element(files, "File", name=name)


def _variable(
    parent: ElementTree.Element, variable: Variable, reference: int, numbers: dict[str, int]
) -> None:
    causality, variability = ATTRIBUTES[variable.role]
    found = element(
        parent,
        "ScalarVariable",
        name=variable.name,
        valueReference=reference,
        description=variable.meaning,
        causality=causality,
        variability=variability,
        initial=initial(variable),
    )
    start = variable.start[0] if variable.start else None
    if variable.role == "seed":
        assert start is not None
        element(found, "Integer", min=0, start=int(start))
        return
    element(
        found,
        "Real",
        unit=unit_name(variable),
        nominal=variable.nominal,
        start=start,
        derivative=numbers[variable.state] if variable.state else None,
    )


def _structure(root: ElementTree.Element, package: Package) -> None:
    """Variables go by their place in the list, from 1."""
    structure = element(root, "ModelStructure")
    numbered = list(enumerate(package.variables, start=1))
    for tag, role in (("Outputs", "output"), ("Derivatives", "derivative")):
        wanted = [(k, one) for k, one in numbered if one.role == role]
        if wanted:
            group = element(structure, tag)
            for k, one in wanted:
                known = [str(n) for n, other in numbered if is_needed(one, other)]
                element(group, "Unknown", index=k, dependencies=" ".join(known))
    unknown = [k for k, one in numbered if is_initially_unknown(one)]
    given = " ".join(str(k) for k, one in numbered if is_initially_known(one))
    if unknown:
        group = element(structure, "InitialUnknowns")
        for k in unknown:
            element(group, "Unknown", index=k, dependencies=given)
