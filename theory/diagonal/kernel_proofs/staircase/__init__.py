"""The two algorithms, plateau by plateau: equal coefficients, at times A apart."""
