"""The pictures of the report, by chapter; `marks.py` has what they share."""
