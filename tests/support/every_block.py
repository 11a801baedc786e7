"""Every block that files can name, no number of it at its default, on a small arm that moves."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import armwright as aw
from armwright.block import Option
from armwright.blocks.catalogue import CATALOGUE
from armwright.laws.catalogue import CATALOGUE as LAWS
from tests.support import every_law

TICK, TICKS = 0.0005, 40
RATE = 1.0 / TICK
#: Each effect switched the other way, one at a time.
FIDELITIES: dict[str, dict[str, Any]] = {
    **every_law.FIDELITIES,
    "no ripple": {"ripple": False},
    "no noise": {"noise": False},
    "no saturation": {"saturation": False},
}
#: As little as there can be around a block: its code is made in no time.
BARE = {"friction": False, "joints": "rigid", "elastic": False}
INTEGRATORS = ("midpoint", "implicit", "rk4")
#: Laws of friction and springs have a matrix of their own, in `every_law`.
KINDS = [(family, kind) for family in CATALOGUE if family not in LAWS for kind in CATALOGUE[family]]


@dataclass(frozen=True)
class Case:
    """A block among those of a scenario. `slots`: field → blocks, as (kind, settings, name);
    `joints` of the arm, `wet` if its links have hulls."""

    settings: dict[str, Any]
    slots: dict[str, Any] = field(default_factory=dict)
    joints: int = 2
    wet: bool = False


AXES = {
    "waist": [0, 0, 1.0],
    "shoulder": [0, 1.0, 0],
    "elbow": [0, 1.0, 0],
    "roll": [1.0, 0, 0],
    "pitch": [0, 1.0, 0],
    "spin": [1.0, 0, 0],
}


def arm(joints: int) -> aw.Robot:
    """Upper arm and forearm in a plane, with three joints also a waist below, with six a wrist as
    well; springs in the gears, bristles, and a foundation that gives way."""
    names = ("shoulder", "elbow") if joints == 2 else tuple(AXES)[:joints]
    bodies = {
        "waist": aw.Inertia(5.0, [0, 0, 0.1], np.diag([0.1, 0.1, 0.08])),
        "shoulder": aw.Inertia(4.0, [0.2, 0.02, 0], np.diag([0.02, 0.1, 0.1])),
        "elbow": aw.Inertia(2.0, [0.2, 0, 0.01], np.diag([0.01, 0.04, 0.04])),
        "roll": aw.Inertia(1.0, [0.01, 0, 0], np.diag([0.01, 0.01, 0.01])),
        "pitch": aw.Inertia(0.5, [0.01, 0, 0], np.diag([0.01, 0.01, 0.01])),
        "spin": aw.Inertia(0.5, [0.03, 0, 0], np.diag([0.01, 0.01, 0.01])),
    }
    limits = aw.Limits(-3.0, 3.0, velocity=6.0, effort=80.0)
    links, found = [aw.Link("base", aw.Inertia(20.0, [0, 0, 0.1], np.eye(3)))], []
    for k, name in enumerate(names):
        drive = aw.Drive(
            gear_ratio=60.0 - 10.0 * k,
            motor_inertia=3e-4,
            friction={"coulomb": 0.02, "static": 0.03, "stiffness": 4.0, "viscous": 1e-3},
            friction_law="lugre",
            spring={"k_low": 3e3, "k_high": 6e3, "psi": 2e-3},
            spring_law="stiffening",
            torque_constant=0.3,
        )
        origin = aw.Pose(translation=[{"elbow": 0.4, "roll": 0.35}.get(name, 0.0), 0, 0])
        joint = aw.Joint(
            name, "revolute", links[-1].name, f"{name} link", origin, AXES[name], limits, drive
        )
        found.append(joint)
        links.append(aw.Link(f"{name} link", bodies[name]))
    tip = aw.Frame("tip", links[-1].name, aw.Pose(translation=[0.1 if joints == 6 else 0.35, 0, 0]))
    rock = aw.ElasticAxis(
        "foundation", "rx", name="rock", spring={"stiffness": 4e4, "damping": 40.0}
    )
    return aw.Robot("every block", tuple(links), tuple(found), (tip,), tool="tip", elastic=(rock,))


def in_water(robot: aw.Robot) -> aw.Robot:
    """Every link that moves as a cylinder."""
    hull = aw.Hull(end=[0.3, 0, 0], radius=0.04, drag_coefficient=1.0, added_mass_coefficient=1.0)
    base, *moving = robot.links
    wet = (replace(link, hull=hull) for link in moving)
    return replace(robot, links=(base, *wet))


@cache
def _table() -> str:
    """A file of a motion."""
    t = np.linspace(0.0, 0.03, 31)
    rows = [f"{a};{10 + 200 * a};{25 - 300 * a}" for a in t]
    path = Path(tempfile.mkdtemp()) / "motion.csv"
    path.write_text("\n".join(["t;shoulder;elbow", *rows]) + "\n")
    return str(path)


_PID = {"proportional_gain": 1.5, "integral_gain": 4.0, "derivative_gain": 0.03}
_PTP = {"begin": [0.2, 0.4], "end": [0.3, 0.2], "speed": 4.0, "acceleration": 150.0}
_DEGREES = {"begin": [10.0, 25.0], "degrees": True}
_PROFILE = {"jerk": 3e4, "profile": "jerk_limited", "start_time": 1e-3}
#: Where the forearm is bent, in degrees.
_TASK = {
    "degrees": True,
    "posture": [10.0, 60.0],
    "position_only": True,
    "speed": 0.8,
    "acceleration": 60.0,
    "jerk": 2e4,
    "profile": "jerk_limited",
    "start_time": 1e-3,
    "dwell": 2e-3,
    "back": True,
}
_CUBE = {
    "cube_centre": [0.45, 0.05, -0.2],
    "cube_side": 0.1,
    "cube_orientation": [0.0, 0.0, 5.0],
    "plane": "C2-C3-C8-C5",
    "posture": [5.0, 10.0, 60.0],
    "position_only": True,
    "degrees": True,
}
_ENCODER = {
    "noise": 1e-4,
    "velocity_noise": 1e-3,
    "resolution": 1e-4,
    "velocity_filter": 300.0,
    "velocity_from": "difference",
    "rate": RATE / 2,
}
_CASCADE = {
    "position_gain": 40.0,
    "position_integral_gain": 20.0,
    "velocity_feedforward": 0.9,
    "acceleration_feedforward": 1e-3,
    "coulomb_feedforward_positive": 0.05,
    "coulomb_feedforward_negative": 0.06,
    "viscous_feedforward": 2e-3,
    "feedforward_transition": 2.0,
    "velocity_gain": 0.2,
    "integral_time": 0.04,
    "current_limit": 3.0,
    "tracking_time": 0.02,
    "anti_windup": "back_calculation",
}
_TORQUES = {"natural_frequency": 25.0, "damping_ratio": 0.8}
#: A computed torque under another name, which the block makes into the command.
_RAW = ("computed_torque", {**_TORQUES, "connect": {"commanded_joint_torque": "raw"}}, "raw")
_ONE = {"size": "joint", "connect": {"input": "raw", "output": "commanded_joint_torque"}}
_CURRENT = {"controller": [("cascade", {"position_gain": 40.0, "velocity_gain": 0.2}, "loops")]}
_PLAIN = [("pid", _PID, "pid")]

_THRUSTERS = {
    "frame": "elbow link",
    "places": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]],
    "directions": [[0, 0, 1.0], [1.0, 0, 0], [0, 1.0, 0]],
    "limit": 3.0,
    "time_constant": 0.02,
}

#: Just below the tip, which comes down.
_WALL = {
    "frame": "elbow link",
    "point": [0.392, 0.0, -0.0797],
    "outward": [0.2, 0.1, 1.0],
    "stiffness": 2e4,
    "damping": 0.3,
    "friction_coefficient": 0.2,
    "slip_speed": 5e-3,
}

CASES: dict[tuple[str, str], Case] = {
    ("motor", "ideal"): Case({}),
    ("motor", "current"): Case({"torque_constant": [0.28, 0.33]}, _CURRENT),
    ("motor", "current_lag"): Case({"torque_constant": 0.28, "time_constant": 2e-3}, _CURRENT),
    ("motor", "current_loop"): Case(
        {
            "torque_constant": 0.28,
            "resistance": 1.0,
            "inductance": 1e-3,
            "capacitance": 1e-4,
            "input_resistance": 75.0,
            "power_gain": 5.0,
        },
        _CURRENT,
    ),
    ("motor", "torque_speed_limit"): Case(
        {"peak_torque": 1.0, "base_speed": 30.0, "maximum_speed": 90.0}
    ),
    ("sensor", "encoder"): Case(_ENCODER),
    ("sensor", "joint_encoder"): Case(
        _ENCODER, {"controller": [("computed_torque", _TORQUES, "torques")]}
    ),
    ("sensor", "resolver"): Case({**_ENCODER, "ripple_1": 2e-3, "ripple_2": 1e-3, "phase_2": 0.4}),
    ("sensor", "band_limited_noise"): Case(
        {
            "side": "motor",
            "power_position": 1e-9,
            "power_velocity": 1e-6,
            "clip_position": 1e-3,
            "clip_velocity": 0.03,
            "rate": RATE / 4,
        }
    ),
    ("sensor", "accelerometer"): Case(
        {
            "frame": "elbow link",
            "at_rest_shows": "support",
            "position_error": [0.01, 0.02, 0.03],
            "angle_error": [0.02, 0.03, 0.01],
            "drift": 0.1,
            "noise": 0.01,
            "rate": RATE / 2,
        }
    ),
    ("sensor", "laser_tracker"): Case(
        {"frame": "elbow link", "target_offset": [0.1, 0.0, 0.02], "noise": 2e-4, "rate": RATE / 2}
    ),
    ("sensor", "current_sensor"): Case(
        {
            "gain_error": 0.02,
            "offset": 0.1,
            "noise": 0.01,
            "resolution": 0.02,
            "range": 0.5,
            "rate": RATE / 2,
        }
    ),
    ("sensor", "force_sensor"): Case(
        {
            "joint": "elbow",
            "frame": "elbow link",
            "bandwidth": 200.0,
            "offset": [1.0, 2.0, -1.0],
            "moment_offset": 0.1,
            "noise": 0.2,
            "moment_noise": 0.02,
            "resolution": 0.05,
            "moment_resolution": 0.01,
            "range": 25.0,
            "moment_range": 8.0,
            "rate": RATE / 2,
        }
    ),
    ("reference", "hold"): Case(
        {"position": [10.0, 25.0], "degrees": True},
        {"disturbances": [("joint_torque", {"torque": 3.0, "begin": 2e-3}, "push")]},
    ),
    ("reference", "steps"): Case({**_DEGREES, "heights": [2.0, -3.0], "times": [2e-3, 5e-3]}),
    ("reference", "filtered_steps"): Case(
        {
            **_DEGREES,
            "heights": [2.0, -3.0],
            "times": [2e-3, 5e-3],
            "natural_frequency": 200.0,
            "damping_ratio": 0.8,
        }
    ),
    ("reference", "filter"): Case(
        {
            "source": {"kind": "steps", **_DEGREES, "heights": [2.0, -3.0], "times": [2e-3, 5e-3]},
            "natural_frequency": 200.0,
            "damping_ratio": 0.8,
            "rate": RATE,
        }
    ),
    ("reference", "set_points"): Case(
        {
            "source": {"kind": "steps", **_DEGREES, "heights": [2.0, -3.0], "times": [2e-3, 5e-3]},
            "interval": 4 / RATE,
            "rate": RATE,
        }
    ),
    ("reference", "joint_ptp"): Case({**_PTP, **_PROFILE, "end": [12.0, 20.0], **_DEGREES}),
    ("reference", "joint_path"): Case(
        {
            **_PROFILE,
            "points": [[10.0, 25.0], [12.0, 24.0], [12.0, 20.0]],
            "degrees": True,
            "dwell": 1e-3,
            "speed": 4.0,
            "acceleration": 150.0,
        }
    ),
    ("reference", "cartesian_line"): Case(
        {**_TASK, "begin": [0.5, 0.0, -0.4], "end": [0.505, 0.0, -0.39], "rate": RATE}
    ),
    ("reference", "cartesian_circle"): Case(
        {
            **_TASK,
            "centre": [0.5, 0.0, -0.4],
            "normal": [0.0, 1.0, 0.0],
            "begin": [0.51, 0.0, -0.4],
            "angle": 50.0,
            "rate": RATE,
        }
    ),
    ("reference", "cartesian_path"): Case(
        {
            **_TASK,
            "points": [[0.5, 0.0, -0.4], [0.505, 0.0, -0.4], [0.505, 0.0, -0.39]],
            "blend": 1e-3,
            "rate": RATE,
        }
    ),
    ("reference", "iso9283_points"): Case(
        {
            **_CUBE,
            **_PROFILE,
            "order": [1, 2, 3],
            "cycles": 2,
            "speed": 4.0,
            "acceleration": 150.0,
            "dwell": 1e-3,
        },
        joints=3,
    ),
    ("reference", "iso9283_path"): Case(
        {
            **_CUBE,
            **{key: _TASK[key] for key in _TASK if key != "posture"},
            "shape": "corner",
            "blend": 1e-3,
            "cycles": 2,
            "rate": RATE,
        },
        joints=3,
    ),
    ("reference", "iso9283_approaches"): Case(
        {
            **_CUBE,
            **_PROFILE,
            "points": [1, 3],
            "distance": 0.01,
            "cycles": 2,
            "speed": 4.0,
            "acceleration": 150.0,
            "dwell": 1e-3,
        },
        joints=3,
    ),
    ("reference", "iso9283_posing"): Case(
        {
            **_CUBE,
            **_PROFILE,
            "steps": [-0.005, 0.01, -0.02],
            "cycles": 2,
            "speed": 4.0,
            "acceleration": 150.0,
            "dwell": 1e-3,
        },
        joints=3,
    ),
    ("reference", "iso9283_reorientation"): Case(
        {
            **_CUBE,
            **{key: _TASK[key] for key in _TASK if key != "posture"},
            "posture": [5.0, 10.0, 60.0, 20.0, 30.0, 10.0],
            "position_only": False,
            "cube_side": 0.01,
            "swing": 0.01,
            "cycles": 2,
            "rate": RATE,
        },
        joints=6,
    ),
    ("reference", "iso9283_weaving"): Case(
        {
            **_CUBE,
            **{key: _TASK[key] for key in _TASK if key != "posture"},
            "stroke": 0.01,
            "wavelength": 0.03,
            "blend": 1e-3,
            "cycles": 2,
            "rate": RATE,
        },
        joints=3,
    ),
    ("reference", "chirp"): Case(
        {
            "centre": [10.0, 25.0],
            "degrees": True,
            "start_time": 1e-3,
            "fade": 2e-3,
            "amplitude": [1.0, 2.0],
            "first_frequency": 20.0,
            "last_frequency": 60.0,
            "duration": 0.015,
            "sweep": "linear",
        }
    ),
    ("reference", "velocity_chirp"): Case(
        {
            "begin": [10.0, 25.0],
            "degrees": True,
            "start_time": 1e-3,
            "amplitude": [200.0, 300.0],
            "first_frequency": 20.0,
            "last_frequency": 60.0,
            "sweep_time": 0.015,
            "rate": RATE,
        }
    ),
    ("reference", "constant_speeds"): Case(
        {
            "joint": "elbow",
            "speeds": [100.0, 200.0],
            "begin": [10.0, 25.0],
            "degrees": True,
            "way": 0.4,
            "longest": 3e-3,
            "acceleration": 1e5,
            "dwell": 1e-3,
            "rate": RATE,
        }
    ),
    ("reference", "multisine"): Case(
        {
            "centre": [10.0, 25.0],
            "degrees": True,
            "start_time": 1e-3,
            "fade": 2e-3,
            "amplitude": [1.0, 2.0],
            "period": 0.05,
            "band": [20.0, 140.0],
            "odd": True,
            "flat": "position",
            "spectrum": [1.0, 0.8, 0.6, 0.5],
            "seed": 3,
            "rounds": 5,
            "experiment": 1,
            "lines": 4,
            "bias": [0.5, 0.4],
            "bias_cycles": 9,
        }
    ),
    ("reference", "fourier"): Case(
        {
            "centre": [10.0, 25.0],
            "degrees": True,
            "start_time": 1e-3,
            "fade": 2e-3,
            "frequency": 20.0,
            "sine": [[100.0, 50.0], [80.0, 40.0]],
            "cosine": [[50.0, 30.0], [20.0, 10.0]],
        }
    ),
    ("reference", "samples"): Case(
        {"positions": [[10.0 + k, 25.0 - k] for k in range(6)], "degrees": True, "rate": RATE / 4}
    ),
    ("reference", "csv"): Case(
        {"file": _table(), "time_column": "t", "separator": ";", "degrees": True, "rate": RATE}
    ),
    ("controller", "pid"): Case(
        {**_PID, "torque_limit": 1.0, "tracking_time": 0.02, "anti_windup": "back_calculation"}
    ),
    ("controller", "torque_samples"): Case(
        {"torques": [[0.1 + 0.02 * k, -0.05 * k] for k in range(6)], "rate": RATE / 4}
    ),
    ("controller", "cascade"): Case({**_CASCADE, "position_rate": RATE / 2, "velocity_rate": RATE}),
    ("controller", "position_loop"): Case(
        {key: _CASCADE[key] for key in list(_CASCADE)[:3]},
        {"controller": [("velocity_loop", {"velocity_gain": 0.2}, "velocity")]},
    ),
    ("controller", "velocity_loop"): Case(
        {key: _CASCADE[key] for key in list(_CASCADE)[8:]},
        {"controller": [("position_loop", {"position_gain": 40.0}, "position")]},
    ),
    ("controller", "drive_feedforward"): Case(
        {key: _CASCADE[key] for key in list(_CASCADE)[3:8]},
        {
            "controller": [
                ("position_loop", {"position_gain": 40.0}, "position"),
                ("velocity_loop", {"velocity_gain": 0.2}, "velocity"),
            ]
        },
    ),
    ("controller", "computed_torque"): Case(
        {
            **_TORQUES,
            "acceleration_limit": 60.0,
            "torque_limit": 40.0,
            "motor_inertia": False,
            "payload_frame": "elbow link",
            "payload_centre": [0.1, 0.0, 0.02],
        },
        {"controller": [("payload_estimator", {}, "payload")]},
    ),
    ("controller", "input_output_linearisation"): Case(
        {
            "outputs": ["shoulder", "z of tip"],
            "gears": "flexible",
            "friction": True,
            "natural_frequency": 25.0,
            "damping_ratio": 0.8,
            "singular_below": 0.02,
            "friction_transition": 2.0,
            "torque_limit": 40.0,
        }
    ),
    ("controller", "compensated_linearisation"): Case(
        {
            "outputs": ["elbow", "shoulder"],
            "friction": True,
            "natural_frequency": 12.0,
            "damping_ratio": 0.8,
            "singular_below": 0.02,
            "friction_transition": 2.0,
            "torque_limit": 40.0,
            "regulation_frequency": 15.0,
            "regulation_damping_ratio": 0.9,
        }
    ),
    ("controller", "state_feedback"): Case(
        {"gain": [[1.5, 0.1, 0.03, 0.002], [0.2, 1.2, 0.001, 0.02]], "torque_limit": 40.0}
    ),
    ("controller", "robust_term"): Case(
        {
            "acceleration": 6.0,
            "boundary_layer": 0.5,
            "position_weight": 8.0,
            "integral_weight": 3.0,
        },
        {"controller": [("computed_torque", _TORQUES, "torques")]},
    ),
    ("controller", "inverse_dynamics_feedforward"): Case({}, {"controller": _PLAIN}),
    ("controller", "flexible_feedforward"): Case(
        {"friction_transition": 2.0, "friction": False, "jerk": "difference", "rate": RATE},
        {"controller": _PLAIN},
    ),
    ("controller", "gravity_compensation"): Case({"at": "reference"}, {"controller": _PLAIN}),
    ("controller", "disturbance_observer"): Case(
        {"nominal_inertia": 4e-4, "cutoff_frequency": 20.0, "compensation_limit": 0.6},
        {"controller": _PLAIN},
    ),
    ("controller", "motion_observer"): Case(
        {"natural_frequency": 80.0},
        {
            "controller": [
                (
                    "computed_torque",
                    {
                        **_TORQUES,
                        "connect": {
                            "measured_joint_position": "observed_joint_position",
                            "measured_joint_velocity": "observed_joint_velocity",
                        },
                    },
                    "torques",
                )
            ]
        },
    ),
    ("controller", "payload_estimator"): Case(
        {
            "frame": "elbow link",
            "centre": [0.1, 0.0, 0.02],
            "cutoff_frequency": 5.0,
            "memory_time": 0.3,
            "caution": 0.2,
            "payload_limit": 0.4,
        },
        {"controller": [("computed_torque", _TORQUES, "torques")]},
    ),
    ("controller", "disturbance_attenuation"): Case(
        {
            "compensator_damping": 5.0,
            "compensator_cubic_damping": 1.5,
            "compensator_gain": 0.03,
            "tracking_stiffness": 0.4,
            "tracking_damping": 1.2,
            "regulation_stiffness": 30.0,
            "regulation_damping": 9.0,
            "error_stiffness": 1.5,
            "error_damping": 2.5,
            "torque_limit": 60.0,
        }
    ),
    ("controller", "low_pass"): Case(
        {**_ONE, "cutoff_frequency": 80.0, "damping_ratio": 0.6}, {"controller": [_RAW]}
    ),
    ("controller", "notch"): Case(
        {**_ONE, "frequency": 60.0, "bandwidth": 20.0, "residual_bandwidth": 5.0},
        {"controller": [_RAW]},
    ),
    ("controller", "saturation"): Case(
        {**_ONE, "lower": [-20.0, -10.0], "upper": [30.0, 20.0]}, {"controller": [_RAW]}
    ),
    ("controller", "delay"): Case({**_ONE, "samples": 2, "rate": RATE}, {"controller": [_RAW]}),
    ("controller", "sum"): Case(
        {
            "size": "motor",
            "connect": {"input": "a", "other": "b", "output": "commanded_motor_torque"},
        },
        {
            "controller": [
                ("pid", {**_PID, "connect": {"commanded_motor_torque": "a"}}, "pid"),
                ("gravity_compensation", {"connect": {"feedforward_motor_torque": "b"}}, "weight"),
            ]
        },
    ),
    ("compensator", "point_spring"): Case(
        {
            "link_a": "base",
            "link_b": "shoulder link",
            "point_a": [0.0, 0.01, 0.3],
            "point_b": [0.2, 0.0, 0.02],
            "stiffness": 800.0,
            "length": 0.2,
            "preload": 30.0,
            "damping": 20.0,
        }
    ),
    ("compensator", "joint_spring"): Case(
        {"weights": [1.0, 0.5], "stiffness": 60.0, "rest": 0.2, "damping": 2.0}
    ),
    ("compensator", "torque_map"): Case(
        {"joint": "elbow", "points": [[-1.0, 6.0], [0.2, -3.0], [1.0, 4.0]]}
    ),
    ("disturbance", "tool_force"): Case(
        {"force_x": 20.0, "force_y": -10.0, "force_z": 30.0, "begin": 2e-3, "end": 0.015}
    ),
    ("disturbance", "tool_force_wave"): Case(
        {
            "shape": "pulses",
            "plane": "xy",
            "amplitude": 30.0,
            "angle": 0.4,
            "begin": 2e-3,
            "end": 0.015,
            "pulse_period": 6e-3,
            "pulse_width": 2e-3,
            "frequency": 90.0,
        }
    ),
    ("disturbance", "joint_torque"): Case({"torque": [5.0, -3.0], "begin": 2e-3, "end": 0.015}),
    ("disturbance", "torque_chirp"): Case(
        {
            "side": "joint",
            "sweep": "logarithmic",
            "amplitude": [6.0, 4.0],
            "first_frequency": 20.0,
            "last_frequency": 60.0,
            "begin": 1e-3,
            "duration": 0.015,
        }
    ),
    ("disturbance", "torque_multisine"): Case(
        {
            "amplitude": [0.6, 0.4],
            "period": 0.01,
            "band": [100.0, 900.0],
            "lines": 4,
            "odd": True,
            "experiment": 1,
            "repeats": 2,
            "seed": 3,
            "rate": RATE,
        }
    ),
    ("disturbance", "payload"): Case(
        {
            "link": "elbow link",
            "mass": 1.5,
            "centre": [0.3, 0.01, 0.02],
            "moments": [0.01, 0.02, 0.02],
            "begin": 2e-3,
            "end": 0.015,
        }
    ),
    ("disturbance", "base_motion"): Case(
        {"axes": ["z", "ry"], "amplitude": [2e-3, 1e-2], "frequency": [30.0, 20.0], "phase": 0.4}
    ),
    ("controller", "station_keeping"): Case(
        {
            "frame": "elbow link",
            "position": [0.1, 0.2, 0.3],
            "yaw": 0.3,
            "position_gain": 10.0,
            "integral_gain": 5.0,
            "velocity_gain": 1.0,
            "turning_gain": 2.0,
            "spin_gain": 0.5,
        },
        {"controller": [("pid", _PID, "pid"), ("thrusters", _THRUSTERS, "pushing")]},
    ),
    ("controller", "thrusters"): Case(
        _THRUSTERS,
        {
            "controller": [
                ("pid", _PID, "pid"),
                ("station_keeping", {"frame": "elbow link", "position_gain": 10.0}, "keeping"),
            ]
        },
    ),
    ("disturbance", "current"): Case(
        {
            "velocity": [0.3, 0.1, -0.2],
            "amplitude": [0.1, 0.2, 0.05],
            "frequency": 5.0,
            "phase": 0.4,
        },
        wet=True,
    ),
    ("disturbance", "wall"): Case(_WALL),
    ("controller", "hybrid_force"): Case(
        {
            "force_axes": ["z", "x"],
            "adaptation": False,
            "force": [-15.0, 4.0],
            "begin": 2e-3,
            "task_angles": [0.1, -0.2, 0.3],
            "natural_frequency": 30.0,
            "damping_ratio": 0.9,
            "integral_share": 0.1,
            "force_bandwidth": 12.0,
            "approach_speed": 0.02,
            "touch_force": 0.5,
            "softest": 800.0,
            "torque_limit": 60.0,
            "rate": RATE,
        },
        {
            "disturbances": [("wall", _WALL, "wall")],
            "sensors": [("force_sensor", {"rate": RATE}, "force")],
        },
    ),
    ("controller", "tool_feedback"): Case(
        {"bandwidth": 20.0, "singular_size": 0.05, "shift_limit": [0.01, 2e-5], "rate": RATE / 2},
        {
            "controller": [
                ("pid", {**_PID, "connect": {"reference_motor_position": "shifted"}}, "pid"),
                (
                    "sum",
                    {
                        "unit": "rad",
                        "connect": {
                            "input": "reference_motor_position",
                            "other": "motor_shift",
                            "output": "shifted",
                        },
                    },
                    "adding",
                ),
            ],
            "sensors": [("laser_tracker", {"rate": RATE / 2}, "tracker")],
        },
    ),
    ("disturbance", "torque_ripple"): Case(
        {
            "current_ripple": 0.03,
            "current_order": 4.0,
            "current_phase": 0.3,
            **{f"ripple_{k}": 0.02 * k for k in (1, 2, 3)},
            **{f"order_{k}": 2.0 + k for k in (1, 2, 3)},
            **{f"phase_{k}": 0.2 * k for k in (1, 2, 3)},
        }
    ),
    ("thermal", "thermal"): Case(
        {
            "heat_capacity": 0.5,
            "thermal_resistance": 2.0,
            "ambient_temperature": 310.0,
            "initial_rise": 3.0,
        }
    ),
}
_FIELDS = {
    "sensor": "sensors",
    "controller": "controller",
    "compensator": "compensators",
    "disturbance": "disturbances",
    "thermal": "others",
}


#: What stays at its default: another setting excludes it, or what it is connected to asks for it.
AT_DEFAULT = {
    ("reference", "csv"): {"content"},
    ("reference", "filter"): {"degrees"},
    ("reference", "set_points"): {"degrees", "between"},
    ("reference", "joint_path"): {"blend"},
    ("reference", "cartesian_line"): {"orientation"},
    ("reference", "cartesian_circle"): {"orientation", "radius"},
    ("reference", "cartesian_path"): {"orientation", "orientations"},
    ("reference", "iso9283_points"): {"orientation"},
    ("reference", "iso9283_path"): {"orientation"},
    ("reference", "iso9283_approaches"): {"orientation"},
    ("reference", "iso9283_posing"): {"orientation"},
    ("reference", "iso9283_reorientation"): {"orientation"},
    ("reference", "iso9283_weaving"): {"orientation"},
    ("controller", "low_pass"): {"unit", "order"},
    ("controller", "notch"): {"unit"},
    ("controller", "saturation"): {"unit"},
    ("controller", "delay"): {"unit"},
    ("controller", "sum"): {"unit", "size"},
}


#: Blocks in continuous time that may have samples as well.
SAMPLED = [
    (family, kind)
    for family, kind in KINDS
    if family in ("reference", "controller") and "rate" not in CASES[family, kind].settings
]


def choices(family: str, kind: str) -> list[dict[str, Any]]:
    """Every other choice that an option has, one at a time."""
    given, found = CASES[family, kind].settings, []
    for name, option in CATALOGUE[family][kind].of(Option).items():
        every = (True, False) if isinstance(option.default, bool) else option.choices
        now = given.get(name, option.default)
        found += [{name: choice} for choice in every if choice != now]
    return found


def scenario(
    family: str,
    kind: str,
    fidelity: dict[str, Any],
    method: str = "midpoint",
    *,
    steps: int = 1,
    more: Mapping[str, Any] | None = None,
) -> aw.Scenario:
    """The block among others that it needs; without any, a controller follows a reference. `more`:
    other settings of it."""
    case = CASES[family, kind]
    robot = in_water(arm(case.joints)) if case.wet else arm(case.joints)
    one = CATALOGUE[family][kind](name=kind, **{**case.settings, **(more or {})})
    fields: dict[str, Any] = {
        slot: tuple(
            CATALOGUE[slot.removesuffix("s")][k](name=name, **settings)
            for k, settings, name in blocks
        )
        for slot, blocks in case.slots.items()
    }
    if family in ("motor", "reference"):
        fields[family] = one
    else:
        before = fields.get(_FIELDS[family], ())
        fields[_FIELDS[family]] = (*before, one)
    if not fields.get("controller"):
        fields["controller"] = (CATALOGUE["controller"]["pid"](name="pid", **_PID),)
    if "reference" not in fields:
        fields["reference"] = CATALOGUE["reference"]["joint_ptp"](name="reference", **_PTP)
    return aw.Scenario(
        f"{family} {kind}",
        robot,
        TICK * TICKS,
        tick=TICK,
        blocks=aw.Blocks(**fields),
        fidelity=aw.Fidelity(**fidelity),
        integration=aw.Integration(method, steps),  # type: ignore[arg-type]
        recording=aw.Recording(("coordinate_position",), RATE),
    )
