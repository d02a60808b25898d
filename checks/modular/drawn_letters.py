"""Names for the data of a counterexample that are no letters of the claim: modular addition."""

DRAWN = {
    "x": "the encoding",
    "u": "the neuron's first input weights",
    "v": "its second input weights",
    "w": "its output weights",
    "xi": "a frequency of x",
    "xi_2": "the second strongest frequency of x (0: there is none)",
    "frequencies": "those of x",
    "N": "the neurons of the group",
    "P": "the product of the amplitudes of a neuron",
    "A_u": "the amplitude of u",
    "A_v": "the amplitude of v",
    "psi": "the angle of neuron i",
    "s_u": "the phase of u",
    "s_v": "the phase of v",
    "s_w": "the phase of w",
}
