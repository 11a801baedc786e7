"""Parts of a report as HTML. All text is escaped here, or in `tables`."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armwright.report.html.escaping import lines, words
from armwright.report.html.parts import Equations, Fold, Part, Picture, Table, Text
from armwright.report.html.tables import table


@dataclass(frozen=True)
class Elements:
    """`pictures`: PNG files by the names of the pictures, in their order."""

    pictures: Mapping[str, bytes]

    def of(self, parts: Sequence[Part]) -> str:
        return "\n".join(self._element(part) for part in parts)

    def _element(self, part: Part) -> str:
        match part:
            case Text():
                return f"<p>{words(part.words)}</p>"
            case Table():
                return table(part)
            case Picture():
                return self._picture(part)
            case Equations():
                return _equations(part)
            case Fold():
                inner = self.of(part.parts)
                return f"<details>\n<summary>{words(part.title)}</summary>\n{inner}\n</details>"

    def _picture(self, picture: Picture) -> str:
        number = list(self.pictures).index(picture.name) + 1
        width, height = picture.figure.get_size_inches() * picture.figure.dpi
        content = b64encode(self.pictures[picture.name]).decode()
        return (
            f'<figure class="picture">\n<img src="data:image/png;base64,{content}" '
            f'width="{width:.0f}" height="{height:.0f}" '
            f'alt="{words(picture.says or picture.caption)}">\n'
            f"<figcaption><b>Figure {number}.</b> {words(picture.caption)}</figcaption>\n</figure>"
        )


def _equations(equations: Equations) -> str:
    caption = equations.caption and f"<figcaption>{words(equations.caption)}</figcaption>\n"
    return f'<figure class="equations">\n{caption}<pre>{lines(equations.text)}</pre>\n</figure>'
