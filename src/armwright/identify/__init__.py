"""Identification: which numbers of a robot explain what was measured, and how well they are known.

Motor and link: `one_joint.py` (the equation), `passages.py`, then `integrated.py` or `filtered.py`;
`joint.py` puts them together.
"""

from armwright.identify.joint import joint

__all__ = ["joint"]
