"""What may stand in a scenario's TOML file; the docs' tables come from these classes.

Defaults are those of the classes that the tables become.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, field_validator
from pydantic_core import PydanticCustomError

from armwright.block.fidelity import STRIPS, Fidelity
from armwright.robot.formats.parts import ElasticTable, LoopTable
from armwright.robot.formats.schema import RobotFile
from armwright.system import Integration, Recording, Setup, Start
from armwright.system.setup import InertiaSteps, Integrator, StepCount

Finite = Annotated[float, Field(allow_inf_nan=False, strict=True)]
Switch = Annotated[bool, Field(strict=True)]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BlockTable(Part):
    """A block: its kind, and its settings under the names that the block gives them."""

    model_config = ConfigDict(frozen=True, extra="allow")

    kind: str
    name: str = ""
    rate: Finite | None = None
    connect: dict[str, str] = {}


class FamilyTable(BlockTable):
    """A block of any family, beside those that a scenario usually has."""

    family: str


class FrictionTable(Part):
    """Friction that feels a sum of joint velocities; the law's parameters stand beside."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, Finite]

    name: str
    law: str
    along: dict[str, Finite]


class FidelityTable(Part):
    gravity: Switch = Fidelity.gravity
    friction: Switch = Fidelity.friction
    drives: Switch = Fidelity.drives
    joints: Literal["flexible", "rigid"] = Fidelity.joints
    springs: Literal["described", "linear"] = Fidelity.springs
    elastic: Switch = Fidelity.elastic
    rotors: Literal["reduced", "bodies"] = Fidelity.rotors
    deflections: Literal["finite", "small"] = Fidelity.deflections
    gears: Literal["described", "dominant"] = Fidelity.gears
    water: Switch = Fidelity.water
    strips: Annotated[int, Field(ge=STRIPS[0], le=STRIPS[1], strict=True)] = Fidelity.strips
    ripple: Switch = Fidelity.ripple
    noise: Switch = Fidelity.noise
    saturation: Switch = Fidelity.saturation


class StartTable(Part):
    joint_position: tuple[Finite, ...] | None = Start.joint_position
    joint_velocity: tuple[Finite, ...] | None = Start.joint_velocity
    at_rest: Switch = Start.at_rest
    exact: Literal["joints", "motors"] = Start.exact
    degrees: Switch = False


class IntegrationTable(Part):
    method: Integrator = Integration.method
    steps: StepCount = Integration.steps
    tolerance: Finite = Integration.tolerance
    inertia_steps: InertiaSteps = Integration.inertia_steps
    baumgarte: tuple[Finite, Finite] | Finite | None = None

    @field_validator("steps", mode="before")
    @classmethod
    def _whole_or_auto(cls, given: Any) -> Any:
        """One message instead of one for each of the two."""
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if given != "auto" and not (number and float(given).is_integer()):
            raise PydanticCustomError("steps", 'input should be a whole number, or "auto"')
        return given


class RecordingTable(Part):
    signals: tuple[str, ...] | None = Recording.signals
    rate: Finite = Recording.rate


def _name_or_table(given: Any) -> str | None:
    if isinstance(given, str):
        return "name"
    return "table" if isinstance(given, Mapping | RobotFile) else None


class ScenarioFile(Part):
    """`joints`, `links`, `gravity`, `water_density`, `elastic` and `loops` complete or change the
    robot, for the arm and for its controller's model alike; `model` changes what the controller
    believes."""

    name: str = ""
    description: str = Setup.description
    robot: Annotated[
        Annotated[str, Tag("name")] | Annotated[RobotFile, Tag("table")],
        Discriminator(
            _name_or_table, "robot", "input should be a robot's name or file, or its tables"
        ),
    ]
    duration: Finite
    tick: Finite = Setup.tick
    seed: int = Setup.seed
    gravity: tuple[Finite, Finite, Finite] | None = None
    water_density: Finite | None = None
    joints: dict[str, dict[str, Any]] = {}
    links: dict[str, dict[str, Any]] = {}
    model: dict[str, Any] = {}
    fidelity: FidelityTable = FidelityTable()
    start: StartTable = StartTable()
    integration: IntegrationTable = IntegrationTable()
    recording: RecordingTable = RecordingTable()
    reference: BlockTable | None = None
    controller: BlockTable | tuple[BlockTable, ...] = ()
    motor: BlockTable | None = None
    sensors: tuple[BlockTable, ...] = ()
    disturbances: tuple[BlockTable, ...] = ()
    compensators: tuple[BlockTable, ...] = ()
    blocks: tuple[FamilyTable, ...] = ()
    own_blocks: tuple[str, ...] = ()
    frictions: tuple[FrictionTable, ...] = ()
    elastic: tuple[ElasticTable, ...] = ()
    loops: tuple[LoopTable, ...] = ()
    spreads: dict[str, str] = {}

    @field_validator("spreads", mode="before")
    @classmethod
    def _as_text(cls, given: Any) -> Any:
        """Numbers without quotes get the same answer as those in quotes (see `Spread.parse`)."""
        if not isinstance(given, dict):
            return given
        return {path: f"{v:g}" if type(v) in (int, float) else v for path, v in given.items()}
