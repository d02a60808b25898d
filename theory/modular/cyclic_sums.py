"""Finite sums over Z/p for every p at once, by orthogonality: the sum over k of zeta^(k m) is p
where m = 0 mod p, else 0.

An expression in sequences x(a), transforms x_hat(k), conjugates and sums is brought to a normal
form: monomials in the sequences whose arguments obey linear relations, times a root of unity. Two
equal normal forms are a proof for all p, even or odd.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count, groupby, permutations, product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.modular.monomials import Form, Monomial, combine, sorted_form
from theory.notation import function, letter

p = letter(
    "p",
    "p",
    "number of residues; odd, and at least 3, unless said otherwise",
    integer=True,
    positive=True,
)
zeta = sp.Function("zeta_p")  # zeta_p(m) = exp(2 pi i m / p); no claim contains it
REMOVED = function(
    "without",
    r"\mathbf{1}[#1\neq #2]",
    "0 where #1 = #2 mod p and 1 elsewhere: the term #1 = #2 of the sum is left out",
    of=("k", "m"),
)

_fresh = count()


class NotCyclic(ValueError):
    """An expression that is not a finite sum over Z/p of products f(a + b) e^(2 pi i k a/p).

    >>> normal_form(sp.sin(sp.Symbol("y")))
    Traceback (most recent call last):
        ...
    theory.modular.cyclic_sums.NotCyclic: sin(y) is not a sequence, a transform or a sum of them
    """


def _linear(expr: sp.Expr) -> Form:
    entries: dict[Any, Any] = {}
    for term in sp.Add.make_args(sp.expand(expr)):
        number, symbol = term.as_coeff_Mul()
        if term == 0:
            continue
        if not number.is_Integer or not (symbol.is_Symbol or symbol == 1):
            raise NotCyclic(f"{expr} is not a whole linear form in the indices")
        entries[symbol if symbol != 1 else ONE] = entries.get(symbol, 0) + int(number)
    return sorted_form(entries)


ONE = sp.Symbol("one")  # the constant 1 inside an index


def _read(expr: sp.Expr, nonzero: frozenset[Form]) -> list[Monomial]:
    """The monomials of an expression; ``nonzero`` are linear forms known not to be 0 mod p."""
    if expr.is_Rational:
        return [Monomial(Fraction(int(expr.p), int(expr.q)))] if expr else []
    if expr == p:
        return [Monomial(Fraction(1), 1)]
    if isinstance(expr, sp.Add):
        return [term for arg in expr.args for term in _read(arg, nonzero)]
    if isinstance(expr, sp.Mul):
        return _product([_read(arg, nonzero) for arg in expr.args])
    if isinstance(expr, sp.Pow):
        return _read_power(expr, nonzero)
    if isinstance(expr, sp.conjugate):
        return [term.conjugate() for term in _read(expr.args[0], nonzero)]
    if isinstance(expr, sp.Sum):
        return _read_sum(expr, nonzero)
    if isinstance(expr, AppliedUndef) and expr.func != REMOVED:
        return [_read_function(expr)]
    raise NotCyclic(f"{expr} is not a sequence, a transform or a sum of them")


def _read_power(expr: sp.Expr, nonzero: frozenset[Form]) -> list[Monomial]:
    base, exponent = expr.args
    if base == p and exponent.is_Integer:
        return [Monomial(Fraction(1), int(exponent))]
    if not exponent.is_Integer or exponent < 0:
        raise NotCyclic(f"{expr} is not a whole power")
    if isinstance(base, sp.Abs):
        if exponent % 2:
            raise NotCyclic(f"{expr} is an odd power of a modulus")
        return _product(
            [
                part
                for _ in range(int(exponent) // 2)
                for part in (
                    _read(base.args[0], nonzero),
                    _read(sp.conjugate(base.args[0]), nonzero),
                )
            ]
        )
    return _product([_read(base, nonzero) for _ in range(int(exponent))])


def _product(groups: list[list[Monomial]]) -> list[Monomial]:
    result = [Monomial(Fraction(1))]
    for group in groups:
        result = [one.times(_renamed(other)) for one in result for other in group]
    return result


def _renamed(term: Monomial) -> Monomial:
    for index in term.indices:
        new = sp.Symbol(f"_{next(_fresh)}")
        term = replace(term.put(index, ((new, 1),)), indices=term.indices - {index} | {new})
    return term


def _read_function(expr: sp.Expr) -> Monomial:
    name, form = expr.func.__name__, _linear(expr.args[0]) if expr.func != zeta else ()
    if expr.func == zeta:
        phase: dict = {}
        for term in sp.Add.make_args(sp.expand(expr.args[0])):
            number, rest = term.as_coeff_Mul()
            letters = [
                base for base, power in rest.as_powers_dict().items() for _ in range(int(power))
            ]
            if len(letters) > 2 or not number.is_Integer:
                raise NotCyclic(f"{expr} is not a bilinear phase")
            key = tuple(
                sorted((letters + [ONE, ONE])[:2] if letters != [1] else [ONE, ONE], key=str)
            )
            phase[key] = phase.get(key, 0) + int(number)
        return Monomial(Fraction(1), phase=sorted_form(phase))
    if not name.endswith("_hat"):
        return Monomial(Fraction(1), factors=((name, form),))
    index = sp.Symbol(f"_{next(_fresh)}")
    phase = {}
    for frequency, n in form:
        key = tuple(sorted((index, frequency), key=str))
        phase[key] = phase.get(key, 0) - n
    return Monomial(
        Fraction(1),
        factors=((name.removesuffix("_hat"), ((index, 1),)),),
        phase=sorted_form(phase),
        indices=frozenset({index}),
    )


def _read_sum(expr: sp.Sum, nonzero: frozenset[Form]) -> list[Monomial]:
    if any(high != p - 1 or low not in (0, 1) for _, low, high in expr.limits):
        raise NotCyclic(f"{expr} does not run over Z/p")
    summands = sp.Add.make_args(
        sp.expand(expr.function) if expr.function.has(REMOVED) else expr.function
    )
    return [one for summand in summands for one in _summed(summand, expr.limits, nonzero)]


def _summed(summand: sp.Expr, limits: tuple, nonzero: frozenset[Form]) -> list[Monomial]:
    """One summand without its marks, summed over every index but the values that are left out."""
    marks = [factor for factor in sp.Mul.make_args(summand) if _marked(factor)]
    terms = _read(sp.Mul(*(f for f in sp.Mul.make_args(summand) if f not in marks)), nonzero)
    marks = [mark.base if isinstance(mark, sp.Pow) else mark for mark in marks]
    for index, low, _ in limits:  # SymPy writes the innermost sum first
        left_out = {_linear(mark.args[1]) for mark in marks if mark.args[0] == index}
        left_out |= {()} if low == 1 else set()
        for one, other in combinations(left_out, 2):
            if not _never_zero(combine(one, other, -1), nonzero):
                raise NotCyclic(f"values of {index} that are left out may be one and the same")
        marks = [mark for mark in marks if mark.args[0] != index]
        terms = [
            one
            for term in terms
            for one in (
                replace(term, indices=term.indices | {index}),
                *(
                    replace(term.put(index, form), coefficient=-term.coefficient)
                    for form in left_out
                ),
            )
        ]
    if marks:
        raise NotCyclic(f"{marks[0]} is about no index of its sum")
    return terms


def _marked(factor: sp.Expr) -> bool:
    """A mark, or a power of one, which is the same."""
    if isinstance(factor, sp.Pow) and factor.exp.is_Integer and factor.exp > 0:
        factor = factor.base
    return isinstance(factor, AppliedUndef) and factor.func == REMOVED


def _never_zero(form: Form, nonzero: frozenset[Form]) -> bool:
    """Is the form, up to its sign, one that is known not to be 0 mod p?"""
    return form in nonzero or tuple((key, -value) for key, value in form) in nonzero


def _collapsed(term: Monomial, nonzero: frozenset[Form] = frozenset()) -> Monomial:
    """Carry out every sum whose index stands in the phase alone: p times a relation between the
    other indices.

    A relation that says "a frequency known not to be 0 mod p is 0" makes the term vanish.
    """
    changed = True
    while changed:
        changed = False
        for index in sorted(term.indices, key=str):
            if any(index in dict(form) for _, form in term.factors) or (
                (index, index) in dict(term.phase)
            ):
                continue
            relation: dict = {}
            for (a, b), n in term.phase:
                if index in (a, b):
                    other = b if a == index else a
                    relation[other] = relation.get(other, 0) + n
            relation = dict(sorted_form(relation))
            if not relation:
                term = replace(term, power=term.power + 1, indices=term.indices - {index})
                changed = True
                break
            if _never_zero(sorted_form(relation), nonzero):
                return replace(term, coefficient=Fraction(0))
            pivot = next(
                (
                    q
                    for q in sorted(relation, key=str)
                    if q in term.indices and abs(relation[q]) == 1
                ),
                None,
            )
            if pivot is None:
                continue
            sign = relation.pop(pivot)
            rest = sorted_form({key: -sign * value for key, value in relation.items()})
            phase = tuple((key, n) for key, n in term.phase if index not in key)
            term = replace(
                term, power=term.power + 1, phase=phase, indices=term.indices - {index}
            ).put(pivot, rest)
            changed = True
            break
    return term


def _canonical(term: Monomial) -> tuple:
    """The smallest description over the orders of equal sequences: arguments expressed by the first
    independent ones.
    """
    groups = [
        list(group) for _, group in groupby(sorted(term.factors, key=str), key=lambda f: f[0])
    ]
    return min(
        (
            _described(replace(term, factors=tuple(f for group in order for f in group)))
            for order in product(*(permutations(group) for group in groups))
        ),
        key=repr,
    )


def _spread(term: Monomial, prefix: str) -> Monomial:
    """New letters for the arguments of the sequences, in their order, as far as they are
    independent.
    """
    new: list = []
    for position in range(len(term.factors)):
        entries = dict(term.factors[position][1])
        pivot = next(
            (
                index
                for index, n in entries.items()
                if index in term.indices and abs(n) == 1 and index not in new
            ),
            None,
        )
        if pivot is None:
            continue
        new.append(sp.Symbol(f"{prefix}{len(new)}"))
        sign = entries.pop(pivot)
        solved = combine(((new[-1], sign),), sorted_form(entries), -sign)
        term = replace(term.put(pivot, solved), indices=term.indices - {pivot} | {new[-1]})
    return term


def _described(term: Monomial) -> tuple:
    term = _spread(term, "#")
    used = {index for _, form in term.factors for index, _ in form} | {
        index for pair, _ in term.phase for index in pair
    }
    idle = len(term.indices - used)  # a sum of ones: p for each
    return term.power + idle, term.factors, term.phase, tuple(sorted(map(str, term.indices & used)))


def normal_form(expr: sp.Expr, nonzero: frozenset = frozenset()) -> dict[tuple, Fraction]:
    """What is left of a sum over Z/p after all orthogonality: canonical monomials with their
    coefficients.

    The one rule is sum_a e^(2 pi i k a/p) = p where k = 0 mod p, else 0.

    >>> x, k, a = sp.Function("x"), *sp.symbols("k a", integer=True)
    >>> x_hat = sp.Function("x_hat")
    >>> square = sp.Sum(x_hat(k) * sp.conjugate(x_hat(k)), (k, 0, p - 1))
    >>> normal_form(sp.Sum(x(a)**2, (a, 0, p - 1)) - square / p)
    {}
    """
    total: dict[tuple, Fraction] = {}
    known = frozenset(map(_linear, nonzero))
    for term in _read(sp.expand(expr) if not expr.has(sp.Sum) else expr, known):
        # With the arguments as letters of their own, what is left of an index may stand in the
        # phase alone.
        done = _collapsed(_spread(_collapsed(term, known), f"_{next(_fresh)}."), known)
        key = _canonical(done)
        total[key] = total.get(key, Fraction(0)) + done.coefficient
    return {key: value for key, value in total.items() if value}


def vanishes_for_every_p(expr: sp.Expr, nonzero: frozenset = frozenset()) -> bool:
    """Is the sum identically zero, for all sequences, all p and all letters for which no form in
    ``nonzero`` is 0 mod p?

    False means "not shown".

    It is where ``normal_form`` leaves nothing: expr = 0.

    >>> x, a = sp.Function("x"), sp.Symbol("a", integer=True)
    >>> vanishes_for_every_p(sp.Sum(x(a + 1) - x(a), (a, 0, p - 1)))   # sum_a x[a + 1] = sum_a x[a]
    True
    """
    try:
        return not normal_form(expr, nonzero)
    except NotCyclic:
        return False
