"""C99 from programs and models: a second back-end for what `compiler` turns into machine code."""
