"""What measurements tell of a robot's numbers: combinations, parameters, a verdict.

`combinations.py` has what the data saw, with its covariance; `fit.py` the fit that identification
and calibration give back; `validation.py` how well a model predicts, for a purpose.
"""

from armwright.fit.combinations import Combinations
from armwright.fit.fit import Fit, FittedNumber, Predictor
from armwright.fit.validation import Validation, judged

__all__ = ["Combinations", "Fit", "FittedNumber", "Predictor", "Validation", "judged"]
