"""The chapters of the report, one per file, in the order of `study.py`."""
