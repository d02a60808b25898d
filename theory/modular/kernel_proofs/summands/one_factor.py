"""One factor of the product of k transforms: the product is linear in each of u_1, ..., u_k."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.existence import (
    Recursion,
    low_k,
)
from theory.modular.kernel_proofs.summands.pushed import row_of
from theory.modular.kernel_proofs.summands.spectrum import (
    FIRST,
    LATER,
    of_input,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj
from theory.modular.letters import transform, wave, x_hat
from theory.modular.letters.summands import (
    inputs,
    k,
    product_to,
)
from theory.proof.lemmas import trichotomy
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    instantiate,
)
from theory.proof.sums.finite import (
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    obtain,
    parts,
    symmetric,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    ZERO,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    var,
)

J = var("row'", INT)  # which of u_1, ..., u_k
ROW = (assume(le(1, J)), assume(le(J, k)))
F = var("inputs'", inputs.sort)
AGREES = assume(
    forall(
        lambda i: forall(lambda a: implies(negation(eq(i, J)), eq(F(i, a), inputs(i, a))), INT), INT
    )
)
rest = function("rest'", INT, INT, COMPLEX)  # the product over all i but j


def factor(i: Term, m: Term) -> Term:
    """What u_i adds to the product without u_j."""
    own = of_input(i, m) * conj(x_hat(m))
    return make("ite", None, (eq(i, J), ONE, own))


REST = (
    assume(forall(lambda m: eq(rest(0, m), 1), INT)),
    assume(
        forall(
            lambda i: implies(
                le(0, i),
                le(i + 1, k),
                forall(lambda m: eq(rest(i + 1, m), rest(i, m) * factor(i + 1, m)), INT),
            ),
            INT,
        )
    ),
)


# --- one factor of the product --------------------------------------------------------------------
Q = fresh(INT)
OWN = transform(row_of(F, J), Q) * conj(x_hat(Q))


def split_at(i: Term) -> Term:
    """P(i) = R(i) for i < j, and P(i) = R(i) u_j^ conj(x^) for j <= i; at Q, i <= k."""
    before = implies(lt(i, J), eq(product_to(i, Q), rest(i, Q)))
    after = implies(le(J, i), eq(product_to(i, Q), rest(i, Q) * OWN))
    return implies(le(i, k), both(before, after))


def nothing_split() -> Theorem:
    """P(0) = R(0) = 1, and j is not 0."""
    less, none = assume(lt(ZERO, J)), assume(le(J, ZERO))
    start = combine(eq(product_to(0, Q), rest(0, Q)), (1, at(FIRST, Q)), (1, at(REST[0], Q)))
    false = bound(lt(0, 0), (), [[none], [ROW[0]]])
    after = contradiction(false, eq(product_to(0, Q), rest(0, Q) * OWN))
    found = conjoin(discharge(less.conclusion, start), discharge(none.conclusion, after))
    return discharge(le(ZERO, k), found)


def same_factor(i: Term, apart: Theorem) -> list[Theorem]:
    """P and R have the same factor i, where i is not j: that of F is that of the inputs."""
    same = summand_equal(
        fn(lambda a: F(i, a) * wave(-(Q * a))),
        fn(lambda a: inputs(i, a) * wave(-(Q * a))),
        0,
        TOP,
        lambda a, *_: combine(
            eq(F(i, a) * wave(-(Q * a)), inputs(i, a) * wave(-(Q * a))),
            (wave(-(Q * a)), at(AGREES, i, a, apart)),
        ),
    )
    return [same, factor_is(i, apart)]


def factor_is(i: Term, known: Theorem) -> Theorem:
    """What u_i adds to R: 1 from i = j, the factor of P from its contrary."""
    condition = eq(i, J)
    name = "ite-true" if known.conclusion is condition else "ite-false"
    return fact(name, known, P=condition, z=ONE, w=of_input(i, Q) * conj(x_hat(Q)))


def following_split(i: Term, low: Theorem, now: Theorem) -> Theorem:
    """``split_at(i + 1)`` from ``split_at(i)``: before j, at j and beyond it."""
    last = assume(le(i + 1, k))
    before, after = parts(given(now, bound(le(i, k), (), [[last]])))
    grown = at(instantiate(LATER, inputs, F), i, low, last, Q)
    left = at(REST[1], i, low, last, Q)
    plain, scale = of_input(i + 1, Q) * conj(x_hat(Q)), product_to(i, Q) * conj(x_hat(Q))
    early, late = assume(lt(i + 1, J)), assume(le(J, i + 1))
    goal = eq(product_to(i + 1, Q), rest(i + 1, Q) * OWN)

    def still_before():
        same, kept = same_factor(i + 1, differs(early, negation(eq(i + 1, J))))
        return combine(
            eq(product_to(i + 1, Q), rest(i + 1, Q)),
            (1, grown), (scale, same), (1, left),
            (rest(i, Q), kept), (plain, given(before, bound(lt(i, J), (), [[early]]))),
        )  # fmt: skip

    def here(is_row):
        moved = equal_inside(transform(row_of(F, i + 1), Q), is_row)
        return combine(
            goal,
            (1, grown), (scale, moved),
            (OWN, given(before, ordered(lt(i, J), [(1, is_row)], [bound(lt(0, 1))]))),
            (OWN, left), (OWN * rest(i, Q), factor_is(i + 1, is_row)),
        )  # fmt: skip

    def beyond(apart):
        more = by_cases(
            trichotomy(J, i + 1),
            lambda below: bound(le(J, i), (), [[fact("discrete", below, n=J, m=i + 1)]]),
            lambda equal: absurd(given(apart, symmetric(equal)), le(J, i)),
            lambda above: contradiction(bound(lt(0, 0), (), [[above], [late]]), le(J, i)),
        )
        same, kept = same_factor(i + 1, apart)
        return combine(
            goal,
            (1, grown), (scale, same), (OWN, left),
            (OWN * rest(i, Q), kept), (plain, given(after, more)),
        )  # fmt: skip

    first = discharge(early.conclusion, still_before())
    second = discharge(late.conclusion, by_cases(eq(i + 1, J), here, beyond))
    return discharge(last.conclusion, conjoin(first, second))


@cache
def one_factor() -> Theorem:
    """For all m: P(k, m) = R(k, m) u_j^(m) conj(x^(m)), for inputs that agree off j."""
    whole = induction(split_at, 0, nothing_split(), following_split)
    _, after = parts(at(whole, k, low_k(), bound(le(k, k))))
    return everywhere(Q, given(after, ROW[1]))


def without_rest(theorem: Theorem) -> Theorem:
    """A theorem without the products of all transforms but one, which exist."""

    def following(f, i, m):
        return f(i, m) * factor(i + 1, m)

    def local(one, other, i, letters, same):
        (m,) = letters
        return combine(
            eq(following(other, i, m), following(one, i, m)), (factor(i + 1, m), same(m))
        )

    there = Recursion(rest, lambda m: ONE, following, (INT,), local).exists()

    def use(f, known):
        first, later = parts(known)
        found = theorem
        for one in REST:
            found = discharge(one.conclusion, found)
        return given(instantiate(found, rest, f), later, first)

    return obtain(at(there, k, low_k()), use)
