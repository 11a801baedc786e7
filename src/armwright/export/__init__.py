"""Models that other tools can run.

Read `targets`, `writers`, `to_c` and `to_fmu` for what can be written; `model` for what exporters
write, then `stepped` and `continuous`, which make it of a scenario. One folder for each language.
"""

from typing import TYPE_CHECKING

from armwright.later import imported_later

if TYPE_CHECKING:
    from armwright.export.to_c import c
    from armwright.export.to_fmu import fmu

__all__ = ["c", "fmu"]

__getattr__ = imported_later(
    __name__, {"c": "armwright.export.to_c", "fmu": "armwright.export.to_fmu"}
)
