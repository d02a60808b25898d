"""One neuron: its utility, its flow, and what the flow accumulates."""
