"""Numbers of a scenario that exported code leaves open, by the paths of `Scenario.changed`."""

from armwright.export.tuning.tuning import Tuning, make_tuning

__all__ = ["Tuning", "make_tuning"]
