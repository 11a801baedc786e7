"""Is the description believable? Findings, never exceptions."""

from armwright.robot.checks.finding import Finding, Severity
from armwright.robot.checks.run import check, check_file

__all__ = ["Finding", "Severity", "check", "check_file"]
