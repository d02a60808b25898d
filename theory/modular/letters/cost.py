"""The letters of cost minimisation: neurons aligned with one frequency, their loss, cost and
utility.

u_in(i, a) is entry a of u in neuron i of a group; what the network, its loss and its parts are is
said of any neurons, and apart from it that these are aligned with the frequency xi.
"""

from __future__ import annotations

from theory.modular.letters import (
    N,
    entries,
    over_pairs,
    p,
    turn,
    u,
    utility,  # noqa: F401  # x_sum is defined there
    utility_of,
    v,
    w,
    x,
    x_hat,
)
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import exists, forall, lam, total
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    le,
    lt,
    negation,
    num,
    var,
)

xi, X, s_x = var("xi", INT), var("X"), var("s_x")
u_in, v_in, w_in = (function(f"{name}_in", INT, INT, REAL) for name in "uvw")
A_u, A_v, A_w = (function(f"A_{name}", INT, REAL) for name in "uvw")
s_u, s_v, s_w = (function(f"s_{name}", INT, REAL) for name in "uvw")
amp_u, amp_v, amp_w, amp_w2 = (var(f"amp_{name}") for name in ("u", "v", "w", "w2"))
ph_u, ph_v, ph_w, ph_w2 = (var(f"ph_{name}") for name in ("u", "v", "w", "w2"))
loss, cost, gain, net, gap = map(var, ("loss", "cost", "gain", "net", "bound_gap"))
x_sq, x_sum, U_i, inner_w = map(var, ("x_sq", "x_sum", "U_i", "inner_w"))
f_c, turned, distance = var("f_c"), var("turn"), var("distance")
a, b, c = (var(name, INT) for name in ("a", "b", "c_at"))
KAPPA = call("sqrt", 2 * call("inv", 3 * p))  # sqrt(2/(3p))
HALF = num(1, 2)


def multiple(m: Term) -> Term:
    """m = 0 mod p, as Eq(Mod(m, p), 0) is translated."""
    return exists(lambda q: eq(m, p * q + num(0)), INT)


def odd() -> Term:
    """p = 1 mod 2, as Eq(Mod(p, 2), 1) is translated."""
    return exists(lambda q: eq(p, num(2) * q + num(1)), INT)


def harmonic(amplitude: Term, q: Term, phase: Term, frequency: Term = xi) -> Term:
    """A sqrt(2/(3p)) cos(2 pi xi q/p + s)."""
    return amplitude * KAPPA * call("cos", turn(frequency * q) + phase)


# --- one frequency, and what is aligned with it ---------------------------------------------------
define("modular.frequency", ("xi",), lt(xi, p), "a frequency: 0 < xi < p", sense="aligned")
define(
    "modular.quarter",
    ("xi",),
    both(lt(xi, p), multiple(4 * xi), negation(multiple(2 * xi))),
    "a quarter of p, or three: 4 xi is a multiple of p and 2 xi is not",
    sense="quarter",
)
define(
    "modular.magnitude",
    ("X",),
    eq(X, call("abs", x_hat(xi))),
    "|x_hat[xi]|",
    sense="aligned",
)
define(
    "modular.phase",
    ("s_x",),
    eq(
        x_hat(xi),
        call("abs", x_hat(xi)) * (call("cos", s_x) + call("i") * call("sin", s_x)),
    ),
    "the phase of x_hat[xi]",
    sense="aligned",
)
for vector, amplitude, angle in ((u, amp_u, ph_u), (v, amp_v, ph_v), (w, amp_w, ph_w)):
    name = vector.data[0]
    define(
        f"modular.aligned-{name}",
        (name,),
        forall(
            lambda q, f=vector, A=amplitude, s=angle: eq(f(q), harmonic(A, q, s)),
            INT,
        ),
        f"{name} is aligned with the frequency xi",
        sense="aligned",
    )
define(
    "modular.aligned-group",
    ("u_in", "v_in", "w_in"),
    forall(
        lambda i: forall(
            lambda q: both(
                eq(u_in(i, q), harmonic(A_u(i), q, s_u(i))),
                eq(v_in(i, q), harmonic(A_v(i), q, s_v(i))),
                eq(w_in(i, q), harmonic(A_w(i), q, s_w(i))),
            ),
            INT,
        ),
        INT,
    ),
    "neuron i of the group is aligned with xi: amplitudes A(i) in units of sqrt(2/(3p)), phases "
    "s(i)",
)
define(
    "modular.inner-w",
    ("inner_w",),
    eq(
        inner_w,
        total(0, p - 1, lambda q: harmonic(amp_w, q, ph_w) * harmonic(amp_w2, q, ph_w2)),
    ),
    "the inner product of two aligned output vectors",
)


define(
    "modular.utility-aligned",
    ("U_i",),
    eq(U_i, utility_of(u, v, w)),
    "the mean over a, b of (<u, a.x> + <v, b.x>)^2 <w, (a + b).x - its mean>",
)


# --- any group of neurons -------------------------------------------------------------------------
def response(f: Term, i: Term, q: Term) -> Term:
    """<f_i, q.x> for the vector f of neuron i."""
    return total(0, p - 1, lambda r: f(i, r) * x(r - q))


ANY = (u_in, v_in, w_in)  # the vectors of any neurons
HARMONICS = tuple(  # those of aligned neurons
    lam(lambda i, q, A=A, s=s: harmonic(A(i), q, s(i)), INT, INT)
    for A, s in ((A_u, s_u), (A_v, s_v), (A_w, s_w))
)


def activation(i: Term, q: Term, r: Term, group=ANY) -> Term:
    """<u_i, q.x> + <v_i, r.x>."""
    return response(group[0], i, q) + response(group[1], i, r)


def output(q: Term, r: Term, m: Term, group=ANY) -> Term:
    """f(q.x, r.x)[m] = sum_i (<u_i, q.x> + <v_i, r.x>)^2 w_i[m]."""
    return total(1, N, lambda i: activation(i, q, r, group) ** 2 * group[2](i, m))


def cost_of(group=ANY) -> Term:
    """1/(2 p^2) sum_ij <w_i, w_j> sum_ab (<u_i, a.x> + <v_i, b.x>)^2 (<u_j, a.x> +
    <v_j, b.x>)^2.
    """
    w_ = group[2]

    def pair(i, j):
        return total(0, p - 1, lambda m: w_(i, m) * w_(j, m)) * over_pairs(
            lambda q, r: activation(i, q, r, group) ** 2 * activation(j, q, r, group) ** 2
        )

    pairs = total(1, N, lambda j: total(1, N, lambda i: pair(i, j)))
    return HALF * call("inv", p) ** 2 * pairs


def gain_of(group=ANY) -> Term:
    """The utilities of the neurons, added."""

    def vector(f, i):
        return lam(lambda q: f(i, q), INT)

    return total(1, N, lambda i: utility_of(*(vector(f, i) for f in group)))


def label(q: Term, r: Term, m: Term) -> Term:
    """((q + r).x)[m] less the mean of x."""
    return x(m - (q + r)) - entries(x) * call("inv", p)


def learned(q: Term, r: Term, m: Term) -> Term:
    """f_*(q.x, r.x)[m] = (2 |x_hat[xi]|/p) cos(2 pi xi (m - q - r)/p + s_x)."""
    return 2 * X * call("inv", p) * call("cos", turn(xi * (m - q - r)) + s_x)


def mean_square(body) -> Term:
    """1/(2 p^2) times the sum over a, b of the squared norm over c."""
    return (
        HALF
        * call("inv", p) ** 2
        * over_pairs(lambda q, r: total(0, p - 1, lambda m: body(q, r, m) ** 2))
    )


define(
    "modular.loss",
    ("loss",),
    eq(loss, mean_square(lambda q, r, m: output(q, r, m) - label(q, r, m))),
    "half the mean over a, b of |f(a.x, b.x) - (a + b).x + the mean of x|^2",
)
define(
    "modular.cost",
    ("cost",),
    eq(cost, cost_of()),
    "1/(2 p^2) sum_ij <w_i, w_j> sum_ab (<u_i, a.x> + <v_i, b.x>)^2 (<u_j, a.x> + <v_j, b.x>)^2",
)
define("modular.gain", ("gain",), eq(gain, gain_of()), "the utilities of the neurons, added")
define("modular.net", ("net",), eq(net, cost - gain), "cost less utility")
define(
    "modular.gap",
    ("bound_gap",),
    eq(gap, cost - gain + X**2 * call("inv", p)),
    "cost less utility, above its lower bound -|x_hat[xi]|^2/p",
)
define("modular.x-sq", ("x_sq",), eq(x_sq, total(0, p - 1, lambda q: x(q) ** 2)), "|x|^2")
define(
    "modular.distance",
    ("distance",),
    eq(distance, mean_square(lambda q, r, m: output(q, r, m) - learned(q, r, m))),
    "half the mean squared distance of the output from f_* = (2 |x_hat[xi]|/p) (a + b).chi",
)
define(
    "modular.output",
    ("f_c",),
    eq(f_c, output(a, b, c, HARMONICS)),
    "entry c of the output of the aligned neurons at (a.x, b.x)",
)
define(
    "modular.turn",
    ("turn",),
    eq(turned, turn(xi * (c - a - b))),
    "2 pi xi (c - a - b)/p",
)
define(
    "modular.residues",
    ("a", "b", "c_at"),
    both(*(one for q in (a, b, c) for one in (le(0, q), lt(q, p)))),
    "residues mod p",
)
define(
    "modular.minimiser",
    ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w"),
    eq(cost_of(HARMONICS) - gain_of(HARMONICS), -(X**2 * call("inv", p))),
    "the amplitudes and phases of a group that attains the lower bound -|x_hat[xi]|^2/p",
)

FREQUENCY = (
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.frequency",
    "modular.magnitude",
    "modular.phase",
)
GROUP = (*FREQUENCY, "modular.aligned-group")
reads("modular.aligned-input", *FREQUENCY, "modular.aligned-u", "modular.inner-u")
reads("modular.aligned-output", "modular.frequency", "modular.inner-w")
reads(
    "modular.aligned-utility",
    *FREQUENCY,
    *(f"modular.aligned-{name}" for name in "uvw"),
    "modular.utility-aligned",
)
reads(
    "modular.loss-split",
    "modular.cyclic-x",
    "modular.loss",
    "modular.cost",
    "modular.gain",
    "modular.x-sq",
    "modular.entries-x",
)
for name in ("cost-cosines", "cost-bound"):
    reads(f"modular.{name}", *GROUP, "modular.cost")
reads(
    "modular.quarter-frequency-cost",
    *(name if name != "modular.frequency" else "modular.quarter" for name in GROUP),
    "modular.cost",
)
for name in ("net-bound", "lower-bound"):
    reads(f"modular.{name}", *GROUP, "modular.cost", "modular.gain", "modular.net")
reads("modular.equality-conditions", *GROUP, "modular.cost", "modular.gain", "modular.gap")
reads(
    "modular.gap-distance",
    *GROUP,
    "modular.cost",
    "modular.gain",
    "modular.gap",
    "modular.distance",
)
for name in ("learned-expansion", "learned-factored", "learned-function"):
    reads(
        f"modular.{name}",
        *FREQUENCY,
        "modular.minimiser",
        "modular.residues",
        "modular.output",
        "modular.turn",
    )
reads("modular.loss-bound", *GROUP, "modular.loss", "modular.x-sq", "modular.entries-x")


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory.modular import aligned, cyclic_sums
    from theory.modular.letters import (
        conditions,
        escape,
        fewest,
        five,
        plateau,
        pull,
        second,
        width,
    )
    from theory.modular.letters import learned as learned_letters

    # their definitions are entered so
    assert learned_letters and pull and escape and conditions and fewest and five and second
    assert width
    plateau.register_functions()

    for head in ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w"):
        FUNCTIONS[getattr(aligned, head)] = ("Fun", (INT,), REAL)
    FUNCTIONS[cyclic_sums.REMOVED] = ("Fun", (INT, INT), REAL)
