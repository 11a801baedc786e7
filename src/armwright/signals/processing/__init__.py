"""From what was measured to what can be used: pure functions of arrays, then of whole logs.

`stretches.py` first: gaps are never smeared; then `filtering.py`, `resampling.py` and
`differentiation.py`, which `datasets.py` applies to all signals.
"""
