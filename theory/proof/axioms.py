"""What is taken for granted, as data: each axiom holds for all values of its letters.

Each line is true when the letters range over their sorts (x, y real; n, m, k whole; z, w complex;
f, g functions), when functions have any value outside their domain, and when ``deriv(low, high, at,
d, x. f)`` says: for x in [low, high], x != at, x -> at, the quotient (f(x) - f(at))/(x - at) tends
to d. ``DIGEST`` names the whole list.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import Any

from . import terms
from .terms import Term, bind, both, call, eq, function, implies, le, lt, make, negation, num, var

x, y, a, b, c, low, high, at = map(var, ("x", "y", "a", "b", "c", "low", "high", "at"))
n, m, k = (var(name, terms.INT) for name in "nmk")
z, w = var("z", terms.COMPLEX), var("w", terms.COMPLEX)
P, Q = var("P", terms.BOOL), function("Q", terms.INT, terms.BOOL)
f, g, df = (function(name, terms.REAL, terms.REAL) for name in ("f", "g", "df"))
s, r = (function(name, terms.INT, terms.COMPLEX) for name in "sr")
_named: Any = partial(partial, call)  # exp(x) for call("exp", x)
HALF, pi, i = num(1, 2), call("pi"), call("i")
inv, sqrt, exp, log, power = map(_named, ("inv", "sqrt", "exp", "log", "power"))
size, sign, larger, smaller = map(_named, ("abs", "sign", "max", "min"))
cosh, sinh, tanh, acosh, atanh = map(_named, ("cosh", "sinh", "tanh", "acosh", "atanh"))
cos, sin, conj, re, im = map(_named, ("cos", "sin", "conj", "re", "im"))


def _sum(start, end, body):
    """sum over k."""
    return bind("sum", k, body, start, end)


def _deriv(body, value, lower=low, upper=high, point=at):
    """x -> body has this derivative at the point, within [low, high]."""
    return bind("deriv", x, body, lower, upper, point, value)


def _everywhere(statement, letter=x):
    """for all x in [low, high]."""
    return bind("forall", letter, implies(le(low, letter), le(letter, high), statement))


def _function(name, slope):
    """The chain rule for a function that is differentiable there: (f o g)' = f'(g) g'."""
    return _deriv(call(name, g(x)), slope * a)


IN_RANGE = (le(low, at), le(at, high))
G = _deriv(g(x), a)
ga = g(at)
INSIDE = _everywhere(both(le(y, g(x)), le(g(x), b)))
BOUNDED = _everywhere(both(le(-a, f(x)), le(f(x), a)))
SLOPE = _deriv(f(x), df(y), point=y)
SLOPES = _everywhere(SLOPE, y)

AXIOMS: dict[str, Term] = {
    # --- numbers
    "inverse": implies(negation(eq(z, 0)), eq(z * inv(z), 1)),
    "inverse-positive": implies(lt(0, x), lt(0, inv(x))),
    "total": make("or", None, (lt(x, y), eq(x, y), lt(y, x))),
    "irreflexive": implies(lt(x, x), terms.FALSE),
    "antisymmetric": implies(le(x, y), le(y, x), eq(x, y)),
    "discrete": implies(lt(n, m), le(n + 1, m)),
    "induction": implies(
        Q(m),
        bind("forall", n, implies(le(m, n), Q(n), Q(n + 1))),
        bind("forall", n, implies(le(m, n), Q(n))),
    ),
    "archimedes": bind("exists", n, lt(x, n)),
    "ite-true": implies(P, eq(make("ite", None, (P, z, w)), z)),
    "ite-false": implies(negation(P), eq(make("ite", None, (P, z, w)), w)),
    "abs-nonnegative": implies(le(0, x), eq(size(x), x)),
    "abs-negative": implies(le(x, 0), eq(size(x), -x)),
    "sign-positive": implies(lt(0, x), eq(sign(x), 1)),
    "sign-negative": implies(lt(x, 0), eq(sign(x), -1)),
    "sign-zero": eq(sign(0), 0),
    "max-right": implies(le(x, y), eq(larger(x, y), y)),
    "max-left": implies(le(y, x), eq(larger(x, y), x)),
    "min-left": implies(le(x, y), eq(smaller(x, y), x)),
    "min-right": implies(le(y, x), eq(smaller(x, y), y)),
    "sqrt-square": implies(le(0, x), eq(sqrt(x) ** 2, x)),
    "sqrt-nonnegative": implies(le(0, x), le(0, sqrt(x))),
    # --- exponential, logarithm, powers, hyperbolic functions
    "exp-sum": eq(exp(x + y), exp(x) * exp(y)),
    "exp-zero": eq(exp(0), 1),
    "exp-positive": lt(0, exp(x)),
    "exp-tangent": le(1 + x, exp(x)),
    "exp-log": implies(lt(0, x), eq(exp(log(x)), x)),
    "log-exp": eq(log(exp(x)), x),
    "power": implies(lt(0, x), eq(power(x, y), exp(y * log(x)))),
    "cosh": eq(cosh(x), HALF * (exp(x) + exp(-x))),
    "sinh": eq(sinh(x), HALF * (exp(x) - exp(-x))),
    "tanh": eq(tanh(x) * cosh(x), sinh(x)),
    "cosh-acosh": implies(le(1, x), eq(cosh(acosh(x)), x)),
    "acosh-nonnegative": implies(le(1, x), le(0, acosh(x))),
    "acosh-cosh": implies(le(0, x), eq(acosh(cosh(x)), x)),
    "atanh-tanh": eq(atanh(tanh(x)), x),
    "tanh-atanh": implies(lt(-1, x), lt(x, 1), eq(tanh(atanh(x)), x)),
    # --- circular functions and complex numbers
    "cos-difference": eq(cos(x - y), cos(x) * cos(y) + sin(x) * sin(y)),
    "sin-difference": eq(sin(x - y), sin(x) * cos(y) - cos(x) * sin(y)),
    "cos-zero": eq(cos(0), 1),
    "pi-positive": lt(0, pi),
    "cos-turns": eq(cos(2 * pi * n), 1),
    "cos-one": implies(eq(cos(x), 1), bind("exists", n, eq(x, 2 * pi * n))),
    "i": eq(i**2, -1),
    "conj-sum": eq(conj(z + w), conj(z) + conj(w)),
    "conj-product": eq(conj(z * w), conj(z) * conj(w)),
    "conj-real": eq(conj(x), x),
    "conj-i": eq(conj(i), -i),
    "abs-square": eq(size(z) ** 2, z * conj(z)),
    "abs-positive": le(0, size(z)),
    "parts": eq(z, re(z) + i * im(z)),
    # --- finite sums
    "sum-empty": implies(lt(m, n), eq(_sum(n, m, s(k)), 0)),
    "sum-step": implies(le(n, m + 1), eq(_sum(n, m + 1, s(k)), _sum(n, m, s(k)) + s(m + 1))),
    "sum-equal": implies(
        bind("forall", k, implies(le(n, k), le(k, m), eq(s(k), r(k)))),
        eq(_sum(n, m, s(k)), _sum(n, m, r(k))),
    ),
    # --- derivatives; b stands for the derivative of f where two functions meet
    "deriv-constant": _deriv(y, num(0)),
    "deriv-identity": _deriv(x, num(1)),
    "deriv-sum": implies(_deriv(f(x), b), G, _deriv(f(x) + g(x), b + a)),
    "deriv-product": implies(_deriv(f(x), b), G, _deriv(f(x) * g(x), b * ga + f(at) * a)),
    "deriv-inv": implies(G, negation(eq(ga, 0)), _function("inv", -(inv(ga) ** 2))),
    "deriv-sqrt": implies(G, lt(0, ga), _function("sqrt", HALF * inv(sqrt(ga)))),
    "deriv-exp": implies(G, _function("exp", exp(ga))),
    "deriv-log": implies(G, lt(0, ga), _function("log", inv(ga))),
    "deriv-cosh": implies(G, _function("cosh", sinh(ga))),
    "deriv-sinh": implies(G, _function("sinh", cosh(ga))),
    "deriv-cos": implies(G, _function("cos", -sin(ga))),
    "deriv-sin": implies(G, _function("sin", cos(ga))),
    "deriv-equal": implies(*IN_RANGE, _everywhere(eq(f(x), g(x))), G, _deriv(f(x), a)),
    "deriv-within": implies(_deriv(f(x), b), le(low, a), le(y, high), _deriv(f(x), b, a, y)),
    "deriv-unique": implies(lt(low, high), *IN_RANGE, _deriv(f(x), a), _deriv(f(x), b), eq(a, b)),
    "deriv-chain": implies(*IN_RANGE, G, INSIDE, _deriv(f(x), c, y, b, ga), _deriv(f(g(x)), c * a)),
    "deriv-bounded": implies(SLOPES, bind("exists", a, BOUNDED)),
    "increasing": implies(
        le(low, high), _everywhere(both(SLOPE, le(0, df(y))), y), le(f(low), f(high))
    ),
    "integral": implies(
        le(low, high), SLOPES, eq(bind("integral", x, df(x), low, high), f(high) - f(low))
    ),
}

_NAMED = "\n".join(f"{name} {terms.digest(AXIOMS[name])}" for name in sorted(AXIOMS))
DIGEST = sha256(_NAMED.encode()).hexdigest()
