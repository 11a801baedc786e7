"""What S1 states, beside what its runs give: a section of S1 per file."""
