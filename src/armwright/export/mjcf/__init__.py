"""An arm and its drives as a model that MuJoCo runs."""

from armwright.export.mjcf.document import mjcf

__all__ = ["mjcf"]
