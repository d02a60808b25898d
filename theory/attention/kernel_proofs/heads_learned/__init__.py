"""Heads along eigenvectors: what they learn, their levels, and that they rest."""
