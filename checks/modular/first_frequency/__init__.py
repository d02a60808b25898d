"""Which frequency does a dormant neuron take, and when?"""
