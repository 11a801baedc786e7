"""S4, section 5.4: friction followed by a Kalman filter, and what it tells of the gear.

`source.py` and `cycle.py` (arm, motion), `runs.py` (S4's experiments) and `histories.py` (ageing
arms), then `claims.py`, `figures.py` and `chapters.py`.
"""
