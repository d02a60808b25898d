"""Along gradient flow: what is conserved, how modes and volumes grow, when jumps come."""
