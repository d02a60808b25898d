"""What the sentences between the formulas speak of: two orthogonal decompositions of one map, the
gradient at the pair that is selected first, the frame where the total utility is largest.
"""

from __future__ import annotations

from theory.linear.letters import HALVED
from theory.linear.letters.data import DATA, A, H, W, beta, c, cov, cross, d, entries, grad, rank
from theory.linear.letters.optima import a_best, left, modes, right, sigma, w_best
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    make,
    negation,
    var,
)

# --- two decompositions of A W --------------------------------------------------------------------
count, place, row, column = (
    var(name, INT) for name in ("maps_of", "map_place", "row_of", "column_of")
)
map_one, map_two, separation = map(var, ("map_one", "map_two", "separation"))
size = function("s_of", INT, REAL)
u_one, v_one, u_two, v_two, product = (
    function(name, INT, INT, REAL)
    for name in ("u_first", "v_first", "u_second", "v_second", "product_of")
)


def decomposed(u, v) -> Term:
    """A W = sum_q s_q u_q v_q^T with orthonormal u_q and v_q."""
    return both(
        orthonormal(u, c, count),
        orthonormal(v, d, count),
        entries(
            c,
            d,
            lambda k, l: eq(product(k, l), total(1, count, lambda q: size(q) * u(k, q) * v(l, q))),
        ),
    )


define(
    "linear.two-decompositions",
    ("s_of", "u_first", "v_first", "u_second", "v_second", "product_of"),
    both(
        entries(c, d, lambda k, l: eq(product(k, l), total(1, H, lambda h: A(k, h) * W(h, l)))),
        within(1, count, lambda q: le(0, size(q))),
        decomposed(u_one, v_one),
        decomposed(u_two, v_two),
    ),
    "A W = sum_q s_q u_q v_q^T = sum_q s_q u'_q v'_q^T: orthonormal u_q, v_q, u'_q and v'_q, "
    "singular values s_q >= 0, any number of them",
    exists_by="the singular value decomposition",
)
define(
    "linear.rank-one-maps",
    ("map_one", "map_two"),
    both(
        *(le(1, place), le(place, count), le(1, row), le(row, c), le(1, column), le(column, d)),
        eq(map_one, size(place) * u_one(row, place) * v_one(column, place)),
        eq(map_two, size(place) * u_two(row, place) * v_two(column, place)),
    ),
    "an entry of the i-th map in either decomposition",
)


def _gap(j) -> Term:
    return call("abs", size(place) - size(j))


define(
    "linear.separation",
    ("separation",),
    both(
        within(1, count, lambda j: implies(negation(eq(j, place)), le(separation, _gap(j)))),
        make(
            "or",
            None,
            (
                eq(count, ONE),
                exists(
                    lambda j: both(
                        *(le(1, j), le(j, count), negation(eq(j, place))),
                        eq(separation, _gap(j)),
                    ),
                    INT,
                ),
            ),
        ),
    ),
    "the least |s_i - s_j|, j different from i: none is smaller, one has it (or there is no other)",
)
reads(
    "linear.unique-decomposition",
    "linear.two-decompositions",
    "linear.rank-one-maps",
    "linear.separation",
)

# --- the gradient at the pair selected first ------------------------------------------------------
leaving, top_gap, commutes = var("leaving"), var("top_gap"), var("commutes", INT)
s_sel = function("s_selected", INT, REAL)
u_sel, v_sel = (function(name, INT, INT, REAL) for name in ("u_selected", "v_selected"))


def pulled(l) -> Term:
    """(grad L^T u_1)_l."""
    return total(1, c, lambda k: grad(k, l) * u_sel(k, 1))


def off_selected(l) -> Term:
    """Its part orthogonal to v_1."""
    return pulled(l) - total(1, d, lambda m: pulled(m) * v_sel(m, 1)) * v_sel(l, 1)


def inner(l, m) -> Term:
    """(Sigma_yx^T Sigma_yx)_lm."""
    return total(1, c, lambda k: cross(k, l) * cross(k, m))


def commuting() -> Term:
    """Sigma_xx commutes with Sigma_yx^T Sigma_yx."""
    return entries(
        d,
        d,
        lambda l, m: eq(
            total(1, d, lambda q: cov(l, q) * inner(q, m)),
            total(1, d, lambda q: inner(l, q) * cov(q, m)),
        ),
    )


define(
    "linear.first-selection",
    ("s_selected", "u_selected", "v_selected"),
    both(
        orthonormal(u_sel, c, rank),
        orthonormal(v_sel, d, rank),
        entries(
            c,
            d,
            lambda k, l: eq(
                cross(k, l), total(1, rank, lambda q: s_sel(q) * u_sel(k, q) * v_sel(l, q))
            ),
        ),
        within(1, rank, lambda q: le(0, s_sel(q))),
        within(1, rank - 1, lambda q: le(s_sel(q + 1), s_sel(q))),
    ),
    "the singular values of Sigma_yx = -grad L(0), sorted downwards, and their vectors",
    exists_by="the singular value decomposition",
)
define(
    "linear.selected-map",
    ("beta_of",),
    entries(c, d, lambda k, l: eq(beta(k, l), u_sel(k, 1) * v_sel(l, 1))),
    "beta = u_1 v_1^T, the top singular pair",
    sense="selected",
)
define(
    "linear.leaving",
    ("leaving",),
    eq(leaving, call("sqrt", total(1, d, lambda l: off_selected(l) ** 2))),
    "the length of the part of grad L(u_1 v_1^T)^T u_1 that is orthogonal to v_1",
)
define(
    "linear.commutes",
    ("commutes",),
    eq(commutes, make("ite", None, (commuting(), ONE, ZERO))),
    "1 where Sigma_xx commutes with Sigma_yx^T Sigma_yx, else 0",
)
define(
    "linear.top-gap",
    ("top_gap",),
    eq(top_gap, s_sel(1) - make("ite", None, (le(2, rank), s_sel(2), ZERO))),
    "sigma_1 - sigma_2 of Sigma_yx, sigma_2 = 0 where there is one mode",
)
reads(
    "linear.descent-in-span",
    *DATA,
    "linear.loss-gradient",
    "linear.rank",
    "linear.first-selection",
    "linear.selected-map",
    "linear.leaving",
    "linear.commutes",
    "linear.top-gap",
)

# --- the vectors of a frame whose total utility is largest ----------------------------------------
overlap_all, gap_after, which = var("overlap_all"), var("gap_after"), var("vector_of", INT)


def cosine(j) -> Term:
    """<theta_i, e_j> with e_j = (u_j, v_j)/sqrt(2)."""
    along = total(1, c, lambda l: a_best(l, which) * (HALVED * left(l, j)))
    return along + total(1, d, lambda m: w_best(m, which) * (HALVED * right(m, j)))


define(
    "linear.overlap",
    ("overlap_all",),
    both(
        *(le(1, which), le(which, modes)),
        eq(overlap_all, total(1, modes, lambda j: cosine(j) ** 2)),
    ),
    "the squared length of one vector of the frame within the span of the first |D| singular pairs",
)
define(
    "linear.gap-after",
    ("gap_after",),
    eq(gap_after, sigma(modes) - make("ite", None, (le(modes + 1, rank), sigma(modes + 1), ZERO))),
    "sigma_|D| - sigma_{|D|+1}, the latter 0 where there is none",
)
reads(
    "linear.vectors-align",
    "linear.rank",
    "linear.singular-system",
    "linear.count",
    "linear.best-frame",
    "linear.overlap",
    "linear.gap-after",
)
