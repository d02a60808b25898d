"""Equations by rewriting: with what is known, with facts about the functions that occur, and
without denominators. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from theory.proof import definedness
from theory.proof.lemmas import (
    exp_inverse,
    exp_sum,
    hyperbolic,
    log_inverse,
    log_one,
    log_product,
    product_zero,
    pythagoras,
    tanh_quotient,
)
from theory.proof.polynomials import polynomial, term_of
from theory.proof.rules import Refused, Theorem, algebra
from theory.proof.tactics import NotShown, fact, nonzero, positive, ring, written
from theory.proof.tactics.angles import circle
from theory.proof.terms import Term, call, eq, mul, negation, num

ROUNDS = 3  # facts about functions bring other functions: tanh the cosh below it
LARGEST_MULTIPLE = 6  # exp(6 x) is written as a power of exp(x), exp(7 x) is not


def inside(whole: Term) -> list[Term]:
    """The parts of a term, each once, the smallest first."""
    found: dict[Term, None] = {}

    def visit(part: Term) -> None:
        if part not in found:
            for arg in part.args:
                visit(arg)
            found[part] = None

    visit(whole)
    return list(found)


def oriented(equation: Theorem) -> Theorem | None:
    """The equation as a rule of rewriting: one product on the left. None where it says nothing."""
    left, right = (polynomial(side) for side in equation.conclusion.args)
    if len(left) == 1 and () not in left:
        return equation
    gap = {key: left.get(key, 0) - right.get(key, 0) for key in {*left, *right}}
    gap = {key: value for key, value in gap.items() if value and key}
    if not gap:
        return None
    lead = max(gap, key=lambda key: (sum(e for _, e in key), key))
    monomial = term_of({lead: Fraction(1)})
    scale = Fraction(gap[lead])
    rest = term_of({key: value for key, value in _minus(right, left, lead, scale).items() if value})
    factor = num((-1 / scale).numerator, (-1 / scale).denominator)
    for cofactor in (factor, num(-1) * factor):
        try:
            return algebra(eq(monomial, rest), (cofactor, equation))
        except Refused:
            continue
    return None


def _minus(right: dict, left: dict, lead: tuple, scale) -> dict:
    """What the leading monomial equals: (right - left)/scale without it."""
    keys = {*left, *right} - {lead}
    return {key: (right.get(key, 0) - left.get(key, 0)) / scale for key in keys}


def rewrites(known: Sequence[Theorem]) -> list[Theorem]:
    """The known equations as rules of rewriting."""
    found = [oriented(one) for one in known if one.conclusion.op == "eq"]
    return [one for one in found if one is not None]


def by_rewriting(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """An equation, by what is known and by facts about the functions in it."""
    if goal.op != "eq":
        raise NotShown(f"left to show:  {goal}")
    problem: Refused | None = None
    for facts in attempts(goal, known):
        for way in (ring, _without_denominators(known)):
            try:
                return way(goal, *facts)
            except Refused as one:
                problem = problem or one
    raise problem or NotShown(f"left to show:  {goal}")


def _without_denominators(known: Sequence[Theorem]) -> Callable:
    """L = R because (L - R) d = 0 for the product d of their denominators, which is not zero."""

    def way(goal: Term, *facts: Theorem) -> Theorem:
        left, right = goal.args
        below = [part.args[0] for part in inside(left - right) if part.op == "inv"]
        below += [one.args[0] for f in facts for one in inside(f.conclusion) if one.op == "inv"]
        below = [one for one in dict.fromkeys(below) if not one.loose]
        if not below:
            raise NotShown(f"left to show:  {goal}")
        factor = mul(*(one for one in below for _ in range(degree(left - right, one))))
        vanishing = ring(eq((left - right) * factor, 0), *facts)
        apart = not_zero(factor, known)
        zero = product_zero(written(eq(factor * (left - right), 0), vanishing), apart)
        return equal_where(goal, zero)

    return way


def degree(whole: Term, below: Term) -> int:
    """How often 1/below stands in a product of the term, at least once."""
    (atom,) = polynomial(call("inv", below)) if below.op != "num" else ((),)
    inside = dict(atom)
    return max([1] + [e for key in polynomial(whole) for number, e in key if number in inside])


def equal_where(goal: Term, zero: Theorem) -> Theorem:
    """L = R from L - R = 0, or from R - L = 0."""
    for sign in (1, -1):
        try:
            return algebra(goal, (num(sign), zero))
        except Refused:
            continue
    raise NotShown(f"left to show:  {goal}")


def attempts(goal: Term, known: Sequence[Theorem]) -> Iterator[list[Theorem]]:
    """Lists of rules to rewrite with: what is known; with facts on functions; in exponentials."""
    own = rewrites(known)
    yield own
    spoken = [goal, *(one.conclusion for one in own)]
    for in_exponentials in (False, True):
        facts: dict[Term, Theorem] = {}
        seen: set[Term] = set()
        for _ in range(ROUNDS):
            whole = [*spoken, *facts]
            for part in dict.fromkeys(p for one in whole for p in inside(one) if not p.loose):
                if part not in seen:
                    seen.add(part)
                    for one in _facts(part, known, in_exponentials):
                        facts.setdefault(one.conclusion, one)
        inverses = [one for one in facts.values() if one.conclusion.args[1] is num(1)]
        others = [one for one in facts.values() if one.conclusion.args[1] is not num(1)]
        yield [*own, *rewrites([*inverses, *others])]


def _facts(part: Term, known: Sequence[Theorem], in_exponentials: bool) -> list[Theorem]:
    """Equations about one function value, where its conditions are plain to see."""
    try:
        if part.op == "inv":
            return [inverse_of(part.args[0], known)]
        if part.op == "sqrt":
            above = definedness.nonnegative(part.args[0], known)
            return [fact("sqrt-square", above, x=part.args[0])]
        if part.op in ("cosh", "sinh") and in_exponentials:
            return [*hyperbolic(part.args[0]), *exponentials(part.args[0], known)]
        if part.op in ("cosh", "sinh"):
            return [pythagoras(part.args[0])]
        if part.op == "tanh":
            return [tanh_quotient(part.args[0])]
        if part.op in ("cos", "sin"):
            return [circle(part.args[0])]
        if part.op == "exp":
            return exponentials(part.args[0], known)
        if part.op == "log":
            return _logarithms(part.args[0], known)
        if part.op == "power":
            base, exponent = part.args
            return [fact("power", positive(base, known), x=base, y=exponent)]
        if part.op == "acosh" and part.args[0].op == "cosh":
            inner = part.args[0].args[0]
            return [fact("acosh-cosh", definedness.nonnegative(inner, known), x=inner)]
    except Refused:
        pass
    return []


def inverse_of(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """whole * (1/whole) = 1."""
    return fact("inverse", not_zero(whole, known), z=whole)


def not_zero(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """whole is not 0."""
    try:
        return nonzero(whole, known)
    except Refused:
        return definedness.by_few_steps_from(negation(eq(whole, 0)), known)


def exponentials(arg: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """exp of a sum as a product, exp(n x) as a power, exp(x) exp(-x) = 1, exp(log x) = x."""
    poly = polynomial(arg)
    if not poly:
        return [fact("exp-zero")]
    (monomial, value), *others = sorted(poly.items())
    if value.denominator != 1 or abs(value) > LARGEST_MULTIPLE:
        step = value
    else:
        step = Fraction(value, abs(value))
    first = term_of({monomial: step})
    left = {**dict(others), **({monomial: value - step} if value != step else {})}
    if not left:
        return _one_exponential(first, step, known)
    rest = term_of(left)
    split = written(
        eq(call("exp", arg), call("exp", first) * call("exp", rest)), exp_sum(first, rest)
    )
    return [split, *_one_exponential(first, step, known), *exponentials(rest, known)]


def _one_exponential(arg: Term, step, known: Sequence[Theorem]) -> list[Theorem]:
    found = []
    if step < 0:
        found.append(exp_inverse(term_of(polynomial(num(-1) * arg))))
    bare = term_of(polynomial(arg if step > 0 else num(-1) * arg))
    if bare.op == "log":
        try:
            found.append(fact("exp-log", positive(bare.args[0], known), x=bare.args[0]))
        except Refused:
            pass
    return found


def _logarithms(arg: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """log of a product as a sum, log(1/x) = -log(x), log(x^n) = n log(x), log(exp(x)) = x."""
    if arg is num(1):
        return [log_one()]
    if arg.op == "exp":
        return [fact("log-exp", x=arg.args[0])]
    if arg.op == "inv":
        return [log_inverse(arg.args[0], positive(arg.args[0], known))]
    if arg.op == "pow" and arg.data > 1:
        first, rest = arg.args[0], arg.args[0] ** (arg.data - 1)
    elif arg.op == "mul":
        first, rest = arg.args[0], mul(*arg.args[1:])
    else:
        return []
    split = log_product(first, rest, positive(first, known), positive(rest, known))
    return [written(eq(call("log", arg), call("log", first) + call("log", rest)), split)]
