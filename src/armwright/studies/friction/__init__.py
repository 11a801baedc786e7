"""The study of S4, chapter 5: friction."""
