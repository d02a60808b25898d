"""Something satisfies the definitions of prompts and heads: d = N = 1 and two points.

The example x_1 is sqrt(3) with weight 1/3 and 0 with weight 2/3, whose second and fourth moments
are 1 and 3; beta and the query are 1. The one head has the best magnitude, 1/3. For the parameters
that start at zero beta is 1 or -1 with weight 1/2 each, and the head fits.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters import data, gradient, learning, model
from theory.attention.letters import slice as slices
from theory.proof.lemmas import sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import atom_of, normal, polynomial, term_of
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjunct,
    discharge,
    generalise,
    order,
    replace,
    witness,
)
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import empty, step
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    everywhere,
    fact,
    fresh,
    lam,
    part_by_part,
    symmetric,
    with_slope,
)
from theory.proof.tactics.algebra import reduced
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    bind,
    both,
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

ROOT = sqrt(num(3))
THIRD, HALF = num(1, 3), num(1, 2)


def _example(n, a, w):
    """x_1 = sqrt(3) (2 - w) and x_2 = 1."""
    return (2 - n) * ROOT * (2 - w) + (n - 1)


def _token(i, n, w):
    """The prompt: 1 in the first row, y_1 = beta and 0 in the second."""
    return (2 - i) + (i - 1) * (2 - n) * (3 - 2 * w)


def _always(value, *sorts):
    return lam(lambda *_: value, *sorts)


ONE_HEAD = {
    data.N: ONE,
    data.d: ONE,
    data.points: num(2),
    data.k: ONE,
    data.weight: lam(lambda w: THIRD * w, INT),
    data.beta: _always(ONE, INT, INT),
    data.x: lam(_example, INT, INT, INT),
    data.Sigma: _always(ONE, INT, INT),
    data.eigenvalue: _always(ONE, INT),
    data.vector: _always(ONE, INT, INT),
    **dict.fromkeys((data.trace, data.lam_k, data.row, data.column), ONE),
    **dict.fromkeys((data.s_ab, data.s2_ab), ONE),
    **dict.fromkeys((data.C_ab, data.squares_ab), num(3)),
    data.pairs_ab: ZERO,
    learning.magnitude: _always(THIRD, INT),
    **dict.fromkeys((learning.A_h, learning.A_k), THIRD),
    **dict.fromkeys((learning.lam_h, learning.head, learning.V), ONE),
    learning.query: _always(ONE, INT),
    learning.key: _always(ONE, INT),
    learning.curvature: num(3),
    learning.slope: lam(lambda c: 3 * c - 1),
    learning.level_0: HALF,
    learning.level_k: THIRD,
    learning.drop: num(1, 6),
    **dict.fromkeys((learning.U, learning.QSSK, learning.cross), ONE),
    **dict.fromkeys((learning.Q_h, learning.K_h), ONE),
    learning.captured: ZERO,
    **dict.fromkeys((learning.mode_1, learning.mode_2), ONE),
    learning.W_ab: THIRD,
    **dict.fromkeys((gradient.heads, gradient.active, gradient.old), ONE),
    **dict.fromkeys((gradient.chosen, gradient.along, gradient.lam_j), ONE),
    gradient.value: _always(THIRD, INT),
    **dict.fromkeys((gradient.queries, gradient.keys), _always(ONE, INT, INT)),
    **dict.fromkeys((gradient.stretch_Q, gradient.stretch_K), _always(ONE, INT)),
    gradient.size: _always(THIRD, INT),
    **dict.fromkeys((gradient.L_W, gradient.L_A, gradient.L_sum), THIRD),
    gradient.linear_term: THIRD,
    **dict.fromkeys((gradient.quad_1, gradient.quad_2), num(1, 9)),
    **dict.fromkeys((gradient.V_h,), THIRD),
    **dict.fromkeys((gradient.Q_j, gradient.K_j), ONE),
    gradient.response: THIRD,
    gradient.slope_V: _always(ZERO, INT),
    **dict.fromkeys((gradient.slope_Q, gradient.slope_K), _always(ZERO, INT, INT)),
    **dict.fromkeys((gradient.grad_Q, gradient.grad_Q_alone, gradient.grad_old), ZERO),
    **dict.fromkeys((gradient.across_Q, gradient.across_K), ZERO),
    model.scale: num(2),
    model.rank: ONE,
    model.X: lam(lambda i, n: (2 - i) + (i - 1) * (2 - n), INT, INT),
    **dict.fromkeys((model.W_V, model.W_K, model.W_Q), _always(ONE, INT, INT)),
    model.head: num(10),
    **dict.fromkeys((model.head_input, model.head_weights), num(80)),
    model.heads: ONE,
    model.label: _always(ONE, INT),
    model.sample: _always(ONE, INT, INT),
    **dict.fromkeys((model.values, model.key_response, model.query_response), _always(ONE, INT)),
    model.full_V: lam(lambda h, i, j: delta(i, ONE + 1) * delta(j, ONE + 1), INT, INT, INT),
    **dict.fromkeys((model.full_K, model.full_Q), lam(lambda h, b: 2 - b, INT, INT)),
    model.y_hat: ONE,
    **dict.fromkeys((model.t, model.eta, model.number), ONE),
    model.value_at: _always(THIRD, INT, REAL),
    **dict.fromkeys((model.query_at, model.key_at), _always(ONE, INT, INT, REAL)),
    model.slope_V: ZERO,
    **dict.fromkeys((model.slope_Q, model.slope_K), _always(ZERO, INT)),
    **dict.fromkeys((model.rate_VQ, model.rate_VK), ZERO),
}
NAMES = tuple(
    f"attention.{name}"
    for name in (
        *("population", "trace", "eigenbasis", "iteration", "entry", "covariance"),
        *("covariance-parts", "magnitudes", "old-head", "new-magnitude", "curvature"),
        *("level-zero", "level", "drop", "utility", "first", "overlap", "captured", "cross"),
        *("along", "population-loss", "traces", "active-losses", "gradients", "aligned"),
        *("head-and-component", "response", "gradient-alone", "gradient-together", "across"),
        *("old-gradients", "old-optima", "head", "tokens", "slices", "prediction"),
        *("responses", "head-flow", "imbalances", "learned-entry"),
    )
)


BOTH_SIGNS = {
    **ONE_HEAD,
    data.weight: _always(HALF, INT),
    data.beta: lam(lambda a, w: 3 - 2 * w, INT, INT),
    data.x: _always(ONE, INT, INT, INT),
    slices.token: lam(_token, INT, INT, INT),
    slices.slope_V: _always(ZERO, INT, INT, INT),
    **dict.fromkeys((slices.slope_K, slices.slope_Q), _always(ZERO, INT)),
    slices.grad_zero: ZERO,
}
SLICE_NAMES = tuple(
    f"attention.{name}"
    for name in ("odd-moments", "prompts", "slices", "zero-gradients", "largest-zero-gradient")
)


def both_signs() -> Theorem:
    """The definitions of the parameters that start at zero, at once."""
    whole = both(*(DEFINITIONS[name].statement for name in SLICE_NAMES))
    return holds(substituted(whole, BOTH_SIGNS))


def one_head() -> Theorem:
    """All these definitions at once."""
    return holds(substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), ONE_HEAD))


# --- the value of a term whose sums have numbers for their ends -----------------------------------


def _square_root() -> Theorem:
    return fact("sqrt-square", bound(le(0, num(3))), x=num(3))


def worked_out(whole: Term) -> Theorem:
    """whole = the same without sums and cases, multiplied out."""
    poly = polynomial(whole)
    rewrites = [_square_root()]
    for number in {pair[0] for monomial in poly for pair in monomial}:
        atom = atom_of(number)
        if atom.op == "sum":
            rewrites.append(_summed(atom))
        elif atom.op == "ite":
            rewrites.append(_decided(atom))
        elif atom is call("abs", ZERO):
            rewrites.append(fact("abs-nonnegative", bound(le(0, 0)), x=ZERO))
    left, cofactors = reduced(poly, rewrites, 100_000)
    pairs = [(term_of(c), one) for c, one in zip(cofactors, rewrites) if c]
    return algebra(eq(whole, term_of(left)), *pairs)


def _summed(atom: Term) -> Theorem:
    low, high = (normal(end).data[0] for end in atom.args[:2])
    summand = bind_sum(atom)
    found = empty(summand, num(low))
    total = ZERO
    for n in range(low, high + 1):
        value = worked_out(apply(summand, (num(n),)))
        grown = step(summand, num(low), num(n - 1), bound(le(num(low) - 1, num(n - 1))))
        before = found
        total = total + value.conclusion.args[1]
        left = make("sum", (INT,), (num(low), num(n - 1) + 1, summand.args[0]))
        found = combine(eq(left, total), (1, grown), (1, before), (1, value))
    return algebra(eq(atom, normal(total)), (ONE, found))


def bind_sum(atom: Term) -> Term:
    """The summand of a sum as a function."""
    return make("lam", (INT,), (atom.args[2],))


def _decided(atom: Term) -> Theorem:
    condition, first, second = atom.args
    left, right = map(normal, condition.args)
    if left is right:
        holds = algebra(condition) if condition.op == "eq" else bound(condition)
        return fact("ite-true", holds, P=condition, z=first, w=second)
    if condition.op == "eq":
        smaller, larger = sorted((left, right), key=lambda one: one.data[0])
        never = differs(bound(lt(smaller, larger)), negation(condition))
    else:
        never = _less(condition)
    return fact("ite-false", never, P=condition, z=first, w=second)


def _less(condition: Term) -> Theorem:
    """Not a <= b, for numbers a > b."""
    left, right = (normal(side).data[0] for side in condition.args)
    parts_ = ((ONE, (assume(condition),), ONE), (num(left - right), (), ONE))
    return discharge(condition, contradiction(order(lt(ZERO, ZERO), (), parts_), FALSE))


# --- statements -----------------------------------------------------------------------------------


def holds(one: Term, known: tuple[Theorem, ...] = ()) -> Theorem:
    """Part by part; what runs from 1 to 1 is 1."""
    return part_by_part(one, _atom, known, _of_one)


def _of_one(one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
    return _single(one, known) if one.op == "forall" and one.data == (INT,) else None


def _atom(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    if one.op == "implies":
        return _never(one)
    if one.op == "exists":
        return witness(one, ONE, holds(opened(one, (ONE,)), known))
    if one.op == "deriv":
        return _slope(one, known)
    if one.op == "eq" and normal(one.args[0]) is normal(one.args[1]):
        return algebra(one)
    sides = [worked_out(side) for side in one.args]
    if one.op == "eq":
        return combine(one, (1, sides[0]), (1, sides[1]))
    left, right = (side.conclusion.args[1] for side in sides)
    gap = bound(make(one.op, None, (left, right)), (), [[each] for each in known], _roots(right))
    return algebra_order(one, sides, gap)


def algebra_order(goal: Term, sides: list[Theorem], gap: Theorem) -> Theorem:
    """a <= b from a = a', b = b' and a' <= b'."""
    return order(goal, ((num(-1), sides[1]), (ONE, sides[0])), ((ONE, (gap,), ONE),))


def _roots(whole: Term) -> list[Term]:
    """3 c - 1, for the letter c of a loss."""
    return [3 * letter - 1 for letter in whole.free]


def _single(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    """forall a. 1 <= a -> a <= 1 -> P(a), from P(1); any other range by its premises."""
    letter = fresh(INT)
    body = opened(one, (letter,))
    low, high = body.args[0], body.args[1].args[0]
    ends = normal(low.args[0]), normal(high.args[1])
    if ends == (ONE, num(2)):
        return one_of_two(one, known, holds)
    if ends[0] is not ends[1]:
        return generalise(holds(body, known), letter)
    return only_number(one, ONE, known, holds)


def only_number(one: Term, number: Term, known: tuple[Theorem, ...], holds_at: Callable) -> Theorem:
    """forall n. number <= n -> n <= number -> P(n), from holds_at(P(number), known)."""
    letter = fresh(INT)
    body = opened(one, (letter,))
    low, high, statement = body.args[0], body.args[1].args[0], body.args[1].args[1]
    here = holds_at(substituted(statement, {letter: number}), known)
    same = fact(
        "antisymmetric",
        bound(le(number, letter), (), [[assume(low)]]),
        bound(le(letter, number), (), [[assume(high)]]),
        x=number,
        y=letter,
    )
    there = replace(same, bind("lam", letter, statement), here)
    return generalise(discharge(low, discharge(high, there)), letter)


def one_of_two(one: Term, known: tuple[Theorem, ...], holds_at: Callable) -> Theorem:
    """forall a. 1 <= a -> a <= 2 -> P(a), from holds_at(P(1), known) and holds_at(P(2), known)."""
    letter = fresh(INT)
    body = opened(one, (letter,))
    low, high, statement = body.args[0], body.args[1].args[0], body.args[1].args[1]
    template = bind("lam", letter, statement)

    def at_number(number, equal):
        return replace(equal, template, holds_at(opened_at(statement, letter, number), known))

    def first_number(less):
        top = bound(le(letter, ONE), (), [[fact("discrete", less, n=letter, m=num(2))]])
        bottom = bound(le(ONE, letter), (), [[assume(low)]])
        return at_number(ONE, fact("antisymmetric", bottom, top, x=ONE, y=letter))

    def beyond(more):
        upper = bound(le(letter, num(2)), (), [[assume(high)]])
        parts_ = ((ONE, (more,), ONE), (ONE, (upper,), ONE))
        return contradiction(order(lt(ZERO, ZERO), (), parts_), statement)

    found = by_cases(
        trichotomy(letter, num(2)),
        first_number,
        lambda same: at_number(num(2), symmetric(same)),
        beyond,
    )
    return generalise(discharge(low, discharge(high, found)), letter)


def _never(one: Term) -> Theorem:
    """Not (a = b and ...), for two numbers a and b."""
    gone = assume(one.args[0])
    first = conjunct(gone, one.args[0].args[0])
    left, right = (normal(side).data[0] for side in first.conclusion.args)
    sign, gap = (ONE, left - right) if left > right else (num(-1), right - left)
    below = order(lt(ZERO, ZERO), ((sign, first),), ((num(gap), (), ONE),))
    return discharge(one.args[0], contradiction(below, FALSE))


def opened_at(statement: Term, letter: Term, value: Term) -> Term:
    """The statement with a value for the letter."""
    return substituted(statement, {letter: value})


def _slope(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    low, high, point, value, body = one.args
    function, c = make("lam", (REAL,), (body,)), fresh()
    same = worked_out(apply(function, (c,)))
    plain = bind("lam", c, same.conclusion.args[1])
    own = with_slope(derivative(plain, low, high, point), value, *_worth(value))
    ends = dict(low=low, high=high, at=point, f=function, g=plain, a=value)
    near = [[each] for each in known]
    inside = (bound(le(low, point), (), near), bound(le(point, high), (), near))
    return fact("deriv-equal", *inside, everywhere(c, same, le(low, c), le(c, high)), own, **ends)


def _worth(value: Term) -> list[Theorem]:
    """What the sums and cases in a value are, and sqrt(3)^2 = 3."""
    atoms = {atom_of(pair[0]) for monomial in polynomial(value) for pair in monomial}
    table = {"sum": _summed, "ite": _decided}
    return [_square_root(), *(table[atom.op](atom) for atom in atoms if atom.op in table)]
