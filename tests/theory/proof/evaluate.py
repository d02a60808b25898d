"""The meaning of terms, by another route than the kernel's rules: numbers with 60 digits,
quantifiers by samples.

``truth(statement, values)`` is what the statement says where the letters have these values
(function letters: Python functions). "for all" is tried at the samples of its sort, "there is" too,
derivatives by difference quotients. ``confirmed(theorem)`` is at how many random values of its
letters the hypotheses of a theorem hold, and its conclusion with them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from mpmath import mp, mpc, mpf

from theory.proof.terms import BINDERS

SMALL = mpf(10) ** -25
SAMPLES = {
    "Int": [*range(-8, 13), 1000],
    "Real": [mpf(n) / 4 for n in range(-12, 13)] + [mpf(500), mpf("0.1"), mpf("-1.7")],
}


SAMPLES["Fun", ("Int",), "Real"] = [
    lambda i: mpf(0),
    lambda i: mpf(1),
    lambda i: mpf(3) / 10 if i == 1 else mpf(0),
    lambda i: mpf(1) / 5 if i == 2 else mpf(0),
    lambda i: mpf(-1) / (1 + abs(i)),
]  # vectors
SAMPLES["Fun", ("Int",), "Int"] = [lambda p: p, lambda p: 3 - p, lambda p: mpf(1)]  # lists


def outside(name, x):
    """Some value where a function is not defined: the kernel may say nothing about it."""
    return mpf("0.123") + len(name)


class Letters(dict):
    """The values of letters, and the sums that have been added up with them."""

    def __init__(self, values):
        super().__init__(values)
        self.sums = {}


@cache
def reach(term):
    """Which variables bound outside of a term stand in it: 0 for the innermost."""
    if term.op == "bound":
        return (term.data[0],)
    inside = {one for part in term.args[:-1] for one in reach(part)}
    under = len(term.data) if term.op in BINDERS else 0
    last = reach(term.args[-1]) if term.args else ()
    return tuple(sorted(inside | {one - under for one in last if one >= under}))


def added(term, letters, bound):
    """A sum; what it does not speak of may have changed since it was last added up."""
    key = term, mp.prec, *(bound[one] for one in reach(term))
    if key not in letters.sums:
        low, high = (int(value(one, letters, bound)) for one in term.args[:2])
        letters.sums[key] = mp.fsum(
            value(term.args[2], letters, (mpf(k), *bound)) for k in range(low, high + 1)
        )
    return letters.sums[key]


def value(term, letters, bound=()):
    if type(letters) is not Letters:
        letters = Letters(letters)
    op, args = term.op, term.args

    def sub(one):
        return value(one, letters, bound)

    if op == "var":
        return letters[term]
    if op == "bound":
        return bound[term.data[0]]
    if op == "num":
        return mpf(term.data[0]) if term.data[1] == 1 else mpf(term.data[0]) / term.data[1]
    if op == "add":
        return sum(map(sub, args))
    if op == "mul":
        return mp.fprod(map(sub, args))
    if op == "pow":
        return sub(args[0]) ** term.data
    if op == "app":
        head = letters[args[0]] if args[0].op == "var" else bound[args[0].data[0]]
        return head(*map(sub, args[1:]))
    if op == "ite":
        return sub(args[1]) if truth(args[0], letters, bound) else sub(args[2])
    if op == "sum":
        return added(term, letters, bound)
    if op == "integral":
        return mp.quad(lambda x: value(args[2], letters, (x, *bound)), [sub(args[0]), sub(args[1])])
    return function(op, [sub(one) for one in args])


def function(op, given):
    x = given[0] if given else None
    if op == "inv":
        return 1 / x if x != 0 else outside(op, x)
    if op in ("sqrt", "log"):
        good = x > 0 or (x == 0 and op == "sqrt")
        return getattr(mp, op)(x) if good else outside(op, x)
    if op == "acosh":
        return mp.acosh(x) if x >= 1 else outside(op, x)
    if op == "atanh":
        return mp.atanh(x) if -1 < x < 1 else outside(op, x)
    if op == "power":
        return mp.power(x, given[1]) if x > 0 else outside(op, x)
    if op in ("max", "min"):
        return {"max": max, "min": min}[op](given)
    table = {
        "pi": lambda: +mp.pi,
        "i": lambda: mpc(0, 1),
        "abs": abs,
        "conj": mp.conj,
        "re": mp.re,
        "im": mp.im,
        "sign": mp.sign,
    }
    return table[op](*given) if op in table else getattr(mp, op)(x)


def near(a, b):
    return abs(a - b) <= SMALL * (1 + abs(a) + abs(b))


def truth(term, letters, bound=()):
    if type(letters) is not Letters:
        letters = Letters(letters)
    op, args = term.op, term.args
    if op == "var":
        return letters[term]
    if op == "app":
        return value(term, letters, bound)
    if op == "false":
        return False
    if op == "and":
        return all(truth(one, letters, bound) for one in args)
    if op == "or":
        return any(truth(one, letters, bound) for one in args)
    if op == "implies":
        return not truth(args[0], letters, bound) or truth(args[1], letters, bound)
    if op in ("forall", "exists"):
        return {"forall": all, "exists": any}[op](
            truth(args[0], letters, (x, *bound)) for x in SAMPLES[term.data[0]]
        )
    if op == "deriv":
        return _slope(term, letters, bound)
    left, right = (value(one, letters, bound) for one in args)
    if op == "eq":
        return near(left, right)
    return left <= right + SMALL if op == "le" else left < right and not near(left, right)


def _slope(term, letters, bound):
    low, high, at, wanted = (value(one, letters, bound) for one in term.args[:4])
    step = mpf(10) ** -40
    here = value(term.args[4], letters, (at, *bound))
    for sign in (-1, 1):
        other = at + sign * step
        if low <= at <= high and low <= other <= high:
            quotient = (value(term.args[4], letters, (other, *bound)) - here) / (sign * step)
            if abs(quotient - wanted) > mpf(10) ** -15 * (1 + abs(wanted)):
                return False
    return True


def drawn(sort, key):
    """Some value of this sort, the same for the same key: eighths, small whole numbers, tables."""
    if isinstance(sort, tuple):
        return lambda *given: drawn(sort[2], (key, *map(str, given)))
    number = Random(repr(key)).randint
    if sort == "Bool":
        return number(0, 1) == 1
    return mpf(number(-2, 6)) if sort == "Int" else mpf(number(-24, 24)) / 8


def confirmed(theorem, tries=200, **letters):
    """How often the hypotheses of a theorem hold at random values; its conclusion always does.

    ``letters``: values by name for those that are not to be drawn.
    """
    free = {letter for one in (theorem.conclusion, *theorem.hypotheses) for letter in one.free}
    count = 0
    with mp.workdps(60):
        for seed in range(tries):
            values = {
                one: letters.get(one.data[0], drawn(one.sort, (seed, one.data[0]))) for one in free
            }
            if all(truth(one, values) for one in theorem.hypotheses):
                count += 1
                assert truth(theorem.conclusion, values), (theorem.conclusion, values)
    return count


def rational(term, letters):
    """The value of a polynomial in letters, a fraction."""
    if term.op == "var":
        return letters[term]
    if term.op == "num":
        return Fraction(*term.data)
    values = [rational(one, letters) for one in term.args]
    if term.op == "pow":
        return values[0] ** term.data
    total = Fraction(0 if term.op == "add" else 1)
    for one in values:
        total = total + one if term.op == "add" else total * one
    return total
