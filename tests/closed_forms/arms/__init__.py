"""Equations of motion and kinematics in closed form, one mechanism per file.

They know nothing of armwright: plain NumPy, one state at a time. S0, S1 and S2 are the source
documents (docs/sources.md); equation numbers are theirs. Mechanisms that are in the library take
their numbers from there; numbers given here are assumed.
"""
