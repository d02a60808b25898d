"""A premise that is dropped or weakened is noticed, or shown to be unneeded."""

import pytest

from checks.methods import check
from checks.methods.check import Effort
from checks.mutate.beside import with_a_weaker_assumption, without_one_assumption
from checks.mutate.deciding import beyond, decide_premise
from theory import claim


@pytest.mark.parametrize(
    "identifier, premise, fate",
    [
        ("diagonal.exact-relation-step", "Ne(g_i, 0)", "killed"),  # no waiting time there
        ("attention.component-index", "lam_k > lam_after", "killed"),
        ("attention.component-index", "lam_k >= lam_after", "killed"),
        ("attention.rayleigh", "V_i < 1", "unneeded"),  # at 1 both sides are 0, beyond is no point
        ("modular.nyquist", "Eq(Mod(p, 2), 0)", "killed"),
        ("modular.nyquist", "p >= 2", "unneeded"),
        ("modular.maximal-utility", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.maximiser-magnitude", "k >= -1", "killed"),
        ("modular.aligned-utility", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.aligned-output", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.cost-cosines", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.third-harmonic", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.plateau-level", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.gap-distance", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.odd-construction", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.five-neurons", "Eq(Mod(p, 2), 1)", "killed"),  # 4 xi = 0 at p = 4
        ("modular.one-neuron", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.cross-pull", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.product-terms", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.wave-transform", "Eq(Mod(p, 2), 1)", "killed"),  # xi = -xi at p/2
        ("modular.updated-utility", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.utility-after-two", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.jump-bound", "Eq(Mod(p, 2), 1)", "killed"),  # p/2 is learned faster
        ("modular.jump-bound-finite", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.summands-bound", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.summands-bound", "mu_l < 1", "unneeded"),
        ("modular.summands-maximum", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.summands-maxima", "Eq(Mod(p, 2), 1)", "killed"),  # (p - 1)/2 is no number of them
        ("modular.summands-maxima", "X_least >= 0", "killed"),
        ("modular.no-other-maxima", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.no-other-maxima", "X_least > 0", "killed"),
        ("modular.mixture-hessian", "Eq(Mod(p, 2), 1)", "unneeded"),  # p/2 is mixed in likewise
        ("modular.single-frequency-hessian", "Eq(Mod(p, 2), 1)", "unneeded"),
        ("modular.equality-conditions", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.least-gaps", "Eq(Mod(p, 2), 1)", "killed"),  # one neuron on p/2 leaves 3/4
        ("modular.smallest-group", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.second-group", "Eq(Mod(p, 2), 1)", "killed"),  # no phases at p/2
        ("modular.second-group", "X_2 >= 0", "killed"),  # nothing pulls
        ("modular.one-neuron", "Eq(N_group, 1)", "killed"),
        ("modular.one-neuron-rest", "Eq(X_3, 0)", "killed"),  # it leaves its harmonic, and falls
        ("modular.alignment-kept", "Eq(X_3, 0)", "killed"),
        ("modular.alignment-kept", "Eq(Mod(p, 2), 1)", "killed"),  # no plane of waves at p/2
        ("modular.width", "p >= 3", "unneeded"),
        ("modular.wide-enough", "p >= 3", "unneeded"),  # of one residue nothing is to be learned
        ("modular.wide-enough", "Eq(Mod(p, 2), 1)", "killed"),
        ("modular.flow-first-jump", "p >= 1", "killed"),  # nothing to jump to
        ("modular.flow-first-frequency", "p >= 1", "killed"),
        ("modular.third-harmonic", "Ne(Mod(3*xi, p), 0)", "unneeded"),  # x is centred: 0 = 0
        ("modular.learned-function", "Eq(Mod(p, 2), 1)", "unneeded"),
        ("modular.learned-triple", "Eq(Mod(p, 2), 1)", "unneeded"),
    ],
)
def test_the_check_goes_beyond_the_premise(monkeypatch, identifier, premise, fate):
    monkeypatch.setattr(check, "SHRINKS_EACH", 0)  # as `agf mutate` does
    ours = claim(identifier)
    weaker = dict([*without_one_assumption(ours), *with_a_weaker_assumption(ours)])
    assert decide_premise(premise, weaker[premise], Effort()).fate == fate


@pytest.mark.parametrize(
    "identifier, premise, why",
    [
        ("modular.first-rest", "p >= 1", "no value"),
        ("modular.first-rest", "Eq(Mod(p, 2), 1)", "no value"),  # a sum of (p - 1)/2 terms
        ("modular.first-rest", "Eq(X_3, 0)", "where it does not hold"),  # a neuron comes lower
        ("modular.figure-order", "i >= 0", "no value"),  # no frequency comes before the first
    ],
)
def test_long_flows_are_looked_at_beyond_the_premise_alone(monkeypatch, identifier, premise, why):
    monkeypatch.setattr(check, "SHRINKS_EACH", 0)
    ours = claim(identifier)
    weaker = dict([*without_one_assumption(ours), *with_a_weaker_assumption(ours)])
    fate, by = beyond(weaker[premise], Effort())
    assert fate == "killed" and why in by


def test_an_odd_number_that_may_be_smaller_is_smaller_by_two():
    names = [name for name, _ in with_a_weaker_assumption(claim("modular.maximal-utility"))]
    assert names == ["p >= 1"]
