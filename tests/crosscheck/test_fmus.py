"""Whole runs of FMUs as they are shipped, in FMPy and in other importers."""

from __future__ import annotations

from pathlib import Path

import casadi as cs
import numpy as np
import pytest

from armwright.export.to_fmu import fmu
from tests.support.c_code import needs_compiler
from tests.support.fmus import differences, exported, fmpy, ours, scenario, simulated

pytestmark = [pytest.mark.crosscheck, needs_compiler]

#: As a part of a signal's largest value: rounding, and what whole runs make of it.
NEAR = 1e-9
RUNS = [
    *("pendulum/swing", "pendulum/settling", "pendulum/braked", "pendulum/damped"),
    *("pendulum/flexible", "pendulum/driven"),
    *("two-link/balanced", "two-link/free", "two-link/spinning"),
    *("two-axis/square", "six-axis-line", "six-axis/noise", "rx90b/line", "r3/one-axis"),
]


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", RUNS)
def test_whole_runs_are_ours(name: str, version: int, tmp_path: Path) -> None:
    own = scenario(name)
    path = tmp_path / "arm.fmu"
    assert fmu(own, path, version=version).lost == ()  # type: ignore[arg-type]
    found = simulated(path, output_interval=1.0 / own.recording.rate)
    expected = ours(own.simulate())
    assert set(expected) <= set(found)
    for signal, difference in differences(found, expected).items():
        assert difference <= NEAR, signal


def test_libcosim_runs_them_with_other_parameters(tmp_path: Path) -> None:
    """An importer of its own kind: FMI Library, and the master of the Open Simulation Platform."""
    execution = pytest.importorskip("libcosimpy.CosimExecution").CosimExecution
    slave = pytest.importorskip("libcosimpy.CosimSlave").CosimLocalSlave
    observer = pytest.importorskip("libcosimpy.CosimObserver").CosimObserver
    path = exported("six-axis-line", 2, 0.5)[0]
    run = execution.from_step_size(step_size=1_000_000)  # ns
    arm = run.add_local_slave(slave(fmu_path=str(path), instance_name="arm"))
    watch = observer.create_last_value()
    run.add_observer(watch)
    references = {one.name.decode(): one.reference for one in run.slave_variables(slave_index=arm)}
    assert run.real_initial_value(arm, references["controller.position_gain"], 20.0)
    assert run.simulate_until(target_time=500_000_000)
    wanted = [references[f"joint_position[{k + 1}]"] for k in range(6)]
    found = watch.last_real_values(slave_index=arm, variable_references=wanted)
    other = scenario("six-axis-line", 0.5).changed({"controller.position_gain": 20.0})
    expected = ours(other.simulate())["joint_position"][-1]
    assert np.abs(np.array(found) - expected).max() < 1e-10


@pytest.mark.parametrize(
    ("name", "version", "signals"),
    [
        ("two-link/spinning", 2, ("joint_position", "kinetic_energy")),
        # CasADi knows no arrays of FMI 3.0.
        ("pendulum/swing", 3, ("joint_position", "kinetic_energy")),
    ],
)
def test_casadi_integrates_them(name: str, version: int, signals: tuple[str, ...]) -> None:
    """CasADi opens the FMU, takes its derivatives, and lets CVODES solve them."""
    path = exported(name, version, 0.5, kind="model-exchange", outputs=signals)[0]
    arm = cs.DaeBuilder("arm", str(fmpy.extract(str(path))))
    rate = arm.create("rate", ["t", "x"], ["ode"])
    shown = arm.create("shown", ["t", "x"], ["y"])
    own = scenario(name, 0.5)
    n = len(own.robot.joint_names)
    start = [*(own.start.joint_position or ()), *np.zeros(n)]
    x, t = cs.MX.sym("x", 2 * n), cs.MX.sym("t")
    options = {"abstol": 1e-10, "reltol": 1e-10, "linear_multistep_method": "adams"}
    options["nonlinear_solver_iteration"] = "functional"
    dae = {"x": x, "t": t, "ode": rate(t, x)}
    end = cs.integrator("end", "cvodes", dae, 0.0, 0.5, options)(x0=start)["xf"]
    found = np.array(shown(0.5, end)).ravel()
    expected = ours(own.changed({"recording.signals": list(signals)}).simulate())
    for value, signal in zip((found[:n], found[n:]), signals, strict=True):
        assert np.allclose(value, expected[signal][-1], rtol=1e-5), signal
