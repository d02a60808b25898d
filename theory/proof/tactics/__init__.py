"""Search for proofs: not trusted, for whatever these functions return was made by the rules.

Two of them do nearly everything: ``ring`` (oriented rewriting that keeps its cofactors) and
``bound`` (the same inside ``order``, with the products found by linear programming where they are
not given). ``derivative`` applies the axioms of calculus along a term. An error says what is left
to show.
"""

from .algebra import combine, reduced, ring
from .derivatives import (
    derivative,
    one_slope,
    slope_is,
    slope_of_same,
    slope_within,
    with_slope,
)
from .logic import (
    NotShown,
    at,
    by_cases,
    conjuncts,
    deriv,
    equal_inside,
    everywhere,
    exists,
    fact,
    filled,
    filled_where,
    forall,
    fresh,
    from_premises,
    given,
    induction,
    lam,
    obtain,
    outermost,
    parts,
    put,
    substitute,
    swapped,
    symmetric,
    total,
    witnessed,
    written,
)
from .order import ONCE, bound, contradiction, differs, weaker
from .signs import inverse, nonzero, positive
from .statements import part_by_part, prove, satisfied

__all__ = [
    "NotShown",
    "ONCE",
    "at",
    "bound",
    "by_cases",
    "combine",
    "conjuncts",
    "contradiction",
    "deriv",
    "derivative",
    "differs",
    "equal_inside",
    "everywhere",
    "exists",
    "fact",
    "filled",
    "filled_where",
    "forall",
    "fresh",
    "from_premises",
    "given",
    "induction",
    "inverse",
    "lam",
    "nonzero",
    "obtain",
    "one_slope",
    "outermost",
    "part_by_part",
    "parts",
    "positive",
    "prove",
    "put",
    "reduced",
    "ring",
    "satisfied",
    "slope_is",
    "slope_of_same",
    "slope_within",
    "substitute",
    "swapped",
    "symmetric",
    "total",
    "weaker",
    "with_slope",
    "witnessed",
    "written",
]
