"""Sums over tuples and products of transforms exist for any vectors: one level at a time, each in
the terms of the one before.
"""

from __future__ import annotations

from collections.abc import Callable

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


def recursive(f: Term, start: Callable, following: Callable, top: Term, sorts: tuple) -> Term:
    """f(0, ...) = start(...), and f(j + 1, ...) = following(f, j, ...) for j < top."""

    def every(body):
        letters = [fresh(sort) for sort in sorts]
        whole = body(*letters)
        for one in reversed(letters):
            whole = bind("forall", one, whole)
        return whole

    return both(
        every(lambda *a: eq(f(0, *a), start(*a))),
        forall(
            lambda j: implies(
                le(0, j),
                le(j + 1, top),
                every(lambda *a: eq(f(j + 1, *a), following(f, j, *a))),
            ),
            INT,
        ),
    )


def exists_recursive(
    letter: Term, start: Callable, following: Callable, sorts: tuple, local: Callable
) -> Theorem:
    """For all n >= 0 there is such a function up to n.

    local(f, g, j, a, same): following(f, j, a) = following(g, j, a), where same(b) gives f(j, b) =
    g(j, b).
    """

    def statement(n):
        return exists(lambda f: recursive(f, start, following, n, sorts), letter.sort)

    def kept(g, f, n, j, a, inside):
        """g(j, a) = f(j, a) for j <= n."""
        condition = le(j, n)
        return fact("ite-true", inside, P=condition, z=f(j, *a), w=following(f, n, *a))

    def grown(f, n):
        return lam(
            lambda j, *a: make("ite", None, (le(j, n), f(j, *a), following(f, n, *a))),
            INT, *sorts,
        )  # fmt: skip

    def base():
        f = lam(lambda j, *a: start(*a), INT, *sorts)
        goal = statement(ZERO)
        first, later = recursive(f, start, following, ZERO, sorts).args
        j = fresh(INT)
        letters = [fresh(sort) for sort in sorts]
        inner = eq(f(j + 1, *letters), following(f, j, *letters))
        false = bound(lt(0, 0), (), [[assume(le(0, j))], [assume(le(j + 1, ZERO))]])
        none = generalise_all(contradiction(false, inner), letters)
        zero = generalise_all(reflexive(start(*letters)), letters)
        return witness(goal, f, conjoin(zero, everywhere(j, none, le(0, j), le(j + 1, ZERO))))

    def step_(n, low, now):
        def use(f, known):
            first, later = parts(known)
            g = grown(f, n)
            goal = statement(n + 1)
            letters = [fresh(sort) for sort in sorts]
            zero = combine(
                eq(g(ZERO, *letters), start(*letters)),
                (1, kept(g, f, n, ZERO, letters, low)), (1, at(first, *letters)),
            )  # fmt: skip
            j = fresh(INT)
            inside = [assume(le(0, j)), assume(le(j + 1, n + 1))]
            here = bound(le(j, n), (), [[inside[1]]])

            def same(*b):
                return kept(g, f, n, j, b, here)

            right = local(g, f, j, letters, same)

            def before(less):
                deep = bound(le(j + 1, n), (), [[fact("discrete", less, n=j, m=n)]])
                return combine(
                    eq(g(j + 1, *letters), following(g, j, *letters)),
                    (1, kept(g, f, n, j + 1, letters, deep)),
                    (1, at(later, j, inside[0], deep, *letters)),
                    (1, right),
                )

            def last(same_):
                no = never(le(j + 1, n), same_)
                out = fact(
                    "ite-false", no, P=le(j + 1, n), z=f(j + 1, *letters),
                    w=following(f, n, *letters),
                )  # fmt: skip
                moved = equal_inside(following(f, n, *letters), symmetric(same_))
                return combine(
                    eq(g(j + 1, *letters), following(g, j, *letters)),
                    (1, out), (1, moved), (1, right),
                )  # fmt: skip

            found = by_cases(
                trichotomy(j, n),
                before,
                last,
                lambda more: contradiction(
                    bound(lt(0, 0), (), [[more], [here]]),
                    eq(g(j + 1, *letters), following(g, j, *letters)),
                ),
            )
            whole = everywhere(
                j, generalise_all(found, letters), *(one.conclusion for one in inside)
            )
            return witness(goal, g, conjoin(generalise_all(zero, letters), whole))

        return obtain(now, use)

    return induction(statement, 0, base(), step_)


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

    return at(exists_recursive(product_to, lambda m: ONE, following, (INT,), local), k, low_k())


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

    return at(exists_recursive(tuple_sum, start, following, (INT, REAL, INT), local), k, low_k())
