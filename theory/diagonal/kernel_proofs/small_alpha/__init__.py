"""What holds as alpha -> 0: learning rates, limits, and integrals of the gradient."""
