"""Calibration from poses: everything that can be seen, fitted at once.

1. start: the base from the measurements (`alignment.py`), geometry and targets nominal;
2. a fit with a weak pull towards the nominal numbers, which estimates the noise;
3. directions that the data does not tell are taken out (`observability.py`);
4. the fit along the others, without any pull, and its covariance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.calibrate.alignment import starting_base
from armwright.calibrate.calibration import Accuracy, Calibration, distances, residual_data
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import PoseMask, Seen, Target, measurements
from armwright.calibrate.mistakes import check_measurements
from armwright.calibrate.model import PoseModel, rows_of
from armwright.calibrate.observability import Directions, directions
from armwright.calibrate.predicting import PosePredictor
from armwright.calibrate.solving import Loss, Places, Solved, solve
from armwright.calibrate.swapped_targets import check_targets
from armwright.calibrate.wording import combinations_of, parameters_of
from armwright.errors import InputError
from armwright.robot import Frame, Pose, Robot
from armwright.robot.changing import changed

#: Standard errors to begin with, by unit.
GUESS = {"m": 1e-3, "rad": 1e-3}
#: The noise decides what is seen, and what is seen the noise: how often each is found again.
_ROUNDS, _SETTLED = 5, 0.003
#: No measurement is better than this; rounding is not noise.
FINEST = {"m": 1e-9, "rad": 1e-9}


def poses(
    robot: Robot,
    joints: ArrayLike,
    points: Seen | Mapping[str, Seen],
    *,
    tool: str | None = None,
    base: Pose | None = None,
    targets: Mapping[str, Pose | ArrayLike] | None = None,
    known_targets: Sequence[str] = (),
    tool_known: bool = False,
    effects: Sequence[str] = (),
    loss: Loss = "squares",
    noise: Mapping[str, float] | float | None = None,
) -> Calibration:
    """Fit an arm's geometry to measured poses.

    `joints` (m, n): what the arm was told, rad or m. `points`: where a target on the tool was then
    measured, in m and in any frame: positions (m, 3), poses (m, 4, 4) or `Distances`; of several
    targets by name. NaN where a target was not seen. `base`: the arm's base in that frame, if it is
    known. `targets`: where they are on the tool frame, as poses or points: a start, or, for
    `known_targets`, what is not fitted; then it is fitted how the tool sits on its link, unless
    `tool_known`. `effects`: `effects.EFFECTS` beside the geometry. `loss`:
    'huber' or 'cauchy' spare outliers. `noise`: standard error in m, or of 'm' and 'rad', if known.
    """
    model = pose_model(
        robot,
        joints,
        points,
        tool=tool,
        base=base,
        targets=targets,
        known_targets=known_targets,
        tool_known=tool_known,
        effects=effects,
    )
    check_measurements(model)
    fit = fit_model(model, loss, _noise(noise))
    check_targets(fit)
    return fit


def pose_model(
    robot: Robot,
    joints: ArrayLike,
    points: Seen | Mapping[str, Seen],
    *,
    tool: str | None = None,
    base: Pose | None = None,
    targets: Mapping[str, Pose | ArrayLike] | None = None,
    known_targets: Sequence[str] = (),
    tool_known: bool = False,
    effects: Sequence[str] = (),
) -> PoseModel:
    """What `poses` fits, for whoever wants to fit it in another way; arguments as there."""
    measured = measurements(robot, joints, points)
    geometry = Geometry(robot, tool or robot.tool)
    places = _places(targets or {}, [one.name for one in measured.targets], known_targets)
    return PoseModel(
        geometry,
        measured,
        base or starting_base(geometry, measured, places),
        base is not None,
        places,
        frozenset(known_targets),
        tool_known,
        tuple(effects),
    )


def fit_model(
    model: PoseModel,
    loss: Loss = "squares",
    noise: Mapping[str, float] | None = None,
    used: PoseMask | None = None,
) -> Calibration:
    """The fit of a model to its measurements; `used` (m,): to some of the poses only."""
    problem = _Problem(model, np.ones(len(model.measured), bool) if used is None else used)
    size = model.elements.scale
    sigma = dict(GUESS if noise is None else noise)
    found = problem.solved(np.diag(size), sigma, loss, ridge=1.0)
    for _ in range(_ROUNDS):
        before = sigma
        if noise is None:
            sigma = problem.noise(found, sigma)
        J = problem.weighted(found.x, sigma)[1] * size
        known = directions(np.sqrt(found.weights)[:, None] * J, smallest=1.0)
        basis = size[:, None] * known.seen
        found = problem.solved(basis, sigma, loss, start=known.seen.T @ (found.x / size))
        if all(abs(sigma[unit] / before[unit] - 1) < _SETTLED for unit in sigma):
            break
    covariance = np.asarray(np.linalg.inv(found.jacobian.T @ found.jacobian), np.float64)
    return _calibration(model, problem, found, known, basis, covariance, sigma)


@dataclass(frozen=True, eq=False)
class _Problem:
    """The residuals of the poses used, one after the other."""

    model: PoseModel
    used: PoseMask

    def weighted(self, x: Array, sigma: Mapping[str, float]) -> tuple[Array, Array]:
        residuals, derivatives = self.model.evaluated(x)
        r, J = [], []
        for k, target in enumerate(self.model.measured.targets):
            mask = target.seen & self.used
            weight = np.concatenate(
                [np.full(count, 1 / sigma[unit]) for unit, count in rows_of(target.kind)]
            )
            r.append((residuals[k][mask] * weight).ravel())
            J.append((derivatives[k][mask] * weight[:, None]).reshape(-1, len(x)))
        return np.concatenate(r), np.concatenate(J)

    def rows(self) -> tuple[Places, PoseMask]:
        """Of each residual: which measurement it belongs to, and whether it is an angle."""
        groups, angles, count = [], [], 0
        for target in self.model.measured.targets:
            many = int((target.seen & self.used).sum())
            flags = [unit == "rad" for unit, size in rows_of(target.kind) for _ in range(size)]
            groups.append(np.repeat(np.arange(count, count + many), len(flags)))
            angles.append(np.tile(flags, many))
            count += many
        return np.concatenate(groups), np.concatenate(angles)

    def solved(
        self,
        basis: Array,
        sigma: Mapping[str, float],
        loss: Loss,
        ridge: float = 0.0,
        start: Array | None = None,
    ) -> Solved:
        groups, _ = self.rows()
        return solve(
            lambda x: self.weighted(x, sigma),
            basis,
            start=start,
            loss=loss,
            ridge=ridge,
            groups=groups,
        )

    def noise(self, found: Solved, sigma: Mapping[str, float]) -> dict[str, float]:
        """Standard errors by unit, from what is left after the fit."""
        _, angles = self.rows()
        free = 1 - min(found.jacobian.shape[1] / len(found.residuals), 0.9)
        estimated = dict(sigma)
        for unit, mine in (("m", ~angles), ("rad", angles)):
            if mine.any():
                r, w = found.residuals[mine], found.weights[mine]
                size = float(np.sqrt((w * r**2).sum() / w.sum() / free)) * sigma[unit]
                estimated[unit] = max(size, FINEST[unit])
        return estimated


def _calibration(
    model: PoseModel,
    problem: _Problem,
    found: Solved,
    known: Directions,
    basis: Array,
    covariance: Array,
    sigma: Mapping[str, float],
) -> Calibration:
    x, measured = found.x, model.measured.chosen(problem.used)
    predicted = {name: v[problem.used] for name, v in model.predicted(x).items()}
    before = {name: v[problem.used] for name, v in model.predicted(np.zeros_like(x)).items()}
    target_places = {one.name: model.target_at(one.name, x) for one in measured.targets}
    kinds = {t.name: (t.kind, t.point, target_places[t.name]) for t in measured.targets}
    base, sizes = model.base_at(x), model.effects_at(x)
    parameters = parameters_of(model.elements, x, basis, covariance, known)
    return Calibration(
        method="poses",
        nominal=model.geometry.robot,
        robot=calibrated(model, x),
        combinations=combinations_of(model.elements, x, known, covariance),
        parameters=parameters,
        residuals=residual_data(measured, predicted),
        condition=known.condition,
        samples=measured.numbers,
        effective_samples=float(found.weights.sum()),
        predictor=PosePredictor(model.geometry, base, kinds, model.effects, sizes),
        base=base,
        targets=target_places,
        effects=sizes,
        effect_names=model.effects,
        unknowns=basis.shape[1],
        silent=known.unseen,
        noise={unit: size for unit, size in sigma.items() if _has(measured.targets, unit)},
        weights=_by_target(problem, found.weights),
        as_found=Accuracy.of(distances(measured, before)),
        fitted=Accuracy.of(distances(measured, predicted)),
        model=model,
        x=x,
        basis=basis,
        covariance=covariance,
    )


def calibrated(model: PoseModel, x: Array) -> Robot:
    """The robot with the fitted places of its joints, and a frame for every target."""
    geometry = model.geometry
    numbers = model.numbers_at(x)
    robot = geometry.robot
    old = geometry.nominal
    changes = {
        name: numbers[geometry.place(name)]
        for name in geometry.names
        if not np.array_equal(numbers[geometry.place(name)], old[geometry.place(name)])
    }
    robot = changed(robot, changes)
    tool = robot.frame(geometry.tool)
    taken = set(robot.frame_names)
    frames = [
        Frame(_free_name(t.name, taken), tool.link, tool.pose @ model.target_at(t.name, x))
        for t in model.measured.targets
    ]
    return replace(robot, frames=(*robot.frames, *frames))


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_calibrated"
    taken.add(name)
    return name


def _has(targets: Sequence[Target], unit: str) -> bool:
    return any(unit in dict(rows_of(one.kind)) for one in targets)


def _by_target(problem: _Problem, weights: Array) -> dict[str, Array]:
    """One weight for each pose; NaN where the target was not seen or the pose was not used."""
    found, done = {}, 0
    for target in problem.model.measured.targets:
        mask = target.seen & problem.used
        rows = sum(size for _, size in rows_of(target.kind))
        each = np.full(len(mask), np.nan)
        each[mask] = weights[done : done + rows * int(mask.sum()) : rows]
        done += rows * int(mask.sum())
        found[target.name] = each[problem.used]
    return found


def _places(
    given: Mapping[str, Pose | ArrayLike], names: Sequence[str], known: Sequence[str]
) -> dict[str, Pose]:
    places = {}
    for name, place in given.items():
        if name not in names:
            raise InputError(
                "no target of that name was measured",
                where="targets",
                got=repr(name),
                expected=f"one of {', '.join(names)}",
            )
        if isinstance(place, Pose):
            places[name] = place
        else:
            places[name] = Pose(translation=np.asarray(place, dtype=np.float64))
    missing = [name for name in known if name not in places]
    if missing:
        raise InputError(
            "known, but nobody says where it is",
            where=f"known_targets, '{missing[0]}'",
            expected="its place in targets",
        )
    return places


def _noise(given: Mapping[str, float] | float | None) -> Mapping[str, float] | None:
    if given is None:
        return None
    noise = {"m": given, "rad": given} if isinstance(given, int | float) else {**GUESS, **given}
    if not all(np.isfinite(v) and v > 0 for v in noise.values()) or set(noise) != {"m", "rad"}:
        raise InputError("not a noise", where="noise", got=given, expected="m > 0, rad > 0")
    return noise
