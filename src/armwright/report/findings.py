"""What the checks found, to print."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from armwright.report.layout import folded
from armwright.report.words import plain
from armwright.robot import Finding

STYLES = {"error": "bold red", "warning": "bold yellow"}


def findings_text(name: str, findings: Sequence[Finding]) -> Text:
    """A heading with the counts, and a block for each finding: severity, where and what; got,
    expected, try."""
    text = Text(f"{plain(name)}: {counts(findings)}", style="bold")
    for finding in findings:
        text.append(f"\n  {finding.severity:<7}  ", STYLES[finding.severity])
        where = f"{finding.where}: " if finding.where else ""
        text.append(folded(f"{where}{finding.what}", 11), "not bold")
        facts = (("got", finding.got), ("expected", finding.expected), ("try", finding.hint))
        for label, value in facts:
            if value not in (None, ""):
                text.append(f"\n{'':11}{label:<10}{folded(str(value), 21)}", "not bold")
    return text


def counts(findings: Sequence[Finding]) -> str:
    """Such as '1 error, 2 warnings'."""
    numbers = {
        severity: sum(finding.severity == severity for finding in findings) for severity in STYLES
    }
    parts = [f"{n} {severity}{'s' if n > 1 else ''}" for severity, n in numbers.items() if n]
    return ", ".join(parts) or "nothing found"
