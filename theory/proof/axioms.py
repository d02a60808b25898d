"""What is taken for granted, as data: each axiom is a statement that holds for all values of its
letters.

Each line is true when the letters range over their sorts (x, y real; n, m, k whole; z, w complex;
f, g functions), when functions have any value outside their domain, and when ``deriv(low, high, at,
d, x. f)`` says: for x in [low, high], x != at, x -> at, the quotient (f(x) - f(at))/(x - at) tends
to d. ``DIGEST`` names the whole list.
"""

from __future__ import annotations

from hashlib import sha256

from .terms import (
    BOOL,
    COMPLEX,
    FALSE,
    INT,
    REAL,
    Term,
    bind,
    both,
    call,
    digest,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    var,
)

x, y, a, b, low, high, at = map(var, ("x", "y", "a", "b", "low", "high", "at"))
n, m, k = (var(name, INT) for name in "nmk")
z, w = var("z", COMPLEX), var("w", COMPLEX)
P = var("P", BOOL)
f, g, df, dg = (function(name, REAL, REAL) for name in ("f", "g", "df", "dg"))
s, r = (function(name, INT, COMPLEX) for name in "sr")
Q = function("Q", INT, BOOL)
HALF = num(1, 2)


def _sum(start, end, body):
    """sum over k."""
    return bind("sum", k, body, start, end)


def _deriv(body, value, lower=low, upper=high, point=at):
    """x -> body has this derivative at the point, within [low, high]."""
    return bind("deriv", x, body, lower, upper, point, value)


def _everywhere(statement, lower=low, upper=high):
    """for all x in [low, high]."""
    return bind("forall", x, implies(le(lower, x), le(x, upper), statement))


def _function(name, slope):
    """The chain rule for a function differentiable wherever the conditions hold: (f o g)' = f'(g)
    g'.
    """
    return _deriv(call(name, g(x)), slope * a)


IN_RANGE = (le(low, at), le(at, high))
G = _deriv(g(x), a)
ga = g(at)

AXIOMS: dict[str, Term] = {
    # --- numbers
    "inverse": implies(negation(eq(z, 0)), eq(z * call("inv", z), 1)),
    "inverse-positive": implies(lt(0, x), lt(0, call("inv", x))),
    "total": make("or", None, (lt(x, y), eq(x, y), lt(y, x))),
    "irreflexive": implies(lt(x, x), FALSE),
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
    "abs-nonnegative": implies(le(0, x), eq(call("abs", x), x)),
    "abs-negative": implies(le(x, 0), eq(call("abs", x), -x)),
    "sign-positive": implies(lt(0, x), eq(call("sign", x), 1)),
    "sign-negative": implies(lt(x, 0), eq(call("sign", x), -1)),
    "sign-zero": eq(call("sign", 0), 0),
    "max-right": implies(le(x, y), eq(call("max", x, y), y)),
    "max-left": implies(le(y, x), eq(call("max", x, y), x)),
    "min-left": implies(le(x, y), eq(call("min", x, y), x)),
    "min-right": implies(le(y, x), eq(call("min", x, y), y)),
    "sqrt-square": implies(le(0, x), eq(call("sqrt", x) ** 2, x)),
    "sqrt-nonnegative": implies(le(0, x), le(0, call("sqrt", x))),
    # --- exponential, logarithm, powers, hyperbolic functions
    "exp-sum": eq(call("exp", x + y), call("exp", x) * call("exp", y)),
    "exp-zero": eq(call("exp", 0), 1),
    "exp-positive": lt(0, call("exp", x)),
    "exp-tangent": le(1 + x, call("exp", x)),
    "exp-log": implies(lt(0, x), eq(call("exp", call("log", x)), x)),
    "log-exp": eq(call("log", call("exp", x)), x),
    "power": implies(lt(0, x), eq(call("power", x, y), call("exp", y * call("log", x)))),
    "cosh": eq(call("cosh", x), HALF * (call("exp", x) + call("exp", -x))),
    "sinh": eq(call("sinh", x), HALF * (call("exp", x) - call("exp", -x))),
    "tanh": eq(call("tanh", x) * call("cosh", x), call("sinh", x)),
    "cosh-acosh": implies(le(1, x), eq(call("cosh", call("acosh", x)), x)),
    "acosh-nonnegative": implies(le(1, x), le(0, call("acosh", x))),
    "acosh-cosh": implies(le(0, x), eq(call("acosh", call("cosh", x)), x)),
    "atanh-tanh": eq(call("atanh", call("tanh", x)), x),
    "tanh-atanh": implies(lt(-1, x), lt(x, 1), eq(call("tanh", call("atanh", x)), x)),
    # --- circular functions and complex numbers
    "cos-difference": eq(
        call("cos", x - y), call("cos", x) * call("cos", y) + call("sin", x) * call("sin", y)
    ),
    "sin-difference": eq(
        call("sin", x - y), call("sin", x) * call("cos", y) - call("cos", x) * call("sin", y)
    ),
    "cos-zero": eq(call("cos", 0), 1),
    "pi-positive": lt(0, call("pi")),
    "cos-turns": eq(call("cos", 2 * call("pi") * n), 1),
    "cos-one": implies(eq(call("cos", x), 1), bind("exists", n, eq(x, 2 * call("pi") * n))),
    "i": eq(call("i") ** 2, -1),
    "conj-sum": eq(call("conj", z + w), call("conj", z) + call("conj", w)),
    "conj-product": eq(call("conj", z * w), call("conj", z) * call("conj", w)),
    "conj-real": eq(call("conj", x), x),
    "conj-i": eq(call("conj", call("i")), -call("i")),
    "abs-square": eq(call("abs", z) ** 2, z * call("conj", z)),
    "abs-positive": le(0, call("abs", z)),
    "parts": eq(z, call("re", z) + call("i") * call("im", z)),
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
    "deriv-inv": implies(G, negation(eq(ga, 0)), _function("inv", -(call("inv", ga) ** 2))),
    "deriv-sqrt": implies(G, lt(0, ga), _function("sqrt", HALF * call("inv", call("sqrt", ga)))),
    "deriv-exp": implies(G, _function("exp", call("exp", ga))),
    "deriv-log": implies(G, lt(0, ga), _function("log", call("inv", ga))),
    "deriv-cosh": implies(G, _function("cosh", call("sinh", ga))),
    "deriv-sinh": implies(G, _function("sinh", call("cosh", ga))),
    "deriv-cos": implies(G, _function("cos", -call("sin", ga))),
    "deriv-sin": implies(G, _function("sin", call("cos", ga))),
    "deriv-equal": implies(*IN_RANGE, _everywhere(eq(f(x), g(x))), G, _deriv(f(x), a)),
    "deriv-within": implies(_deriv(f(x), b), le(low, a), le(y, high), _deriv(f(x), b, a, y)),
    "deriv-unique": implies(lt(low, high), *IN_RANGE, _deriv(f(x), a), _deriv(f(x), b), eq(a, b)),
    "deriv-chain": implies(
        *IN_RANGE,
        G,
        _everywhere(both(le(y, g(x)), le(g(x), b))),
        _deriv(f(x), var("c"), y, b, ga),
        _deriv(f(g(x)), var("c") * a),
    ),
    "deriv-bounded": implies(
        bind("forall", y, implies(le(low, y), le(y, high), _deriv(f(x), df(y), point=y))),
        bind("exists", a, _everywhere(both(le(-a, f(x)), le(f(x), a)))),
    ),
    "increasing": implies(
        le(low, high),
        bind(
            "forall",
            y,
            implies(le(low, y), le(y, high), both(_deriv(f(x), df(y), point=y), le(0, df(y)))),
        ),
        le(f(low), f(high)),
    ),
    "integral": implies(
        le(low, high),
        bind("forall", y, implies(le(low, y), le(y, high), _deriv(f(x), df(y), point=y))),
        eq(bind("integral", x, df(x), low, high), f(high) - f(low)),
    ),
}

_NAMED = "\n".join(f"{name} {digest(AXIOMS[name])}" for name in sorted(AXIOMS))
DIGEST = sha256(_NAMED.encode()).hexdigest()
