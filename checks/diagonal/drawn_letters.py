"""Names for the data of a counterexample that are no letters of the claim: diagonal networks."""

DRAWN = {
    "X": "the inputs, a column each",
    "y": "the targets",
    "G_i": "minus eta times the integral of the gradient",
}
