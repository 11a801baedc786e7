"""A scenario that takes milliseconds."""

from __future__ import annotations

from pathlib import Path

from armwright import Scenario, load_scenario

TEXT = """\
robot = "two_axis"
duration = 0.1
tick = 0.001

[reference]
kind = "joint_ptp"
begin = [0.0, 0.0]
end = [0.3, 0.2]
speed = 3
acceleration = 10

[controller]
kind = "cascade"
rate = 1000
position_gain = 20
velocity_gain = [0.6, 0.4]
integral_time = 0.05

[[sensors]]
kind = "encoder"
rate = 1000
noise = 1e-4
velocity_noise = 0.01

[[disturbances]]
kind = "tool_force"
force_z = -50
begin = 0.05
"""


def scenario(folder: Path, text: str = TEXT) -> Scenario:
    """What the text describes, from a file `small.toml` in the folder."""
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return load_scenario(path)
