"""One neuron that starts aligned with a frequency, along gradient flow: where it comes to rest, and
how fast. Claims of ours.
"""

from __future__ import annotations

from sympy import And, Eq, Le, Rational, exp, sqrt

from theory.claim import Claim
from theory.modular.aligned import N, x_sq, x_sum
from theory.modular.cyclic_sums import p
from theory.modular.preservation import X_3
from theory.modular.training import loss_net
from theory.modular.utility_maximisation import ODD, X
from theory.notation import eta, letter, t

loss_net_0 = letter(
    "loss_net_0", r"\mathcal{L}(\Theta(0))", "loss of gradient flow at the start", nonnegative=True
)
inputs_sq_0 = letter(
    "inputs_sq_0",
    r"(\|u(0)\|^{2}+\|v(0)\|^{2})",
    "squared norm of both input vectors of a neuron at the start",
    positive=True,
)

# --- claims ---------------------------------------------------------------------------------------
_empty = (x_sq - x_sum**2 / p) / 2  # the loss without weights
_rest = _empty - X**2 / (9 * p)
_left = 1 - 3 * sqrt(p) * sqrt(loss_net_0 - _rest) / X  # 0 without weights, 1 at rest
_rate = Rational(32, 27) * eta * X**2 * _left**2 / (p * inputs_sq_0)
one_neuron_rest = Claim(
    id="modular.one-neuron-rest",
    title="One aligned neuron comes to its least loss, exponentially fast",
    kind="inequality",
    label="eq:ma-sequence",
    line=605,
    origin="ours",
    printed=And(
        Le(_rest, loss_net, evaluate=False),
        Le(loss_net, _rest + (loss_net_0 - _rest) * exp(-_rate * t), evaluate=False),
        evaluate=False,
    ),
    given=(*ODD, Eq(X_3, 0), Eq(N, 1), Le(loss_net_0, _empty, evaluate=False)),
    rests_on=("modular.alignment-kept", "modular.one-neuron", "modular.loss-split"),
    reading="Gradient flow of the loss at any rate eta > 0, all 3p weights of one neuron that is "
    "aligned with xi at the time 0, with any amplitudes and phases, where x_hat[3 xi] = 0: there "
    "it stays aligned (modular.alignment-kept; elsewhere it leaves its harmonic, "
    "modular.third-harmonic). It starts with a loss below that of no "
    "weights at all, as a neuron does that has jumped. Its loss then tends to |x|^2/2 - "
    "<x, 1>^2/(2p) - |x_hat[xi]|^2/(9p), the least one of a neuron (modular.one-neuron) and the "
    "level of modular.first-rest: the parts |x_hat[k]|^2/p of all frequencies k = 1, ..., "
    "(p - 1)/2, added, are |x|^2/2 - <x, 1>^2/(2p). With a, b, c the complex amplitudes of u, v, w "
    "in units that "
    "make x_hat[xi] real, the loss above that level is 9/16 p X^4 (|a b conj(c) - 4/(9 p X)|^2 + "
    "|c|^2 (|a|^2 - |b|^2)^2/6); it falls at the rate 3 eta X^4 |c|^2 (|a|^2 + |b|^2) at least, "
    "which stays away from 0, as |a|^2 + |b|^2 - 2 |c|^2 does not change. By the "
    "numbers the factor 32/27 is sharp: near its rest a neuron with |u| != |v| falls at this rate.",
)
