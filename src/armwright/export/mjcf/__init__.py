"""An arm and its drives as a model that MuJoCo runs.

Read `document` first: the whole file. `effects` is what acts on joints and tendons; `drives` and
`compensators` are made of them; `inertias` and `lost` deal with what MuJoCo refuses or cannot hold.
"""

from armwright.export.mjcf.document import mjcf

__all__ = ["mjcf"]
