"""The letters about maxima of the utility on the unit sphere: bound and attained, over all vectors.

A vector is a function of a whole number, of which only the entries 0, ..., p - 1 enter.
"""

from __future__ import annotations

from theory.modular.letters import (
    HATS,
    p,
    transform,
    turn,
    u,
    u_hat,
    utility_of,
    v,
    v_hat,
    w,
    w_hat,
    x,
    x_hat,
)
from theory.modular.letters.utility import PHASE, POLAR, unit
from theory.proof.letters import define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    make,
    negation,
    var,
)

X, xi, X_least = var("X"), var("xi", INT), var("X_least")
U_top, A_p, mu_top = var("U_top"), var("A_p"), var("mu_top")
leak, mismatch, maxima = var("leak"), var("mismatch"), var("maxima", INT)


def every_vector(body):
    """for all f, g, h: body(f, g, h)."""
    return forall(
        lambda f: forall(lambda g: forall(lambda h: body(f, g, h), VECTOR), VECTOR), VECTOR
    )


def some_vector(body):
    """there are f, g, h with body(f, g, h)."""
    return exists(
        lambda f: exists(lambda g: exists(lambda h: body(f, g, h), VECTOR), VECTOR), VECTOR
    )


def magnitude(q):
    """|x^(q)|."""
    return call("abs", x_hat(q))


def frequency(q):
    """1 <= q <= p - 1."""
    return both(le(1, q), le(q, p - 1))


define(
    "modular.maximum",
    ("U_top",),
    both(
        every_vector(lambda f, g, h: implies(unit(f, g, h), le(utility_of(f, g, h), U_top))),
        some_vector(lambda f, g, h: both(unit(f, g, h), eq(utility_of(f, g, h), U_top))),
    ),
    "the largest utility of a unit vector: a bound that is attained",
)
define(
    "modular.dominant",
    ("X", "xi"),
    both(
        frequency(xi),
        eq(X, magnitude(xi)),
        forall(lambda q: implies(le(1, q), le(q, p - 1), le(magnitude(q), X)), INT),
    ),
    "X = |x^(xi)| is the largest of all |x^(k)|, k = 1, ..., p - 1",
    sense="dominant",
)
define(
    "modular.alone",
    ("X", "xi"),
    both(
        frequency(xi),
        eq(X, magnitude(xi)),
        forall(
            lambda q: implies(
                le(1, q),
                le(q, p - 1),
                negation(eq(q, xi)),
                negation(eq(q, p - xi)),
                lt(magnitude(q), X),
            ),
            INT,
        ),
    ),
    "X = |x^(xi)| is larger than any other |x^(k)|, k != +-xi: magnitudes are distinct (line 537)",
    sense="alone",
)
define(
    "modular.maximiser",
    ("u", "v", "w"),
    both(
        unit(u, v, w),
        every_vector(
            lambda f, g, h: implies(unit(f, g, h), le(utility_of(f, g, h), utility_of(u, v, w)))
        ),
    ),
    "a unit vector (u, v, w) whose utility no unit vector exceeds",
    sense="maximiser",
)


def power(q):
    """|u^|^2 + |v^|^2 + |w^|^2 at this frequency."""
    first, second, third = (call("abs", hat(q)) ** 2 for hat in (u_hat, v_hat, w_hat))
    return first + second + third


def outside(q):
    """The same where q != +-xi, else 0."""
    off = make("ite", None, (eq(q, p - xi), ZERO, power(q)))
    return make("ite", None, (eq(q, xi), ZERO, off))


define(
    "modular.leak",
    ("leak",),
    eq(leak, call("sqrt", call("inv", p) * total(0, p - 1, outside))),
    "the norm of the part of (u, v, w) outside the frequencies +-xi",
)
define(
    "modular.mismatch",
    ("mismatch",),
    eq(mismatch, 1 - call("cos", PHASE[u](xi) + PHASE[v](xi) - PHASE[w](xi) - PHASE[x](xi))),
    "1 - cos(s_u + s_v - s_w - s_x), phases of the transforms at xi",
)


def is_wave(f):
    """f(a) = A cos(2 pi xi a/p + s) for a = 0, ..., p - 1, with some s."""

    def entry(s, a):
        return implies(le(0, a), le(a, p - 1), eq(f(a), A_p * call("cos", turn(xi * a) + s)))

    return exists(lambda s: forall(lambda a: entry(s, a), INT))


define(
    "modular.amplitude",
    ("A_p",),
    both(le(0, A_p), *(is_wave(f) for f in (u, v, w))),
    "u, v and w are waves A_p cos(2 pi xi a/p + s), each with a phase of its own",
)
define(
    "modular.top-magnitude",
    ("mu_top",),
    eq(mu_top, call("abs", u_hat(xi))),
    "the magnitude of u at the dominant frequency",
)
define(
    "modular.least",
    ("X_least",),
    both(
        forall(lambda q: implies(le(1, q), le(q, p - 1), le(X_least, magnitude(q))), INT),
        exists(lambda q: both(frequency(q), eq(X_least, magnitude(q))), INT),
    ),
    "the least of all |x^(k)|, k = 1, ..., p - 1",
)


def distance(f, g, h, f_other, g_other, h_other):
    """|(f, g, h) - (f', g', h')|^2."""
    pairs = ((f, f_other), (g, g_other), (h, h_other))
    one, two, three = (total(0, p - 1, lambda a, e=e, d=d: (d(a) - e(a)) ** 2) for e, d in pairs)
    return one + two + three


def local_maximum(f, g, h):
    """No unit vector nearby has more utility than the unit vector (f, g, h)."""

    def near(radius, *other):
        return implies(
            unit(*other),
            lt(distance(f, g, h, *other), radius),
            le(utility_of(*other), utility_of(f, g, h)),
        )

    around = exists(lambda r: both(lt(0, r), every_vector(lambda *other: near(r, *other))))
    return both(unit(f, g, h), around)


def of_frequency(f, q):
    """The transform of f is 0 but at +-q."""
    return forall(
        lambda n: implies(
            le(0, n),
            le(n, p - 1),
            negation(eq(n, q)),
            negation(eq(n, p - q)),
            eq(transform(f, n), 0),
        ),
        INT,
    )


def carries(q):
    """Some local maximum has the frequency q alone."""
    return some_vector(
        lambda f, g, h: both(local_maximum(f, g, h), *(of_frequency(one, q) for one in (f, g, h)))
    )


define(
    "modular.maxima",
    ("maxima",),
    eq(
        maxima,
        total(1, p - 1, lambda q: make("ite", None, (both(lt(2 * q, p), carries(q)), ONE, ZERO))),
    ),
    "how many of the frequencies k < p/2 carry a local maximum on the unit sphere",
)

X_half = var("X_half")
define(
    "modular.below-nyquist",
    ("X",),
    both(
        exists(lambda q: both(le(1, q), lt(2 * q, p), eq(X, magnitude(q))), INT),
        forall(lambda q: implies(le(1, q), lt(2 * q, p), le(magnitude(q), X)), INT),
    ),
    "X is the largest |x^(k)|, 1 <= k < p/2",
    sense="even",
)
define(
    "modular.at-nyquist",
    ("X_half",),
    forall(lambda q: implies(eq(p, 2 * q), eq(X_half, magnitude(q))), INT),
    "X_half = |x^(p/2)|",
)
TASK = ("modular.transform-x", "modular.cyclic-x")
reads("modular.maximal-utility", *TASK, "modular.maximum", "modular.dominant")
MAXIMISER = (*HATS, "modular.cyclic-x", "modular.maximiser", "modular.alone")
reads("modular.maximiser-form", *MAXIMISER, "modular.leak")
reads("modular.maximiser-phases", *MAXIMISER, *POLAR, "modular.mismatch")
reads("modular.maximiser-amplitude", *MAXIMISER, "modular.amplitude")
reads("modular.maximiser-magnitude", *MAXIMISER, *POLAR[1:])
reads("modular.maximiser-waves", *MAXIMISER, *POLAR[1:])
reads("modular.maximal-value-line", *MAXIMISER, "modular.maximum", "modular.top-magnitude")
reads("modular.nyquist", *TASK, "modular.maximum", "modular.below-nyquist", "modular.at-nyquist")
reads("modular.no-other-maxima", *TASK, "modular.least", "modular.maxima")
