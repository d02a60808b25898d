"""Proofs about the loss, its gradient and the utility of the network, and about pairs of neurons."""
