"""The order of the sampled blocks of a tick: every block after those whose outputs it uses."""

from __future__ import annotations

from dataclasses import dataclass

from armwright.block.declarations import Output
from armwright.errors import InputError
from armwright.system.circuit import Circuit, Instance


@dataclass(frozen=True)
class Batch:
    """Blocks of one rate that run together: whose outputs are computed, and whose memories."""

    every: int
    outputs: tuple[Instance, ...]
    updates: tuple[Instance, ...]


def batches(circuit: Circuit) -> tuple[Batch, ...]:
    ordered = _sorted(circuit)
    groups: list[list[Instance]] = []
    for instance in ordered:
        if groups and groups[-1][0].every == instance.every:
            groups[-1].append(instance)
        else:
            groups.append([instance])
    done: set[Instance] = set()
    late: dict[int, list[Instance]] = {}
    found: list[Batch] = []
    for group in groups:
        done.update(group)
        updates = []
        for instance in group:
            if circuit.sources(instance, instance.kept()) <= done:
                updates.append(instance)
            else:
                late.setdefault(instance.every, []).append(instance)
        found.append(Batch(group[0].every, tuple(group), tuple(updates)))
    found += [Batch(every, (), tuple(instances)) for every, instances in late.items()]
    return tuple(found)


def _sorted(circuit: Circuit) -> list[Instance]:
    """Topologically; of those that are free to run, first one of the same rate as the last. What
    shows through the arm is seen before it changes, unless the block needs the new value itself."""
    waiting = [instance for instance in circuit.instances if instance.sampled]
    needs = {i: circuit.sources(i, i.block.of(Output)) for i in waiting}
    for instance in waiting:
        for writer in circuit.felt_through_the_arm(instance) - {instance}:
            if writer not in _before(instance, needs):
                needs[writer] = needs[writer] | {instance}
    ordered: list[Instance] = []
    while waiting:
        free = [i for i in waiting if needs[i] <= set(ordered)]
        if not free:
            raise _loop(waiting, needs)
        same = [i for i in free if ordered and i.every == ordered[-1].every]
        chosen = (same or free)[0]
        ordered.append(chosen)
        waiting.remove(chosen)
    return ordered


def _before(instance: Instance, needs: dict[Instance, set[Instance]]) -> set[Instance]:
    """All blocks that must run before one."""
    found: set[Instance] = set()
    new = set(needs[instance])
    while new:
        found |= new
        new = {other for one in new for other in needs[one]} - found
    return found


def _loop(waiting: list[Instance], needs: dict[Instance, set[Instance]]) -> InputError:
    trail = [waiting[0]]
    while True:
        following = next(i for i in waiting if i in needs[trail[-1]])
        if following in trail:
            trail = [*trail[trail.index(following) :], following]
            break
        trail.append(following)
    chain = " → ".join(f"'{instance.name}'" for instance in trail)
    return InputError(
        f"algebraic loop: each of these needs the next at the same instant: {chain}",
        where=f"between '{trail[0].name}' and '{trail[-2].name}'",
        hint="Put a delay between them.",
    )
