"""S4, chapter 5: friction at constant speeds, in a slow chirp, and while a gear warms up.

`source.py` and `arm.py` (the machine, assumed numbers), then `runs.py` identifies it, `claims.py`
judges, `figures.py` and `chapters.py` show it, `study.py` is the script.
"""
