"""A replay as pictures and a table: what was measured beside what is simulated."""

from __future__ import annotations

from armwright.report.canvas import png
from armwright.report.runs.recorded import Recorded
from armwright.report.runs.tracking import Beside, signal_figure
from armwright.scenario.replay import MEASURED, Replay
from armwright.signals import Run
from armwright.signals.names import known_signal
from armwright.signals.units import readable


def draw_replay(replay: Replay) -> dict[str, bytes]:
    """A .png file for every signal that both have, by its name."""
    recorded = Recorded.of(Run(replay.data.assign_attrs(_title(replay))))
    drawn = {}
    for signal in replay.agreement:
        known = known_signal(signal)
        what = known.meaning if known else signal
        figure = signal_figure(
            recorded,
            f"{signal.replace('_', ' ')}, measured and simulated",
            f"Left: {what}. Right: measured minus simulated, with its own scale for each channel.",
            signal,
            Beside(MEASURED + signal, ("simulated", "measured", "difference")),
            quantity=signal.rpartition("_")[2],
        )
        drawn[f"{signal}.png"] = png(figure)
    return drawn


def replay_text(replay: Replay) -> str:
    """Per signal and channel: how far apart, rms and at most, and as a share of the variation."""
    lines = []
    for signal, channels in replay.agreement.items():
        unit = str(replay.data[signal].attrs.get("units", ""))
        factor, text = readable(max(one.rms for one in channels.values()), unit)
        lines.append(f"{signal}, {text or '1'}")
        width = max(8, *(len(name) for name in channels))
        head = f"{'rms':>10} {'largest':>10} {'of its variation':>18}"
        lines.append(f"  {'':{width}}{head}")
        for name, one in channels.items():
            share = f"{100 * one.share:.3g} %" if one.share < float("inf") else "–"
            lines.append(
                f"  {name:{width}}{factor * one.rms:>10.4g} {factor * one.largest:>10.4g} "
                f"{share:>18}"
            )
        lines.append("")
    lines.append(f"driven by {replay.source} of the log")
    if replay.not_simulated:
        lines.append("in the log, and not simulated: " + ", ".join(replay.not_simulated))
    return "\n".join(lines)


def replay_figures(replay: Replay) -> dict[str, dict[str, dict[str, float | None]]]:
    """For JSON: a share that is infinite is null."""
    return {
        signal: {
            name: {
                "rms": one.rms,
                "largest": one.largest,
                "share": one.share if one.share < float("inf") else None,
            }
            for name, one in channels.items()
        }
        for signal, channels in replay.agreement.items()
    }


def _title(replay: Replay) -> dict[str, object]:
    known = replay.run.data.attrs
    return {name: known[name] for name in ("scenario", "robot") if name in known}
