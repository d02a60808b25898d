"""The letters of a plateau: several groups, one a frequency, each at its lower bound.

The g-th group has N_of(g) neurons, the frequency xi(g), and amplitudes and phases of its own.
"""

from __future__ import annotations

from theory.modular.letters import N, p, x_hat
from theory.modular.letters.cost import (
    HARMONICS,
    A_u,
    A_v,
    A_w,
    X,
    a,
    b,
    c,
    f_c,
    label,
    mean_square,
    output,
    s_u,
    s_v,
    s_w,
    s_x,
    xi,
)
from theory.modular.letters.utility import half
from theory.proof.letters import DEFINITIONS, FUNCTIONS, define, reads
from theory.proof.tactics import exists, forall, lam, total
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
    substituted,
    var,
)

steps, c_out = var("steps", INT), var("c_out", INT)
mag, phase_of = function("mag", INT, REAL), function("s", INT, REAL)
freq_of, N_of = function("xi", INT, INT), function("N_of", INT, INT)
OWN = {
    letter: function(f"{letter.data[0]}_of", INT, INT, REAL)
    for letter in (A_u, A_v, A_w, s_u, s_v, s_w)
}


def of_group(g: Term) -> dict[Term, Term]:
    """What the letters of one group are in the g-th."""
    table = {letter: lam(lambda i, f=f: f(g, i), INT) for letter, f in OWN.items()}
    return {**table, xi: freq_of(g), X: mag(g), s_x: phase_of(g), N: N_of(g)}


def told(name: str, g: Term) -> Term:
    """A definition of one group, for the g-th."""
    return substituted(DEFINITIONS[name].statement, of_group(g))


def group_output(g: Term) -> Term:
    """Entry c of the output of the g-th group at (a.x, b.x)."""
    return substituted(output(a, b, c, HARMONICS), of_group(g))


define(
    "modular.plateau",
    ("mag", "xi", "s", "N_of", *(letter.data[0] for letter in OWN.values())),
    forall(
        lambda g: implies(
            le(1, g),
            le(g, steps),
            both(
                lt(0, N_of(g)),
                lt(0, freq_of(g)),
                lt(freq_of(g), p),
                eq(mag(g), call("abs", x_hat(freq_of(g)))),
                told("modular.phase", g),
                told("modular.minimiser", g),
            ),
        ),
        INT,
    ),
    "groups g = 1, ..., n, aligned with the frequency xi(g), |x_hat[xi(g)]| = mag(g), phase s(g), "
    "each at its lower bound -mag(g)^2/p",
    sense="plateau",
)
define(
    "modular.plateau-output",
    ("f_c",),
    eq(f_c, total(1, steps, group_output)),
    "entry c of the output of all groups at (a.x, b.x)",
    sense="plateau",
)
define(
    "modular.entry",
    ("c_out",),
    exists(lambda n: eq(c_out, c - a - b + p * n), INT),
    "c - a - b mod p",
)
level = var("level")


def listed(i: Term, k: Term) -> Term:
    """The i-th frequency is k or -k mod p."""
    return make("or", None, (eq(freq_of(i), k), eq(freq_of(i), p - k)))


def among(i: Term, statement: Term) -> Term:
    """The statement, for 1 <= i <= (p - 1)/2."""
    return implies(le(1, i), le(i, half), statement)


define(
    "modular.plateau-order",
    ("steps",),
    both(
        le(0, steps),
        le(steps, half),
        forall(
            lambda i: among(
                i,
                both(
                    lt(0, freq_of(i)),
                    lt(freq_of(i), p),
                    eq(mag(i), call("abs", x_hat(freq_of(i)))),
                ),
            ),
            INT,
        ),
        forall(
            lambda k: implies(
                le(1, k),
                le(k, p - 1),
                exists(
                    lambda i: both(
                        le(1, i),
                        le(i, half),
                        listed(i, k),
                        forall(lambda j: among(j, implies(listed(j, k), eq(j, i))), INT),
                    ),
                    INT,
                ),
            ),
            INT,
        ),
    ),
    "of all frequencies xi(1), ..., xi((p-1)/2), each once up to its sign, the first n are learned",
)


def all_outputs(q: Term, r: Term, m: Term) -> Term:
    """Entry m of the output of all groups at (q.x, r.x)."""
    return substituted(total(1, steps, group_output), {a: q, b: r, c: m})


define(
    "modular.level",
    ("level",),
    eq(level, mean_square(lambda q, r, m: all_outputs(q, r, m) - label(q, r, m))),
    "the loss of all groups together",
)
reads(
    "modular.plateau-level",
    "modular.half",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.plateau",
    "modular.plateau-order",
    "modular.level",
)
reads(
    "modular.plateau-function",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.plateau",
    "modular.plateau-output",
    "modular.entry",
    "modular.residues",
)


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory.modular import sequence

    FUNCTIONS[sequence.mag] = FUNCTIONS[sequence.phase_of] = ("Fun", (INT,), REAL)
    FUNCTIONS[sequence.freq_of] = ("Fun", (INT,), INT)
