"""The chapters of the report, in the order of `study.py`."""
