"""S4, chapters 4 and 6: an arm with a parallel linkage."""
