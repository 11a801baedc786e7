"""The part of the study that goes beyond S2: an arm in space, its base fixed or on a vehicle.

`runs.py` is what is simulated, `platform.py` the same without water, `measures.py` what is read
from both; then `claims.py`, `figures.py`, `scenes.py` and `chapters.py`.
"""
