"""Nests, sum_k sum_l ... of one product: made, opened, multiplied, pulled apart. Not trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce

from ..polynomials import atom_of, normal, polynomial
from ..rules import Theorem, algebra, assume, discharge, generalise, reflexive
from ..tactics import at, everywhere, fact, given, put
from ..terms import COMPLEX, INT, ONE, ZERO, Term, bind, eq, function, le, mul, num, opened, var
from .any_range import added, scaled
from .index_order import Index


def chained(*equations: Theorem) -> Theorem:
    """a = b, b = c, ...: a = the last; what meets has to be the same by algebra."""
    ends = eq(equations[0].conclusion.args[0], equations[-1].conclusion.args[1])
    return algebra(ends, *((ONE, one) for one in equations))


@cache
def _equal_everywhere() -> Theorem:
    """for all k, f(k) = g(k), gives sum of f = sum of g: no range is asked for."""
    low, high, k = (var(name, INT) for name in ("low'", "high'", "k'"))
    s, r = function("s'", INT, COMPLEX), function("r'", INT, COMPLEX)
    all_equal = assume(bind("forall", k, eq(s(k), r(k))))
    every = everywhere(k, at(all_equal, k), le(low, k), le(k, high))
    functions = dict(s=bind("lam", k, s(k)), r=bind("lam", k, r(k)))
    return discharge(all_equal.conclusion, fact("sum-equal", every, n=low, m=high, **functions))


def lifted_over(equation: Theorem, index: Index) -> Theorem:
    """sum_k a = sum_k b from a = b, which may use the range of k."""
    k, low, high = index
    left, right = equation.conclusion.args
    one, other = bind("lam", k, left), bind("lam", k, right)
    if equation.hypotheses.isdisjoint((le(low, k), le(k, high))):
        table = {"low'": low, "high'": high, "s'": one, "r'": other}
        return given(put(_equal_everywhere(), **table), generalise(equation, k))
    every = everywhere(k, equation, le(low, k), le(k, high))
    return fact("sum-equal", every, n=low, m=high, s=one, r=other)


def nested(indices: Iterable[Index], body: Term) -> Term:
    """sum over the indices, the first outermost."""
    for k, low, high in reversed(list(indices)):
        body = bind("sum", k, body, low, high)
    return body


def letter(depth: int) -> Term:
    """The letter of an opened sum under so many others."""
    return var(f"index'{depth}", INT)


def mul_add(terms: Sequence[Term]) -> Term:
    """a + b + ..., added one after the other; nothing is 0."""
    return reduce(lambda one, other: one + other, terms) if terms else ZERO


def power(atom: Term, exponent: int) -> Term:
    """atom^exponent; the atom itself for 1."""
    return atom if exponent == 1 else atom**exponent


def linearity(parts: Sequence[tuple[Term, Term]], index: Index) -> list[Theorem]:
    """Equations whose sum is  sum_k (c f + d g + ...) = c sum_k f + d sum_k g + ..."""
    k, low, high = index
    whole = [mul(out, inside) for out, inside in parts]
    rewrites = []
    for count in range(len(whole), 1, -1):
        rest = bind("lam", k, mul_add(whole[: count - 1]))
        rewrites.append(added(rest, bind("lam", k, whole[count - 1]), low, high))
    if not whole:
        return [scaled(ZERO, bind("lam", k, k), low, high)]
    for out, inside in parts:
        if normal(out) is not ONE:
            rewrites.append(scaled(out, bind("lam", k, inside), low, high))
    return rewrites


def merged(product: Term, depth: int) -> tuple[Theorem, tuple[Index, ...]]:
    """A product of letters and sums as one nest, and its indices."""
    ((monomial, _),) = polynomial(product).items()
    atoms = [atom_of(number) for number, e in monomial for _ in range(e)]
    plain = [one for one in atoms if one.op != "sum"]
    nest = mul(*plain) if plain else ONE
    indices: tuple[Index, ...] = ()
    steps = (
        [algebra(eq(product, mul(nest, *(one for one in atoms if one.op == "sum"))))]
        if (len(plain) < len(atoms))
        else []
    )
    done: list[Term] = []
    for one in [atom for atom in atoms if atom.op == "sum"]:
        own, body = _opened(one, depth + len(indices))
        grown = nested((*indices, *own), body_at(nest, indices) * body)
        step = _product(nest, indices, own, body)
        done.append(one)
        later = [atom for atom in atoms if atom.op == "sum"][len(done) :]
        steps.append(_times(step, later))
        nest, indices = grown, (*indices, *own)
    return (chained(*steps) if steps else reflexive(product)), indices


def _times(equation: Theorem, factors: Sequence[Term]) -> Theorem:
    """a c = b c from a = b."""
    if not factors:
        return equation
    left, right = equation.conclusion.args
    return algebra(eq(mul(left, *factors), mul(right, *factors)), (mul(*factors), equation))


def _opened(whole: Term, depth: int) -> tuple[tuple[Index, ...], Term]:
    """(indices, body) of a nest, its sums opened one after the other."""
    indices: list[Index] = []
    while whole.op == "sum":
        k = letter(depth + len(indices))
        indices.append((k, whole.args[0], whole.args[1]))
        whole = opened(whole, (k,))
    return tuple(indices), whole


def body_at(nest: Term, indices: Sequence[Index]) -> Term:
    """The body of a nest at these letters."""
    for k, _, _ in indices:
        nest = opened(nest, (k,))
    return nest


def _product(nest: Term, indices, own, body: Term) -> Theorem:
    """(sum_I f) (sum_J g) = sum_I sum_J f g."""
    other = nested(own, body)
    inner = body_at(nest, indices)
    first = pushed(other, nest, len(indices), indices)  # other * nest = sum_I other * f
    second = pushed(inner, other, len(own), own)  # f * other = sum_J f * g
    flipped = algebra(eq(other * inner, second.conclusion.args[1]), (ONE, second))
    for index in reversed(list(indices)):
        flipped = lifted_over(flipped, index)
    goal = eq(nest * other, flipped.conclusion.args[1])
    return algebra(goal, (ONE, first), (ONE, flipped))


def pushed(factor: Term, nest: Term, count: int, indices: Sequence[Index] = ()) -> Theorem:
    """c sum_k sum_l ... f = sum_k sum_l ... c f."""
    if not indices:
        indices = _opened_fresh(nest, count, factor)
    if not count:
        return reflexive(factor * nest)
    (k, low, high), *rest = list(indices)[:count]
    inside = opened(nest, (k,))
    out = scaled(factor, bind("lam", k, inside), low, high)
    deeper = lifted_over(pushed(factor, inside, count - 1, rest), (k, low, high))
    goal = eq(factor * nest, deeper.conclusion.args[1])
    return algebra(goal, (num(-1), out), (ONE, deeper))


def _opened_fresh(nest: Term, count: int, factor: Term) -> list[Index]:
    taken = {one.data[0] for one in (*nest.free, *factor.free)}
    indices: list[Index] = []
    depth = 0
    while len(indices) < count:
        if f"index'{depth}" not in taken:
            k = letter(depth)
            indices.append((k, nest.args[0], nest.args[1]))
            nest = opened(nest, (k,))
        depth += 1
    return indices
