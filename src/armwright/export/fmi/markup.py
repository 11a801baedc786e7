"""Elements of XML. The same elements give the same bytes every time."""

from __future__ import annotations

from xml.etree import ElementTree


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
