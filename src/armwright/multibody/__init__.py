"""Bodies and trees: the algorithms of kinematics and dynamics as expressions, one to a file.

`spatial`, `rotation` and `placement` are what they compute with; `raw_bodies`, `frames` and
`regroup` make the bodies of a `mechanism`, which the algorithms take.
"""
