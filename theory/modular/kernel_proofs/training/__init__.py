"""Proofs about the loss, its gradient, the utility of the network, and pairs of neurons."""
