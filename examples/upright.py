"""Two rods on a cart, kept upright: gains by a linear model, tried on the full one.

With the name of a file, `python upright.py upright.png`, it draws both runs.
"""

from __future__ import annotations

import sys

import numpy as np
from matplotlib.figure import Figure

import armwright as aw

scenario = aw.load_scenario("pendulum/upright")
RATE = 500.0  # Hz, of the controller


def gain(robot: aw.Robot) -> list[list[float]]:
    """State feedback for an arm: upright, it is an equilibrium, although it is not a stable one."""
    model = aw.linearise(robot).sampled(1.0 / RATE)
    weights = [10, 100, 100, 1, 1, 1]  # m, rad, rad, and their velocities
    found: list[list[float]] = aw.linear.lqr(model, weights, [0.1]).tolist()
    return found


model = aw.linearise(scenario.robot)
for mode in model.modes():
    print(f"{mode.pole.real:+.2f} 1/s: {mode.name}")

# A model without the upper rod's mass: as if it could not push the lower one.
light = scenario.changed({"links.rod2.mass": 5e-7, "links.rod2.inertia": [2.6e-9, 1e-11, 2.6e-9]})
gains = {"whole": gain(scenario.robot), "without the upper mass": gain(light.robot)}

positions = {}
for name, K in gains.items():
    tried = scenario.changed({"controller.gain": K})
    loop = aw.linearise(tried)
    slowest = np.log(np.abs(loop.poles).max()) / (loop.period or 1.0)
    print(f"{name}: gains {np.round(K[0], 1).tolist()}, slowest pole {slowest:+.2f} 1/s")
    if not loop.stable:  # it lies down soon, and how exactly does not matter
        tried = tried.changed({"duration": 11.25, "integration.tolerance": 1.0})
    run = tried.simulate()
    positions[name] = run.data["joint_position"]
    largest = float(np.abs(positions[name][:, 1:]).max())
    words = "stands" if largest < 0.5 else "falls"
    print(f"{name}: {words}, rods are up to {np.degrees(largest):.3g}° off")

if len(sys.argv) > 1:
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="time, s", ylabel="lower rod, degrees", ylim=(-20, 20))
    for (name, q), colour in zip(positions.items(), ("#1f5fd6", "#d62728"), strict=True):
        axes.plot(q["time"], np.degrees(q.sel(joint="pendulum1")), color=colour, label=name)
    axes.set_xlim(9, 14)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(sys.argv[1], dpi=120)
