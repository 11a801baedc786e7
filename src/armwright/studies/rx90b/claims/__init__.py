"""What S3 states, beside what its runs give: the line, the method, and variants."""
