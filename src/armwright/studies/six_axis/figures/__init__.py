"""The pictures of the report, by what they show."""
