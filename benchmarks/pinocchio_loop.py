"""The same closed loop as one would write it without armwright: Python, NumPy and Pinocchio.

The classical Runge-Kutta method at the tick, four calls of `pin.aba` in each; the controllers are
sampled, their outputs held. All joints at once in NumPy, and all that is linear in one product with
a matrix, so that few calls remain.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.native_loop import NativeLoop
from tests.support.pinocchio_model import to_pinocchio

#: The position loop and the records are slower than the tick.
_SLOWER = 4


class PinocchioLoop:
    """The plant and the cascade of a scenario whose machine code is `ours`: its reference tables
    and first values are taken over, nothing else. States: positions of joints and motors, their
    velocities, bristles."""

    def __init__(self, ours: NativeLoop) -> None:
        setup = ours.setup
        peer = to_pinocchio(setup.robot)
        assert list(peer.order) == sorted(peer.order)  # theirs is our order
        self.model, self.data = peer.model, peer.data
        self._tool = self.model.getFrameId(setup.robot.tool)
        self._n = n = len(setup.robot.moving_joints)
        self._h = setup.tick
        tables = {name.rpartition(".")[2]: rows for name, (_, rows) in ours.system.tables.items()}
        self._position, self._velocity = tables["position_table"], tables["velocity_table"]
        (cascade,) = setup.blocks.controller
        self._position_gain, self._velocity_gain, self._integral_time = (
            np.broadcast_to(np.array(cascade.values[name], float), n)
            for name in ("position_gain", "velocity_gain", "integral_time")
        )
        self._integral = np.array(ours.start["controller.velocity.velocity_integral"])
        self._start = np.concatenate([ours.start["position"], ours.start["velocity"], np.zeros(n)])
        self._read_drives([joint.drive for joint in setup.robot.moving_joints])

    def _read_drives(self, drives: list[Any]) -> None:
        def of(name: str) -> np.ndarray:
            return np.array([getattr(drive, name) for drive in drives])

        def friction(name: str) -> np.ndarray:
            return np.array([drive.friction[name] for drive in drives])

        self._gear, J = of("gear_ratio"), of("motor_inertia")
        self._torque_constant, limit = of("torque_constant"), of("torque_limit")
        self._current_limit = limit / self._torque_constant
        self._inverse_J = 1.0 / J
        # ż = ω − σ₀ |ω| z / g(ω), with 1/σ₀ drawn into g
        sigma = friction("stiffness")
        self._coulomb = friction("coulomb") / sigma
        self._excess = (friction("static") - friction("coulomb")) / sigma
        self._slowness = 1.0 / friction("stribeck_velocity")
        self._damping = friction("damping") / J
        # The linear part: rates of positions and velocities; where the joints' accelerations
        # belong, first the torques on them.
        n, g, one = self._n, self._gear, np.diag(np.ones(self._n))
        k, d, zero = of("stiffness"), of("damping"), np.zeros((n, n))
        self._linear = np.block(
            [
                [zero, zero, one, zero, zero],
                [zero, zero, zero, one, zero],
                [np.diag(c) for c in (-g * k * g, g * k, -g * d * g, g * d, 0 * g)],
                [
                    np.diag(c / J)
                    for c in (k * g, -k, d * g, -d - friction("viscous"), -sigma)
                ],
                [zero, zero, zero, one, zero],
            ]
        )  # fmt: skip

    def run(self, duration: float) -> np.ndarray:
        """The joints' positions at 1 kHz, (records, n)."""
        n, h, gear = self._n, self._h, self._gear
        y, integral = self._start.copy(), self._integral.copy()
        k1, k2, k3, k4 = (np.empty_like(y) for _ in range(4))
        last = len(self._position) - 1
        records = []
        for tick in range(round(duration / h) + 1):
            if tick % _SLOWER == 0:
                row = min(tick // _SLOWER, last)
                error = gear * self._position[row] - y[n : 2 * n]
                command = gear * self._velocity[row] + self._position_gain * error
                records.append(y[:n].copy())
            error = command - y[3 * n : 4 * n]
            wanted = self._velocity_gain * (error + integral)
            current = np.minimum(np.maximum(wanted, -self._current_limit), self._current_limit)
            if (current != wanted).any():  # what would drive it further is not integrated
                error = np.where((current != wanted) & (error * wanted > 0), 0.0, error)
            integral += error * (h / self._integral_time)
            torque = self._torque_constant * current
            self._rates(y, torque, k1)
            self._rates(y + (h / 2) * k1, torque, k2)
            self._rates(y + (h / 2) * k2, torque, k3)
            self._rates(y + h * k3, torque, k4)
            y += (h / 6) * (k1 + 2.0 * (k2 + k3) + k4)
        return np.array(records)

    def _rates(self, y: np.ndarray, torque: np.ndarray, out: np.ndarray) -> None:
        n = self._n
        omega = y[3 * n : 4 * n]
        np.dot(self._linear, y, out=out)
        relative = self._slowness * omega
        curve = self._coulomb + self._excess * np.exp(-relative * relative)
        z_dot = out[4 * n :]
        z_dot -= np.abs(omega) * y[4 * n :] / curve
        out[3 * n : 4 * n] += self._inverse_J * torque - self._damping * z_dot
        out[2 * n : 3 * n] = pin.aba(
            self.model, self.data, y[:n], y[2 * n : 3 * n], out[2 * n : 3 * n]
        )

    def tool(self, q: np.ndarray) -> np.ndarray:
        """Where the tool is (records, 3), by Pinocchio's kinematics."""
        model, data = self.model, self.data
        found = np.empty((len(q), 3))
        for k, one in enumerate(q):
            pin.framesForwardKinematics(model, data, one)
            found[k] = data.oMf[self._tool].translation
        return found
