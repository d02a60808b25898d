"""The slopes of the loss along a vector h (eq:threederiv), each as a derivative of the
loss itself.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import N, against, entries, p, x
from theory.modular.letters.cost import label, mean_square, output, response, u_in, v_in, w_in
from theory.modular.letters.utility import z_u, z_v
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import deriv, forall, lam, total
from theory.proof.terms import INT, REAL, ZERO, Term, both, eq, function, le, make, num, var

i = var("i", INT)  # the neuron that is moved
h = function("h", INT, REAL)
h_x = function("h_x", INT, REAL)
r_w, r_h = (function(f"r_{name}", INT, INT, REAL) for name in "wh")
slope_u, slope_v, slope_w = (var(f"slope_{name}") for name in "uvw")
GROUP = {slope_u: u_in, slope_v: v_in, slope_w: w_in}


def moved(f: Term, t: Term) -> Term:
    """The vectors f of all neurons, that of neuron i moved to f + t h."""

    def entry(k, q):
        return f(k, q) + t * make("ite", None, (eq(k, i), h(q), ZERO))

    return lam(entry, INT, INT)


def moved_group(slope: Term, t: Term) -> tuple[Term, ...]:
    """(u, v, w) of all neurons, where the vector that belongs to this slope is moved."""
    return tuple(moved(f, t) if f is GROUP[slope] else f for f in (u_in, v_in, w_in))


def moved_loss(slope: Term, t: Term, wanted: Callable = label) -> Term:
    """The loss where neuron i has u + t h (or v + t h, w + t h), and this is to be put out."""
    group = moved_group(slope, t)
    return mean_square(lambda q, r, m: output(q, r, m, group) - wanted(q, r, m))


define(
    "modular.centred",
    ("x",),
    both(forall(lambda q: eq(x(q + p), x(q)), INT), eq(entries(x), 0)),
    "the indices of x are taken mod p, and x is centred",
    sense="centred",
)
define("modular.neuron", ("i",), both(le(1, i), le(i, N)), "one of the N neurons")
for letter, f in ((z_u, u_in), (z_v, v_in)):
    name = letter.data[0]
    define(
        f"modular.response-{name[-1]}",
        (name,),
        forall(lambda q, z=letter, e=f: eq(z(q), response(e, i, q)), INT),
        f"{name}(a) = <{name[-1]}, a.x> in neuron i",
        sense="neuron",
    )
define(
    "modular.response-h",
    ("h_x",),
    forall(lambda q: eq(h_x(q), against(h, q)), INT),
    "h_x(a) = <h, a.x>",
)


def residual(f, q, r):
    """<f, f(a.x, b.x) - (a + b).x>."""
    return total(0, p - 1, lambda m: f(m) * (output(q, r, m) - x(m - (q + r))))


for letter, vector, text in (
    (r_w, lam(lambda m: w_in(i, m), INT), "w, of neuron i"),
    (r_h, lam(lambda m: h(m), INT), "h"),
):
    define(
        f"modular.residual-{letter.data[0][-1]}",
        (letter.data[0],),
        forall(
            lambda q, z=letter, f=vector: forall(lambda r: eq(z(q, r), residual(f, q, r)), INT),
            INT,
        ),
        f"the correlation of the output less the encoding of a + b with {text}",
    )
for slope in (slope_u, slope_v, slope_w):
    name = slope.data[0]
    define(
        f"modular.{name.replace('_', '-')}",
        (name,),
        deriv(num(-1), num(1), num(0), slope, lambda t, s=slope: moved_loss(s, t)),
        f"the derivative of the loss along h in {name[-1]} of neuron i",
    )
PLACE = (
    "modular.centred",
    "modular.neuron",
    "modular.response-u",
    "modular.response-v",
)
for name in "uv":
    reads(
        f"modular.gradient-{name}",
        *PLACE,
        "modular.response-h",
        "modular.residual-w",
        f"modular.slope-{name}",
    )
reads("modular.gradient-w", *PLACE, "modular.residual-h", "modular.slope-w")


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as paper

    FUNCTIONS[paper.h_a] = ("Fun", (INT,), REAL)
    for head in (paper.r_w, paper.r_h):
        FUNCTIONS[head] = ("Fun", (INT, INT), REAL)
