"""Functions of an arm as C: `void name_forward_dynamics(const double q[6], ...)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armwright.compiler import Port, Program
from armwright.export.c_code.files import header_text, source_text
from armwright.export.c_code.functions import CFunction, CSignature, function
from armwright.export.c_code.text import comment, identifiers, lacking
from armwright.robot import Robot

#: What a quantity is; {frame} is the frame that it is about.
_MEANINGS = {
    "pose": "Pose of '{frame}' in the base frame: a homogeneous matrix.",
    "jacobian": "(velocity of the origin of '{frame}', angular velocity) = jacobian v, base axes.",
    "jacobian_derivative": "The rate of the jacobian of '{frame}' at velocities v.",
    "analytic_jacobian_roll_pitch_yaw": "(velocity of '{frame}', rates of roll, pitch and yaw) = "
    "analytic_jacobian v, R = Rz(yaw) Ry(pitch) Rx(roll). from_singular: the cosine of the pitch.",
    "analytic_jacobian_zyz": "(velocity of '{frame}', rates of alpha, beta, gamma) = "
    "analytic_jacobian v, R = Rz(alpha) Ry(beta) Rz(gamma). from_singular: the sine of beta.",
    "analytic_jacobian_quaternion": "(velocity of '{frame}', rates of w, x, y, z) = "
    "analytic_jacobian v; w >= 0. from_singular: 1, for it is singular nowhere.",
    "inverse_dynamics": "Joint torques for accelerations a, gravity included.",
    "forward_dynamics": "Joint accelerations under the joint torques tau, and gravity.",
    "reactions": "Force and moment through each moving joint to what it carries, base axes, about "
    "the origin of the joint's child; a row for each joint, in the order {moving}.",
    "mass_matrix": "The mass matrix M(q).",
    "coriolis": "C(q, v), from the Christoffel symbols: C v are Coriolis and centrifugal torques.",
    "gravity": "Joint torques that hold the arm still.",
    "loop_constraints": "Closed loops: gap Phi(q), its jacobian Psi, and loop_bias = dPsi/dt v. "
    "M a + C v + g = tau + Psi^T lambda, Psi a + loop_bias = 0; all other functions are those of "
    "the tree.",
    "energy": "Kinetic and potential energy, J.",
    "regressor": "Y: the torques of inverse dynamics are Y times ten parameters of each link.",
    "inverse_dynamics_derivatives": "Derivatives of the joint torques by q, v and a.",
    "forward_dynamics_derivatives": "Derivatives of the joint accelerations by q, v and tau.",
}
_INPUTS = (
    "q, v, a and tau are positions, velocities, accelerations and torques of the joints, in the "
    "order {joints}. Units are SI, angles in rad. Matrices are stored row by row. Results may "
    "overwrite arguments."
)


class ArmCode:
    """The functions of a robot. `programs`: by quantity. `lacks`: what of it is not in them."""

    def __init__(
        self,
        robot: Robot,
        prefix: str,
        programs: Mapping[str, Program],
        lacks: Sequence[str] = (),
    ) -> None:
        self.robot, self.prefix, self.programs, self.lacks = robot, prefix, programs, lacks

    def signature(self, quantity: str) -> CSignature:
        """All arguments are arrays: inputs, then outputs."""
        program, words = self.programs[quantity], self._words(quantity)
        parameters = {
            words[port.name]: f"{const}double {words[port.name]}[{port.size}]"
            for const, ports in (("const ", program.inputs), ("", program.outputs))
            for port in ports
        }
        return CSignature(f"{self.prefix}_{quantity}", parameters, static=False)

    def header(self, stem: str) -> str:
        joints = ", ".join(self.robot.joint_names)
        moving = ", ".join(joint.name for joint in self.robot.joints if joint.moves)
        about = [f"{stem}.h: the arm '{self.robot.name}'.", "", _INPUTS.format(joints=joints)]
        about += lacking(self.lacks)
        body: list[str] = []
        for quantity, program in self.programs.items():
            meaning = _MEANINGS[quantity].format(frame=self.robot.tool, moving=moving)
            shapes = [text for text in map(_shape, program.outputs) if text]
            body += comment(
                " ".join([meaning, *([f"Shapes: {', '.join(shapes)}."] if shapes else [])])
            )
            body += [f"{self.signature(quantity).text};", ""]
        return header_text(stem, self.prefix, about, body)

    def source(self, stem: str) -> str:
        functions = [self._function(quantity) for quantity in self.programs]
        calls = {name for one in functions for name in one.calls}
        about = f"The arm '{self.robot.name}'."
        return source_text(stem, about, calls, [one.text for one in functions])

    def _function(self, quantity: str) -> CFunction:
        words = self._words(quantity)

        def place(port: str, element: int) -> str:
            return f"{words[port]}[{element}]"

        return function(self.programs[quantity], self.signature(quantity), place, place)

    def _words(self, quantity: str) -> dict[str, str]:
        program = self.programs[quantity]
        return identifiers((p.name for p in (*program.inputs, *program.outputs)), taken=("work",))


def _shape(port: Port) -> str:
    return f"{port.name} {' x '.join(map(str, port.shape))}" if len(port.shape) > 1 else ""
