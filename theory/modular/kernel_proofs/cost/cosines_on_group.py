"""Sums over a group of neurons: the double sum of cosines, the completed square."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.letters import C_of, N, alpha_of, double_sum, p
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import (
    Theorem,
    assume,
)
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
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


COSINES = fn(lambda j: C_of(j) * cos(alpha_of(j)))
SINES = fn(lambda j: C_of(j) * sin(alpha_of(j)))
A, B = sum_of(COSINES, 1, N), sum_of(SINES, 1, N)


def row_of_cosines(i: Term) -> Theorem:
    """sum_j C_i C_j cos(alpha_i - alpha_j) = A C_i cos(alpha_i) + B C_i sin(alpha_i), where A and B
    are the sums of C_j cos(alpha_j) and of C_j sin(alpha_j).
    """
    c, s = COSINES(i), SINES(i)
    split = summand_equal(
        fn(lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j))),
        fn(lambda j: c * COSINES(j) + s * SINES(j)),
        1,
        N,
        lambda j, *_: ring(
            eq(
                C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)),
                c * COSINES(j) + s * SINES(j),
            ),
            fact("cos-difference", x=alpha_of(i), y=alpha_of(j)),
        ),
    )
    ordered = some_neurons()
    return ring(
        eq(split.conclusion.args[0], A * c + B * s),
        split,
        added(fn(lambda j: c * COSINES(j)), fn(lambda j: s * SINES(j)), 1, N, ordered),
        scaled(c, COSINES, 1, N, ordered),
        scaled(s, SINES, 1, N, ordered),
    )


@proof("modular.double-sum")
def double_sum_identity() -> Theorem:
    """cos(a - b) = cos a cos b + sin a sin b, and a sum of products is a product of sums."""
    (whole,) = defined("modular.double")
    ordered = some_neurons()
    rows = summand_equal(
        fn(lambda i: total(1, N, lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)))),
        fn(lambda i: A * COSINES(i) + B * SINES(i)),
        1,
        N,
        lambda i, *_: row_of_cosines(i),
    )
    return ring(
        eq(double_sum, A**2 + B**2),
        whole,
        rows,
        added(fn(lambda i: A * COSINES(i)), fn(lambda i: B * SINES(i)), 1, N, ordered),
        scaled(A, COSINES, 1, N, ordered),
        scaled(B, SINES, 1, N, ordered),
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
