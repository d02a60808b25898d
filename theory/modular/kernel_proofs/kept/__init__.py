"""Alignment with a frequency is kept: what a neuron has outside of it grows only from itself."""
