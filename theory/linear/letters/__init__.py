"""The letters of fully connected linear networks, each by a predicate: weights as functions of
indices and time.
"""

from __future__ import annotations

from importlib import import_module

from theory.proof.lemmas.inner_products import within
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import INT, REAL, both, call, eq, function, implies, le, lt, var

c, d, H, first, second = (var(name, INT) for name in ("c", "d", "width", "i_of", "j_of"))
rate_balance, eta, end = map(var, ("rate_balance", "eta", "T"))
A, W, G = (function(name, INT, INT, REAL, REAL) for name in ("A_of", "W_of", "G_of"))


def balance(i, j, s):
    """(A^T A - W W^T)_ij at time s."""
    return total(1, c, lambda l: A(l, i, s) * A(l, j, s)) - total(
        1, d, lambda m: W(i, m, s) * W(j, m, s)
    )


define(
    "linear.balance",
    ("rate_balance",),
    both(
        lt(0, end),
        le(1, first),
        le(first, H),
        le(1, second),
        le(second, H),
        within(
            1,
            c,
            lambda l: within(
                1,
                H,
                lambda i: deriv(
                    0,
                    end,
                    end,
                    -(eta * total(1, d, lambda m: G(l, m, end) * W(i, m, end))),
                    lambda s: A(l, i, s),
                ),
            ),
        ),
        within(
            1,
            H,
            lambda i: within(
                1,
                d,
                lambda m: deriv(
                    0,
                    end,
                    end,
                    -(eta * total(1, c, lambda l: A(l, i, end) * G(l, m, end))),
                    lambda s: W(i, m, s),
                ),
            ),
        ),
        deriv(0, end, end, rate_balance, lambda s: balance(first, second, s)),
    ),
    "A (c x H) and W (H x d) follow A' = -eta G W^T, W' = -eta A^T G for any c x d "
    "gradient G; the change of (A^T A - W W^T)_ij",
)
reads("linear.conserved-matrix", "linear.balance")

# --- a singular pair of the descent direction M = -grad L (c x d) ---------------------------------

sigma_mode, U_on_descent = var("sigma_mode"), var("U_on_descent")
M = function("M_of", INT, INT, REAL)
left, right = function("u_mode", INT, REAL), function("v_mode", INT, REAL)
HALVED = call("inv", call("sqrt", 2))
define(
    "linear.singular-pair",
    ("sigma_mode", "u_mode", "v_mode"),
    both(
        eq(total(1, c, lambda l: left(l) ** 2), 1),
        eq(total(1, d, lambda m: right(m) ** 2), 1),
        within(1, c, lambda l: eq(total(1, d, lambda m: M(l, m) * right(m)), sigma_mode * left(l))),
        within(1, d, lambda m: eq(total(1, c, lambda l: left(l) * M(l, m)), sigma_mode * right(m))),
    ),
    "M v = sigma u and M^T u = sigma v for unit vectors u and v",
)
define(
    "linear.utility-on-descent",
    ("U_on_descent",),
    eq(
        U_on_descent,
        total(
            1,
            c,
            lambda l: total(1, d, lambda m: (left(l) * HALVED) * M(l, m) * (right(m) * HALVED)),
        ),
    ),
    "<M, a w^T> at a = u/sqrt(2), w = v/sqrt(2)",
)
reads("linear.aligned-utility", "linear.singular-pair", "linear.utility-on-descent")


# Each part has its letters in a file of its own.
PARTS = (
    "data", "optima", "cost", "time", "commuting", "energy", "interlacing", "rank", "remarks",
    "volume", "half_turn", "stages", "rests", "turning",
    "aligned_mode",
)  # fmt: skip


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads); the letters of every part."""
    from theory import linear as claims

    for part in PARTS:
        import_module(f"theory.linear.letters.{part}")
    for head in (
        claims.target,
        claims.covariance,
        claims.projector,
        claims.ols,
        claims.solution,
        claims.sigma_grad,
        claims.U_frame,
        claims.level,
        claims.delta,
        claims.mu,
        claims.lam,
        claims.level_rec,
        claims.top_slope,
        claims.kept,
        claims.level_glrl,
    ):
        FUNCTIONS[head] = ("Fun", (INT,), REAL)
    FUNCTIONS[claims.sigma] = ("Fun", (INT, INT), REAL)
    FUNCTIONS[claims.overlap] = ("Fun", (REAL,), REAL)
