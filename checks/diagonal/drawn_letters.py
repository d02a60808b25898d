"""What the data of a counterexample are called, where that is no letter of the claim: diagonal networks."""

DRAWN = {
    "X": "the inputs, a column each",
    "y": "the targets",
    "G_i": "minus eta times the integral of the gradient",
}
