"""Sums over a group of neurons: the double sum of cosines, the completed square."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.letters import C_of, N, alpha_of, double_sum, p
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import (
    Theorem,
    assume,
)
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.tactics import (
    bound,
    combine,
    fact,
    inverse,
    positive,
    ring,
    total,
    weaker,
)
from theory.proof.terms import (
    Term,
    eq,
    le,
    lt,
    num,
)

# --- a group of neurons ---------------------------------------------------------------------------


@proof("modular.double-sum")
def double_sum_identity() -> Theorem:
    """cos(a - b) = cos a cos b + sin a sin b, and a sum of products is a product of sums."""
    (whole,) = defined("modular.double")
    ordered = bound(le(1, N + 1), (), [[assume(lt(0, N))]])
    A, B = (total(1, N, lambda i, f=f: C_of(i) * f(alpha_of(i))) for f in (cos, sin))

    def row(i, *_):
        """sum_j C_i C_j cos(alpha_i - alpha_j) = C_i cos(alpha_i) A + C_i sin(alpha_i) B."""
        c, s = C_of(i) * cos(alpha_of(i)), C_of(i) * sin(alpha_of(i))
        first, second = (
            fn(lambda j: C_of(j) * cos(alpha_of(j))),
            fn(lambda j: C_of(j) * sin(alpha_of(j))),
        )
        split = summand_equal(
            fn(lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j))),
            fn(lambda j: c * (C_of(j) * cos(alpha_of(j))) + s * (C_of(j) * sin(alpha_of(j)))),
            1,
            N,
            lambda j, *_: ring(
                eq(
                    C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)),
                    c * (C_of(j) * cos(alpha_of(j))) + s * (C_of(j) * sin(alpha_of(j))),
                ),
                fact("cos-difference", x=alpha_of(i), y=alpha_of(j)),
            ),
        )
        apart = added(
            fn(lambda j: c * (C_of(j) * cos(alpha_of(j)))),
            fn(lambda j: s * (C_of(j) * sin(alpha_of(j)))),
            1,
            N,
            ordered,
        )
        return ring(
            eq(split.conclusion.args[0], A * c + B * s),
            split,
            apart,
            scaled(c, first, 1, N, ordered),
            scaled(s, second, 1, N, ordered),
        )

    rows = summand_equal(
        fn(lambda i: total(1, N, lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)))),
        fn(lambda i: A * (C_of(i) * cos(alpha_of(i))) + B * (C_of(i) * sin(alpha_of(i)))),
        1,
        N,
        row,
    )
    apart = added(
        fn(lambda i: A * (C_of(i) * cos(alpha_of(i)))),
        fn(lambda i: B * (C_of(i) * sin(alpha_of(i)))),
        1,
        N,
        ordered,
    )
    return ring(
        eq(double_sum, A**2 + B**2),
        whole,
        rows,
        apart,
        scaled(A, fn(lambda i: C_of(i) * cos(alpha_of(i))), 1, N, ordered),
        scaled(B, fn(lambda i: C_of(i) * sin(alpha_of(i))), 1, N, ordered),
    )


@proof("modular.square-completed")
def square_completed() -> Theorem:
    """sqrt(2/(27 p^3)) = 2/(sqrt(54) p sqrt(p))."""
    from theory import claim
    from theory.proof.letters import stated

    statement = stated(claim("modular.square-completed")).statement
    above = assume(lt(0, p))
    root = sqrt(p)
    squares = [
        fact("sqrt-square", weaker(above), x=p),
        fact("sqrt-square", bound(le(0, 6)), x=num(6)),
    ]
    own = inverse(root, [positive(root, [above])])
    down = inverse(p, [above])
    split = combine(eq(p, root**2), (1, squares[0]))
    halves = inverse_of_square(p, root, down, split, own)
    return ring(statement, halves, split, own, squares[1])


def inverse_of_square(
    whole: Term, root: Term, down: Theorem, split: Theorem, own: Theorem
) -> Theorem:
    """1/x = (1/r)^2 for x = r^2: x (1/r)^2 = 1, times 1/x."""
    one = ring(eq(whole * inv(root) ** 2, 1), split, own)
    return combine(eq(inv(whole), inv(root) ** 2), (inv(whole), one), (inv(root) ** 2, down))
