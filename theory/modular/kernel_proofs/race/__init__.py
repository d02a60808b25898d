"""Proofs about the next jump: how soon a dormant neuron beside a plateau can have norm 1."""
