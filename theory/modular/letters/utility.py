"""The letters of the task and of utility maximisation (Section 5, Appendix F.1), each by a
predicate.
"""

from __future__ import annotations

from theory.modular.letters import HATS, against, entries, p, u, u_hat, v, v_hat, w, w_hat, x, x_hat
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import forall, total
from theory.proof.terms import INT, REAL, both, call, eq, function, le, num, var

z_u, z_v, z_w = (function(f"z_{name}", INT, REAL) for name in "uvw")
x_sum, w_sum = var("x_sum"), var("w_sum")
HAT = {x: x_hat, u: u_hat, v: v_hat, w: w_hat}
half = var("half", INT)
define("modular.half", ("half",), eq(p, 2 * half + 1), "p is odd: p = 2 half + 1")

for letter, part in ((z_u, u), (z_v, v), (z_w, w)):
    name = part.data[0]
    define(
        f"modular.correlation-{name}",
        (f"z_{name}",),
        forall(lambda a, z=letter, f=part: eq(z(a), against(f, a)), INT),
        f"z_{name}(a) = <{name}, a.x>",
    )
for letter, part in ((x_sum, x), (w_sum, w)):
    name = part.data[0]
    define(
        f"modular.entries-{name}",
        (f"{name}_sum",),
        eq(letter, entries(part)),
        f"the sum of the entries of {name}",
    )
reads("modular.mean-frequency", "modular.transform-u")
reads("modular.conjugate-symmetry", "modular.transform-u")
reads(
    "modular.utility-expanded",
    "modular.utility",
    *(f"modular.correlation-{name}" for name in "uvw"),
    "modular.entries-x",
    "modular.entries-w",
)


# --- magnitudes and phases ------------------------------------------------------------------------

MAGNITUDE = {f: function(f"mu_{f.data[0]}", INT, REAL) for f in (x, u, v, w)}
PHASE = {f: function(f"S_{f.data[0]}", INT, REAL) for f in (x, u, v, w)}
half_sum, mean_sq = var("half_sum"), var("mean_sq")


def polar(f, q):
    """f^(q) = mu exp(i S) with mu >= 0."""
    size, angle, hat = MAGNITUDE[f](q), PHASE[f](q), HAT[f](q)
    return both(
        le(0, size),
        eq(hat, size * (call("cos", angle) + call("i") * call("sin", angle))),
    )


def squared(q):
    """mu_u^2 + mu_v^2 + mu_w^2 at this frequency."""
    return MAGNITUDE[u](q) ** 2 + MAGNITUDE[v](q) ** 2 + MAGNITUDE[w](q) ** 2


def unit(f, g, h):
    """|f|^2 + |g|^2 + |h|^2 = 1."""
    one, two, three = (total(0, p - 1, lambda a, e=e: e(a) ** 2) for e in (f, g, h))
    return eq(one + two + three, 1)


for letter in (x, u, v, w):
    name = letter.data[0]
    define(
        f"modular.polar-{name}",
        (f"mu_{name}", f"S_{name}"),
        forall(lambda q, f=letter: polar(f, q), INT),
        f"magnitude and phase of the transform of {name}",
    )
POLAR = tuple(f"modular.polar-{name}" for name in "xuvw")
define("modular.unit", ("u", "v", "w"), unit(u, v, w), "a unit vector (u, v, w)", sense="unit")
define(
    "modular.half-sum",
    ("half_sum",),
    eq(half_sum, total(0, half, squared)),
    "mu_u^2 + mu_v^2 + mu_w^2, summed over the frequencies 0, ..., (p - 1)/2",
)
define(
    "modular.mean-square",
    ("mean_sq",),
    eq(mean_sq, squared(num(0))),
    "mu_u^2 + mu_v^2 + mu_w^2 at frequency 0",
)
reads(
    "modular.magnitude-utility",
    *HATS,
    *POLAR,
    "modular.cyclic-x",
    "modular.utility",
    "modular.half",
)
reads(
    "modular.magnitude-constraint",
    *HATS[1:],
    *POLAR[1:],
    "modular.unit",
    "modular.half",
    "modular.half-sum",
    "modular.mean-square",
)


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as paper

    magnitudes = (paper.mu_x, paper.mu_u, paper.mu_v, paper.mu_w)
    phases = (paper.S_x, paper.S_u, paper.S_v, paper.S_w)
    for head in (paper.z_u, paper.z_v, paper.z_w, *magnitudes, *phases):
        FUNCTIONS[head] = ("Fun", (INT,), REAL)
