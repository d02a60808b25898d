"""The letters of the first jump as alpha -> 0: H dormant neurons, each frequency of each of them by
itself, and AGF from alpha times their weights with eta = 1/alpha.

A frequency by itself is the neuron that starts with the transforms of neuron i at m and with none
elsewhere, and follows theta' = grad U; its blow-up time is where its magnitudes are unbounded.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import p, transform, x_hat
from theory.modular.letters.flow import (
    COURSES,
    GRADIENTS,
    end,
    power_at,
    squared_norm,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas.limits import tends_from_above
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import deriv, exists, forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    num,
    substituted,
    var,
)

H = var("H", INT)
jump_limit, T_1, T_2, largest_scale = map(var, ("jump_limit", "T_1", "T_2", "alpha_first"))
starts = tuple(function(f"{name}_start", INT, INT, REAL) for name in "uvw")
alone = tuple(function(f"{name}_alone", INT, INT, INT, REAL, REAL) for name in "uvw")
alone_slopes = tuple(function(f"G_{name}_alone", INT, INT, INT, REAL, REAL) for name in "uvw")
scaled = tuple(function(f"{name}_first", REAL, INT, INT, REAL, REAL) for name in "uvw")
scaled_slopes = tuple(function(f"G_{name}_first", REAL, INT, INT, REAL, REAL) for name in "uvw")
tau = function("tau_first", REAL, REAL)
GRADIENT = tuple(DEFINITIONS[f"modular.gradient-of-{name}"].statement for name in "uvw")


def by_itself(i: Term, m: Term) -> dict[Term, Term]:
    """The letters of a neuron, for frequency m of neuron i by itself."""
    pairs = [*zip(COURSES, alone), *zip(GRADIENTS, alone_slopes)]
    return {letter: lam(lambda a, s, f=f: f(i, m, a, s), INT, REAL) for letter, f in pairs}


def at_scale(alpha: Term, i: Term) -> dict[Term, Term]:
    """The letters of a neuron, for neuron i of AGF from the scale alpha."""
    pairs = [*zip(COURSES, scaled), *zip(GRADIENTS, scaled_slopes)]
    return {letter: lam(lambda a, s, f=f: f(alpha, i, a, s), INT, REAL) for letter, f in pairs}


def of_neuron(body: Callable) -> Term:
    """for all i from 1 to H."""
    return forall(lambda i: implies(le(1, i), le(i, H), body(i)), INT)


def of_frequency(body: Callable) -> Term:
    """for all m from 1 to (p - 1)/2."""
    return forall(lambda m: implies(le(1, m), le(m, half), body(m)), INT)


def followed(rate: Term) -> tuple[Term, ...]:
    """The entries of u, v, w move along ``rate`` times the gradient of the utility, on [0, end]."""
    return tuple(
        forall(
            lambda a, f=f, G=G: forall(
                lambda s: implies(
                    le(0, a),
                    le(a, p - 1),
                    le(0, s),
                    le(s, end),
                    deriv(num(0), end, s, rate * G(a, s), lambda r: f(a, r)),
                )
            ),
            INT,
        )
        for f, G in zip(COURSES, GRADIENTS)
    )


def exists_to(i: Term, m: Term, s: Term) -> Term:
    """Frequency m of neuron i by itself follows theta' = grad U on [0, s]."""
    return substituted(both(*followed(num(1))), {**by_itself(i, m), end: s})


def three_powers(m: Term, s: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 at the frequency m and the time s."""
    one, two, three = (power_at(f, m, s) for f in COURSES)
    return one + two + three


def power(i: Term, m: Term, s: Term) -> Term:
    """The same, of frequency m of neuron i by itself."""
    return substituted(three_powers(m, s), by_itself(i, m))


def is_largest(m: Term) -> Term:
    """No frequency has a larger magnitude than m."""
    return of_frequency(lambda n: le(call("abs", x_hat(n)), call("abs", x_hat(m))))


def is_smaller(m: Term) -> Term:
    """Some frequency has a larger magnitude than m."""
    return exists(
        lambda n: both(le(1, n), le(n, half), lt(call("abs", x_hat(m)), call("abs", x_hat(n)))), INT
    )


def none_before(time: Term, kind: Callable) -> Term:
    """The frequencies of this kind, of all neurons, exist before this time."""
    return of_neuron(
        lambda i: of_frequency(
            lambda m: implies(
                kind(m), forall(lambda s: implies(lt(0, s), lt(s, time), exists_to(i, m, s)))
            )
        )
    )


def unbounded(i: Term, m: Term, time: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 of frequency m of neuron i passes every bound before this time."""
    return forall(
        lambda most: exists(lambda s: both(lt(0, s), lt(s, time), lt(most, power(i, m, s))))
    )


def one_at(time: Term, kind: Callable) -> Term:
    """A frequency of this kind, of some neuron, blows up at this time."""
    return exists(
        lambda i: both(
            le(1, i),
            le(i, H),
            exists(
                lambda m: both(le(1, m), le(m, half), kind(m), unbounded(i, m, time)),
                INT,
            ),
        ),
        INT,
    )


def start_of(i: Term, m: Term) -> Term:
    """At 0 it has the transforms of neuron i at m, and none at any other frequency."""
    return forall(
        lambda n: implies(
            le(0, n),
            le(n, half),
            both(
                *(
                    eq(
                        transform(lam(lambda a, f=f: f(i, m, a, ZERO), INT), n),
                        make(
                            "ite",
                            None,
                            (eq(n, m), transform(lam(lambda a, g=g: g(i, a), INT), m), ZERO),
                        ),
                    )
                    for f, g in zip(alone, starts)
                )
            ),
        ),
        INT,
    )


def one_start(f: Term, g: Term, alpha: Term, i: Term) -> Term:
    """The weights at 0 are alpha times those of unit scale."""
    return forall(
        lambda a: implies(le(0, a), le(a, p - 1), eq(f(alpha, i, a, ZERO), alpha * g(i, a))), INT
    )


def to_first_jump(alpha: Term) -> Term:
    """AGF from the scale alpha until the first of the neurons has the norm 1."""
    first = tau(alpha)

    def norm(i, s):
        return substituted(squared_norm(s), at_scale(alpha, i))

    return both(
        lt(0, first),
        of_neuron(
            lambda i: both(
                *(substituted(one, at_scale(alpha, i)) for one in GRADIENT),
                *(
                    substituted(one, {**at_scale(alpha, i), end: first})
                    for one in followed(call("inv", alpha))
                ),
                *(one_start(f, g, alpha, i) for f, g in zip(scaled, starts)),
            )
        ),
        of_neuron(
            lambda i: forall(lambda s: implies(le(0, s), lt(s, first), lt(norm(i, s), num(1))))
        ),
        exists(lambda i: both(le(1, i), le(i, H), eq(norm(i, first), 1)), INT),
    )


define(
    "modular.frequencies-alone",
    tuple(f"{name}_alone" for name in "uvw") + tuple(f"G_{name}_alone" for name in "uvw"),
    of_neuron(
        lambda i: of_frequency(
            lambda m: both(
                *(substituted(one, by_itself(i, m)) for one in GRADIENT),
                start_of(i, m),
            )
        )
    ),
    "each frequency m of each neuron i by itself: the gradient of the utility along its course, "
    "and its start, which has the transforms of u, v, w of neuron i at m, and none elsewhere",
)
define(
    "modular.strongest-blow-up",
    ("T_1",),
    both(lt(0, T_1), none_before(T_1, is_largest), one_at(T_1, is_largest)),
    "the earliest blow-up time of a frequency with the largest magnitude, over all neurons: before "
    "it they all follow theta' = grad U, and one of them passes every bound",
)
define(
    "modular.weaker-blow-up",
    ("T_2",),
    both(
        lt(0, T_2),
        none_before(T_2, is_smaller),
        make(
            "or",
            None,
            (
                one_at(T_2, is_smaller),
                both(le(T_1, T_2), forall(lambda s: none_before(s, is_smaller))),
            ),
        ),
    ),
    "the earliest blow-up time of a frequency with any other magnitude, over all neurons; where "
    "none of them ever blows up, any time that is not before T_1",
)
define(
    "modular.first-jumps",
    ("tau_first", "jump_limit", "alpha_first")
    + tuple(f"{name}_start" for name in "uvw")
    + tuple(f"{name}_first" for name in "uvw")
    + tuple(f"G_{name}_first" for name in "uvw"),
    both(
        lt(0, largest_scale),
        forall(lambda alpha: implies(lt(0, alpha), lt(alpha, largest_scale), to_first_jump(alpha))),
        tends_from_above(lambda alpha: tau(alpha), jump_limit),
    ),
    "at every small scale alpha, with eta = 1/alpha: H neurons that start at alpha times their "
    "weights and follow eta times the gradient of their utility until the first of them has the "
    "norm 1, at tau; and the limit of tau as alpha -> 0",
)
reads(
    "modular.dominant-first",
    "modular.half",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.frequencies-alone",
    "modular.strongest-blow-up",
    "modular.weaker-blow-up",
    "modular.first-jumps",
)
