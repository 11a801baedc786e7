"""The block diagram of a scenario, laid out from its wiring.

Blocks stand in columns from the reference to the arm, what acts on the arm beside it, and sensors
in a row below, on the way back. A line leaves a block into the gap beside its column, goes along
a corridor above or below all blocks if it leads farther than that, and comes in through the gap
beside the block that reads it: so none runs through a block.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from armwright.report.canvas import AMBER, BLUE, GREEN, GREY, INK, RED, WHITE, blank_figure
from armwright.report.runs.wiring import ARM, Wire, WiredBlock, Wiring, in_words
from armwright.report.words import plain, short

#: Pixels: a block's width, a line of its text, the room between blocks, lines and at the edges.
_WIDE, _LINE, _APART, _LANE, _EDGE = 200, 16, 26, 11, 14
_HEAD, _LETTERS, _OFF = 44, 29, 5
_COLOURS = (BLUE, AMBER, GREEN, "#7b4fb5", RED, "#0f8b8d", "#a0522d")
_FILLS = {"arm": "#e8eefb", "sensor": "#eef6ef", "beside": "#fdf3e3"}

Point = tuple[float, float]


@dataclass(eq=False)
class _Port:
    """Where lines meet a block: on its `left` or its other side, `lines` of text beside it."""

    lines: list[str]
    left: bool
    y: float = 0.0


@dataclass(eq=False)
class _Box:
    block: WiredBlock
    column: int
    x: float = 0.0
    y: float = 0.0
    ports: list[_Port] = field(default_factory=list)

    @property
    def high(self) -> float:
        sides = [[port for port in self.ports if port.left is left] for left in (True, False)]
        return _HEAD + _LINE * max(sum(len(port.lines) for port in side) for side in sides) + 10

    def gap(self, port: _Port) -> int:
        """That beside the port: gap k is before column k."""
        return self.column if port.left else self.column + 1

    def at(self, port: _Port) -> Point:
        return (self.x if port.left else self.x + _WIDE), port.y


@dataclass(eq=False)
class _Net:
    """Signals from one port to those of other blocks."""

    box: _Box
    port: _Port
    colour: str
    targets: list[tuple[_Box, _Port]]


def diagram_figure(wiring: Wiring) -> Figure:
    layout = _Layout(wiring)
    figure = blank_figure((round(layout.wide), round(layout.high)))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, layout.wide)
    axes.set_ylim(layout.high, 0)
    axes.axis("off")
    for net in layout.nets:
        _draw_net(axes, net, layout)
    for box in layout.boxes.values():
        _draw_box(axes, box)
    return figure


def _boxes(wiring: Wiring) -> tuple[dict[str, _Box], int]:
    """By name, in their columns, and how many columns there are."""
    depth = _depths(wiring)
    places = {block.name: block.place for block in wiring.blocks}
    first = 1 if "reference" in places.values() else 0
    steps = [depth[name] for name, place in places.items() if place == "controller"]
    motor = first + (max(steps) + 1 if steps else 0)
    arm = motor + (1 if "motor" in places.values() else 0)
    columns = {"reference": 0, "motor": motor, "arm": arm, "beside": arm + 1}
    boxes, sensors = {}, 0
    for block in wiring.blocks:
        if block.place == "controller":
            column = first + depth[block.name]
        elif block.place == "sensor":
            column = max(arm - sensors % (arm + 1), 0)
            sensors += 1
        else:
            column = columns[block.place]
        boxes[block.name] = _Box(block, column)
    return boxes, 1 + max(box.column for box in boxes.values())


def _depths(wiring: Wiring) -> dict[str, int]:
    """How many controllers stand before each controller; loops among them are cut."""
    inside = [block.name for block in wiring.blocks if block.place == "controller"]
    before: dict[str, list[str]] = {name: [] for name in inside}
    for wire in wiring.wires:
        if wire.source in before and wire.target in before:
            before[wire.target].append(wire.source)
    found: dict[str, int] = {}

    def depth(name: str, behind: frozenset[str]) -> int:
        if name not in found:
            others = [one for one in before[name] if one not in behind]
            steps = (1 + depth(one, behind | {one}) for one in others)
            found[name] = max(steps, default=0)
        return found[name]

    return {name: depth(name, frozenset({name})) for name in inside}


def _nets(wiring: Wiring, boxes: dict[str, _Box]) -> Iterator[_Net]:
    sources = [name for name in boxes if any(wire.source == name for wire in wiring.wires)]
    coloured = [name for name in sources if name != ARM]
    colours = {name: _COLOURS[k % len(_COLOURS)] for k, name in enumerate(coloured)}
    grouped: dict[tuple[str, tuple[str, ...]], list[Wire]] = {}
    for wire in wiring.wires:
        grouped.setdefault((wire.source, wire.signals), []).append(wire)
    entered = []
    for (source, signals), wires in grouped.items():
        box = boxes[source]
        port = _Port(_told(signals), left=box.block.place in ("sensor", "beside"))
        found = []
        for wire in wires:
            target = boxes[wire.target]
            entry = _Port([""], left=_enters_left(target, box))
            target.ports.append(entry)
            found.append((target, entry))
        entered.append((box, port))
        yield _Net(box, port, colours.get(source, INK), found)
    # What comes in stands above what goes out.
    for box, port in entered:
        box.ports.append(port)


def _enters_left(target: _Box, source: _Box) -> bool:
    if target.block.place == "sensor":
        return False
    return not (target.block.place == "arm" and source.block.place == "beside")


def _told(signals: Sequence[str]) -> list[str]:
    words = plain(in_words(tuple(signals)))
    lines = wrap(words, _LETTERS) or [""]
    return lines if len(lines) <= 3 else [*lines[:2], short(" ".join(lines[2:]), _LETTERS)]


class _Lanes:
    """Places for lines beside each other, in the order in which they are asked for."""

    def __init__(self) -> None:
        self._given: dict[object, dict[object, int]] = defaultdict(dict)

    def take(self, where: object, who: object) -> int:
        lanes = self._given[where]
        return lanes.setdefault(who, len(lanes))

    def count(self, where: object) -> int:
        return len(self._given[where])


class _Layout:
    """Where everything is, in pixels from the upper left; `wide` and `high` in all."""

    def __init__(self, wiring: Wiring) -> None:
        self.boxes, self._columns = _boxes(wiring)
        self.nets = list(_nets(wiring, self.boxes))
        self._gaps, self._corridors = _Lanes(), _Lanes()
        self._left: dict[int, float] = {}
        for net in self.nets:
            self._route(net)
        self.wide = self._place_columns()
        self.high = self._place_rows()

    def path(self, net: _Net, box: _Box, port: _Port) -> list[Point]:
        """From the net's own port to another."""
        (x, y), (end, last) = net.box.at(net.port), box.at(port)
        own, other = net.box.gap(net.port), box.gap(port)
        out = self._lane(own, net)
        if own == other:
            return [(x, y), (out, y), (out, last), (end, last)]
        along, into = self._height(net, box), self._lane(other, net)
        return [(x, y), (out, y), (out, along), (into, along), (into, last), (end, last)]

    def _route(self, net: _Net) -> None:
        own = net.box.gap(net.port)
        self._gaps.take(own, net)
        for box, port in net.targets:
            if box.gap(port) != own:
                self._gaps.take(box.gap(port), net)
                self._corridors.take(_corridor(net, box), net)

    def _lane(self, gap: int, net: _Net) -> float:
        return self._left[gap] + _EDGE + _LANE * self._gaps.take(gap, net)

    def _height(self, net: _Net, box: _Box) -> float:
        corridor = _corridor(net, box)
        lane = _LANE * (1 + self._corridors.take(corridor, net))
        return self._top - lane if corridor == "above" else self._bottom + lane

    def _place_columns(self) -> float:
        x = 0.0
        for column in range(self._columns + 1):
            self._left[column] = x
            x += 2 * _EDGE + _LANE * max(self._gaps.count(column) - 1, 0)
            for box in self.boxes.values():
                if box.column == column:
                    box.x = x
            x += _WIDE if column < self._columns else 0
        return x

    def _place_rows(self) -> float:
        rows = [self._in_column(k, sensors=False) for k in range(self._columns)]
        heights = [sum(box.high for box in row) + _APART * (len(row) - 1) for row in rows]
        self._top = _EDGE + _LANE * (self._corridors.count("above") + 1)
        self._bottom = self._top + max(heights)
        for row, height in zip(rows, heights, strict=True):
            _stack(row, self._top + (max(heights) - height) / 2)
        begin = self._bottom + _LANE * (self._corridors.count("below") + 2)
        below = [_stack(self._in_column(k, sensors=True), begin) for k in range(self._columns)]
        return max(begin, *below) + _EDGE

    def _in_column(self, column: int, *, sensors: bool) -> list[_Box]:
        inside = (box for box in self.boxes.values() if box.column == column)
        return [box for box in inside if (box.block.place == "sensor") is sensors]


def _corridor(net: _Net, target: _Box) -> str:
    """Above all blocks for what leads on, between them and the sensors for what leads back."""
    back = "sensor" in (net.box.block.place, target.block.place)
    return "below" if back or net.box.column >= target.column else "above"


def _stack(boxes: Sequence[_Box], y: float) -> float:
    """One below the other from y on; where they end. Heights go by lines of text, and the two sides
    of a gap are a little apart, so that no two lines of it lie upon each other."""
    y = _LINE * (y // _LINE)
    for box in boxes:
        box.y = y
        for left in (True, False):
            at = y + _HEAD + (_OFF if left else 0)
            for port in (one for one in box.ports if one.left is left):
                port.y = at + _LINE / 2
                at += _LINE * len(port.lines)
        y += box.high + _APART
    return y - _APART if boxes else y


def _draw_box(axes: Axes, box: _Box) -> None:
    axes.add_patch(
        FancyBboxPatch(
            (box.x, box.y), _WIDE, box.high, boxstyle="round,pad=0,rounding_size=7",
            facecolor=_FILLS.get(box.block.place, WHITE), edgecolor=INK, linewidth=1.3, zorder=4,
        )
    )  # fmt: skip
    middle = box.x + _WIDE / 2
    title, subtitle = (short(plain(text), 32) for text in (box.block.title, box.block.subtitle))
    style: dict[str, Any] = {"ha": "center", "va": "center", "parse_math": False, "zorder": 5}
    axes.text(middle, box.y + 15, title, fontsize=11, fontweight="bold", color=INK, **style)
    axes.text(middle, box.y + 32, subtitle, fontsize=8.5, color=GREY, **style)
    for port in box.ports:
        x, side = (box.x + 9, "left") if port.left else (box.x + _WIDE - 9, "right")
        for k, line in enumerate(port.lines):
            axes.text(
                x, port.y + k * _LINE, line, fontsize=8.5, color=INK, ha=side, va="center",
                parse_math=False, zorder=5,
            )  # fmt: skip


def _draw_net(axes: Axes, net: _Net, layout: _Layout) -> None:
    for box, port in net.targets:
        points = layout.path(net, box, port)
        x, y = zip(*points, strict=True)
        # Lines that cross are told apart by a gap in the lower one.
        axes.plot(x, y, color=WHITE, linewidth=5, zorder=2, solid_joinstyle="round")
        axes.plot(x, y, color=net.colour, linewidth=1.6, zorder=3, solid_joinstyle="round")
        head = 7 if port.left else -7
        axes.fill(
            [x[-1], x[-1] - head, x[-1] - head], [y[-1], y[-1] - 4, y[-1] + 4],
            color=net.colour, zorder=3.5, linewidth=0,
        )  # fmt: skip
