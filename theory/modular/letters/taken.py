"""The letters of the frequency that a neuron takes: the flow from alpha (u, v, w) up to norm 1, for
every small alpha, and the blow-up times of the frequencies from (u, v, w) alone.
"""

from __future__ import annotations

from theory.modular.letters import p, transform, u, v, w, x_hat
from theory.modular.letters.elliptic import carlson_of, largest_of, starts_of
from theory.modular.letters.flow import COURSES, GRADIENTS, end, squared_norm
from theory.modular.letters.maxima import xi
from theory.modular.letters.race import part
from theory.modular.letters.utility import half
from theory.proof.lemmas.limits import tends
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    substituted,
    var,
)

share, scale = var("share_taken"), var("scale_taken")
courses = tuple(function(f"{name}_taken", REAL, INT, REAL, REAL) for name in "uvw")
gradients = tuple(function(f"G_{name}_taken", REAL, INT, REAL, REAL) for name in "uvw")
jump_at = function("jump_taken", REAL, REAL)
root_of, blow_up = (function(name, INT, REAL) for name in ("root_taken", "blow_up"))
sign_of, carlson_at = function("sign_taken", INT, INT), function("R_taken", INT, REAL, REAL)


def at_scale(alpha: Term) -> dict[Term, Term]:
    """The neuron that starts at alpha (u, v, w), up to its jump."""
    return {
        **{
            letter: lam(lambda a, s, f=f: f(alpha, a, s), INT, REAL)
            for letter, f in zip((*COURSES, *GRADIENTS), (*courses, *gradients))
        },
        end: jump_at(alpha),
    }


MOVES = tuple(f"modular.{part}-{name}" for part in ("gradient-of", "flow") for name in "uvw")


def starting(alpha: Term) -> Term:
    """Every entry starts at alpha times that of u, v, w."""
    return forall(
        lambda a: implies(
            le(0, a),
            le(a, p - 1),
            both(*(eq(f(alpha, a, num(0)), alpha * g(a)) for f, g in zip(courses, (u, v, w)))),
        ),
        INT,
    )


def flow_at(alpha: Term) -> Term:
    """The flow theta' = grad U from alpha (u, v, w) to the norm 1."""
    told = both(
        lt(0, end),
        *(DEFINITIONS[name].statement for name in MOVES),
        eq(squared_norm(end), 1),
    )
    return both(starting(alpha), substituted(told, at_scale(alpha)))


def product_of(m: Term) -> Term:
    """u^ v^ conj(w^ x^) at m, of (u, v, w)."""
    first, second, third = (transform(f, m) for f in (u, v, w))
    return first * second * call("conj", third) * call("conj", x_hat(m))


def starts_at(m: Term) -> tuple[Term, ...]:
    """The numbers of Q at the frequency m, of (u, v, w)."""
    powers = [call("abs", transform(f, m)) ** 2 for f in (u, v, w)]
    return starts_of(powers, product_of(m), call("abs", x_hat(m)))


def timed(m: Term) -> Term:
    """The blow-up time of the frequency m: where R_F has come to 0 (modular.wave-time)."""
    sign, root = sign_of(m), root_of(m)
    f = lam(lambda s: carlson_at(m, s))
    reach = (1 - sign) * f(root) + sign * f(num(0))
    return both(
        lt(0, call("abs", x_hat(m))),
        eq(sign**2, 1),
        lt(0, sign * call("re", product_of(m))),
        largest_of(root, starts_at(m)),
        carlson_of(f, root, sign, starts_at(m)),
        eq(2 * call("abs", x_hat(m)) ** 3 * blow_up(m), p**2 * reach),
    )


define(
    "modular.scaled-flows",
    ("scale_taken", "jump_taken")
    + tuple(f"{name}_taken" for name in "uvw")
    + tuple(f"G_{name}_taken" for name in "uvw"),
    both(
        lt(0, scale), forall(lambda alpha: implies(lt(0, alpha), lt(alpha, scale), flow_at(alpha)))
    ),
    "for every alpha below some scale > 0, the flow theta' = grad U from alpha (u, v, w) up to a "
    "time at which its norm is 1",
)
define(
    "modular.blow-up-times",
    ("xi", "blow_up", "root_taken", "sign_taken", "R_taken"),
    both(
        le(1, xi),
        le(xi, half),
        timed(xi),
        forall(
            lambda m: implies(
                le(1, m),
                le(m, half),
                negation(eq(m, xi)),
                make("or", None, (eq(x_hat(m), 0), both(timed(m), lt(blow_up(xi), blow_up(m))))),
            ),
            INT,
        ),
    ),
    "xi has the smallest of all blow-up times p^2/(2 |x^(m)|^3) ((1 - sign) R_F(e_1) + sign "
    "R_F(0)), R_F half the integral of 1/sqrt(Q) at the frequency m, sign that of Re u^ v^ "
    "conj(w^ x^), which is not 0; frequencies that x does not have do not count",
    sense="taken",
)
define(
    "modular.share-taken",
    ("share_taken",),
    tends(
        lambda alpha: call("sqrt", substituted(part(xi, jump_at(alpha)), at_scale(alpha))),
        share,
    ),
    "the limit of the norm of the part at +-xi, where the norm of the neuron is 1, as alpha -> 0",
)
reads(
    "modular.frequency-taken",
    "modular.half",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.scaled-flows",
    "modular.blow-up-times",
    "modular.share-taken",
)
