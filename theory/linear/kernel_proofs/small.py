"""Statements about small networks, shown part by part: constants where every size is 1, Kronecker's
deltas where it is 2; and theorems at such values, with their hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping

from theory.linear.kernel_proofs.flow.balance import half_of_two
from theory.proof.polynomials import atom_of, polynomial, term_of
from theory.proof.rules import (
    Refused,
    Theorem,
    algebra,
    assume,
    conjoin,
    detach,
    discharge,
    generalise,
    order,
    replace,
)
from theory.proof.sums.any_range import counted, empty_sum
from theory.proof.sums.index_order import is_delta
from theory.proof.sums.nested import normal_sums, same_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import bound, fact, filled_where, fresh, inverse, lam, parts
from theory.proof.tactics.algebra import reduced
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    digest,
    eq,
    le,
    lt,
    make,
    num,
    opened,
)


def constant(value, *sorts) -> Term:
    """The function that is this number everywhere."""
    return lam(lambda *_: value, *sorts)


def evaluated(whole: Term, facts) -> Theorem:
    """A term of constants and sums from 1 to 1 is this number; deltas of indices from 1
    to 1 are 1.
    """
    plain = normal_sums(whole, facts=facts)
    poly = polynomial(plain.conclusion.args[1])
    once = counted(1, ONE, bound(le(1, ONE + 1)))
    rewrites = [once, half_of_two()]
    # By number: a set of terms is ordered by where they lie in memory, and so would the proof be.
    for atom in map(atom_of, sorted({pair[0] for monomial in poly for pair in monomial})):
        if is_delta(atom):
            rewrites.append(_only_index(atom, facts))
        if atom.op == "inv" and atom.args[0].op == "num":
            value = atom.args[0]
            share = num(value.data[1], value.data[0])
            rewrites.append(algebra(eq(atom, share), (share, inverse(value, []))))
        if atom.op == "sum" and atom is not once.conclusion.args[0]:
            rewrites.append(_nothing(atom, facts))
    left, cofactors = reduced(poly, rewrites)
    pairs = [(term_of(cofactor), one) for cofactor, one in zip(cofactors, rewrites) if cofactor]
    return algebra(eq(whole, term_of(left)), (ONE, plain), *pairs)


def _only_index(atom: Term, facts) -> Theorem:
    """delta(k, l) = 1 for k and l from 1 to 1."""
    one, other = atom.args[0].args
    products = _known(facts)
    same = fact(
        "antisymmetric",
        bound(le(one, other), (), products),
        bound(le(other, one), (), products),
        x=one,
        y=other,
    )
    return fact("ite-true", same, P=eq(one, other), z=ONE, w=ZERO)


def _nothing(atom: Term, facts) -> Theorem:
    """A sum whose end lies before its start is 0."""
    low, high, body = atom.args
    before = bound(lt(high, low), (), _known(facts))
    return empty_sum(make("lam", (INT,), (body,)), low, high, before)


def at_one(statement: Term, facts: tuple[Theorem, ...] = ()) -> Theorem:
    """A statement about constants with every size 1, part by part."""
    if statement.op == "and":
        return conjoin(*(at_one(one, facts) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(at_one(opened(statement, (letter,)), facts), letter)
    if statement.op == "implies":
        premise = assume(statement.args[0])
        inner = at_one(statement.args[1], (*facts, *parts(premise)))
        return discharge(premise.conclusion, inner)
    if statement.op == "deriv":
        return _slope_at_one(statement, facts)
    left, right = (evaluated(side, facts) for side in statement.args)
    products = _known(facts)
    if statement.op == "eq":
        try:
            return algebra(statement, (ONE, left), (num(-1), right))
        except Refused:  # an index from 1 to 1 is 1
            one, other = statement.args
            ends = (bound(le(one, other), (), products), bound(le(other, one), (), products))
            return fact("antisymmetric", *ends, x=one, y=other)
    goal = make(statement.op, None, [one.conclusion.args[1] for one in (left, right)])
    plain = bound(goal, (), products)
    return order(statement, ((ONE, left), (num(-1), right)), ((ONE, (plain,), ONE),))


def _slope_at_one(statement: Term, facts) -> Theorem:
    low, high, point, value, body = statement.args
    inside = (bound(le(low, point), (), _known(facts)), bound(le(point, high), (), _known(facts)))
    own = sum_derivative(make("lam", (REAL,), (body,)), low, high, point, inside, [])
    old = own.conclusion.args[3]
    same = algebra(eq(old, value), (ONE, evaluated(old, facts)), (num(-1), evaluated(value, facts)))
    hole = fresh()
    template = bind("lam", hole, make("deriv", (REAL,), (low, high, point, hole, body)))
    return replace(same, template, own)


def _known(facts):
    return [[one] for one in facts if one.conclusion.op in ("le", "lt")]


def under(theorem: Theorem, table: Mapping[Term, Term], found: list[Theorem]) -> Theorem:
    """A theorem at these values of its letters, its hypotheses given by what is found or easy."""
    theorem = filled_where(theorem, table)
    for hypothesis in sorted(theorem.hypotheses, key=digest):
        known = next((one for one in found if one.conclusion is hypothesis), None)
        theorem = detach(discharge(hypothesis, theorem), known or at_one(hypothesis))
    return theorem


def at_two(statement: Term, facts: tuple[Theorem, ...] = ()) -> Theorem:
    """A statement about deltas with every size 2, part by part."""
    if statement.op == "and":
        return conjoin(*(at_two(one, facts) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(at_two(opened(statement, (letter,)), facts), letter)
    if statement.op == "implies":
        premise = assume(statement.args[0])
        inner = at_two(statement.args[1], (*facts, *parts(premise)))
        return discharge(premise.conclusion, inner)
    if statement.op == "eq":
        return same_sums(statement, facts=list(facts))
    return bound(statement)
