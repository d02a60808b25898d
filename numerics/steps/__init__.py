"""The two steps of AGF: integrated, and what the algorithm leaves open about them."""
