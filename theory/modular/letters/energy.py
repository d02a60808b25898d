"""All neurons of a network along gradient flow of its loss: their squared norms, added."""

from __future__ import annotations

from theory.modular.letters import (
    N,
    maxima,  # noqa: F401  # X is defined there
    p,
)
from theory.modular.letters.cost import label, mean_square, output
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, forall, lam, total
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    num,
    var,
)

eta, t, norm_0, norm_t, loss_t = map(var, ("eta", "t", "norm_net_0", "norm_net", "loss_net"))
NETS = tuple(function(f"{name}_net", INT, INT, REAL, REAL) for name in "uvw")
SLOPES = tuple(function(f"dL_{name}", INT, INT, REAL, REAL) for name in "uvw")


def weights(s: Term) -> list[Term]:
    """(u, v, w) of all neurons at the time s."""
    return [lam(lambda i, a, f=f: f(i, a, s), INT, INT) for f in NETS]


def bumped(f: Term, k: Term, l: Term, e: Term) -> Term:
    """The vectors f of all neurons, with e added to entry l of neuron k."""
    return lam(lambda i, a: f(i, a) + e * (delta(i, k) * delta(a, l)), INT, INT)


def loss_of(group) -> Term:
    """Half the mean over a, b of |f(a.x, b.x) - (a + b).x + the mean of x|^2."""
    return mean_square(lambda q, r, m: output(q, r, m, tuple(group)) - label(q, r, m))


def bumped_loss(number: int, group: list, k: Term, l: Term, e: Term) -> Term:
    """The loss with e added to entry l of u, v or w in neuron k."""
    moved = list(group)
    moved[number] = bumped(moved[number], k, l, e)
    return loss_of(moved)


def energy_of(group) -> Term:
    """|u|^2 + |v|^2 + |w|^2, added over all neurons."""
    one, two, three = (
        total(1, N, lambda i, f=f: total(0, p - 1, lambda a: f(i, a) ** 2)) for f in group
    )
    return one + two + three


def entry_flow(number: int) -> Term:
    """Every entry of u, v or w of every neuron moves against eta times the slope of the loss."""
    f, G = NETS[number], SLOPES[number]

    def moves(k, l, s):
        return both(
            deriv(
                num(-1),
                num(1),
                num(0),
                G(k, l, s),
                lambda e: bumped_loss(number, weights(s), k, l, e),
            ),
            deriv(num(0), t, s, -(eta * G(k, l, s)), lambda r: f(k, l, r)),
        )

    return forall(
        lambda s: implies(
            le(0, s),
            le(s, t),
            forall(
                lambda k: implies(
                    le(1, k),
                    le(k, N),
                    forall(lambda l: implies(le(0, l), le(l, p - 1), moves(k, l, s)), INT),
                ),
                INT,
            ),
        )
    )


define(
    "modular.network-flow",
    tuple(f.data[0] for f in (*NETS, *SLOPES)),
    both(*(entry_flow(number) for number in range(3))),
    "u' = -eta dL/du, v' = -eta dL/dv and w' = -eta dL/dw on [0, t], entry by entry, the slopes "
    "those of the loss; any start, any number of neurons",
)
for letter, place, text in ((norm_0, num(0), "0"), (norm_t, t, "t")):
    name = letter.data[0]
    define(
        f"modular.{name.replace('_', '-')}",
        (name,),
        both(le(0, letter), eq(letter**2, energy_of(weights(place)))),
        f"the norm of all weights at the time {text}",
    )
define(
    "modular.loss-net",
    ("loss_net",),
    eq(loss_t, loss_of(weights(t))),
    "the loss at the time t: half the mean over a, b of |f(a.x, b.x) - (a + b).x + its mean|^2",
)
reads(
    "modular.flow-norm",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.dominant",
    "modular.x-sq",
    "modular.entries-x",
    "modular.network-flow",
    "modular.norm-net-0",
    "modular.norm-net",
    "modular.loss-net",
)
