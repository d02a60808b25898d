"""Names for the data of a counterexample that are no letters of the claim: linear networks."""

DRAWN = {
    "B": "the map to be learned",
    "Sigma": "the covariance of the inputs",
    "H": "the width",
    "seed": "what fixes the random start",
    "singular_values": "those of the matrix that is decomposed",
    "X": "the inputs",
    "Y": "the targets",
    "beta": "the map so far",
    "a": "the neuron's outgoing weights",
    "w": "its incoming weights",
}
