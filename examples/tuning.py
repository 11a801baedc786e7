"""The gains of a controller by an optimiser of SciPy's, each try a run of the full model.

With the name of a file, `python tuning.py tuning.png`, it draws the path error before and after.
"""

from __future__ import annotations

import sys

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.optimize import minimize

import armwright as aw

# A flexible arm on a line, with noisy resolvers: gains can be too high as well as too low.
scenario = aw.load_scenario("two-axis/line")
paths = [f"controller.{name}_gain" for name in ("proportional", "integral", "derivative")]
distance = "norm(tool_position - reference_tool_position)"

# The gains stay open in the machine code, which is made once. A run leaves only its figures.
prepared = scenario.prepare(
    free=paths,
    figures=[f"error = rms({distance})", f"largest_error = largest({distance})"],
    record=False,
)


def gains(factors: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Those of both joints, times the same factor: for P, I and D one each."""
    nominal = (np.array(prepared.nominal[path]) for path in paths)
    return {path: f * gain for path, f, gain in zip(paths, factors, nominal, strict=True)}


tries: list[float] = []


def error(logarithms: NDArray[np.float64]) -> float:
    """In m. Factors are searched by their logarithms: all are positive, twice is as far as half."""
    try:
        found = float(prepared.run(gains(np.exp(logarithms)))["error"][0])
    except aw.Diverged:  # so the optimiser turns away from there
        found = np.inf
    tries.append(found)
    return found


# Nelder and Mead's method needs no derivatives. Its first tries: each gain by half as much again.
first = np.vstack([np.zeros(3), np.log(1.5) * np.eye(3)])
options = {"initial_simplex": first, "xatol": 0.02, "fatol": 1e-7, "maxfev": 200}
solution = minimize(error, first[0], method="Nelder-Mead", options=options)
best = gains(np.exp(solution.x))

print(f"{len(tries)} runs were tried, of which {np.isinf(tries).sum()} diverged.")
for path, factor in zip(paths, np.exp(solution.x), strict=True):
    print(f"{path}: {prepared.nominal[path]} times {factor:.2f}")
for name, values in (("before", {}), ("after", best)):
    figures = prepared.run(values)
    rms, largest = (1e6 * figures[key][0] for key in ("error", "largest_error"))
    print(f"{name}: the tool is {rms:.0f} µm off its path (rms), at most {largest:.0f} µm")

# All tries had the same noise. Was the tuning to that noise only? Twenty others tell.
seeds = np.arange(1000, 1020)
for name, values in (("before", gains(np.ones(3))), ("after", best)):
    many = {path: np.tile(value, (seeds.size, 1)) for path, value in values.items()}
    errors = 1e6 * prepared.run(many, seeds=seeds)["error"]
    print(f"{name}, with other noise: {errors.min():.1f} to {errors.max():.1f} µm (rms)")

# Both runs in full: these look at the length of their steps, and warn if it is wrong.
changes = {path: value.tolist() for path, value in best.items()}
runs = {"before": scenario.simulate(), "after": scenario.changed(changes).simulate()}
if len(sys.argv) > 1:
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="time, s", ylabel="distance from the path, µm")
    for (name, run), colour in zip(runs.items(), ("#7b838c", "#1f5fd6"), strict=True):
        way = run.data["tool_position"] - run.data["reference_tool_position"]
        axes.plot(way["time"], 1e6 * np.linalg.norm(way, axis=-1), color=colour, label=name)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(sys.argv[1], dpi=120)
