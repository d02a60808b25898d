"""Proofs about discrete Fourier transforms on Z/p for every p: waves, correlations, Plancherel."""
