"""Programs of an arm as statements of languages in which one writes sums and calls functions."""
