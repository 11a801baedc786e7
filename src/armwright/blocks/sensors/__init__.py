"""Sensors, by the name that files use."""

from armwright.block.block import Block
from armwright.blocks.sensors.accelerometer import Accelerometer
from armwright.blocks.sensors.band_limited_noise import BandLimitedNoise
from armwright.blocks.sensors.current_sensor import CurrentSensor
from armwright.blocks.sensors.encoder import Encoder
from armwright.blocks.sensors.force_sensor import ForceSensor
from armwright.blocks.sensors.joint_encoder import JointEncoder
from armwright.blocks.sensors.laser_tracker import LaserTracker
from armwright.blocks.sensors.position_sensor import PositionSensor
from armwright.blocks.sensors.resolver import Resolver

_ALL: tuple[type[Block], ...] = (
    Encoder,
    JointEncoder,
    Resolver,
    BandLimitedNoise,
    Accelerometer,
    LaserTracker,
    CurrentSensor,
    ForceSensor,
)
SENSORS: dict[str, type[Block]] = {sensor.kind: sensor for sensor in _ALL}

__all__ = [
    "SENSORS",
    "Accelerometer",
    "BandLimitedNoise",
    "CurrentSensor",
    "Encoder",
    "ForceSensor",
    "JointEncoder",
    "LaserTracker",
    "PositionSensor",
    "Resolver",
]
