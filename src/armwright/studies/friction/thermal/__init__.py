"""S4, section 5.3: an hour of motion from cold, and what it tells of the gear's warming.

`runs.py` (the hour, simulated and identified), then `claims.py` and `chapters.py`.
"""
