"""The slopes of N V sum_i mu_i Q_i K_i in V and in each component of Q and K, in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theory.attention.letters import N, modes
from theory.proof.rules import Theorem, reflexive
from theory.proof.sums.finite import added, scaled, slope_of_sum, sum_of
from theory.proof.sums.single_terms import only
from theory.proof.tactics import (
    bound,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    one_slope,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, apply, eq, le, lt, make

NEAR = (bound(le(-1, 0)), bound(le(0, 1)))


def moved(component: Term, j: Term, h: Term) -> Term:
    """h where the component is j, else 0."""
    return make("ite", None, (eq(component, j), h, ZERO))


def linear(known: Theorem, start: Term, rate: Term, rewrite: Callable) -> Theorem:
    """The slope at 0 that ``known`` names is ``rate``: rewrite(h) shows body(h) = start
    + rate h.
    """
    low, high, point, value, body = known.conclusion.args
    line, function, h = lam(lambda h: start + rate * h), _function(body), fresh()
    own = with_slope(derivative(line, low, high, point), rate)
    same = everywhere(h, rewrite(h), le(low, h), le(h, high))
    turned = slope_of_same(function, same, own, *NEAR)
    ordered = bound(lt(low, high))
    return one_slope(known, turned, ordered, *NEAR)


def _function(body: Term) -> Term:
    return make("lam", (REAL,), (body,))


@dataclass(frozen=True)
class Head:
    """V, Q_j, K_j as functions of time, and mu_j; ``some`` says 1 <= d + 1."""

    V: Callable
    Q: Callable
    K: Callable
    mu: Callable
    some: Callable[[], Theorem]

    def overlap(self, s: Term) -> Term:
        """sum_i mu_i Q_i K_i at time s."""
        return sum_of(self.products(s), 1, modes)

    def products(self, s: Term) -> Term:
        """mu_i Q_i K_i, as a function of i."""
        return lam(lambda i: self.mu(i) * self.Q(i, s) * self.K(i, s), INT)

    def squared(self, s: Term) -> Term:
        """V^2 + |Q|^2 + |K|^2 at time s."""
        queries = total(1, modes, lambda j: self.Q(j, s) ** 2)
        return self.V(s) ** 2 + queries + total(1, modes, lambda j: self.K(j, s) ** 2)

    def in_value(self, known: Theorem, s: Term) -> Theorem:
        """dU/dV = N sum mu_i Q_i K_i."""
        rate = N * self.overlap(s)
        start = self.V(s) * rate
        body = _function(known.conclusion.args[4])
        return linear(known, start, rate, lambda h: ring(eq(apply(body, (h,)), start + rate * h)))

    def in_component(self, known: Theorem, s: Term, j: Term, query: bool, where) -> Theorem:
        """dU/dQ_j = N V mu_j K_j, or dU/dK_j = N V mu_j Q_j."""
        other = self.K if query else self.Q
        start = N * self.V(s) * self.overlap(s)
        rate = N * self.V(s) * self.mu(j) * other(j, s)
        body = _function(known.conclusion.args[4])

        def rewrite(h):
            return ring(
                eq(apply(body, (h,)), start + rate * h), self._spread(s, j, h, query, where)
            )

        return linear(known, start, rate, rewrite)

    def _spread(self, s: Term, j: Term, h: Term, query: bool, where) -> Theorem:
        """The sum with h added to one component: sum mu_i Q_i K_i + mu_j K_j h (or mu_j Q_j h)."""
        Q, K, mu = self.Q, self.K, self.mu
        other = K if query else Q
        change = lam(lambda i: mu(i) * other(i, s) * moved(i, j, h), INT)
        if query:
            whole = lam(lambda i: mu(i) * (Q(i, s) + moved(i, j, h)) * K(i, s), INT)
        else:
            whole = lam(lambda i: mu(i) * Q(i, s) * (K(i, s) + moved(i, j, h)), INT)

        def zero(i, apart):
            nothing = fact("ite-false", apart, P=eq(i, j), z=h, w=ZERO)
            return ring(eq(apply(change, (i,)), 0), nothing)

        return ring(
            eq(sum_of(whole, 1, modes), self.overlap(s) + mu(j) * other(j, s) * h),
            added(self.products(s), change, 1, modes, self.some()),
            only(change, j, 1, modes, where[0], where[1], zero),
            fact("ite-true", reflexive(j), P=eq(j, j), z=h, w=ZERO),
        )

    def squares(self, query: bool, rate: Term, place: tuple, inside: tuple, component) -> Theorem:
        """d|Q|^2/dt = 2 rate sum mu_i Q_i K_i, where component(j, ...) shows Q_j' = rate mu_j K_j.

        The same for K, where Q_j and K_j change places.
        """
        own = self.Q if query else self.K
        s = place[2]
        value = lam(lambda j: (2 * rate) * apply(self.products(s), (j,)), INT)

        def proof_at(j, low, high):
            known = component(j, low, high)
            squared = derivative(lambda q: own(j, q) ** 2, *place, [known])
            return with_slope(squared, apply(value, (j,)))

        summand = lam(lambda j, q: own(j, q) ** 2, INT, REAL)
        slope = slope_of_sum(summand, value, 1, modes, place, self.some(), inside, proof_at)
        out = scaled(2 * rate, self.products(s), 1, modes, self.some())
        return with_slope(slope, 2 * rate * self.overlap(s), out)
