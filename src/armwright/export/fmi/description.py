"""What the descriptions of FMI 2.0 and 3.0 share: elements of XML, and attributes of variables.

The same package gives the same bytes every time.
"""

from __future__ import annotations

from xml.etree import ElementTree

from armwright.export.fmi.units import FmiUnit, parse
from armwright.export.fmi.variables import Variable, VariableRole

#: Role → causality, variability.
ATTRIBUTES: dict[VariableRole, tuple[str, str]] = {
    "time": ("independent", "continuous"),
    "seed": ("parameter", "fixed"),
    "parameter": ("parameter", "tunable"),
    "input": ("input", "continuous"),
    "output": ("output", "continuous"),
    "state": ("local", "continuous"),
    "derivative": ("local", "continuous"),
}


def element(
    parent: ElementTree.Element | None, tag: str, **attributes: object
) -> ElementTree.Element:
    """With the attributes that are not None."""
    texts = {name: text(value) for name, value in attributes.items() if value is not None}
    if parent is None:
        return ElementTree.Element(tag, texts)
    return ElementTree.SubElement(parent, tag, texts)


def text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def document(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def unit_definitions(parent: ElementTree.Element, variables: list[Variable]) -> None:
    """Every unit once, in the order in which they come."""
    found = [parse(one.unit) for one in variables if one.unit]
    units: dict[str, FmiUnit] = {unit.name: unit for unit in found}
    definitions = element(parent, "UnitDefinitions")
    for unit in units.values():
        defined = element(definitions, "Unit", name=unit.name)
        if unit.exponents is not None:
            element(defined, "BaseUnit", **dict(unit.exponents))


def unit_name(variable: Variable) -> str | None:
    return parse(variable.unit).name if variable.unit else None


def initial(variable: Variable) -> str | None:
    """How the first value comes about; None where that is not asked."""
    if variable.role in ("time", "input"):
        return None
    return "exact" if variable.start else "calculated"


def is_needed(variable: Variable, other: Variable) -> bool:
    """Whether the variable depends on the other at the same instant."""
    return other.role in ("input", "state") and other.vector in variable.needs


def is_initially_unknown(variable: Variable) -> bool:
    computed = variable.role in ("output", "state", "derivative")
    return computed and initial(variable) == "calculated"


def is_initially_known(variable: Variable) -> bool:
    """Whether first values follow from it: any of them may."""
    return variable.start is not None
