"""The matrices P^perp_{U_k} Sigma_yx of consecutive plateaus, and their singular values."""

from __future__ import annotations

from theory.linear.letters.commuting import decomposed
from theory.linear.letters.data import DATA, c, cross, d, entries, rank, step, u
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.tactics import total
from theory.proof.terms import INT, REAL, both, eq, function, le, var

index = var("index", INT)
sigma = function("sigma", INT, INT, REAL)
rest, left, right = (
    function(name, INT, INT, INT, REAL) for name in ("rest_of", "u_plateau", "v_plateau")
)
define(
    "linear.rests",
    ("rest_of",),
    within(
        0,
        rank - 1,
        lambda k: entries(
            c,
            d,
            lambda l, m: eq(
                rest(l, m, k),
                cross(l, m)
                - total(
                    1,
                    k,
                    lambda q: u(l, q) * total(1, c, lambda b: u(b, q) * cross(b, m)),
                ),
            ),
        ),
    ),
    "P^perp_{U_k} Sigma_yx for k = 0, ..., r - 1",
)
define(
    "linear.rest-values",
    ("sigma", "u_plateau", "v_plateau"),
    decomposed(lambda k, l, m: rest(l, m, k)),
    "their singular values, sorted downwards",
    sense="plateaus",
    exists_by="the singular value decomposition",
)
define(
    "linear.same-place",
    ("index",),
    both(le(1, index), le(index, rank), le(1, step), le(step, rank - 1)),
    "one of the r singular values, on a plateau after the first",
    sense="same place",
)
define(
    "linear.next-place",
    ("index",),
    both(le(1, index), le(index + 1, rank), le(1, step), le(step, rank - 1)),
    "one of the r singular values but the last, on a plateau after the first",
    sense="next place",
)
PLATEAUS = (
    *DATA, "linear.inverse", "linear.rank", "linear.modes", "linear.rests", "linear.rest-values",
)  # fmt: skip
reads("linear.interlaced-above", *PLATEAUS, "linear.same-place")
reads("linear.interlaced-below", *PLATEAUS, "linear.next-place")
reads("linear.alternate", *PLATEAUS, "linear.indices")
