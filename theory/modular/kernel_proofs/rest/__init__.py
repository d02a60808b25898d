"""Where one neuron comes to rest: the sum of squares of its least loss falls along the flow."""
