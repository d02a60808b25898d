"""Jump times, bounds and alignment as alpha -> 0."""
