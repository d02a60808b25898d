"""The letters of modular addition, each by a predicate; p is a letter throughout."""

from __future__ import annotations

from theory.proof.letters import DEFINITIONS, FUNCTIONS, define, reads
from theory.proof.tactics import forall, total
from theory.proof.terms import COMPLEX, INT, REAL, call, eq, function, var

p, N = var("p", INT), var("N_group", INT)
x, u, v, w = (function(name, INT, REAL) for name in "xuvw")
x_hat, u_hat, v_hat, w_hat = (function(f"{name}_hat", INT, COMPLEX) for name in "xuvw")
inner_xu, double_sum = var("inner_xu"), var("double_sum")
correlated, k = var("correlated", COMPLEX), var("k", INT)
C_of, alpha_of = function("C_of", INT, REAL), function("alpha", INT, REAL)


def turn(m):
    """2 pi m/p."""
    return 2 * call("pi") * m * call("inv", p)


def wave(m):
    """exp(2 pi i m/p) = cos(2 pi m/p) + i sin(2 pi m/p)."""
    return call("cos", turn(m)) + call("i") * call("sin", turn(m))


def transform(f, frequency):
    """sum_{a=0}^{p-1} f(a) exp(-2 pi i k a/p)."""
    return total(0, p - 1, lambda a: f(a) * wave(-(frequency * a)))


for letter, hat in ((x, x_hat), (u, u_hat), (v, v_hat), (w, w_hat)):
    name = letter.data[0]
    define(
        f"modular.transform-{name}",
        (f"{name}_hat",),
        forall(lambda q, f=letter, F=hat: eq(F(q), transform(f, q)), INT),
        f"the discrete Fourier transform of {name}",
    )
for letter in (x, u, v, w):
    name = letter.data[0]
    define(
        f"modular.cyclic-{name}",
        (name,),
        forall(lambda q, f=letter: eq(f(q + p), f(q)), INT),
        f"the indices of {name} are taken mod p",
    )
define(
    "modular.inner",
    ("inner_xu",),
    eq(inner_xu, total(0, p - 1, lambda a: x(a) * u(a))),
    "the inner product of x and u",
)
define(
    "modular.double",
    ("double_sum",),
    eq(
        double_sum,
        total(
            1,
            N,
            lambda i: total(
                1, N, lambda j: C_of(i) * C_of(j) * call("cos", alpha_of(i) - alpha_of(j))
            ),
        ),
    ),
    "the double sum of C_i C_j cos(alpha_i - alpha_j)",
)
define(
    "modular.correlated",
    ("correlated",),
    eq(
        correlated,
        total(0, p - 1, lambda a: total(0, p - 1, lambda j: x(j) * u(j + a)) * wave(-(k * a))),
    ),
    "the transform, at frequency k, of the cross-correlation a -> sum_j x(j) u(j + a)",
)
triple = var("triple")


def against(f, a):
    """<f, a.x> = sum_j f(j) x(j - a), where (a.x)(j) = x(j - a)."""
    return total(0, p - 1, lambda j: f(j) * x(j - a))


define(
    "modular.triple",
    ("triple",),
    eq(
        triple,
        total(
            0,
            p - 1,
            lambda a: total(0, p - 1, lambda b: against(u, a) * against(v, b) * against(w, a + b)),
        ),
    ),
    "sum over a and b of <u, a.x> <v, b.x> <w, (a + b).x>",
)
for name in ("modular.dft-lemma", "modular.triple-spectrum"):
    reads(
        name,
        "modular.transform-x",
        "modular.transform-u",
        "modular.transform-v",
        "modular.transform-w",
        "modular.cyclic-x",
        "modular.triple",
    )
norm_sq = var("norm_uvw")
define(
    "modular.norm",
    ("norm_uvw",),
    eq(
        norm_sq,
        total(0, p - 1, lambda a: u(a) ** 2)
        + total(0, p - 1, lambda a: v(a) ** 2)
        + total(0, p - 1, lambda a: w(a) ** 2),
    ),
    "|u|^2 + |v|^2 + |w|^2",
)
reads(
    "modular.frequency-constraint",
    "modular.transform-u",
    "modular.transform-v",
    "modular.transform-w",
    "modular.norm",
)
reads(
    "modular.correlation-theorem",
    "modular.transform-x",
    "modular.transform-u",
    "modular.cyclic-u",
    "modular.correlated",
)
reads("modular.plancherel", "modular.transform-x", "modular.transform-u", "modular.inner")
reads("modular.double-sum", "modular.double")

inner_u, im_hat, square, residue = var("inner_u"), var("im_hat"), var("square"), var("a", INT)
amp_u, amp_v, angle_a, angle_b = map(var, ("amp_u", "amp_v", "angle_a", "angle_b"))
define("modular.inner-u", ("inner_u",), eq(inner_u, against(u, residue)), "<u, a.x>")
define(
    "modular.imaginary",
    ("im_hat",),
    eq(im_hat, call("im", u_hat(k))),
    "the imaginary part of the transform of u at frequency k",
)
define(
    "modular.square",
    ("square",),
    eq(square, (amp_u * call("cos", angle_a) + amp_v * call("cos", angle_b)) ** 2),
    "the square of A cos(a) + B cos(b)",
)
reads("modular.cross-correlation", "modular.cyclic-x", "modular.cyclic-u", "modular.inner-u")
reads("modular.transform-real", "modular.transform-u", "modular.imaginary")
reads("modular.squared-cosines", "modular.square")

U_init, zero_term = var("U_init"), var("zero_term")


def entries(f):
    """The sum of a vector's entries."""
    return total(0, p - 1, lambda a: f(a))


def over_pairs(body):
    """The sum over all pairs of residues."""
    return total(0, p - 1, lambda a: total(0, p - 1, lambda b: body(a, b)))


MEAN = entries(w) * entries(x) * call("inv", p)  # <w, mean of x>


def utility_of(f, g, h):
    """The mean over all pairs (a, b) of <(<f, a.x> + <g, b.x>)^2 h, (a + b).x - its mean>."""

    def paired(a, b):
        hidden = (against(f, a) + against(g, b)) ** 2
        mean = entries(x) * call("inv", p)
        return total(0, p - 1, lambda c: hidden * h(c) * (x(c - (a + b)) - mean))

    return call("inv", p) ** 2 * over_pairs(paired)


define(
    "modular.utility",
    ("U_init",),
    eq(U_init, utility_of(u, v, w)),
    "the mean over a, b of <(<u, a.x> + <v, b.x>)^2 w, (a + b).x - its mean>",
)
define(
    "modular.zero-term",
    ("zero_term",),
    eq(
        zero_term,
        2 * call("inv", p) ** 2 * over_pairs(lambda a, b: against(u, a) * against(v, b) * MEAN),
    ),
    "twice the mean over a, b of <u, a.x> <v, b.x> <w, mean of x>",
)
HATS = tuple(f"modular.transform-{name}" for name in "xuvw")
reads("modular.zero-frequency", *HATS, "modular.cyclic-x", "modular.zero-term")
reads(
    "modular.utility-cross",
    "modular.cyclic-x",
    "modular.triple",
    "modular.utility",
    "modular.zero-term",
)
reads("modular.initial-utility", *HATS, "modular.cyclic-x", "modular.utility")

chained = var("chained")


def correlation(f, a):
    """(x * f)(a) = sum_k x(k) f(k + a)."""
    return total(0, p - 1, lambda q: x(q) * f(q + a))


define(
    "modular.chained",
    ("chained",),
    eq(
        chained,
        total(
            0,
            p - 1,
            lambda a: (
                correlation(u, a)
                * total(0, p - 1, lambda b: correlation(v, b) * correlation(w, b + a))
            ),
        ),
    ),
    "<x * u, (x * v) * (x * w)>, * the cross-correlation",
)
reads(
    "modular.chained-correlation",
    *(f"modular.cyclic-{name}" for name in "xuvw"),
    "modular.triple",
    "modular.chained",
)

NAMES = tuple(name for name in DEFINITIONS if name.startswith("modular."))  # of this file


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as cost
    from theory import modular as utility
    from theory.modular.letters import (
        alone,
        elliptic,
        energy,
        figure,
        first,
        flow,
        follows,
        gradient,
        hessian,
        kept,
        maxima,
        pairs,
        race,
        summands_jump,
        summands_maxima,
        summands_maximum,
        taken,
        terms,
    )
    from theory.modular.letters import cost as cost_letters
    from theory.modular.letters import spectrum as spectrum_letters
    from theory.modular.letters import summands as summands_letters
    from theory.modular.letters import utility as utility_letters

    # definitions are entered on import
    assert (
        maxima and elliptic and figure and first and hessian and pairs and race and terms and alone
    )
    assert energy and follows and kept
    assert summands_jump and summands_maxima and summands_maximum and taken
    flow.register_functions()
    cost_letters.register_functions()
    gradient.register_functions()
    spectrum_letters.register_functions()
    summands_letters.register_functions()
    utility_letters.register_functions()

    for head in (utility.x, utility.u, utility.v, utility.w, cost.C_of, cost.alpha_of):
        FUNCTIONS[head] = ("Fun", (INT,), REAL)
    for head in (utility.x_hat, utility.u_hat, utility.v_hat, utility.w_hat):
        FUNCTIONS[head] = ("Fun", (INT,), COMPLEX)
