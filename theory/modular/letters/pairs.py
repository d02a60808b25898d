"""The letters of pairs of neurons (u, v, w), (u, -v, -w): their square terms, and where the flow
takes them.

A network of N = 2 M neurons: neuron M + i is the partner of neuron i.
"""

from __future__ import annotations

from theory.modular.letters import N, against, p, u, v, w, x
from theory.modular.letters.cost import (
    a,
    activation,
    b,
    c,
    label,
    mean_square,
    output,
    response,
    u_in,
    v_in,
    w_in,
)
from theory.modular.letters.flow import unit_vector
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall, lam, total
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
    make,
    num,
    var,
)

M = var("n_pairs", INT)
square_sum, pair_drift = var("square_sum"), var("pair_drift")
vel_u, vel_v, vel_w = VELOCITIES = tuple(function(f"vel_{name}", INT, INT, REAL) for name in "uvw")
VECTORS = (u_in, v_in, w_in)
SIGNS = (1, -1, -1)  # of u, v and w of a partner


def mirror(sign: int, value: Term) -> Term:
    """The value, or its negative."""
    return value if sign == 1 else -value


# --- one pair -------------------------------------------------------------------------------------
z_1, z_2, w_c = var("z_1"), var("z_2"), var("w_c")
pair_out, pair_squares_u, pair_squares_v = map(
    var, ("pair_out", "pair_squares_u", "pair_squares_v")
)
QUARTER = num(1, 4)
define("modular.first-activation", ("z_1",), eq(z_1, against(u, a)), "<u, a.x>")
define("modular.second-activation", ("z_2",), eq(z_2, against(v, b)), "<v, b.x>")
define("modular.output-entry", ("w_c",), eq(w_c, w(c)), "w[c]", sense="pair")
define(
    "modular.one-pair",
    ("u_in", "v_in", "w_in"),
    forall(
        lambda q: both(
            *(
                eq(f(number, q), value(q))
                for f, first, second in (
                    (u_in, lambda q: u(q), lambda q: u(q)),
                    (v_in, lambda q: v(q), lambda q: -v(q)),
                    (w_in, lambda q: QUARTER * w(q), lambda q: -QUARTER * w(q)),
                )
                for number, value in ((num(1), first), (num(2), second))
            )
        ),
        INT,
    ),
    "the neurons 1 and 2 are (u, v, w/4) and (u, -v, -w/4)",
    sense="pair",
)
define(
    "modular.pair-output",
    ("pair_out",),
    eq(pair_out, total(1, 2, lambda k: activation(k, a, b) ** 2 * w_in(k, c))),
    "what the two put out: entry c of the sum of (<u_i, a.x> + <v_i, b.x>)^2 w_i",
)
for letter, f, place in ((pair_squares_u, u_in, a), (pair_squares_v, v_in, b)):
    name = letter.data[0]
    define(
        f"modular.{name.replace('_', '-')}",
        (name,),
        eq(
            letter,
            total(1, 2, lambda k, f=f, place=place: w_in(k, c) * response(f, k, place) ** 2),
        ),
        f"entry c of the sum of w_i <{name[-1]}_i, {'a' if place is a else 'b'}.x>^2 over the two",
    )
reads(
    "modular.product-identity",
    "modular.first-activation",
    "modular.second-activation",
    "modular.output-entry",
    "modular.one-pair",
    "modular.pair-output",
    "modular.pair-squares-u",
    "modular.pair-squares-v",
)


# --- any number of pairs in the flow --------------------------------------------------------------
define(
    "modular.pairs",
    ("u_in", "v_in", "w_in"),
    both(
        le(1, M),
        eq(N, 2 * M),
        forall(
            lambda k: forall(
                lambda q: implies(
                    le(1, k),
                    le(k, M),
                    both(*(eq(f(M + k, q), mirror(s, f(k, q))) for f, s in zip(VECTORS, SIGNS))),
                ),
                INT,
            ),
            INT,
        ),
    ),
    "M pairs: the neuron M + i is (u, -v, -w) where neuron i is (u, v, w)",
    sense="pairs",
)


def pushed(f: Term, k: Term, h: Term, t: Term) -> Term:
    """The vectors f of all neurons, that of neuron k moved to f + t h."""

    def entry(j, q):
        return f(j, q) + t * make("ite", None, (eq(j, k), h(q), ZERO))

    return lam(entry, INT, INT)


def pushed_loss(number: int, k: Term, q: Term, t: Term) -> Term:
    """The loss with t added to entry q of u, v or w of neuron k."""
    group = list(VECTORS)
    group[number] = pushed(group[number], k, unit_vector(q), t)
    return mean_square(lambda r, s, m: output(r, s, m, tuple(group)) - label(r, s, m))


for number, velocity in enumerate(VELOCITIES):
    name = "uvw"[number]
    define(
        f"modular.velocity-{name}",
        (f"vel_{name}",),
        forall(
            lambda k, n=number, d=velocity: forall(
                lambda q: implies(
                    le(1, k),
                    le(k, N),
                    le(0, q),
                    le(q, p - 1),
                    deriv(num(-1), num(1), num(0), -d(k, q), lambda t: pushed_loss(n, k, q, t)),
                ),
                INT,
            ),
            INT,
        ),
        f"the velocity of entry q of {name} in neuron k: minus the derivative of the loss by it",
    )


def squares(f: Term, q: Term) -> Term:
    """|sum_i w_i <f_i, q.x>^2|."""
    return call(
        "sqrt",
        total(
            0,
            p - 1,
            lambda m: total(1, N, lambda k: w_in(k, m) * response(f, k, q) ** 2) ** 2,
        ),
    )


def some_residue(body) -> Term:
    """Some q with 0 <= q <= p - 1."""
    return exists(lambda q: both(le(0, q), le(q, p - 1), body(q)), INT)


define(
    "modular.square-sum",
    ("square_sum",),
    both(
        forall(
            lambda q: implies(
                le(0, q),
                le(q, p - 1),
                both(*(le(squares(f, q), square_sum) for f in (u_in, v_in))),
            ),
            INT,
        ),
        make(
            "or",
            None,
            tuple(some_residue(lambda q, f=f: eq(square_sum, squares(f, q))) for f in (u_in, v_in)),
        ),
    ),
    "the largest of |sum_i w_i <u_i, a.x>^2| and |sum_i w_i <v_i, b.x>^2|, over a and b",
)


def apart(number: int, k: Term, q: Term) -> Term:
    """|velocity of the partner's entry less that of the mirrored one|."""
    d, sign = VELOCITIES[number], SIGNS[number]
    return call("abs", d(M + k, q) - mirror(sign, d(k, q)))


define(
    "modular.pair-drift",
    ("pair_drift",),
    both(
        forall(
            lambda k: forall(
                lambda q: implies(
                    le(1, k),
                    le(k, M),
                    le(0, q),
                    le(q, p - 1),
                    both(*(le(apart(n, k, q), pair_drift) for n in range(3))),
                ),
                INT,
            ),
            INT,
        ),
        make(
            "or",
            None,
            tuple(
                exists(
                    lambda k, n=n: both(
                        le(1, k),
                        le(k, M),
                        some_residue(lambda q: eq(pair_drift, apart(n, k, q))),
                    ),
                    INT,
                )
                for n in range(3)
            ),
        ),
    ),
    "the largest entry of d/dt(u', v', w') - d/dt(u, -v, -w), over all pairs",
)
reads(
    "modular.pairs-stay",
    "modular.centred",
    "modular.pairs",
    *(f"modular.velocity-{name}" for name in "uvw"),
    "modular.square-sum",
    "modular.pair-drift",
)


# --- two neurons whose square terms cancel, but which are no pair ---------------------------------
scale, inner_u = var("scale"), var("inner_u")
rate_inner_u, rate_w_c, square_rate = map(var, ("rate_inner_u", "rate_w_c", "square_rate"))
u_at, w_at = (function(f"{name}_at", INT, INT, REAL, REAL) for name in "uw")
INV = call("inv", scale)
define(
    "modular.scaled-pair",
    ("u_in", "v_in", "w_in"),
    both(
        eq(N, 2),
        forall(
            lambda q: both(
                eq(u_in(num(1), q), u(q)),
                eq(v_in(num(1), q), v(q)),
                eq(w_in(num(1), q), w(q)),
                eq(u_in(num(2), q), INV * u(q)),
                eq(v_in(num(2), q), -INV * v(q)),
                eq(w_in(num(2), q), -(scale**2) * w(q)),
            ),
            INT,
        ),
    ),
    "the two neurons (u, v, w) and (u/s, -v/s, -s^2 w)",
    sense="scaled",
)
for f, course, velocity in ((u_in, u_at, vel_u), (w_in, w_at, vel_w)):
    name = f.data[0][0]
    define(
        f"modular.course-{name}",
        (f"{name}_at",),
        forall(
            lambda k, f=f, course=course, d=velocity: forall(
                lambda q: implies(
                    le(1, k),
                    le(k, N),
                    le(0, q),
                    le(q, p - 1),
                    both(
                        eq(course(k, q, ZERO), f(k, q)),
                        deriv(num(-1), num(1), num(0), d(k, q), lambda t: course(k, q, t)),
                    ),
                ),
                INT,
            ),
            INT,
        ),
        f"{name} of the neurons in the flow: where it is now (time 0), with the flow's velocity",
    )


def response_on(k: Term, q: Term, t: Term) -> Term:
    """<u_k, q.x> at the time t."""
    return total(0, p - 1, lambda r: u_at(k, r, t) * x(r - q))


define(
    "modular.rate-inner-u",
    ("rate_inner_u",),
    deriv(num(-1), num(1), num(0), rate_inner_u, lambda t: response_on(num(1), a, t)),
    "the derivative of <u, a.x> of the first neuron along the flow",
)
define(
    "modular.rate-w-c",
    ("rate_w_c",),
    deriv(num(-1), num(1), num(0), rate_w_c, lambda t: w_at(num(1), c, t)),
    "the derivative of w[c] of the first neuron along the flow",
)
define(
    "modular.square-rate",
    ("square_rate",),
    deriv(
        num(-1),
        num(1),
        num(0),
        square_rate,
        lambda t: total(1, 2, lambda k: w_at(k, c, t) * response_on(k, a, t) ** 2),
    ),
    "the derivative of the sum of w_i[c] <u_i, a.x>^2 over the two neurons, along the flow",
)
reads(
    "modular.squares-return",
    "modular.centred",
    "modular.residues",
    "modular.scaled-pair",
    "modular.velocity-u",
    "modular.velocity-w",
    "modular.course-u",
    "modular.course-w",
    "modular.inner-u",
    "modular.output-entry",
    "modular.rate-inner-u",
    "modular.rate-w-c",
    "modular.square-rate",
)
