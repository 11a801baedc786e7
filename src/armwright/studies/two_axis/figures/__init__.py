"""The pictures of the study, 1200 pixels wide, in the style of those of runs."""
