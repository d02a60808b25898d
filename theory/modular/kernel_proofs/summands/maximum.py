"""The largest utility with k summands: that of the strongest frequency."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    IS_X,
    odd_p,
    with_dominant,
    within_half,
)
from theory.modular.kernel_proofs.maxima.single import (
    PRESENT,
)
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.summands.existence import products, tuples
from theory.modular.kernel_proofs.summands.spectrum import (
    FIRST,
    LATER,
)
from theory.modular.kernel_proofs.summands.strongest import (
    HERE,
    VECTORS,
    V,
    placed,
    unit_there,
    value_there,
)
from theory.modular.kernel_proofs.summands.upper import TUPLES, UNIT, printed, upper
from theory.modular.letters import w
from theory.modular.letters.summands import inputs, k, product_to, tuple_sum
from theory.modular.letters.summands_maximum import U_top_k, sums_of
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    specialise,
)
from theory.proof.tactics import (
    at,
    conjuncts,
    everywhere,
    fact,
    fresh,
    given,
    obtain,
    parts,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    Term,
    le,
    lt,
    substituted,
)


# --- the claim ------------------------------------------------------------------------------------
def with_products(theorem: Theorem, table: dict[Term, Term]) -> Theorem:
    """A theorem without the products of transforms, which exist for these vectors."""
    there_ = instantiate(products(), inputs, table[inputs])

    def use(f, known):
        first, later = parts(known)
        found = discharge(FIRST.conclusion, theorem)
        found = discharge(instantiate(LATER, inputs, table[inputs]).conclusion, found)
        return given(instantiate(found, product_to, f), later, first)

    return obtain(there_, use)


def below_printed(f: Term, h: Term, sums: Term) -> Theorem:
    """sums over tuples -> unit vector -> U is at most the printed value."""
    whole = with_products(upper(), {inputs: inputs})
    whole = discharge(TUPLES, discharge(UNIT.conclusion, whole))
    return instantiate(whole, inputs, f, w, h, tuple_sum, sums)


def there_above() -> Theorem:
    """0 < |x^(m)|."""
    return ordered(lt(0, HERE), [(1, IS_X)], [ABOVE])


def told_sums(table: dict[Term, Term], sums: Term, known: Theorem) -> Theorem:
    """These are the sums over tuples of the vectors of a table, from what ``tuples`` gives."""
    first, later = parts(known)
    statement = sums_of(table[inputs], table[w], sums)
    return written(statement, conjoin(_guarded(first), _guarded_later(later)))


def as_much(sums: Term, known: Theorem) -> list[Theorem]:
    """These are the sums over tuples of the waves, a unit vector of the printed utility."""
    told = told_sums(VECTORS, sums, known)
    value = given(discharge(PRESENT.conclusion, value_there()), there_above())
    value = discharge(placed(assume(TUPLES)).conclusion, with_products(value, VECTORS))
    value = given(instantiate(value, tuple_sum, sums), told)
    norm = given(discharge(PRESENT.conclusion, unit_there()), there_above())
    return [told, norm, value]


@cache
def highest() -> Theorem:
    """U_top_k is the printed value, where m in 1, ..., half has the largest magnitude X."""
    most, some_ = defined("modular.summands-maximum")

    def attained(sums, known):
        told, norm, value = as_much(sums, known)
        less = given(specialise(most, VECTORS[inputs], V, sums), told, norm)
        return ordered(le(printed(), U_top_k), [(1, value)], [less])

    def use(f, h, sums, known):
        pieces = conjuncts(known)
        whole = given(below_printed(f, h, sums), pieces[0], pieces[1])
        return ordered(le(U_top_k, printed()), [(1, pieces[2])], [whole])

    def chosen(f, one):
        return obtain(one, lambda h, two: obtain(two, lambda s, three: use(f, h, s, three)))

    least = obtain(placed(tuples()), attained)
    return fact("antisymmetric", obtain(some_, chosen), least, x=U_top_k, y=printed())


@cache
def largest() -> Theorem:
    """The printed value is the largest utility: the definition of U_top_k holds of it."""
    statement = DEFINITIONS["modular.summands-maximum"].statement
    _, some_ = substituted(statement, {U_top_k: printed()}).args
    f, h, sums = (fresh(one.sort) for one in (inputs, w, tuple_sum))
    every = below_printed(f, h, sums)
    for letter in (sums, h, f):
        every = generalise(every, letter)

    def attained(s, known):
        return shown_of(some_, [VECTORS[inputs], V, s], conjoin(*as_much(s, known)))

    return conjoin(every, obtain(placed(tuples()), attained))


def _guarded(first: Theorem) -> Theorem:
    """For n = 0, ..., k, from the same for all n."""
    n, s, r = fresh(INT), fresh(), fresh(INT)
    own = at(first, n, s, r)
    return everywhere(n, generalise(generalise(own, r), s), le(0, n), le(n, k))


def _guarded_later(later: Theorem) -> Theorem:
    j, n, s, r = fresh(INT), fresh(INT), fresh(), fresh(INT)
    inside = le(0, j), le(j + 1, k)
    own = at(later, j, *map(assume, inside), n, s, r)
    whole = everywhere(n, generalise(generalise(own, r), s), le(0, n), le(n, k))
    return everywhere(j, whole, *inside)


@proof("modular.summands-maximum")
def summands_maximum() -> Theorem:
    """No unit vector has more, and k + 1 waves of the dominant frequency have as much."""
    *known, most = defined("modular.dominant")
    return odd_p(with_dominant(highest(), known, within_half(most)))
