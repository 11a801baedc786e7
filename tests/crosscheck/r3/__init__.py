"""The Manutec r3 with drives, elastic gears, sticking friction and cascade controllers, once more.

An engine of its own: the rigid bodies are Pinocchio's, the rest is written out here, and nothing of
armwright is imported. What it computes, rounded, is in reference.json for the fast tests.
"""
