"""When a neuron jumps, with which sign, and which one."""
