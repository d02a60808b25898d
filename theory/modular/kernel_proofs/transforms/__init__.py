"""Proofs about discrete Fourier transforms: waves, correlations and Plancherel on Z/p, for every p."""
