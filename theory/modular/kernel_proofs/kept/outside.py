"""The weights of all neurons in two parts, at the frequency xi and outside of it: these are
orthogonal, and what is of first order in the second has no sum.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.flow.apart import over_pairs
from theory.modular.kernel_proofs.flow.network_energy import GROUP
from theory.modular.kernel_proofs.kept.growth import AWAY_ANY, SPLIT
from theory.modular.kernel_proofs.kept.vanishing import (
    ALPHA,
    AWAY,
    BETA,
    KEPT,
    RANGES,
    WITHOUT,
    J,
    K,
    for_neurons,
    meets,
    no_cubic,
    no_linear,
    no_output,
    sight,
    told,
)
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import xi
from theory.modular.letters.kept import coordinate, kept_part, outside
from theory.proof.lemmas import inv
from theory.proof.lemmas.inner_products import within
from theory.proof.rules import Theorem, assume, instantiate
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import at, combine, lam, ring, total
from theory.proof.tactics.angles import circle
from theory.proof.terms import INT, REAL, Term, eq, function

AWAY_OF = dict(zip(AWAY, outside(GROUP)))
TABLE = {
    **{a: lam(lambda i, f=f: coordinate(f, i, "cos"), INT) for a, f in zip(ALPHA, GROUP)},
    **{b: lam(lambda i, f=f: coordinate(f, i, "sin"), INT) for b, f in zip(BETA, GROUP)},
    **AWAY_OF,
}


# --- the part outside has no wave -----------------------------------------------------------------
@cache
def without_waves() -> dict[Theorem, Theorem]:
    """sum_l f'(i, l) cos = 0 and that with sin, for the outside part f' of u, v and w."""
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    found = {}
    for number, f in enumerate(outside(GROUP)):
        for place, wave in enumerate((c_of, s_of)):

            def entry(l, f=f, wave=wave):
                return f(K, l) * wave(l)

            plain = evaluated(entry, 0, TOP, full(), lambda l: [circle(turn(xi * l))], moments())
            none = ring(eq(plain.conclusion.args[1], 0), whole)
            zero = combine(eq(plain.conclusion.args[0], 0), (1, plain), (1, none))
            found[WITHOUT[number][place]] = for_neurons(zero, K)
    return found


def of_parts(theorem: Theorem) -> Theorem:
    """A theorem of any coefficients and any outside parts, of the two parts of the weights."""
    return told(theorem, TABLE, without_waves())


@cache
def orthogonal(number: int) -> Theorem:
    """For all j, k: <inside part of neuron j, outside part of neuron k> = 0."""
    values = [at(one, K, *RANGES[K]) for one in WITHOUT[number]]
    f, g = KEPT[number], AWAY[number]
    plain = evaluated(lambda m: f(J, m) * g(K, m), 0, TOP, full(), lambda _: (), values)
    zero = combine(eq(plain.conclusion.args[0], 0), (1, plain))
    return of_parts(for_neurons(zero, J, K))


@cache
def energies() -> Theorem:
    """The squared norms of the two parts add to that of the weights."""
    rules, shown = [], []
    for number, (f, g) in enumerate(zip(GROUP, AWAY_ANY)):
        statement = within(
            1,
            N,
            lambda i, f=f, g=g: eq(
                total(0, TOP, lambda l: f(i, l) * g(i, l)), total(0, TOP, lambda l: g(i, l) ** 2)
            ),
        )
        rules.append(assume(statement))
        shown.append(own_square(number))
    plain = same_sums(SPLIT.conclusion, *rules)
    table = dict(zip(AWAY_ANY, outside(GROUP)))
    return told(plain, table, dict(zip(rules, shown)))


def own_square(number: int) -> Theorem:
    """For all i: <f, f'> = |f'|^2, f' the outside part of f."""
    f, g = GROUP[number], outside(GROUP)[number]
    cross = at(orthogonal(number), K, *RANGES[K], K, *RANGES[K])
    inside = kept_part(f)
    split = evaluated(lambda l: HERE[0](l) * HERE[2](l) + HERE[1](l) * HERE[2](l), 0, TOP, full())
    values = [lam(lambda l, h=h: h(K, l), INT) for h in (inside, g, g)]
    split = instantiate(split, *(part for pair in zip(HERE, values) for part in pair))
    goal = eq(total(0, TOP, lambda l: f(K, l) * g(K, l)), total(0, TOP, lambda l: g(K, l) ** 2))
    return for_neurons(combine(goal, (1, split), (1, cross)), K)


HERE = tuple(function(f"vector_{n}", INT, REAL) for n in (1, 2, 3))


# --- first order ----------------------------------------------------------------------------------
ACTS = tuple(function(f"act_{name}", INT, INT, INT, REAL) for name in ("kept", "away"))
MEETS = tuple(function(f"meets_{name}", INT, INT, INT, REAL) for name in ("kept", "away"))
OUT = function("out_any", INT, INT, REAL)


def each_neuron(body) -> Term:
    """For all neurons: the sum of this over all pairs is 0."""
    return within(1, N, lambda k: eq(over_pairs(lambda q, r: body(k, q, r)), 0))


@cache
def any_first_order() -> Theorem:
    """sum_ab (2 <sum A^2 c, sum A d c> - sum_k (2 A d <c, y> + A^2 <o, y>)) = 0."""
    a, d = ACTS
    cubic = assume(
        within(
            1, N, lambda j: each_neuron(lambda k, q, r: a(j, q, r) ** 2 * a(k, q, r) * d(k, q, r))
        )
    )
    linear = assume(each_neuron(lambda k, q, r: a(k, q, r) * d(k, q, r) * MEETS[0](k, q, r)))
    output = assume(each_neuron(lambda k, q, r: a(k, q, r) ** 2 * MEETS[1](k, q, r)))

    def mixed(weight, m):
        return total(1, N, lambda k: weight(k) * OUT(k, m))

    def body(q, r):
        first = total(
            0,
            TOP,
            lambda m: (
                mixed(lambda k: a(k, q, r) ** 2, m) * mixed(lambda k: a(k, q, r) * d(k, q, r), m)
            ),
        )
        return 2 * first - total(
            1,
            N,
            lambda k: (
                2 * a(k, q, r) * d(k, q, r) * MEETS[0](k, q, r)
                + a(k, q, r) ** 2 * MEETS[1](k, q, r)
            ),
        )

    plain = same_sums(eq(over_pairs(body), 0), cubic, linear, output)
    values = {
        ACTS[0]: lam(lambda k, q, r: sight(KEPT, k, q, r), INT, INT, INT),
        ACTS[1]: lam(lambda k, q, r: sight(AWAY, k, q, r), INT, INT, INT),
        MEETS[0]: lam(lambda k, q, r: meets(KEPT[2], k, q, r), INT, INT, INT),
        MEETS[1]: lam(lambda k, q, r: meets(AWAY[2], k, q, r), INT, INT, INT),
        OUT: KEPT[2],
    }
    known = {cubic: no_cubic(), linear: no_linear(), output: no_output()}
    return of_parts(told(plain, values, known))
