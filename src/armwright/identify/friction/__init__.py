"""Friction as a log shows it. `measured.py` takes links and rotors off the motors' torques,
`speeds.py` finds constant speeds, `law_curve.py` and `curve_fit.py` fit a law's equations,
`checks.py` names bad data; `static.py` puts them together, `static_fit.py` makes a fit of it,
`sliding.py` predicts. `dynamic.py` finds bristles (`law_march.py`, `maxwell.py`), `warm_up.py` the
temperature."""

from armwright.identify.friction.dynamic import BristleFit, bristles
from armwright.identify.friction.friction_fit import FrictionCurve, FrictionFit
from armwright.identify.friction.spring_curve import spring_curve
from armwright.identify.friction.static import friction
from armwright.identify.friction.warm_up import ThermalState, WarmUp, thermal_state, warm_up

__all__ = [
    "BristleFit",
    "FrictionCurve",
    "FrictionFit",
    "ThermalState",
    "WarmUp",
    "bristles",
    "friction",
    "spring_curve",
    "thermal_state",
    "warm_up",
]
