"""Proofs about the paper's figure: its template, and its numbers."""
