"""Something satisfies the definitions of the task with k summands: k = 2, p = 3, x = w a wave and
u_j = j x.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.maxima.single import M, frequency_bounds
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.maximum import largest
from theory.modular.kernel_proofs.summands.slopes import reached
from theory.modular.kernel_proofs.summands.upper import printed
from theory.modular.kernel_proofs.transforms.wave_encoding import HERE, SPECTRUM, WAVE, cyclic
from theory.modular.letters import HATS, p, transform, w, w_hat, x, x_hat
from theory.modular.letters.maxima import X, xi
from theory.modular.letters.summands import (
    U_k,
    centred_label,
    factorial,
    input_of,
    inputs,
    k,
    power_of,
    prod_hat,
    product_to,
    tuple_sum,
)
from theory.modular.letters.summands_maximum import U_top_k
from theory.modular.witnesses.maximum import THREE, about_x, at_three, most_of_all, transformed
from theory.proof.lemmas import trichotomy
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    order,
    reflexive,
    replace,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    lam,
    ring,
    symmetric,
    total,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    bind,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)


def one_of(j: Term, *values: Term) -> Term:
    """values[j]: the first at 0, the second at 1, ..., the last elsewhere."""
    found = values[-1]
    for place in reversed(range(len(values) - 1)):
        found = make("ite", None, (eq(j, place), values[place], found))
    return found


def chosen(j: int, *values: Term, written_j: Term | None = None) -> Theorem:
    """one_of(j, ...) = values[j], for a number j."""
    here = num(j) if written_j is None else written_j
    steps: list[Theorem] = []
    rest = one_of(here, *values)
    for place in range(len(values) - 1):
        condition, first, other = rest.args
        if place == j:
            same = ring(eq(here, place))
            steps.append(fact("ite-true", same, P=condition, z=first, w=other))
            break
        more = bound(lt(place, here))
        steps.append(
            fact("ite-false", differs(more, negation(condition)), P=condition, z=first, w=other)
        )
        rest = other
    return combine(eq(one_of(here, *values), values[j]), *((1, one) for one in steps))


def powers(n: Term, z: Term) -> tuple[Term, Term, Term]:
    """1, z, z^2."""
    del n
    return ONE, z, z**2


def power_value(n: Term, z: Term) -> Term:
    """z^n for n = 0, 1, 2."""
    return one_of(n, *powers(n, z))


def tuples(n: Term, s: Term, r: Term) -> tuple[Term, Term, Term]:
    """The sums over no, one and two indices."""

    def none(s, r):
        return power_value(n, s) * centred_label(r)

    def proof_at(s, r):
        return total(0, p - 1, lambda a: none(s + reached(ONE, a), r + a))

    return (
        none(s, r),
        proof_at(s, r),
        total(0, p - 1, lambda b: proof_at(s + reached(TWO, b), r + b)),
    )


def products(m: Term) -> tuple[Term, Term, Term]:
    """The products of no, one and two transforms."""
    one, two = (transform(input_of(j), m) * call("conj", x_hat(m)) for j in (ONE, TWO))
    return ONE, one, one * two


FACTORIALS = (ONE, ONE, TWO)
ABOUT = {
    x: WAVE,
    x_hat: SPECTRUM,
    w: WAVE,
    w_hat: SPECTRUM,
    inputs: lam(lambda j, a: j * WAVE(a), INT, INT),
}
LETTERS = {
    k: TWO,
    factorial: lam(lambda j: one_of(j, *FACTORIALS), INT),
    power_of: lam(power_value, INT, REAL),
    tuple_sum: lam(lambda j, n, s, r: one_of(j, *tuples(n, s, r)), INT, INT, REAL, INT),
    product_to: lam(lambda j, m: one_of(j, *products(m)), INT, INT),
    prod_hat: fn(lambda m: products(m)[2]),
}
LETTERS[U_k] = call("power", p, -TWO) * tuples(TWO, ZERO, ZERO)[2]
BUNDLE = (
    HATS[0],
    HATS[3],
    "modular.cyclic-x",
    "modular.factorial",
    "modular.powers",
    "modular.tuple-sums",
    "modular.summands-utility",
    "modular.product-hat",
)
TABLE = {
    letter: substituted(substituted(value, ABOUT), THREE)
    for letter, value in {**ABOUT, **LETTERS}.items()
} | {p: num(3)}


def asked(name: str) -> Term:
    """A definition with these functions, about any p, x, w and u_j."""
    return substituted(DEFINITIONS[name].statement, LETTERS)


def at_both(statement: Term, shown: Callable) -> Theorem:
    """For all j with 0 <= j and j + 1 <= 2, from shown(0, ...) and shown(1, ...), theorems of the
    body at these numbers.
    """
    j = fresh(INT)
    body = opened(statement, (j,))
    low, rest = body.args
    high, last = rest.args
    inside = [assume(low), assume(high)]
    template = bind("lam", j, last)

    def at_number(number, same):
        known = shown(number, opened(template, (num(number),)))
        return replace(symmetric(same), template, known)

    def below(less):
        same = fact("antisymmetric", bound(le(j, 0), (), [[_next(less)]]), inside[0], x=j, y=ZERO)
        return at_number(0, same)

    def above(more):
        false = order(lt(ZERO, ZERO), (), ((ONE, (more,), ONE), (ONE, (inside[1],), ONE)))
        return contradiction(false, last)

    def _next(less):
        return fact("discrete", less, n=j, m=ONE)

    cases = by_cases(trichotomy(j, ONE), below, lambda same: at_number(1, same), above)
    return everywhere(j, cases, low, high)


def factorials() -> Theorem:
    """0! = 1, 1! = 1, 2! = 2."""
    first, later = asked("modular.factorial").args

    def step(j, goal):
        values = (chosen(j, *FACTORIALS), chosen(j + 1, *FACTORIALS, written_j=num(j) + 1))
        return ring(goal, *values)

    return conjoin(ring(first, chosen(0, *FACTORIALS)), at_both(later, step))


def all_powers() -> Theorem:
    """1, z, z^2."""
    first, later = asked("modular.powers").args
    z = fresh()

    def step(j, goal):
        values = (
            chosen(j, *powers(ZERO, z)),
            chosen(j + 1, *powers(ZERO, z), written_j=num(j) + 1),
        )
        return written(goal, everywhere(z, ring(opened(goal, (z,)), *values)))

    base = ring(opened(first, (z,)), chosen(0, *powers(ZERO, z)))
    return conjoin(everywhere(z, base), at_both(later, step))


def all_products() -> Theorem:
    """No, one and two factors."""
    first, later, last = asked("modular.product-hat").args
    m = fresh(INT)

    def step(j, goal):
        values = (chosen(j, *products(m)), chosen(j + 1, *products(m), written_j=num(j) + 1))
        return written(goal, everywhere(m, ring(opened(goal, (m,)), *values)))

    return conjoin(
        everywhere(m, ring(opened(first, (m,)), chosen(0, *products(m)))),
        at_both(later, step),
        everywhere(m, ring(opened(last, (m,)), chosen(2, *products(m)))),
    )


def all_tuples() -> Theorem:
    """No, one and two indices."""
    first, later = asked("modular.tuple-sums").args
    n, s, r = fresh(INT), fresh(), fresh(INT)
    premises = (le(0, n), le(n, TWO))

    def every(theorem):
        return everywhere(n, everywhere(s, everywhere(r, theorem)), *premises)

    def step(j, goal):
        here = num(j) + 1

        def summand(a):
            return substituted(tuple_sum, LETTERS)(num(j), n, s + reached(here, a), r + a)

        def entry(a, *_):
            values = tuples(n, s + reached(here, a), r + a)
            return combine(eq(summand(a), values[j]), (1, chosen(j, *values)))

        inner = fn(lambda a: tuples(n, s + reached(here, a), r + a)[j])
        same = summand_equal(fn(summand), inner, 0, p - 1, entry)
        left = chosen(j + 1, *tuples(n, s, r), written_j=here)
        whole = eq(left.conclusion.args[0], total(0, p - 1, summand))
        return written(goal, every(combine(whole, (1, left), (1, same))))

    base = chosen(0, *tuples(n, s, r))
    return conjoin(written(first, every(base)), at_both(later, step))


def two_summands() -> Theorem:
    """p = 3: all of them at once."""
    value = chosen(2, *tuples(TWO, ZERO, ZERO))
    utility = combine(asked("modular.summands-utility"), (call("power", p, -TWO), value))
    shown = [transformed(WAVE), transformed(WAVE), cyclic()]
    shown += [
        filled(one, ABOUT)
        for one in (factorials(), all_powers(), all_tuples(), utility, all_products())
    ]
    statements = [substituted(DEFINITIONS[name].statement, TABLE) for name in BUNDLE]
    return conjoin(*(written(one, at_three(known)) for one, known in zip(statements, shown)))


# --- the largest utility --------------------------------------------------------------------------
LARGEST = READINGS["modular.summands-maximum"]
LARGEST_LETTERS = {
    x: WAVE,
    x_hat: SPECTRUM,
    **{letter: LETTERS[letter] for letter in (k, factorial, power_of)},
    X: HERE,
    xi: M,
}
LARGEST_LETTERS[U_top_k] = substituted(printed(), LARGEST_LETTERS)
LARGEST_TABLE = {letter: substituted(value, THREE) for letter, value in LARGEST_LETTERS.items()} | {
    p: num(3)
}


def largest_of_two() -> Theorem:
    """p = 3 and k = 2: the printed value is attained, and no unit vector has more."""
    theorem = largest()
    names = ("modular.factorial", "modular.powers")
    for one in (lt(0, k), *(DEFINITIONS[name].statement for name in names)):
        theorem = discharge(one, theorem)
    theorem = filled(theorem, {letter: LETTERS[letter] for letter in (k, factorial, power_of)})
    theorem = about_x(given(theorem, all_powers(), factorials(), bound(lt(0, TWO))))
    inside = conjoin(*frequency_bounds())
    dominant = conjoin(inside, reflexive(HERE), most_of_all())
    shown = [transformed(WAVE), cyclic(), factorials(), all_powers(), theorem, dominant]
    statements = [substituted(DEFINITIONS[name].statement, LARGEST_TABLE) for name in LARGEST]
    return conjoin(*(written(one, at_three(known)) for one, known in zip(statements, shown)))


WITNESSES = {"modular.tuple-sums": two_summands, "modular.summands-maximum": largest_of_two}
BUNDLES = {"modular.tuple-sums": BUNDLE, "modular.summands-maximum": LARGEST}
TABLES = {"modular.tuple-sums": TABLE, "modular.summands-maximum": LARGEST_TABLE}
