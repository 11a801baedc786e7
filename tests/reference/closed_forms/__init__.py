"""Equations of motion and kinematics in closed form, one mechanism per file.

They know nothing of armwright: plain NumPy, one state at a time. S0, S1 and S2 are the source
documents; equation numbers are theirs. Where a file says "assumed", the source gives no number.
"""
