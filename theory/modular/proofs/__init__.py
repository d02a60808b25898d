"""Proofs and derivations for modular addition: for every p, every group, every number
of summands.
"""
