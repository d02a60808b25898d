"""Transforms of real vectors: the sum of the entries, conjugate frequencies, the period p."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP, hat_at_zero
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.waves import wave_product, whole_turns, written_as
from theory.modular.letters import entries, k, p, u, u_hat, wave
from theory.proof.rules import Theorem, conjoin
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import at, combine, ring
from theory.proof.terms import call, eq


@proof("modular.mean-frequency")
def mean_frequency() -> Theorem:
    """Every wave of frequency 0 is 1."""
    return ring(eq(u_hat(0), entries(u)), hat_at_zero(u, u_hat))


@proof("modular.conjugate-symmetry")
def conjugate_symmetry() -> Theorem:
    """wave(k a) is the conjugate of wave(-(k a)), and wave(-(p a)) = 1."""
    (known,) = defined("modular.transform-u")
    mirrored = combine(
        eq(u_hat(-k), call("conj", u_hat(k))),
        (1, at(known, -k)),
        (1, mirrored_transform(u, u_hat, known, k)),
    )

    def entry(a, *_):
        turns = written_as(eq(wave(-(p * a)), 1), whole_turns(-a))
        split = written_as(
            eq(wave(-(k * a)) * wave(-(p * a)), wave(-((k + p) * a))),
            wave_product(-(k * a), -(p * a)),
        )
        return combine(
            eq(u(a) * wave(-((k + p) * a)), u(a) * wave(-(k * a))),
            (u(a), split),
            (u(a) * wave(-(k * a)), turns),
        )

    same = summand_equal(
        fn(lambda a: u(a) * wave(-((k + p) * a))),
        fn(lambda a: u(a) * wave(-(k * a))),
        0,
        TOP,
        entry,
    )
    again = combine(eq(u_hat(k + p), u_hat(k)), (1, at(known, k + p)), (1, same), (1, at(known, k)))
    return conjoin(again, mirrored)
