"""Friction laws beside each other, each in the experiments that tell them apart.

`examples.py` has the laws, `rig.py` the mass they act on, `given_velocity.py` and `free_motion.py`
the experiments, `panels.py` one picture of each, `page.py` all of them.
"""

from armwright.report.friction.page import friction_page

__all__ = ["friction_page"]
