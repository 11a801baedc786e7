"""What a linear model tells, beside python-control and SciPy on the same matrices."""

from __future__ import annotations

import sys

import control
import numpy as np
import pytest
from scipy import signal

import armwright as aw
from armwright.blocks.controllers import Delay, Pid
from armwright.blocks.references.hold import Hold
from armwright.linear.response import transfer
from tests.support.every_block import arm

W = np.geomspace(0.1, 2000.0, 200)


@pytest.fixture(scope="module")
def flexible() -> aw.LinearModel:
    plant = aw.Plant(arm(3), aw.Fidelity(friction=False))
    return aw.linearise(plant, [0.2, 0.3, -0.7], outputs=("motor_velocity", "joint_acceleration"))


@pytest.fixture(scope="module")
def loop() -> aw.LinearModel:
    """Open, of one axis, with a sampled controller."""
    return aw.linearise(_axis(), cut="motor_torque")


def _axis() -> aw.Scenario:
    torsion = aw.load_scenario("pendulum/driven").robot
    wanted = {"commanded_motor_torque": "wanted"}
    pid = Pid(name="pid", rate=1000.0, proportional_gain=0.4, derivative_gain=4e-3, connect=wanted)
    ports = {"input": "wanted", "output": "commanded_motor_torque"}
    delay = Delay(name="delay", samples=3, rate=1000.0, connect=ports)
    blocks = aw.Blocks(reference=Hold(name="reference"), controller=(pid, delay))
    return aw.Scenario("axis", torsion, 1.0, blocks=blocks)


def test_frequency_responses_are_those_of_python_control(flexible: aw.LinearModel) -> None:
    theirs = np.moveaxis(flexible.to_control()(1j * W), -1, 0)
    ours = flexible.frequency_response(W)
    scale = np.abs(theirs).max(axis=(1, 2), keepdims=True)
    assert (np.abs(ours - theirs) / scale).max() < 1e-6  # as far as theirs are right
    exact = np.stack(
        [
            flexible.C @ np.linalg.solve(1j * w * np.eye(len(flexible.A)) - flexible.A, flexible.B)
            for w in W
        ]
    )
    assert (np.abs(ours - exact - flexible.D) / scale).max() < 1e-8
    assert flexible.frequency_response(3.0).shape == (6, 3)


def test_sampled_responses_are_those_of_python_control(loop: aw.LinearModel) -> None:
    assert loop.period == pytest.approx(0.001)
    peer = loop.to_control()
    theirs = peer(np.exp(1j * W * peer.dt), squeeze=True)
    assert peer.dt == loop.period
    assert np.allclose(loop.frequency_response(W)[:, 0, 0], theirs, rtol=1e-9)


def test_names_go_to_python_control(flexible: aw.LinearModel) -> None:
    peer = flexible.to_control()
    assert tuple(peer.state_labels) == flexible.state_names
    assert tuple(peer.input_labels) == flexible.input_names


@pytest.mark.filterwarnings("ignore:.*numerical inaccuracy", "ignore:Badly conditioned")
def test_margins_are_those_of_python_control(loop: aw.LinearModel) -> None:
    ours, peer = loop.margins(), -loop.to_control()
    gain, phase, modulus, wg, wp, wm = control.stability_margins(peer)
    assert ours.gain == pytest.approx(gain, rel=1e-4)
    assert ours.gain_frequency == pytest.approx(wg, rel=1e-4)
    assert np.degrees(ours.phase) == pytest.approx(phase, rel=1e-4)
    assert ours.phase_frequency == pytest.approx(wp, rel=1e-4)
    assert ours.modulus == pytest.approx(modulus, rel=1e-4)
    assert ours.modulus_frequency == pytest.approx(wm, rel=1e-2)


def test_margins_are_where_the_loop_turns_unstable(loop: aw.LinearModel) -> None:
    """Closed again with a little more than the margin, and with a little less."""
    margins = loop.margins()
    assert margins.gain > 1

    def growth(factor: float) -> float:
        closed = loop.A + factor * loop.B @ loop.C / (1 - factor * loop.D[0, 0])
        return float(np.abs(np.linalg.eigvals(closed)).max())

    assert growth(0.999 * margins.gain) < 1 < growth(1.001 * margins.gain)
    # The delay of a whole number of samples that the loop still bears, and the next.
    samples = int(margins.delay / (loop.period or 1.0))
    sizes = []
    for delay in (samples, samples + 1):
        n, chain = len(loop.A), np.eye(delay, k=-1)
        A = np.block([[loop.A, np.zeros((n, delay))], [np.zeros((delay, n)), chain]])
        A[:n, n + delay - 1] += loop.B[:, 0]
        A[n, :n], A[n, n + delay - 1] = loop.C[0], loop.D[0, 0]
        sizes.append(np.abs(np.linalg.eigvals(A)).max())
    assert sizes[0] < 1 < sizes[1]


def test_a_double_integrator_has_the_response_on_paper() -> None:
    A, B = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1.0]])
    found = transfer(A, B, np.eye(2), np.zeros((2, 1)), 1j * W)
    assert np.allclose(found[:, 0, 0], -1 / W**2, rtol=1e-14)
    assert np.allclose(found[:, 1, 0], -1j / W, rtol=1e-14)


def test_steps_are_those_of_scipy_and_of_python_control(flexible: aw.LinearModel) -> None:
    times, ours = flexible.step(0.2, samples=101)
    for k in range(3):
        u = np.zeros((101, 3))
        u[:, k] = 1.0
        _, theirs, _ = signal.lsim(flexible.to_scipy(), u, times)
        assert np.abs(ours[:, :, k] - theirs).max() < 1e-8 * np.abs(theirs).max()


def test_sampling_is_that_of_scipy(flexible: aw.LinearModel) -> None:
    ours = flexible.sampled(0.002)
    A, B, *_ = signal.cont2discrete(
        (flexible.A, flexible.B, flexible.C, flexible.D), 0.002, method="zoh"
    )
    assert np.allclose(ours.A, A, rtol=1e-9, atol=1e-12) and np.allclose(ours.B, B, atol=1e-12)
    assert ours.to_scipy().dt == 0.002


def test_poles_rates_and_damping_of_a_sampled_model(flexible: aw.LinearModel) -> None:
    sampled = flexible.sampled(1e-3)
    ours = [m for m in sampled.modes() if m.oscillates]
    theirs = [m for m in flexible.modes() if m.oscillates]
    assert [m.name for m in ours] == [m.name for m in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one.frequency == pytest.approx(other.frequency, rel=1e-6)
        assert one.damping == pytest.approx(other.damping, rel=1e-5)
    w, zeta, _ = control.damp(flexible.to_control(), doprint=False)
    ringing = np.sort(zeta[(zeta < 0.999) & (w > 1)])
    found = flexible.damping[(flexible.damping < 0.999) & (np.abs(flexible.poles) > 1)]
    assert np.allclose(np.sort(found), ringing, rtol=1e-6)


def test_a_regulator_is_python_controls() -> None:
    model = aw.linearise(aw.load_scenario("pendulum/upright").robot)
    Q, R = np.diag([10, 100, 100, 1, 1, 1]), np.array([[0.1]])
    K = aw.linear.lqr(model, Q, R)
    assert np.allclose(K, control.lqr(model.A, model.B, Q, R)[0], rtol=1e-6)
    sampled = model.sampled(0.002)
    K = aw.linear.lqr(sampled, np.diag(Q), np.diag(R))
    assert np.allclose(K, control.dlqr(sampled.A, sampled.B, Q, R)[0], rtol=1e-6)


def test_some_inputs_and_outputs_by_name(flexible: aw.LinearModel) -> None:
    part = flexible.only("motor_torque[elbow]", ["motor_velocity", "joint_acceleration[waist]"])
    assert part.input_names == ("motor_torque[elbow]",)
    assert len(part.output_names) == 4 and part.outputs.units[-1] == "rad/s²"
    whole = flexible.frequency_response(W)[:, :4, 2]
    # BLAS may round products with fewer columns in another way.
    near = np.abs(part.frequency_response(W)[:, :, 0] - whole) < 1e-11 * np.abs(whole).max()
    assert near.all()


def test_messages(flexible: aw.LinearModel, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = aw.Plant(arm(2))
    cases = [
        (lambda: aw.linearise(plant, inputs="nosuch"), "no such input of a plant (got 'nosuch'"),
        (lambda: aw.linearise(plant, outputs="nosuch"), "no such signal of a plant (got 'nosuch'"),
        (lambda: aw.linearise(plant, outputs="joint_position[7]"), "no such element (got '7', exp"),
        (
            lambda: aw.linearise(plant, [0.1]),
            "not joint positions (got shape (1,), expected (…, 2)",
        ),
        (lambda: aw.linearise(plant, [np.nan, 0]), "not joint positions (got numbers that are not"),
        (lambda: aw.linearise(plant, neglect="mass"), "cannot be neglected (got 'mass'"),
        (lambda: aw.linearise(plant, sticking="maybe"), "unknown sticking (got 'maybe'"),
        (lambda: aw.linearise(plant, part="plant"), "an arm alone has no loop (got part='plant'"),
        (lambda: aw.linearise(plant, cut="motor_torque"), "an arm alone has no loop (got cut"),
        (lambda: aw.linearise(_axis(), inputs="nosuch"), "there is no signal 'nosuch'"),
        (lambda: aw.linearise(_axis(), cut="nosuch"), "there is no signal 'nosuch'"),
        (
            lambda: aw.linearise(_axis(), aw.OperatingPoint(*np.zeros((3, 1)))),
            "a scenario is linearised at rest",
        ),
        (
            lambda: aw.linearise(_axis(), inputs="motor_torque", cut="motor_torque"),
            "a signal is named twice",
        ),
        (
            lambda: aw.linearise(plant, aw.OperatingPoint(*np.zeros((3, 2)))),
            "'position' does not fit (got shape (2,), expected (…, 5)",
        ),
        (lambda: flexible.margins(), "margins are those of one loop (got 3 inputs, 6 outputs"),
        (lambda: flexible.frequency_response([1, np.inf]), "not frequencies"),
        (lambda: flexible.step(-1.0), "no duration (got -1.0 s"),
        (lambda: flexible.sampled(0.0), "cannot be sampled (got a period of 0.0 s"),
        (lambda: flexible.only(inputs=["nosuch"]), "no such input (got 'nosuch'"),
        (lambda: aw.linear.lqr(flexible, np.ones(3), 1.0), "lqr, state_weights: no weights"),
        (lambda: aw.linear.lqr(flexible, 1.0, 0.0), "lqr, input_weights: no weights"),
    ]
    for call, text in cases:
        with pytest.raises(aw.InputError) as error:
            call()
        assert text in str(error.value)
    many = aw.linearise(plant, np.zeros((2, 2)))
    with pytest.raises(aw.InputError, match=r"one of them, model\[0\].modes"):
        many.modes()
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(aw.InputError, match=r"pip install 'armwright\[control\]'"):
        flexible.to_control()
