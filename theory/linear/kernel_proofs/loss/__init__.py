"""The loss of the network: its gradient, and its best matrix of rank k."""
