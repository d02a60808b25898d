"""The utility of k summands as a sum over frequencies 1, ..., (p - 1)/2, for any unit vector."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.utility import summands_utility
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import (
    folded_odd,
    half_energy,
    hat_mirrored,
    some,
)
from theory.modular.letters import p, transform, u, u_hat, w, w_hat, x, x_hat
from theory.modular.letters.summands import (
    U_k,
    before_k,
    factorial,
    input_of,
    k,
    prod_hat,
    product_to,
    tuple_sum,
)
from theory.modular.letters.summands_maximum import utility
from theory.modular.letters.utility import half
from theory.proof.lemmas.powers import power
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
)
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    ring,
    total,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, implies, le, lt, num

FIRST = assume(forall(lambda m: eq(product_to(0, m), 1), INT))
LATER = assume(
    before_k(
        lambda j: forall(
            lambda m: eq(
                product_to(j + 1, m),
                product_to(j, m) * (transform(input_of(j + 1), m) * call("conj", x_hat(m))),
            ),
            INT,
        )
    )
)
SOME = assume(lt(0, k))


def size(z: Term) -> Term:
    """|z| as a term."""
    return call("abs", z)


def of_input(j: Term, m: Term) -> Term:
    """u_j^(m)."""
    return transform(input_of(j), m)


def term(m: Term) -> Term:
    """x^(m) conj(w^(m)) prod_j u_j^(m) conj(x^(m))."""
    return x_hat(m) * conj(transform(w, m)) * product_to(k, m)


@cache
def in_frequencies() -> Theorem:
    """U = p^(-k-1) k! sum_1^(p-1) term(m)."""
    theorem = summands_utility()
    names = ("modular.transform-w", "modular.product-hat", "modular.summands-utility")
    for name in names:
        theorem = discharge(DEFINITIONS[name].statement, theorem)
    theorem = instantiate(
        theorem,
        w_hat, fn(lambda m: transform(w, m)),
        prod_hat, fn(lambda m: product_to(k, m)),
        U_k, utility(tuple_sum),
    )  # fmt: skip
    m = fresh(INT)
    told = [
        reflexive(utility(tuple_sum)),
        conjoin(FIRST, LATER, generalise(reflexive(product_to(k, m)), m)),
        generalise(reflexive(transform(w, m)), m),
    ]
    return given(theorem, *told)


def mirrored(f: Term, m: Term) -> Theorem:
    """f^(p - m) = conj(f^(m)), of any vector."""
    known = hat_mirrored(u, m)
    statement = DEFINITIONS["modular.transform-u"].statement
    known = discharge(statement, known)
    known = instantiate(known, u, f, u_hat, fn(lambda q: transform(f, q)))
    q = fresh(INT)
    return given(known, generalise(reflexive(transform(f, q)), q))


@cache
def products_mirrored() -> Theorem:
    """For all m and j <= k: P(j, p - m) = conj(P(j, m))."""
    m = fresh(INT)

    def statement(j):
        return implies(le(j, k), eq(product_to(j, p - m), conj(product_to(j, m))))

    flat = equal_inside(conj(product_to(0, m)), at(FIRST, m))
    base = combine(
        eq(product_to(0, p - m), conj(product_to(0, m))),
        (1, at(FIRST, p - m)), (1, flat), (1, fact("conj-real", x=ONE)),
    )  # fmt: skip

    def following(j, low, now):
        last = assume(le(j + 1, k))
        before = given(now, bound(le(j, k), (), [[last]]))
        here, there = (at(LATER, j, low, last, q) for q in (m, p - m))
        inside = equal_inside(conj(product_to(j + 1, m)), here)
        spread = conjugated(inside.conclusion.args[1])
        own, own_x = mirrored(input_of(j + 1), m), hat_mirrored(x, m)
        back = equal_inside(conj(x_hat(p - m)), own_x)
        plain = ring(
            eq(there.conclusion.args[1], spread.conclusion.args[1]),
            before, own, back, conjugated(conj(conj(x_hat(m)))),
        )  # fmt: skip
        found = combine(
            eq(product_to(j + 1, p - m), conj(product_to(j + 1, m))),
            (1, there), (1, plain), (1, inside), (1, spread),
        )  # fmt: skip
        return discharge(last.conclusion, found)

    return everywhere(m, induction(statement, 0, discharge(le(ZERO, k), base), following))


def term_mirrored(m: Term) -> Theorem:
    """term(p - m) = conj(term(m))."""
    low = bound(le(0, k), (), [[SOME]])
    own = at(products_mirrored(), m, k, low, bound(le(k, k)))
    own_w, own_x = mirrored(w, m), hat_mirrored(x, m)
    back = equal_inside(conj(transform(w, p - m)), own_w)
    return ring(
        eq(term(p - m), conj(term(m))),
        conjugated(conj(term(m))), own, own_x, back,
        conjugated(conj(conj(transform(w, m)))),
    )  # fmt: skip


SCALE = power(p, -k - 1) * factorial(k)


@cache
def half_utility() -> Theorem:
    """U = 2 p^(-k-1) k! sum_1^half Re term(m)."""
    pieces, back = fn(term), fn(lambda q: term(p - q))
    double = fn(lambda q: 2 * call("re", term(q)))

    def entry(q, *_):
        goal = eq(term(q) + term(p - q), 2 * call("re", term(q)))
        return combine(goal, (1, term_mirrored(q)), (1, real_part(term(q))))

    joined = summand_equal(fn(lambda q: term(q) + term(p - q)), double, 1, half, entry)
    out = scaled(num(2), fn(lambda q: call("re", term(q))), 1, half, some())
    return combine(
        eq(utility(tuple_sum), 2 * SCALE * total(1, half, lambda q: call("re", term(q)))),
        (1, in_frequencies()),
        (SCALE, folded_odd(pieces)),
        (SCALE, added(pieces, back, 1, half, some())),
        (SCALE, joined),
        (SCALE, out),
    )


# --- the norm -------------------------------------------------------------------------------------
def inputs_at(m: Term) -> Term:
    """sum_j |u_j^(m)|^2."""
    return total(1, k, lambda j: size(of_input(j, m)) ** 2)


def all_at(m: Term) -> Term:
    """A(m) = sum_j |u_j^(m)|^2 + |w^(m)|^2."""
    return inputs_at(m) + size(transform(w, m)) ** 2


def ordered_inputs() -> Theorem:
    """1 <= k + 1."""
    return bound(le(1, k + 1), (), [[SOME]])


def energy(f: Term) -> Theorem:
    """p |f|^2 = |f^(0)|^2 + 2 sum_1^half |f^(m)|^2, of any vector."""
    statement = DEFINITIONS["modular.transform-u"].statement
    known = discharge(statement, half_energy(u))
    known = instantiate(known, u, f, u_hat, fn(lambda q: transform(f, q)))
    q = fresh(INT)
    return given(known, generalise(reflexive(transform(f, q)), q))


@cache
def half_norm() -> Theorem:
    """p |theta|^2 = A(0) + 2 sum_1^half A(m)."""
    squares = fn(lambda j: total(0, TOP, lambda a: input_of(j)(a) ** 2))
    low = ordered_inputs()
    first = fn(lambda j: size(of_input(j, ZERO)) ** 2)
    inner = fn(lambda j: total(1, half, lambda m: size(of_input(j, m)) ** 2))
    rows = summand_equal(
        fn(lambda j: p * squares(j)),
        fn(lambda j: first(j) + 2 * inner(j)),
        1,
        k,
        lambda j, *_: energy(input_of(j)),
    )
    swapped = exchanged(
        lam(lambda j, m: size(of_input(j, m)) ** 2, INT, INT), 1, k, 1, half, low, some()
    )
    whole = sum_of(squares, 1, k) + total(0, TOP, lambda a: w(a) ** 2)
    outputs = fn(lambda m: size(transform(w, m)) ** 2)
    return combine(
        eq(p * whole, all_at(ZERO) + 2 * total(1, half, all_at)),
        (1, scaled(p, squares, 1, k, low)),
        (1, rows),
        (1, added(first, fn(lambda j: 2 * inner(j)), 1, k, low)),
        (1, scaled(num(2), inner, 1, k, low)),
        (2, swapped),
        (1, energy(w)),
        (2, added(fn(inputs_at), outputs, 1, half, some())),
    )
