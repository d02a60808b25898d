"""The utility of k summands in frequency space: the leading sum, without frequency 0."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import DOMAINS, defined, fn, proof
from theory.modular.kernel_proofs.summands.labels import label_hat, label_there, no_label_mean
from theory.modular.kernel_proofs.summands.leading import leading
from theory.modular.kernel_proofs.training.utility import (
    TOP,
    first_apart,
    some_frequencies,
)
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    sin_zero,
)
from theory.modular.letters import p, w_hat, wave, x_hat
from theory.modular.letters.summands import (
    U_k,
    factorial,
    k,
    prod_hat,
    product_to,
    tuple_sum,
)
from theory.proof.lemmas.powers import power, power_step
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fact,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    ZERO,
    call,
    eq,
    le,
    lt,
)


@proof("modular.summands-utility")
def summands_utility() -> Theorem:
    """At r = s = 0 and j = k, without frequency 0."""
    (known,) = defined("modular.summands-utility")
    _, _, is_product = defined("modular.product-hat")
    some = assume(lt(0, k))
    low = bound(le(0, k), (), [[some]])
    whole = at(leading(), k, low, bound(le(k, k)), ZERO, bound(le(0, 0)), ZERO)
    summand = fn(lambda q: wave(-(q * ZERO)) * label_hat(q) * product_to(k, q))
    apart = put(first_apart(), f=summand)

    def entry(q, q_low, q_high):
        still = ring(eq(wave(-(q * ZERO)), 1), fact("cos-zero"), sin_zero())
        return combine(
            eq(summand(q), printed(q)),
            (label_hat(q) * product_to(k, q), still),
            (product_to(k, q), label_there(q, q_low, q_high)),
            (x_hat(q) * call("conj", w_hat(q)), at(is_product, q)),
        )

    def printed(q):
        return x_hat(q) * call("conj", w_hat(q)) * prod_hat(q)

    rest = summand_equal(summand, fn(printed), 1, TOP, entry)
    none = combine(
        eq(summand(ZERO), 0), (wave(-(ZERO * ZERO)) * product_to(k, ZERO), no_label_mean())
    )
    down = power_step(p, above_zero(), -k - 1)
    lowered = combine(eq(power(p, -k), p * power(p, -k - 1)), (1, down))
    scale = power(p, -k - 1)
    return combine(
        eq(U_k, scale * factorial(k) * total(1, TOP, printed)),
        (1, known),
        (tuple_sum(k, k, ZERO, ZERO), lowered),
        (scale, whole),
        (scale * factorial(k), apart),
        (scale * factorial(k), none),
        (scale * factorial(k), rest),
    )


DOMAINS["modular.summands-utility"] = some_frequencies
