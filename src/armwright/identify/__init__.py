"""Identification: which numbers of a robot explain what was measured, and how well they are known.

Motor and link: `one_joint.py` (the equation), `passages.py`, then `integrated.py` or `filtered.py`;
`joint.py` puts them together. Any number through the simulator: `output_error.py`.
"""

from armwright.identify.joint import joint
from armwright.identify.output_error import clie, cloe, output_error

__all__ = ["clie", "cloe", "joint", "output_error"]
