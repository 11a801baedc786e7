"""Is the description believable? Findings, never exceptions.

`run` calls the checks, of which there is one file for each subject.
"""

from armwright.robot.checks.run import FileWords, check
from armwright.robot.finding import Finding, Severity

__all__ = ["FileWords", "Finding", "Severity", "check"]
