"""How many neurons a network needs, each aligned with one frequency, that attains every bound.

own(i) is the frequency of neuron i, from 1 to (p - 1)/2; the group of a frequency k are the neurons
that have it, the outputs of the others left out.
"""

from __future__ import annotations

from theory.modular.letters import N, p, x, x_hat
from theory.modular.letters.cost import A_u, A_v, A_w, X, s_u, s_v, s_w, xi
from theory.modular.letters.learned import amplitudes, gap_of
from theory.modular.letters.plateau import phase_of
from theory.proof.letters import define, reads
from theory.proof.tactics import forall, lam
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    bind,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    substituted,
    var,
)

width_needed = var("width_needed", INT)
own = function("own_frequency", INT, INT)
NETWORK = (own, A_u, A_v, A_w, s_u, s_v, s_w)


def size(k: Term) -> Term:
    """|x_hat[k]|."""
    return call("abs", x_hat(k))


def output_of(i: Term, k: Term) -> Term:
    """A_w of neuron i, if its frequency is k, else 0."""
    return make("ite", None, (eq(own(i), k), A_w(i), ZERO))


def of_frequency(k: Term, count: Term) -> dict[Term, Term]:
    """What the letters of one group are, for the neurons of a network with this frequency."""
    return {A_w: lam(lambda i: output_of(i, k), INT), xi: k, X: size(k), N: count}


def own_gap(k: Term, count: Term) -> Term:
    """The gap of the group of a frequency, above its bound -|x_hat[k]|^2/p."""
    return substituted(gap_of(), of_frequency(k, count))


def has_frequency(k: Term) -> tuple[Term, Term]:
    """1 <= k <= (p - 1)/2."""
    return le(1, k), lt(2 * k, p)


def at_every_bound(count: Term) -> Term:
    """These neurons, so many, have a frequency each, and every group attains its bound."""
    return both(
        *amplitudes(),
        forall(lambda i: implies(le(1, i), le(i, count), both(*has_frequency(own(i)))), INT),
        forall(lambda k: implies(*has_frequency(k), eq(own_gap(k, count), 0)), INT),
    )


def attains(count: Term) -> Term:
    """Some network of so many aligned neurons attains the bound of every frequency."""
    whole = at_every_bound(count)
    for letter in reversed(NETWORK):
        whole = bind("exists", letter, whole)
    return whole


define(
    "modular.every-frequency",
    ("x",),
    both(
        forall(lambda q: eq(x(q + p), x(q)), INT),
        forall(lambda k: implies(*has_frequency(k), negation(eq(x_hat(k), 0))), INT),
    ),
    "the indices of x are taken mod p, and no x_hat[k], k != 0, is 0",
    sense="present",
)
define(
    "modular.phases",
    ("s",),
    forall(
        lambda k: implies(
            *has_frequency(k),
            eq(
                x_hat(k),
                size(k) * (call("cos", phase_of(k)) + call("i") * call("sin", phase_of(k))),
            ),
        ),
        INT,
    ),
    "the phases of x_hat[1], ..., x_hat[(p - 1)/2]",
    sense="every",
)
define(
    "modular.width-needed",
    ("width_needed",),
    both(
        attains(width_needed),
        forall(lambda n: implies(lt(0, n), attains(n), le(width_needed, n)), INT),
    ),
    "the fewest neurons of a network, each aligned with one of the frequencies 1, ..., (p - 1)/2, "
    "in which the group of every frequency attains its bound -|x_hat[k]|^2/p",
)
reads(
    "modular.width",
    "modular.transform-x",
    "modular.every-frequency",
    "modular.phases",
    "modular.width-needed",
)
