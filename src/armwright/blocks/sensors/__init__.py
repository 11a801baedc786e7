"""Sensors, by the name that files use."""

from armwright.blocks.sensors.encoder import Encoder
from armwright.blocks.sensors.joint_encoder import JointEncoder
from armwright.blocks.sensors.position_sensor import PositionSensor

SENSORS: dict[str, type[PositionSensor]] = {
    sensor.kind: sensor for sensor in (Encoder, JointEncoder)
}

__all__ = ["SENSORS", "Encoder", "JointEncoder", "PositionSensor"]
