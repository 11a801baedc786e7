"""The study of S2's section 3.8: the AA300, its torques, and motors for it."""
