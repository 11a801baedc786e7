"""Which effects are worth their numbers: judged on poses that were held back.

Effects are added one at a time, the best first. Each candidate is fitted to most of the poses and
predicts the others, in turn; what counts is how likely the held-back measurements are under the
prediction (their negative logarithm, per number), not how well the fitted ones are met. Of
candidates that are equally good, the fewest stay: one that lowers it by less than its own standard
error is not taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.calibration import Accuracy, distances
from armwright.calibrate.effects import EFFECTS
from armwright.calibrate.measurements import PoseMask
from armwright.calibrate.model import PoseModel, rows_of
from armwright.calibrate.pose_fit import fit_model
from armwright.calibrate.solving import Loss
from armwright.errors import InputError
from armwright.progress import Tell, silence


@dataclass(frozen=True, eq=False)
class EffectTrial:
    """`held_back`: how far held-back targets are from their predictions. `criterion`: mean negative
    log likelihood of a held-back number, lower is better; `scores`: the same by pose."""

    effects: tuple[str, ...]
    unknowns: int
    fitted: Accuracy
    held_back: Accuracy
    criterion: float
    scores: Array
    taken: bool = False


def folds_of(poses: int, folds: int, seed: int) -> list[PoseMask]:
    """Held-back poses, drawn at random, each pose in one of them."""
    if not 2 <= folds <= poses:
        raise InputError(
            "wrong number of folds", where="folds", got=folds, expected=f"2 to {poses}"
        )
    order = np.random.default_rng(seed).permutation(poses)
    masks = []
    for part in np.array_split(order, folds):
        mask = np.zeros(poses, np.bool_)
        mask[part] = True
        masks.append(mask)
    return masks


def tried(
    model: PoseModel, effects: Sequence[str], masks: Sequence[PoseMask], loss: Loss = "squares"
) -> EffectTrial:
    """One set of effects, cross-validated."""
    chosen = replace(model, effects=tuple(effects))
    off, scores = [], np.zeros(len(model.measured))
    for held in masks:
        fit = fit_model(chosen, loss, used=~held)
        given = chosen.measured.chosen(held)
        predicted = {name: v[held] for name, v in chosen.predicted(fit.x).items()}
        off.append(distances(given, predicted))
        scores[held] = _scores(chosen, fit.x, fit.noise)[held]
    whole = fit_model(chosen, loss)
    return EffectTrial(
        tuple(effects),
        whole.unknowns,
        whole.fitted,
        Accuracy.of(np.concatenate(off)),
        float(scores.mean()),
        scores,
    )


def _scores(model: PoseModel, x: Array, sigma: Mapping[str, float]) -> Array:
    """Negative log likelihood per number, by pose."""
    total, count = np.zeros(len(model.measured)), np.zeros(len(model.measured))
    for target, r in zip(model.measured.targets, model.evaluated(x)[0], strict=True):
        first = 0
        for unit, rows in rows_of(target.kind):
            part = r[:, first : first + rows]
            first += rows
            value = 0.5 * (part / sigma[unit]) ** 2 + np.log(sigma[unit])
            total += np.where(target.seen, np.nan_to_num(value).sum(axis=1), 0)
            count += np.where(target.seen, rows, 0)
    return np.asarray(total / np.maximum(count, 1))


def choose_effects(
    model: PoseModel,
    candidates: Sequence[str] | None = None,
    *,
    folds: int = 6,
    seed: int = 0,
    loss: Loss = "squares",
    tell: Tell = silence,
) -> tuple[EffectTrial, ...]:
    """All trials in the order they were made; those taken build on each other, and the last of them
    has the effects to use."""
    masks = folds_of(len(model.measured), folds, seed)
    left = list(EFFECTS if candidates is None else candidates)
    rounds = len(left)
    trials = [replace(tried(model, (), masks, loss), taken=True)]
    best = trials[0]
    while left:
        found = []
        for k, name in enumerate(left):
            tell(f"effects: {', '.join((*best.effects, name))}", 1 - (len(left) - k / 10) / rounds)
            found.append(tried(model, (*best.effects, name), masks, loss))
        winner = min(found, key=lambda one: one.criterion)
        gain = best.scores - winner.scores
        taken = float(gain.mean()) > float(gain.std() / np.sqrt(len(gain)))
        trials += [replace(one, taken=taken and one is winner) for one in found]
        if not taken:
            break
        best = winner
        left.remove(winner.effects[-1])
    return tuple(trials)
