"""Proofs about theta' = grad U in frequencies: three waves that drive each other."""
