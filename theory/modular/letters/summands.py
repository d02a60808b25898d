"""The letters of the task with k summands and the activation z^k.

Sums over all tuples (a_1, ..., a_k) are taken one index at a time: tuple_sum(j, n, s, r) is the sum
over a_1, ..., a_j of (s + <u_1, a_1.x> + ... + <u_j, a_j.x>)^n <w, (r + a_1 + ... + a_j).x - mean>.
"""

from __future__ import annotations

import sympy

from theory.modular.letters import HATS, against, entries, p, transform, w, x, x_hat
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import forall, lam, total
from theory.proof.terms import (
    COMPLEX,
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    num,
    var,
)

k = var("k", INT)  # how many summands
U_k = var("U_k")
inputs = function("inputs", INT, INT, REAL)  # u_j(a)
power_of = function("power_of", INT, REAL, REAL)
tuple_sum = function("tuple_sum", INT, INT, REAL, INT, REAL)
product_to = function("product_to", INT, INT, COMPLEX)
prod_hat = function("prod_hat", INT, COMPLEX)
factorial = function("factorial", INT, INT)


def input_of(j: Term) -> Term:
    """u_j as a vector."""
    return lam(lambda a: inputs(j, a), INT)


def before_k(body) -> Term:
    """For all whole numbers j = 0, ..., k - 1."""
    return forall(lambda j: implies(le(0, j), le(j + 1, k), body(j)), INT)


def up_to_k(body) -> Term:
    """For all whole numbers n = 0, ..., k."""
    return forall(lambda n: implies(le(0, n), le(n, k), body(n)), INT)


def centred_label(r: Term) -> Term:
    """<w, r.x - its mean>."""
    mean = entries(x) * call("inv", p)
    return total(0, p - 1, lambda c: w(c) * (x(c - r) - mean))


def all_real(body) -> Term:
    """For all numbers s and all whole numbers r."""
    return forall(lambda s: forall(lambda r: body(s, r), INT))


define(
    "modular.factorial",
    ("factorial",),
    both(
        eq(factorial(0), 1),
        before_k(lambda j: eq(factorial(j + 1), (j + 1) * factorial(j))),
    ),
    "the factorial up to k: 0! = 1, (j + 1)! = (j + 1) j!",
)
define(
    "modular.powers",
    ("power_of",),
    both(
        forall(lambda z: eq(power_of(0, z), 1)),
        before_k(lambda n: forall(lambda z: eq(power_of(n + 1, z), z * power_of(n, z)))),
    ),
    "power_of(n, z) = z^n, n = 0, ..., k",
)
define(
    "modular.tuple-sums",
    ("tuple_sum",),
    both(
        up_to_k(
            lambda n: all_real(
                lambda s, r: eq(tuple_sum(0, n, s, r), power_of(n, s) * centred_label(r))
            )
        ),
        before_k(
            lambda j: up_to_k(
                lambda n: all_real(
                    lambda s, r: eq(
                        tuple_sum(j + 1, n, s, r),
                        total(
                            0,
                            p - 1,
                            lambda a: tuple_sum(j, n, s + against(input_of(j + 1), a), r + a),
                        ),
                    )
                )
            )
        ),
    ),
    "tuple_sum(j, n, s, r): the sum over all residues a_1, ..., a_j of (s + <u_1, a_1.x> + ... + "
    "<u_j, a_j.x>)^n <w, (r + a_1 + ... + a_j).x - its mean>, one index at a time",
)
define(
    "modular.summands-utility",
    ("U_k",),
    eq(U_k, call("power", p, -k) * tuple_sum(k, k, num(0), num(0))),
    "the mean over all tuples (a_1, ..., a_k) of (<u_1, a_1.x> + ... + <u_k, a_k.x>)^k <w, (a_1 + "
    "... + a_k).x - its mean>",
)
define(
    "modular.product-hat",
    ("prod_hat", "product_to"),
    both(
        forall(lambda m: eq(product_to(0, m), 1), INT),
        before_k(
            lambda j: forall(
                lambda m: eq(
                    product_to(j + 1, m),
                    product_to(j, m) * (transform(input_of(j + 1), m) * call("conj", x_hat(m))),
                ),
                INT,
            )
        ),
        forall(lambda m: eq(prod_hat(m), product_to(k, m)), INT),
    ),
    "prod_hat(m) = the product over j = 1, ..., k of u_j^(m) conj(x^(m)), one factor at a time",
)
reads(
    "modular.summands-utility",
    HATS[0],
    HATS[3],
    "modular.cyclic-x",
    "modular.factorial",
    "modular.powers",
    "modular.tuple-sums",
    "modular.summands-utility",
    "modular.product-hat",
)


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as paper

    FUNCTIONS[paper.prod_hat] = ("Fun", (INT,), COMPLEX)
    FUNCTIONS[sympy.factorial] = ("Fun", (INT,), INT)
