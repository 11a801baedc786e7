"""Friction as a log shows it: static curves, bristles, temperature.

`measured.py` takes links and rotors off the motors' torques, `speeds.py` finds constant speeds,
`law_curve.py` and `curve_fit.py` fit a law's own equations, `checks.py` names bad data; `static.py`
puts them together. `dynamic.py` finds bristles, with `law_march.py`.
"""

from armwright.identify.friction.dynamic import BristleFit, bristles
from armwright.identify.friction.friction_fit import FrictionCurve, FrictionFit
from armwright.identify.friction.static import friction

__all__ = ["BristleFit", "FrictionCurve", "FrictionFit", "bristles", "friction"]
