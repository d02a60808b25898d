"""Names for the data of a counterexample that are no letters of the claim: attention."""

DRAWN = {
    "Sigma": "the covariance of the inputs",
    "R": "a root of it",
    "N": "the examples in a prompt",
    "M": "Sigma^2 on what is left to learn",
    "task": "covariance and examples",
    "heads": "(V, |Q|, |K|) of each head, or how many there are",
    "eigenvalues": "those of the covariance",
    "seed": "what fixes the random start",
    "others_K": "the part of K^T Sigma K that other components have",
    "others_KK": "the part of K^T Sigma^2 K that they have",
    "trace": "the trace of Sigma",
}
