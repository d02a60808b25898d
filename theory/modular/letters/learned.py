"""The letters of what a group has learned: a new neuron beside it, groups at the bound, a second
group.
"""

from __future__ import annotations

from theory.modular.letters import (
    N,
    against,
    correlation,
    over_pairs,
    p,
    turn,
    u,
    utility,  # noqa: F401  # x_sum is defined there
    v,
    w,
    wave,
    x_hat,
)
from theory.modular.letters.cost import (
    FREQUENCY,
    GROUP,
    HARMONICS,
    A_u,
    A_v,
    A_w,
    X,
    a,
    b,
    c,
    cost_of,
    gain_of,
    label,
    mean_square,
    multiple,
    output,
    s_u,
    s_v,
    s_w,
    s_x,
    xi,
)
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import (
    COMPLEX,
    INT,
    REAL,
    Term,
    add,
    bind,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

# --- a new neuron (u, v, w) beside a group that has learned its frequency ------------------------
Delta, U_new, chi_triple, cosine_sum = map(var, ("Delta", "U_new", "chi_triple", "cosine_sum"))
chi_plus, chi_minus, chi_else = (
    var(name, COMPLEX) for name in ("chi_plus", "chi_minus", "chi_else")
)
shift, turns, k = var("shift"), var("wave", INT), var("k", INT)
without = function("without", INT, INT, REAL)


def chi(q: Term) -> Term:
    """chi_xi[q] = cos(2 pi xi q/p + s_x)."""
    return call("cos", turn(xi * q) + s_x)


def chi_transform(frequency: Term) -> Term:
    """sum_c chi_xi[c] exp(-2 pi i k c/p)."""
    return total(0, p - 1, lambda q: chi(q) * wave(-(frequency * q)))


def new_neuron(body) -> Term:
    """sum_ab (<u, a.x> + <v, b.x>)^2 <w, body(a, b)>."""
    return over_pairs(
        lambda q, r: (
            (against(u, q) + against(v, r)) ** 2 * total(0, p - 1, lambda m: w(m) * body(q, r, m))
        )
    )


define(
    "modular.delta",
    ("Delta",),
    eq(Delta, new_neuron(lambda q, r, m: output(q, r, m, HARMONICS))),
    "sum_ab <(<u, a.x> + <v, b.x>)^2 w, f(a.x, b.x)>, f the output of the group",
)
define(
    "modular.residual",
    ("U_new",),
    eq(
        U_new,
        call("inv", p) ** 2
        * new_neuron(lambda q, r, m: label(q, r, m) - output(q, r, m, HARMONICS)),
    ),
    "the mean over a, b of <(<u, a.x> + <v, b.x>)^2 w, (a + b).x - its mean - f(a.x, b.x)>",
)
define(
    "modular.chi-triple",
    ("chi_triple",),
    eq(
        chi_triple,
        over_pairs(
            lambda q, r: (
                correlation(u, q)
                * correlation(v, r)
                * total(0, p - 1, lambda m: chi(m) * w(m + (q + r)))
            )
        ),
    ),
    "sum_ab (x * u)[a] (x * v)[b] (chi_xi * w)[a + b], * the cross-correlation",
)
define(
    "modular.without",
    ("without",),
    forall(
        lambda q: forall(
            lambda m: both(
                implies(multiple(q - m), eq(without(q, m), 0)),
                implies(negation(multiple(q - m)), eq(without(q, m), 1)),
            ),
            INT,
        ),
        INT,
    ),
    "without(k, m) is 0 where k = m mod p and 1 elsewhere",
)
define(
    "modular.cosine-sum",
    ("cosine_sum",),
    eq(cosine_sum, total(0, p - 1, lambda q: call("cos", shift - turn(turns * q)))),
    "sum_a cos(s - 2 pi k a/p)",
)
define("modular.chi-plus", ("chi_plus",), eq(chi_plus, chi_transform(xi)), "its transform at xi")
define(
    "modular.chi-minus", ("chi_minus",), eq(chi_minus, chi_transform(-xi)), "its transform at -xi"
)
define(
    "modular.chi-else",
    ("chi_else",),
    both(
        negation(multiple(k - xi)),
        negation(multiple(k + xi)),
        eq(chi_else, chi_transform(k)),
    ),
    "its transform at any k that is neither xi nor -xi mod p",
)


# --- groups that attain the bound -----------------------------------------------------------------
def round_(m: Term, i: Term) -> Term:
    """2 pi m i/N."""
    return 2 * call("pi") * (m * i) * call("inv", N)


AMPLITUDE = 3 * call("sqrt", num(6)) * call("sqrt", p) * call("inv", N * X)  # sqrt(54p)/(N X)
define(
    "modular.our-group",
    ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w"),
    forall(
        lambda i: both(
            eq(A_v(i), A_u(i)),
            eq(A_w(i), A_u(i)),
            eq(A_u(i) ** 3, AMPLITUDE),
            eq(s_u(i), round_(num(2), i)),
            eq(s_v(i), -round_(num(1), i)),
            eq(s_w(i), round_(num(1), i) - s_x),
        ),
        INT,
    ),
    "equal amplitudes A^3 = sqrt(54p)/(N X), phases s_u = 2 psi, s_v = -psi, s_w = psi - s_x, "
    "psi = 2 pi i/N",
    sense="ours",
)
unequal = var("spread")


def ratio(i: Term) -> Term:
    """A_u/A_v of neuron i."""
    return A_u(i) * call("inv", A_v(i))


def apart_from_first(i: Term) -> Term:
    """|A_u/A_v - A_u/A_v of the first neuron|."""
    return call("abs", ratio(i) - ratio(num(1)))


define(
    "modular.printed-group",
    ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w"),
    both(
        eq(s_u(num(1)) - s_v(num(1)), 0),
        forall(
            lambda i: both(
                eq(A_w(i) * A_u(i) * A_v(i), AMPLITUDE),
                eq(s_w(i) + s_x, round_(num(1), i)),
                eq(s_u(i) + s_v(i), round_(num(1), i)),
                eq(s_u(i + 1) - s_v(i + 1), call("pi") - (s_u(i) - s_v(i))),
            ),
            INT,
        ),
    ),
    "A_w A_u A_v = sqrt(54p)/(N X), s_w + s_x = s_u + s_v = 2 pi i/N, s_u - s_v = "
    "0, pi, 0, pi, ...",
    sense="printed",
)
define(
    "modular.spread",
    ("spread",),
    both(
        forall(lambda i: implies(le(1, i), le(i, N), le(apart_from_first(i), unequal)), INT),
        exists(lambda i: both(le(1, i), le(i, N), eq(apart_from_first(i), unequal)), INT),
    ),
    "the largest |A_u/A_v - A_u/A_v of the first neuron| in the group",
)
least_gap = var("least_gap")


def gap_of() -> Term:
    """Cost less utility of the aligned neurons, above the bound -|x_hat[xi]|^2/p."""
    return cost_of(HARMONICS) - gain_of(HARMONICS) + X**2 * call("inv", p)


def every_group(statement: Term) -> Term:
    """For all amplitudes >= 0 and all phases of a group."""
    whole = implies(*amplitudes(), statement)
    for letter in (s_w, s_v, s_u, A_w, A_v, A_u):
        whole = bind("forall", letter, whole)
    return whole


def some_group(statement: Term) -> Term:
    """There are amplitudes >= 0 and phases of a group."""
    whole = both(*amplitudes(), statement)
    for letter in (s_w, s_v, s_u, A_w, A_v, A_u):
        whole = bind("exists", letter, whole)
    return whole


def amplitudes() -> list[Term]:
    """Amplitudes are not negative."""
    return [forall(lambda i, A=A: le(0, A(i)), INT) for A in (A_u, A_v, A_w)]


define(
    "modular.least-gap",
    ("least_gap",),
    both(every_group(le(least_gap, gap_of())), some_group(eq(gap_of(), least_gap))),
    "the least gap of a group of N aligned neurons: none goes below, some group is there",
)
# --- a second group -------------------------------------------------------------------------------
xi_2, X_2, s_x2, N_2 = var("xi_2", INT), var("X_2"), var("s_x2"), var("N_2", INT)
A_u2, A_v2, A_w2 = (function(f"A_{name}2", INT, REAL) for name in "uvw")
s_u2, s_v2, s_w2 = (function(f"s_{name}2", INT, REAL) for name in "uvw")
SECOND = {  # what the letters of a group are called in the second one
    **dict(zip((A_u, A_v, A_w, s_u, s_v, s_w), (A_u2, A_v2, A_w2, s_u2, s_v2, s_w2))),
    **{xi: xi_2, X: X_2, s_x: s_x2, N: N_2},
}
loss_both, loss_one, loss_two, loss_none = (
    var(f"loss_{name}") for name in ("both", "one", "two", "none")
)


def first_output(q: Term, r: Term, m: Term) -> Term:
    """The output of the first group."""
    return output(q, r, m, HARMONICS)


def second_output(q: Term, r: Term, m: Term) -> Term:
    """The output of the second group."""
    return substituted(output(a, b, c, HARMONICS), {**SECOND, a: q, b: r, c: m})


define(
    "modular.second-frequency",
    ("xi_2",),
    both(lt(xi_2, p), negation(eq(xi_2, xi)), negation(eq(xi_2, p - xi))),
    "a second frequency, 0 < xi_2 < p, neither xi nor -xi mod p",
)
for letter, outputs in (
    (loss_both, (first_output, second_output)),
    (loss_one, (first_output,)),
    (loss_two, (second_output,)),
    (loss_none, ()),
):
    name = letter.data[0].replace("_", "-")

    def error(q: Term, r: Term, m: Term, outputs=outputs) -> Term:
        """The outputs less the label."""
        return add(*(f(q, r, m) for f in outputs), -label(q, r, m))

    define(
        f"modular.{name}",
        (letter.data[0],),
        eq(letter, mean_square(error)),
        "half the mean over a, b of |f - (a + b).x + the mean of x|^2, f the output of "
        + {2: "both groups", 1: f"one group, the {letter.data[0][5:]}", 0: "no neuron"}[
            len(outputs)
        ],
    )
define(
    "modular.second-magnitude",
    ("X_2",),
    eq(X_2, call("abs", x_hat(xi_2))),
    "|x_hat[xi_2]|",
)
define(
    "modular.second-minimiser",
    ("s_x2", "N_2", "A_u2", "A_v2", "A_w2", "s_u2", "s_v2", "s_w2"),
    both(
        lt(0, N_2),
        substituted(DEFINITIONS["modular.phase"].statement, SECOND),
        substituted(DEFINITIONS["modular.minimiser"].statement, SECOND),
    ),
    "a second group, of N_2 neurons, that attains its lower bound -|x_hat[xi_2]|^2/p",
)
U_two = var("U_two")
define(
    "modular.residual-two",
    ("U_two",),
    eq(
        U_two,
        call("inv", p) ** 2
        * new_neuron(
            lambda q, r, m: label(q, r, m) - first_output(q, r, m) - second_output(q, r, m)
        ),
    ),
    "the utility with the residual that both groups leave",
)

reads("modular.cosine-sum", "modular.cosine-sum")
reads(
    "modular.wave-transform",
    "modular.frequency",
    "modular.chi-plus",
    "modular.chi-minus",
    "modular.chi-else",
)
reads("modular.residual-utility", "modular.utility", "modular.delta", "modular.residual")
LEARNED = (*FREQUENCY, "modular.minimiser")
reads(
    "modular.learned-triple",
    *LEARNED,
    *(f"modular.cyclic-{name}" for name in "uvw"),
    "modular.delta",
    "modular.chi-triple",
)
NEURON = tuple(f"modular.transform-{name}" for name in "uvw")
reads("modular.learned-correlation", *LEARNED, *NEURON, "modular.delta")
reads("modular.updated-utility", *LEARNED, *NEURON, "modular.residual", "modular.without")
for name in ("every-construction", "odd-construction"):
    reads(
        f"modular.{name}",
        *GROUP,
        "modular.cost",
        "modular.gain",
        "modular.gap",
        "modular.our-group",
    )
reads(
    "modular.even-construction",
    *GROUP,
    "modular.cost",
    "modular.gain",
    "modular.gap",
    "modular.printed-group",
    "modular.spread",
)
reads("modular.tightness", *FREQUENCY, "modular.least-gap")
reads(
    "modular.independent-groups",
    "modular.frequency",
    "modular.second-frequency",
    *(f"modular.loss-{name}" for name in ("both", "one", "two", "none")),
)
reads(
    "modular.utility-after-two",
    *LEARNED,
    *NEURON,
    "modular.second-frequency",
    "modular.second-magnitude",
    "modular.second-minimiser",
    "modular.residual-two",
    "modular.without",
)
