"""modelDescription.xml and buildDescription.xml of FMI 3.0: vectors are arrays."""

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
    text,
    unit_definitions,
    unit_name,
)
from armwright.export.fmi.package import Package
from armwright.export.fmi.variables import Variable


def describe3(package: Package, token: str, tool: str) -> str:
    root = element(
        None,
        "fmiModelDescription",
        fmiVersion="3.0",
        modelName=package.name,
        instantiationToken=token,
        description=package.description,
        generationTool=tool,
        variableNamingConvention="structured",
    )
    _interfaces(root, package)
    unit_definitions(root, list(package.variables))
    categories = element(root, "LogCategories")
    element(categories, "Category", name="logStatusError", description="What went wrong")
    element(
        root, "DefaultExperiment", startTime=0.0, stopTime=package.duration, stepSize=package.step
    )
    variables = element(root, "ModelVariables")
    references = {one.name: k for k, one in enumerate(package.variables)}
    for reference, variable in enumerate(package.variables):
        _variable(variables, variable, reference, references)
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
    common = {
        "modelIdentifier": package.identifier,
        "canGetAndSetFMUState": True,
        "canSerializeFMUState": True,
    }
    if "model-exchange" in package.interfaces:
        element(root, "ModelExchange", **common, needsCompletedIntegratorStep=False)
    if "co-simulation" in package.interfaces:
        element(
            root,
            "CoSimulation",
            **common,
            canHandleVariableCommunicationStepSize=True,
            fixedInternalStepSize=package.model.routine.tick,
        )


def _variable(
    parent: ElementTree.Element, variable: Variable, reference: int, references: dict[str, int]
) -> None:
    causality, variability = ATTRIBUTES[variable.role]
    common = {
        "name": variable.name,
        "valueReference": reference,
        "description": variable.meaning,
        "causality": causality,
        "variability": variability,
        "initial": initial(variable),
    }
    start = " ".join(map(text, variable.start)) if variable.start else None
    if variable.role == "seed":
        assert variable.start is not None
        element(parent, "Int32", **common, min=0, start=int(variable.start[0]))
        return
    found = element(
        parent,
        "Float64",
        **common,
        unit=unit_name(variable),
        nominal=variable.nominal,
        start=start,
        derivative=references[variable.state] if variable.state else None,
    )
    if variable.size > 1:
        element(found, "Dimension", start=variable.size)


def _structure(root: ElementTree.Element, package: Package) -> None:
    structure = element(root, "ModelStructure")
    numbered = list(enumerate(package.variables))
    for tag, role in (("Output", "output"), ("ContinuousStateDerivative", "derivative")):
        for k, one in numbered:
            if one.role == role:
                known = [str(n) for n, other in numbered if is_needed(one, other)]
                element(structure, tag, valueReference=k, dependencies=" ".join(known))
    given = " ".join(str(k) for k, one in numbered if is_initially_known(one))
    for k, one in numbered:
        if is_initially_unknown(one):
            element(structure, "InitialUnknown", valueReference=k, dependencies=given)
