"""A robot drawn at a pose.

Read `robot.py` first, which draws it; then `poses.py`, `skeleton.py`, `bodies.py` and `scene.py`
for what is there, `surfaces.py`, `paper.py` and `painting.py` for how it gets onto paper,
`annotations.py` for what is written over it.
"""
