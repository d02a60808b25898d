"""Sums over tuples and products of transforms exist for any vectors: one level at a time, each in
the terms of the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from theory.modular.kernel_proofs.summands.spectrum import SOME, of_input
from theory.modular.letters import against, p, x_hat
from theory.modular.letters.summands import (
    centred_label,
    input_of,
    k,
    power_of,
    product_to,
    tuple_sum,
)
from theory.proof.lemmas import trichotomy
from theory.proof.rules import Theorem, assume, conjoin, generalise, reflexive, witness
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    induction,
    lam,
    obtain,
    parts,
    symmetric,
    total,
)
from theory.proof.tactics.linear import never
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    make,
)


@dataclass(frozen=True)
class Recursion:
    """f(0, a) = start(a), and f(j + 1, a) = following(f, j, a), a being letters of these sorts.

    local(g, f, j, a, same): following(f, j, a) = following(g, j, a), where same(b) gives g(j, b) =
    f(j, b).
    """

    letter: Term
    start: Callable
    following: Callable
    sorts: tuple
    local: Callable

    def letters(self) -> list[Term]:
        """Letters in the place of a."""
        return [fresh(sort) for sort in self.sorts]

    def up_to(self, f: Term, top: Term) -> Term:
        """f is such a function for j < top."""

        def every(body):
            letters = self.letters()
            whole = body(*letters)
            for one in reversed(letters):
                whole = bind("forall", one, whole)
            return whole

        return both(
            every(lambda *a: eq(f(0, *a), self.start(*a))),
            forall(
                lambda j: implies(
                    le(0, j),
                    le(j + 1, top),
                    every(lambda *a: eq(f(j + 1, *a), self.following(f, j, *a))),
                ),
                INT,
            ),
        )

    def possible(self, n: Term) -> Term:
        """There is such a function up to n."""
        return exists(lambda f: self.up_to(f, n), self.letter.sort)

    def from_start(self) -> Theorem:
        """Up to 0, whatever j: f(j, a) = start(a)."""
        f = lam(lambda j, *a: self.start(*a), INT, *self.sorts)
        j, letters = fresh(INT), self.letters()
        inner = eq(f(j + 1, *letters), self.following(f, j, *letters))
        false = bound(lt(0, 0), (), [[assume(le(0, j))], [assume(le(j + 1, ZERO))]])
        none = generalise_all(contradiction(false, inner), letters)
        zero = generalise_all(reflexive(self.start(*letters)), letters)
        later = everywhere(j, none, le(0, j), le(j + 1, ZERO))
        return witness(self.possible(ZERO), f, conjoin(zero, later))

    def grown(self, f: Term, n: Term) -> Term:
        """g(j, a) = f(j, a) for j <= n, and following(f, n, a) beyond."""
        return lam(
            lambda j, *a: make("ite", None, (le(j, n), f(j, *a), self.following(f, n, *a))),
            INT, *self.sorts,
        )  # fmt: skip

    def value(self, f: Term, n: Term, j: Term, a: Sequence[Term], known: Theorem) -> Theorem:
        """g(j, a), from j <= n or from its contrary."""
        condition = le(j, n)
        name = "ite-true" if known.conclusion is condition else "ite-false"
        return fact(name, known, P=condition, z=f(j, *a), w=self.following(f, n, *a))

    def grown_follows(self, f: Term, n: Term, later: Theorem, j: Term, inside: list) -> Theorem:
        """g(j + 1, a) = following(g, j, a) for all a and 0 <= j <= n; later: that of f, j < n."""
        g, a = self.grown(f, n), self.letters()
        here = bound(le(j, n), (), [[inside[1]]])
        goal = eq(g(j + 1, *a), self.following(g, j, *a))
        right = self.local(g, f, j, a, lambda *b: self.value(f, n, j, b, here))

        def before(less):
            deep = bound(le(j + 1, n), (), [[fact("discrete", less, n=j, m=n)]])
            known = at(later, j, inside[0], deep, *a)
            return combine(goal, (1, self.value(f, n, j + 1, a, deep)), (1, known), (1, right))

        def last(same):
            out = self.value(f, n, j + 1, a, never(le(j + 1, n), same))
            moved = equal_inside(self.following(f, n, *a), symmetric(same))
            return combine(goal, (1, out), (1, moved), (1, right))

        def beyond(more):
            return contradiction(bound(lt(0, 0), (), [[more], [here]]), goal)

        return generalise_all(by_cases(trichotomy(j, n), before, last, beyond), a)

    def one_more(self, n: Term, low: Theorem, now: Theorem) -> Theorem:
        """Up to n + 1 there is g, where f is there up to n."""

        def use(f, known):
            first, later = parts(known)
            g, a = self.grown(f, n), self.letters()
            zero = combine(
                eq(g(ZERO, *a), self.start(*a)),
                (1, self.value(f, n, ZERO, a, low)), (1, at(first, *a)),
            )  # fmt: skip
            j = fresh(INT)
            inside = [assume(le(0, j)), assume(le(j + 1, n + 1))]
            follows = self.grown_follows(f, n, later, j, inside)
            whole = everywhere(j, follows, *(one.conclusion for one in inside))
            return witness(self.possible(n + 1), g, conjoin(generalise_all(zero, a), whole))

        return obtain(now, use)

    def exists(self) -> Theorem:
        """For all n >= 0 there is such a function up to n."""
        return induction(self.possible, 0, self.from_start(), self.one_more)


def generalise_all(theorem: Theorem, letters: list[Term]) -> Theorem:
    """For all of these letters."""
    for one in reversed(letters):
        theorem = generalise(theorem, one)
    return theorem


def low_k() -> Theorem:
    """0 <= k."""
    return bound(le(0, k), (), [[SOME]])


def products() -> Theorem:
    """There are products of transforms up to k."""

    def following(f, j, m):
        return f(j, m) * (of_input(j + 1, m) * call("conj", x_hat(m)))

    def local(g, f, j, letters, same):
        (m,) = letters
        factor = of_input(j + 1, m) * call("conj", x_hat(m))
        return combine(eq(following(f, j, m), following(g, j, m)), (factor, same(m)))

    there = Recursion(product_to, lambda m: ONE, following, (INT,), local)
    return at(there.exists(), k, low_k())


def tuples() -> Theorem:
    """There are sums over tuples up to k, whatever the power n is."""

    def start(n, s, r):
        return power_of(n, s) * centred_label(r)

    def following(f, j, n, s, r):
        return total(0, p - 1, lambda a: f(j, n, s + against(input_of(j + 1), a), r + a))

    def local(g, f, j, letters, same):
        n, s, r = letters

        def entry(h):
            return lam(lambda a: h(j, n, s + against(input_of(j + 1), a), r + a), INT)

        return summand_equal(
            entry(f), entry(g), 0, p - 1,
            lambda a, *_: symmetric(same(n, s + against(input_of(j + 1), a), r + a)),
        )  # fmt: skip

    there = Recursion(tuple_sum, start, following, (INT, REAL, INT), local)
    return at(there.exists(), k, low_k())
