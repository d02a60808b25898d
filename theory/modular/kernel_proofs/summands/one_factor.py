"""One factor of the product of k transforms: the product is linear in each of u_1, ..., u_k."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.existence import (
    exists_recursive,
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
@cache
def one_factor() -> Theorem:
    """For all m: P(k, m) = R(k, m) u_j^(m) conj(x^(m)), for inputs that agree off j."""
    m = fresh(INT)
    own = transform(row_of(F, J), m) * conj(x_hat(m))
    later = instantiate(LATER, inputs, F)

    def statement(i):
        before = implies(lt(i, J), eq(product_to(i, m), rest(i, m)))
        after = implies(le(J, i), eq(product_to(i, m), rest(i, m) * own))
        return implies(le(i, k), both(before, after))

    less = assume(lt(ZERO, J))
    start = combine(eq(product_to(0, m), rest(0, m)), (1, at(FIRST, m)), (1, at(REST[0], m)))
    none = assume(le(J, ZERO))
    false = bound(lt(0, 0), (), [[none], [ROW[0]]])
    base = conjoin(
        discharge(less.conclusion, start),
        discharge(none.conclusion, contradiction(false, eq(product_to(0, m), rest(0, m) * own))),
    )

    def following(i, low, now):
        last = assume(le(i + 1, k))
        before, after = parts(given(now, bound(le(i, k), (), [[last]])))
        grown, left = at(later, i, low, last, m), at(REST[1], i, low, last, m)
        plain = of_input(i + 1, m) * conj(x_hat(m))

        def other(apart):
            """P and R have the same factor, where i + 1 is not j."""
            same = summand_equal(
                fn(lambda a: F(i + 1, a) * wave(-(m * a))),
                fn(lambda a: inputs(i + 1, a) * wave(-(m * a))),
                0,
                TOP,
                lambda a, *_: combine(
                    eq(F(i + 1, a) * wave(-(m * a)), inputs(i + 1, a) * wave(-(m * a))),
                    (wave(-(m * a)), at(AGREES, i + 1, a, apart)),
                ),
            )
            kept = fact("ite-false", apart, P=eq(i + 1, J), z=ONE, w=plain)
            return same, kept

        early = assume(lt(i + 1, J))
        same, kept = other(differs(early, negation(eq(i + 1, J))))
        first = combine(
            eq(product_to(i + 1, m), rest(i + 1, m)),
            (1, grown), (product_to(i, m) * conj(x_hat(m)), same), (1, left),
            (rest(i, m), kept), (plain, given(before, bound(lt(i, J), (), [[early]]))),
        )  # fmt: skip
        late = assume(le(J, i + 1))
        goal = eq(product_to(i + 1, m), rest(i + 1, m) * own)

        def here(is_row):
            """i + 1 = j."""
            kept = fact("ite-true", is_row, P=eq(i + 1, J), z=ONE, w=plain)
            moved = equal_inside(transform(row_of(F, i + 1), m), is_row)
            return combine(
                goal,
                (1, grown), (product_to(i, m) * conj(x_hat(m)), moved),
                (own, given(before, ordered(lt(i, J), [(1, is_row)], [bound(lt(0, 1))]))),
                (own, left), (own * rest(i, m), kept),
            )  # fmt: skip

        def beyond(apart):
            more = by_cases(
                trichotomy(J, i + 1),
                lambda below: bound(le(J, i), (), [[fact("discrete", below, n=J, m=i + 1)]]),
                lambda equal: absurd(given(apart, symmetric(equal)), le(J, i)),
                lambda above: contradiction(bound(lt(0, 0), (), [[above], [late]]), le(J, i)),
            )
            same, kept = other(apart)
            return combine(
                goal,
                (1, grown), (product_to(i, m) * conj(x_hat(m)), same), (own, left),
                (own * rest(i, m), kept), (plain, given(after, more)),
            )  # fmt: skip

        second = by_cases(eq(i + 1, J), here, beyond)
        found = conjoin(discharge(early.conclusion, first), discharge(late.conclusion, second))
        return discharge(last.conclusion, found)

    whole = induction(statement, 0, discharge(le(ZERO, k), base), following)
    _, after = parts(at(whole, k, low_k(), bound(le(k, k))))
    return everywhere(m, given(after, ROW[1]))


def without_rest(theorem: Theorem) -> Theorem:
    """A theorem without the products of all transforms but one, which exist."""

    def following(f, i, m):
        return f(i, m) * factor(i + 1, m)

    def local(one, other, i, letters, same):
        (m,) = letters
        return combine(
            eq(following(other, i, m), following(one, i, m)), (factor(i + 1, m), same(m))
        )

    there = exists_recursive(rest, lambda m: ONE, following, (INT,), local)

    def use(f, known):
        first, later = parts(known)
        found = theorem
        for one in REST:
            found = discharge(one.conclusion, found)
        return given(instantiate(found, rest, f), later, first)

    return obtain(at(there, k, low_k()), use)
