"""What may stand in a scenario's TOML file; the docs' tables come from these classes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from armwright.robot.formats.schema import ElasticTable

Number = Annotated[float, Field(allow_inf_nan=False, strict=True)]
Switch = Annotated[bool, Field(strict=True)]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BlockTable(Part):
    """A block: its kind, and its settings under the names that the block gives them."""

    model_config = ConfigDict(frozen=True, extra="allow")

    kind: str
    name: str = ""
    rate: Number | None = None
    connect: dict[str, str] = {}


class FamilyTable(BlockTable):
    """A block of any family, beside those that a scenario usually has."""

    family: str


class FrictionTable(Part):
    """Friction that feels a sum of joint velocities; the law's parameters stand beside."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, Number]

    name: str
    law: str
    along: dict[str, Number]


class FidelityTable(Part):
    gravity: Switch = True
    friction: Switch = True
    drives: Switch = True
    joints: Literal["flexible", "rigid"] = "flexible"
    springs: Literal["described", "linear"] = "described"
    elastic: Switch = True
    ripple: Switch = True
    noise: Switch = True
    saturation: Switch = True


class StartTable(Part):
    joint_position: tuple[Number, ...] | None = None
    joint_velocity: tuple[Number, ...] | None = None
    at_rest: Switch = True
    exact: Literal["joints", "motors"] = "joints"
    degrees: Switch = False


class IntegrationTable(Part):
    method: Literal["midpoint", "implicit", "rk4"] = "midpoint"
    steps: int | Literal["auto"] = 1
    tolerance: Number = 1e-4

    @field_validator("steps", mode="before")
    @classmethod
    def _whole_or_auto(cls, given: Any) -> Any:
        """One message instead of one for each of the two."""
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if given != "auto" and not (number and float(given).is_integer()):
            raise PydanticCustomError("steps", 'input should be a whole number, or "auto"')
        return given


class RecordingTable(Part):
    signals: tuple[str, ...] | None = None
    rate: Number = 1000.0


class ScenarioFile(Part):
    """`joints`, `links`, `gravity` and `elastic` complete or change the robot, for the arm and for
    its controller's model alike; `model` changes what the controller believes."""

    description: str = ""
    robot: str
    duration: Number
    tick: Number = 0.00025
    seed: int = 1
    gravity: tuple[Number, Number, Number] | None = None
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
    frictions: tuple[FrictionTable, ...] = ()
    elastic: tuple[ElasticTable, ...] = ()
    spreads: dict[str, str] = {}

    @field_validator("spreads", mode="before")
    @classmethod
    def _as_text(cls, given: Any) -> Any:
        """Numbers without quotes get the same answer as those in quotes (see `Spread.parse`)."""
        if not isinstance(given, dict):
            return given
        return {path: f"{v:g}" if type(v) in (int, float) else v for path, v in given.items()}
