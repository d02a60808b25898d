"""Two groups at different frequencies: their outputs are orthogonal, their losses add."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.cosine_sums import no_multiple_within, vanishing
from theory.modular.kernel_proofs.script import cos, defined, proof, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, over_pairs, p, turn
from theory.modular.letters.cost import (
    HALF,
    HARMONICS,
    A_w,
    activation,
    harmonic,
    label,
    multiple,
    s_w,
    xi,
)
from theory.modular.letters.learned import N_2, SECOND, A_w2, s_w2, xi_2
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, generalise, instantiate, witness
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    bound,
    combine,
    forall,
    fresh,
    given,
    lam,
    obtain,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import INT, REAL, Term, eq, function, lt, num, substituted, var

f1, f2 = (function(f"act_{k}", INT, INT, INT, REAL) for k in (1, 2))
g1, g2 = (function(f"out_{k}", INT, INT, REAL) for k in (1, 2))
lab = function("lab", INT, INT, INT, REAL)


# --- different frequencies ------------------------------------------------------------------------
def sizes() -> dict[str, Theorem]:
    """0 < xi, xi < p, 0 < xi_2, xi_2 < p, xi_2 != xi, xi_2 != p - xi."""
    (high,) = defined("modular.frequency")
    high_2, apart, mirrored = defined("modular.second-frequency")
    return {
        "low": assume(lt(0, xi)),
        "high": high,
        "low_2": assume(lt(0, xi_2)),
        "high_2": high_2,
        "apart": apart,
        "mirrored": mirrored,
    }


@cache
def differ() -> tuple[Theorem, Theorem]:
    """Neither xi_2 - xi nor xi_2 + xi is a multiple of p."""
    known = sizes()
    d, s = xi_2 - xi, xi_2 + xi
    first = no_multiple_within(
        d,
        bound(lt(-p, d), (), [[known["high"]], [known["low_2"]]]),
        bound(lt(d, p), (), [[known["high_2"]], [known["low"]]]),
        lambda zero: given(known["apart"], combine(eq(xi_2, xi), (1, zero))),
    )
    less = s - p
    moved = no_multiple_within(
        less,
        bound(lt(-p, less), (), [[known["low"]], [known["low_2"]]]),
        bound(lt(less, p), (), [[known["high"]], [known["high_2"]]]),
        lambda zero: given(known["mirrored"], combine(eq(xi_2, p - xi), (1, zero))),
    )
    second = discharge(
        multiple(s),
        obtain(
            assume(multiple(s)),
            lambda n, found: given(
                moved,
                witness(multiple(less), n - 1, combine(eq(less, p * (n - 1) + 0), (1, found))),
            ),
        ),
    )
    return first, second


@cache
def mixed_sums() -> list[Theorem]:
    """The sums over a of cos cos, cos sin, sin cos and sin sin of the two frequencies are 0."""
    less, more = differ()
    values = [*vanishing(xi_2 - xi, less), *vanishing(xi_2 + xi, more)]
    half = num(1, 2)

    def inside(q):
        own, other = turn(xi * q), turn(xi_2 * q)
        low, high = turn((xi_2 - xi) * q), turn((xi_2 + xi) * q)
        sums = [
            *spread(low, [(1, other), (-1, own)]),
            *spread(high, [(1, other), (1, own)]),
        ]
        return [
            ring(eq(cos(own) * cos(other), half * (cos(low) + cos(high))), *sums),
            ring(eq(sin(own) * sin(other), half * (cos(low) - cos(high))), *sums),
            ring(eq(cos(own) * sin(other), half * (sin(high) + sin(low))), *sums),
            ring(eq(sin(own) * cos(other), half * (sin(high) - sin(low))), *sums),
        ]

    return [
        evaluated(lambda q: f(turn(xi * q)) * g(turn(xi_2 * q)), 0, TOP, full(), inside, values)
        for f in (cos, sin)
        for g in (cos, sin)
    ]


def orthogonal(A: Term, s: Term, B: Term, t: Term) -> Theorem:
    """sum_m of two aligned vectors, one of each frequency, is 0."""

    def inside(m):
        return [
            spread(turn(xi * m) + s, [(1, turn(xi * m)), (1, s)])[0],
            spread(turn(xi_2 * m) + t, [(1, turn(xi_2 * m)), (1, t)])[0],
        ]

    return evaluated(
        lambda m: harmonic(A, m, s) * harmonic(B, m, t, xi_2), 0, TOP, full(), inside, mixed_sums()
    )


# --- the loss of both -----------------------------------------------------------------------------
def squares(body) -> Term:
    """The sum over a, b, c of a square."""
    return over_pairs(lambda q, r: total(0, TOP, lambda m: body(q, r, m) ** 2))


@cache
def _added() -> Theorem:
    """Losses add, for any two groups whose outputs are orthogonal."""
    rule = assume(
        forall(
            lambda i: forall(lambda j: eq(total(0, TOP, lambda m: g1(i, m) * g2(j, m)), 0), INT),
            INT,
        )
    )

    def first(q, r, m):
        return total(1, N, lambda i: f1(i, q, r) ** 2 * g1(i, m))

    def second(q, r, m):
        return total(1, N_2, lambda i: f2(i, q, r) ** 2 * g2(i, m))

    both = squares(lambda q, r, m: first(q, r, m) + second(q, r, m) - lab(q, r, m))
    one = squares(lambda q, r, m: first(q, r, m) - lab(q, r, m))
    two = squares(lambda q, r, m: second(q, r, m) - lab(q, r, m))
    none = squares(lambda q, r, m: lab(q, r, m))
    return discharge(rule.conclusion, same_sums(eq(both, one + two - none), rule))


@proof("modular.independent-groups")
def independent_groups() -> Theorem:
    """The outputs of the groups are orthogonal for every pair (a, b)."""
    i, q, r, m = (var(f"place_{name}", INT) for name in "iqrm")
    own = activation(i, q, r, HARMONICS)
    last = HARMONICS[2](i, m)
    values = [
        f1, lam_of(own, i, q, r),
        f2, lam_of(substituted(own, SECOND), i, q, r),
        g1, lam_of(last, i, m),
        g2, lam_of(substituted(last, SECOND), i, m),
        lab, lam(label, INT, INT, INT),
    ]  # fmt: skip
    scheme = instantiate(_added(), *values)
    j = fresh(INT, "j")
    k = fresh(INT, "k")
    A, s, B, t = (var(f"value_{name}") for name in "AsBt")
    plain = orthogonal(A, s, B, t)
    told = put(plain, value_A=A_w(k), value_s=s_w(k), value_B=A_w2(j), value_t=s_w2(j))
    whole = given(scheme, generalise(generalise(told, j), k))
    factor = HALF * inv(p) ** 2
    definitions = [defined(f"modular.loss-{name}")[0] for name in ("both", "one", "two", "none")]
    return combine(
        goal("modular.independent-groups"), *((1, one) for one in definitions), (factor, whole)
    )


def lam_of(body: Term, *letters: Term) -> Term:
    """The function of these letters with this body."""
    from theory.proof.terms import bind

    return bind("lam", letters, body)
