"""Dormant attention heads with rational parameters: which are drawn, and where each ends.

A head that no flow can decide, since it runs exactly into a saddle, is refused by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt

import sympy as sp
from hypothesis import strategies as st

from checks.attention.taylor_flight import Arithmetic, Group, fly
from checks.methods.check import Rejected
from theory.attention.fate import Fate, fate


@dataclass(frozen=True)
class Flight:
    """A dormant head with rational parameters in the eigenbasis of M; ``squares`` are the
    eigenvalues of M, falling."""

    row: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]
    N: int
    eta: Fraction
    scale: Fraction

    def __repr__(self) -> str:
        return (
            f"(V, Q, K) = {self.scale} ({', '.join(map(str, self.row))}), "
            f"M = diag({', '.join(map(str, self.squares))}), "
            f"N = {self.N}, eta = {self.eta}"
        )

    @property
    def d(self) -> int:
        """The number of components."""
        return len(self.squares)

    @property
    def start(self) -> tuple[Fraction, ...]:
        """(V, Q, K) at the start: the row times its scale."""
        return tuple(self.scale * x for x in self.row)

    @property
    def rates(self) -> tuple[Fraction, ...]:
        """N times the eigenvalues of M."""
        return tuple(self.N * m for m in self.squares)

    @property
    def norm(self) -> sp.Expr:
        """|theta(0)|, exact."""
        return exact_norm(self.start)

    @property
    def largest(self) -> sp.Expr:
        """lambda_k, the square root of the largest eigenvalue of M."""
        return sp.sqrt(sp.Rational(str(max(self.squares))))

    @cached_property
    def fate(self) -> Fate:
        """Whether it jumps, decided in rationals."""
        return fate(self.row[0], self.row[1 : self.d + 1], self.row[self.d + 1 :], self.rates)

    def course(self, arithmetic: Arithmetic) -> Group:
        """The flight to norm one."""
        if self.fate is Fate.REST:
            raise Rejected("a head that comes to rest: no force takes it to norm one")
        if self.fate is Fate.SADDLE:
            raise Rejected("a head exactly on a separatrix: it runs into a saddle and never jumps")
        return fly(self.start, self.rates, self.eta, arithmetic)


def exact_norm(row: Sequence[Fraction]) -> sp.Expr:
    """The Euclidean norm of a rational row."""
    return sp.sqrt(sp.Rational(str(sum(x * x for x in row))))


# --- the instances --------------------------------------------------------------------------------
ENTRIES = tuple(Fraction(x) for x in ("1", "-1", "2", "-2", "0", "1/2", "-3/2"))
SQUARES = tuple(Fraction(x) for x in ("1", "2", "3", "1/2", "5/4"))
TAILS = tuple(Fraction(x) for x in ("1/4", "0", "3/4", "1/50", "24/25"))
RATES = tuple(Fraction(x) for x in ("1", "2", "1/2"))
SCALES = tuple(Fraction(x) for x in ("1/10", "1/20", "1/50"))


def spectra(d: int) -> st.SearchStrategy:
    """Eigenvalues of M in falling order, the first of them positive; some of the others may be
    zero, or equal."""
    drawn = st.tuples(st.sampled_from(SQUARES), *[st.sampled_from(TAILS)] * (d - 1))
    return drawn.map(lambda values: tuple(sorted(values, reverse=True)))


def rows(d: int) -> st.SearchStrategy:
    """Rows (V, Q, K) of small rationals, not all of them zero."""
    return st.tuples(*[st.sampled_from(ENTRIES)] * (2 * d + 1)).filter(any)


def aligned_rows(d: int) -> st.SearchStrategy:
    """|V| = |Q| = |K| along the first eigenvector, that of the largest eigenvalue, with V Q K > 0:
    the maximal utility."""
    rest = (Fraction(0),) * (d - 1)
    signs = st.sampled_from([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    return signs.map(lambda s: (Fraction(s[0]), Fraction(s[1]), *rest, Fraction(s[2]), *rest))


# Two features and two examples first: a counterexample there is not one of the smallest sizes.
CONTEXTS = st.sampled_from((2, 1, 3, 4, 5, 6))


def dimensions(most: int) -> st.SearchStrategy:
    """1 to ``most``, the simplest of them two."""
    return st.sampled_from([d for d in (2, 1, *range(3, most + 1)) if d <= most])


def flights(most: int = 4, aligned: bool = False) -> st.SearchStrategy:
    """Heads under an M of up to ``most`` components; ``aligned`` with its largest eigenvalue."""
    return dimensions(most).flatmap(
        lambda d: st.builds(
            Flight,
            aligned_rows(d) if aligned else rows(d),
            spectra(d),
            CONTEXTS,
            st.sampled_from(RATES),
            st.sampled_from(SCALES),
        )
    )


def short_flights(most: int = 4) -> st.SearchStrategy:
    """Heads that start at a half or more of the norm 1, many of them aligned: they jump soon."""

    def begun(row: tuple, share: Fraction, **rest) -> Flight:
        size = isqrt(int(10**6 * sum(x * x for x in row))) + 1  # a thousand times the norm
        return Flight(row, scale=Fraction(int(1000 * share), size), **rest)

    return dimensions(most).flatmap(
        lambda d: st.builds(
            begun,
            st.one_of(aligned_rows(d), rows(d)),
            st.sampled_from([Fraction(x) for x in ("9/10", "1/2", "99/100")]),
            squares=spectra(d),
            N=CONTEXTS,
            eta=st.sampled_from(RATES),
        )
    )


def crowds(most: int = 4) -> st.SearchStrategy:
    """Two to four heads under one M."""

    def under_one(d: int) -> st.SearchStrategy:
        heads = st.lists(st.tuples(rows(d), st.sampled_from(SCALES)), min_size=2, max_size=4)
        return st.builds(
            lambda drawn, M, N, eta: tuple(Flight(row, M, N, eta, scale) for row, scale in drawn),
            heads,
            spectra(d),
            CONTEXTS,
            st.sampled_from(RATES),
        )

    return dimensions(most).flatmap(under_one)
