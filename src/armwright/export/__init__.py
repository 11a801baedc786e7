"""Models that other tools can run.

Read `targets`, `writers`, `to_c` and `to_fmu` for what can be written; `model` for what exporters
write, then `stepped` and `continuous`, which make it of a scenario. One folder for each language.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armwright.export.to_c import c
    from armwright.export.to_fmu import fmu

__all__ = ["c", "fmu"]

#: Imported when first asked for: the list of targets alone is there at once.
_LATER = {"c": "armwright.export.to_c", "fmu": "armwright.export.to_fmu"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'armwright.export' has no attribute '{name}'")
    return getattr(import_module(_LATER[name]), name)
