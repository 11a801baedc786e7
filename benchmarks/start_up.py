"""Time to the first result: import, cold compile, and from the cache; each in a new process."""

from __future__ import annotations

from benchmarks.timing import cold_and_warm

_JOB = """
import json, time
begin = time.perf_counter()
import armwright
imported = time.perf_counter() - begin
from benchmarks.arms import industrial
from armwright.arm import Arm
import numpy as np
robot, zero = industrial(6), np.zeros(6)
begin = time.perf_counter()
Arm(robot).forward_dynamics(zero, zero, zero)
first = time.perf_counter() - begin
begin = time.perf_counter()
arm = Arm(robot)
for name in ("pose", "jacobian"):
    arm.function(name, robot.tool)
for name in "inverse_dynamics forward_dynamics mass_matrix coriolis gravity energy".split():
    arm.function(name)
everything = time.perf_counter() - begin
print(json.dumps([imported, first, everything]))
"""


def measure(rounds: int) -> dict[str, float]:
    """Best of `rounds`, in seconds: `import`; first forward dynamics, cold and cached; and pose,
    Jacobian, inverse and forward dynamics, mass matrix, Coriolis, gravity and energy together."""
    cold, warm = cold_and_warm(_JOB, rounds)
    return {
        "import": min(t[0] for t in cold + warm),
        "cold, forward dynamics": min(t[1] for t in cold),
        "cold, whole arm": min(t[1] + t[2] for t in cold),
        "cached, forward dynamics": min(t[1] for t in warm),
        "cached, whole arm": min(t[1] + t[2] for t in warm),
    }
