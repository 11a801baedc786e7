"""Our description handed to Pinocchio, joint by joint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from armwright import Joint, Pose, Robot


@dataclass
class Peer:
    """A Pinocchio model of the same robot. `order[k]` is our number of its k-th joint."""

    model: pin.Model
    data: pin.Data
    order: np.ndarray

    def theirs(self, ours: np.ndarray) -> np.ndarray:
        """A joint vector in Pinocchio's order."""
        return np.ascontiguousarray(ours[self.order])

    def ours(self, theirs: np.ndarray) -> np.ndarray:
        """A joint vector or square matrix in our order."""
        result = np.empty_like(theirs)
        if theirs.ndim == 1:
            result[self.order] = theirs
        else:
            result[np.ix_(self.order, self.order)] = theirs
        return result

    def our_columns(self, theirs: np.ndarray) -> np.ndarray:
        result = np.empty_like(theirs)
        result[:, self.order] = theirs
        return result


def se3(pose: Pose) -> pin.SE3:
    return pin.SE3(np.array(pose.rotation), np.array(pose.translation))


def joint_model(joint: Joint) -> pin.JointModel:
    """Pinocchio's fastest model of the joint: it has special ones for axes x, y and z."""
    revolute = joint.kind == "revolute"
    for axis, name in zip(np.eye(3), "XYZ", strict=True):
        if (joint.axis == axis).all():
            return getattr(pin, f"JointModel{'R' if revolute else 'P'}{name}")()
    kind = pin.JointModelRevoluteUnaligned if revolute else pin.JointModelPrismaticUnaligned
    return kind(np.array(joint.axis))


def to_pinocchio(robot: Robot) -> Peer:
    """Depth first, as Pinocchio wants its joints."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array(robot.gravity), np.zeros(3))
    number = {joint.name: k for k, joint in enumerate(robot.moving_joints)}
    order: list[int] = []

    def visit(link: str, joint_id: int, placement: pin.SE3) -> None:
        model.addFrame(pin.Frame(link, joint_id, 0, placement, pin.FrameType.BODY))
        inertia = robot.link(link).inertia
        if inertia is not None:
            body = pin.Inertia(inertia.mass, np.array(inertia.centre), np.array(inertia.tensor))
            model.appendBodyToJoint(joint_id, body, placement)
        for frame in robot.frames:
            if frame.link == link:
                place = placement * se3(frame.pose)
                model.addFrame(pin.Frame(frame.name, joint_id, 0, place, pin.FrameType.OP_FRAME))
        for joint in robot.joints:
            if joint.parent == link:
                _descend(joint, joint_id, placement * se3(joint.origin))

    def _descend(joint: Joint, joint_id: int, placement: pin.SE3) -> None:
        if joint.kind == "fixed":
            visit(joint.child, joint_id, placement)
            return
        order.append(number[joint.name])
        fresh = model.addJoint(joint_id, joint_model(joint), placement, joint.name)
        visit(joint.child, fresh, pin.SE3.Identity())

    visit(robot.base, 0, pin.SE3.Identity())
    return Peer(model, model.createData(), np.array(order))
