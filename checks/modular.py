"""How the claims of Section 5 and Appendix F are checked.

Identities between sums over Z/p are proved for every p (``fourier``), those about aligned neurons for every odd p (``harmonics``); what they are
compared with is summed over all pairs (``modular_task``), searched for (``modular_groups``, ``modular_maxima``), or integrated (``modular_flows``).
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

import sympy as sp
from flint import acb, arb
from hypothesis import strategies as st

from theory import few_neurons as few
from theory import modular_cost as mc
from theory import modular_utility as mu
from theory import modular_waves as mw
from theory import utility_maxima as um
from theory.claim import Claim
from theory.modular_sums import p, vanishes_for_every_p, zeta
from theory.modular_utility import a, b, cycle, k, u, u_hat, v, v_hat, w, w_hat, x, x_hat, xi
from theory.symbols import k as degree

from . import aligned, alignment, few_neurons
from . import modular_flows as flows
from . import modular_groups as groups
from . import modular_maxima as maxima
from . import modular_network_flows as network_flows
from . import modular_task as task
from . import modular_training as training
from . import plateau_proofs as plateaus
from . import task_proofs as proofs
from . import wave_proofs as waves
from .balls import ball
from .check import Check, Effort
from .evidence import Evidence
from .fourier import ForEveryP, Spectral, correlation, sequence, transform
from .harmonics import Harmonic, for_neurons, unit
from .modular_exact import counted, pairs
from .modular_lines import expanded, lines, sampled, star
from .moments import ForEveryGroup
from .prove import Shown, Symbolic
from .summands import for_every_k


# --- exact data ------------------------------------------------------------------------------------------------------------
def _exact(instance: tuple) -> Iterator[dict]:
    """Left sides in whole numbers, over all pairs; transforms as balls."""
    X, U, V, W = instance
    n = len(X)
    inner = [[sum(q[l] * X[(l - s) % n] for l in range(n)) for s in range(n)] for q in (U, V, W)]
    mean = Fraction(sum(X), n)
    labels = [inner[2][s] - mean * sum(W) for s in range(n)]
    grid = list(product(range(n), repeat=2))
    values = {p: n, x: sequence(X), u: sequence(U), v: sequence(V), w: sequence(W), x_hat: transform(X), u_hat: transform(U), v_hat: transform(V), w_hat: transform(W)}
    values |= {mu.triple: sum(inner[0][s] * inner[1][t] * inner[2][(s + t) % n] for s, t in grid),
               mu.chained: sum(q * r for q, r in zip(star(X, U), star(star(X, V), star(X, W)))),
               mu.U_init: sum((inner[0][s] + inner[1][t])**2 * labels[(s + t) % n] for s, t in grid) * Fraction(1, n * n),
               mu.zero_term: Fraction(2 * sum(inner[0]) * sum(inner[1]) * sum(inner[2]), n**3),
               mu.inner_xu: sum(q * r for q, r in zip(X, U)), mu.norm_sq: sum(q * q for part in (U, V, W) for q in part)}
    for f in range(1, n):
        if 2 * f % n:
            yield {**values, k: f, xi: f, a: f - 1, mu.inner_u: inner[0][(f - 1) % n], mu.correlated: transform(inner[0])(f)}


def exact(sizes: tuple[int, ...] = (3, 4, 5, 6), examples: tuple[int, int, int] = (10, 100, 1000)) -> Spectral:
    return Spectral("brute force over all pairs, in whole numbers", groups.neurons(sizes), _exact, examples)


# --- the same for every p ----------------------------------------------------------------------------------------------------
def from_task() -> dict:
    """The observed symbols as sums over sequences, straight from the task."""
    c, s = sp.Symbol("c", integer=True), sp.Symbol("s", integer=True)
    mean = cycle(x(s), s) / p
    centred = correlation(w, a + b) - mean * cycle(w(c), c)
    start = cycle(cycle((correlation(u, a) + correlation(v, b))**2 * centred, a), b) / p**2

    def correlated(one: Callable, other: Callable) -> Callable:
        index = sp.Dummy("k", integer=True)
        return lambda at: cycle(one(index) * other(index + at), index)

    return {mu.inner_u: correlation(u, a), mu.inner_xu: cycle(x(s) * u(s), s), mu.correlated: cycle(correlation(u, s) * zeta(-k * s), s),
            mu.triple: cycle(cycle(correlation(u, a) * correlation(v, b) * correlation(w, a + b), a), b),
            mu.zero_term: 2 * cycle(correlation(u, s), s) * cycle(correlation(v, s), s) * cycle(correlation(w, s), s) / p**3,
            mu.norm_sq: cycle(u(s)**2, s) + cycle(v(s)**2, s) + cycle(w(s)**2, s), mu.U_init: start,
            mu.chained: cycle(correlated(x, u)(s) * correlated(correlated(x, v), correlated(x, w))(s), s)}


def every_p(nonzero: frozenset = frozenset(), **options) -> list[Check]:
    return [ForEveryP("orthogonality of the characters, for every p", from_task, exact(**options), nonzero)]


def summands_task(count: int) -> dict:
    """The utility of k summands for a fixed k, as sums over sequences."""
    indices = [sp.Symbol(f"a_{n}", integer=True) for n in range(count)]
    inputs = [sp.Function(f"u{n}") for n in range(count)]
    c, s, total = sp.Symbol("c", integer=True), sp.Symbol("s", integer=True), sum(indices)
    body = sum(correlation(vector, index) for vector, index in zip(inputs, indices))**count * (
        correlation(w, total) - cycle(x(s), s) / p * cycle(w(c), c))
    for index in indices:
        body = cycle(body, index)
    return {mw.U_k: body / p**count, mw.prod_hat(mw.m): sp.Mul(*(sp.Function(f"u{n}_hat")(mw.m) for n in range(count)))}


def _summands(instance: tuple) -> Iterator[dict]:
    """k vectors, w and x: the utility over all p^k tuples in whole numbers."""
    count, X, W, *inputs = instance
    n, inputs = len(X), inputs[0][:count]
    inner = [[sum(q[l] * X[(l - s) % n] for l in range(n)) for s in range(n)] for q in inputs]
    mean = Fraction(sum(X), n)
    labels = [sum(W[l] * X[(l - s) % n] for l in range(n)) - mean * sum(W) for s in range(n)]
    total = sum(sum(row[s] for row, s in zip(inner, chosen))**count * labels[sum(chosen) % n] for chosen in product(range(n), repeat=count))
    hats = [transform(q) for q in inputs]

    def together(f: int) -> acb:
        result = acb(1)
        for hat in hats:
            result = result * hat(f)
        return result

    yield {p: n, degree: count, x_hat: transform(X), w_hat: transform(W), mw.prod_hat: together, mw.U_k: total * Fraction(1, n**count)}


def summand_instances(low: int, high: int) -> st.SearchStrategy:
    return st.sampled_from((3, 4, 5)).flatmap(lambda n: st.tuples(st.integers(low, high), *[st.tuples(*[st.integers(-2, 2)] * n)] * 2,
                                                                   st.tuples(*[st.tuples(*[st.integers(-2, 2)] * n)] * 4)))


def summands(low: int, high: int) -> Spectral:
    return Spectral(f"brute force over all p^k tuples, k = {low}, ..., {high}" if low < high else f"k = {low}", summand_instances(low, high), _summands, (14, 100, 600))


def summands_for_every_p(count: int) -> ForEveryP:
    return ForEveryP(f"orthogonality of the characters, for every p, k = {count}", partial(summands_task, count), summands(count, count), given=((degree, count),))


# --- aligned neurons, every odd p -----------------------------------------------------------------------------------------------
def pair() -> dict:
    return {mc.cost: aligned.pair_cost(sp.Integer(1), sp.Integer(2))}


def quarter_pair() -> dict:
    return {mc.cost: aligned.quarter_pair_cost(sp.Integer(1), sp.Integer(2))}


def two_outputs() -> dict:
    letters = {mc.A_w(1): mc.amp_w, mc.A_w(2): mc.amp_w2, unit(mc.s_w(1)): unit(mc.ph_w), unit(mc.s_w(2)): unit(mc.ph_w2)}
    return {mc.inner_w: aligned.inner_outputs(sp.Integer(1), sp.Integer(2)).xreplace(letters)}


def one_utility() -> dict:
    letters = zip((mc.A_u, mc.A_v, mc.A_w), (mc.amp_u, mc.amp_v, mc.amp_w)), zip((mc.s_u, mc.s_v, mc.s_w), (mc.ph_u, mc.ph_v, mc.ph_w))
    renamed = {old(1): new for old, new in letters[0]} | {unit(old(1)): unit(new) for old, new in letters[1]}
    return {mc.U_i: aligned.utility_of(sp.Integer(1)).xreplace(renamed)}


def exchanged(statement: sp.Basic) -> sp.Basic:
    """A double sum over neurons against the square of a sum: the terms (1, 1), (1, 2), (2, 1), (2, 2) of N = 2."""
    return sp.Eq(*(side.subs(mc.N, 2).doit() for side in statement.args), evaluate=False)


def two_neurons() -> dict:
    C, angle = mc.C_of, mc.alpha_of
    return {mc.double_sum: sum(C(n) * C(m) * sp.cos(angle(n) - angle(m)) for n in (1, 2) for m in (1, 2))}


def _sums(instance: tuple, effort: Effort) -> Iterator[dict]:
    sizes, angles = zip(*instance)
    total = sum((ball(q * r) * ball(s - t).cos() for q, s in instance for r, t in instance), arb(0))
    yield {mc.N: len(instance), mc.double_sum: total, mc.C_of: counted(sizes, "neuron"), mc.alpha_of: counted(angles, "neuron")}


double_sums = pairs("both sums by hand", st.lists(st.tuples(task._size, task._phase), min_size=1, max_size=3), _sums)


# --- waves ---------------------------------------------------------------------------------------------------------------------
def _wave(instance: tuple) -> Iterator[dict]:
    n, f, phase = instance
    s = arb(phase)
    chi = [(acb(arb(2 * f * c) / n).exp_pi_i() * acb(0, s).exp()).real for c in range(n)]
    hat = transform(chi)
    for other in range(n):
        if other not in (f, n - f):
            yield {p: n, mc.ph_x: s, mc.chi_plus: hat(f), mc.chi_minus: hat(-f), mc.chi_else: hat(other)}


wave_values = Spectral("the wave transformed", st.sampled_from((3, 5, 7, 9)).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(1, (n - 1) // 2), st.integers(-3, 3))), _wave)


def _cosines(instance: tuple) -> Iterator[dict]:
    n, turns, phase = instance
    s = arb(phase)
    total = sum(((s - 2 * arb.pi() * turns * m / n).cos() for m in range(n)), arb(0))
    yield {p: n, mu.wave: turns, mu.shift: s, mu.cosine_sum: total}


cosines = Spectral("the cosines added", st.tuples(st.integers(1, 12), st.integers(-12, 12), st.integers(-3, 3)), _cosines, (60, 400, 2000))


@dataclass(frozen=True)
class Geometric:
    """sum of e^(-2 pi i k a/p) by orthogonality, for k = 0 and for k != 0 mod p; the cosine is the real part of e^(is) times it."""

    name: str = "geometric sum, for every p"
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        tried = cosines.run(claim, statement, effort)
        right, total = statement.args[1], cycle(zeta(-k * a), a)
        shown = (vanishes_for_every_p(total.subs(k, 0) - p) and vanishes_for_every_p(total, frozenset({k})) and isinstance(right, sp.Piecewise)
                 and right.args[0].cond == sp.Eq(sp.Mod(mu.wave, p), 0) and [q.expr for q in right.args] == [p * sp.cos(mu.shift), 0])
        outcome = tried.outcome if tried.outcome == "fails" else "holds" if shown else "unknown"
        return Evidence(self.name, self.method, outcome, instances=tried.instances, max_error=tried.max_error, digits=tried.digits,
                        counterexample=tried.counterexample)


outputs_of_minimisers = ForEveryGroup("every minimiser, every N and odd p", lambda: {mc.f_c: aligned.function()}, groups.learned, at=aligned.minimiser)


def _imaginary(instance: tuple) -> Iterator[dict]:
    _, vector, *_ = instance
    for f in range(len(vector)):
        yield {p: len(vector), k: f, u: sequence(vector), mu.im_hat: transform(vector)(f).imag}


imaginary_part = Spectral("the transform, in balls", groups.neurons((2, 3, 4, 5)), _imaginary)


CHECKS: dict[str, list[Check]] = {
    "modular.transform-real": [imaginary_part],
    "modular.cross-correlation": every_p(),
    "modular.plancherel": every_p(),
    "modular.correlation-theorem": every_p(),
    "modular.chained-correlation": every_p(),
    "modular.triple-spectrum": every_p(),
    "modular.dft-lemma": every_p(),
    "modular.zero-frequency": every_p(),
    "modular.utility-expanded": expanded(),
    "modular.utility-cross": every_p(),
    "modular.initial-utility": every_p(),
    "modular.frequency-constraint": every_p(),
    "modular.magnitude-utility": [Shown("conjugate pairs, every odd p", groups.magnitudes, proofs.magnitude_utility)],
    "modular.magnitude-constraint": [Shown("conjugate pairs, every odd p", groups.magnitudes, proofs.magnitude_constraint)],
    "modular.maximal-utility": [Symbolic("every critical point", lambda: {mu.U_top: um.largest(sp.Integer(2))}), maxima.maximum],
    "modular.maximiser-amplitude": [Symbolic("every critical point", lambda: {mu.amplitude: um.amplitude_of_maximiser()}), maxima.maximum],
    "modular.maximiser-magnitude": [Symbolic("transform of the maximising wave", lambda: {mu.top_magnitude: p / 2 * um.amplitude_of_maximiser()})],
    "modular.maximal-value-line": [Symbolic("multiplied out")],
    "modular.maximiser-form": [Symbolic("every critical point", um.maximiser), maxima.maximum],
    "modular.maximiser-phases": [Symbolic("every critical point", um.maximiser), maxima.maximum],
    "modular.no-other-maxima": [maxima.weakest, Symbolic("every critical point, every odd p", lambda: {mu.maxima: um.frequencies_with_maximum().subs(degree, 2)}),
                                maxima.hessians],
    "modular.single-frequency-hessian": [Symbolic("block by block, every odd p", lambda: {mu.hess_single: um.classified(2)["single"] * mu.U_single}),
                                         maxima.hessians_larger],
    "modular.mixture-hessian": [Symbolic("block by block, every odd p", lambda: {mu.hess_mix: um.classified(2)["mixture"] * mu.U_mix}), maxima.hessians_larger],
    "modular.nyquist": [Shown("means of three amplitudes in one frequency, every even p", maxima.nyquist, proofs.nyquist)],
    "modular.figure-parity": [maxima.figure],
    "modular.figure-nyquist": [maxima.figure],
    "modular.figure-magnitudes": [maxima.figure],
    "modular.cosine-sum": [Geometric(), cosines],
    "modular.loss-split": [Shown("the square multiplied out, every p", groups.split, proofs.loss_split)],
    "modular.aligned-utility": [Harmonic("harmonics, every odd p", one_utility, groups.single)],
    "modular.aligned-output": [Harmonic("harmonics, every odd p", two_outputs, groups.single)],
    "modular.aligned-input": [Shown("two characters, every p", groups.single, proofs.aligned_input)],
    "modular.squared-cosines": [Symbolic("the square multiplied out", {mc.square: (mc.amp_u * sp.cos(mc.al) + mc.amp_v * sp.cos(mc.be))**2})],
    "modular.gradient-u": [Shown("differentiated at every pair", groups.gradients_outside, proofs.slope("u")), groups.gradients],
    "modular.gradient-v": [Shown("differentiated at every pair", groups.gradients_outside, proofs.slope("v")), groups.gradients],
    "modular.gradient-w": [Shown("differentiated at every pair", groups.gradients, proofs.slope("w"))],
    "modular.alignment-preserved": [ForEveryGroup("harmonics of xi and xi', every odd p and every N", alignment.preserved, groups.preserved)],
    "modular.third-harmonic": [ForEveryGroup("harmonics, every odd p and every N", alignment.third, groups.third)],
    "modular.only-third-harmonic": [ForEveryGroup("harmonics of xi and xi', every odd p and every N", alignment.only_third, groups.preserved)],
    "modular.product-identity": [Symbolic("multiplied out", {mc.product_of: mc.z_1 * mc.z_2})],
    "modular.cost-cosines": [Harmonic("harmonics of a pair of neurons, every odd p", pair, groups.aligned, into=for_neurons(1, 2))],
    "modular.quarter-frequency-cost": [Harmonic("harmonics of a pair of neurons, every p divisible by 4", quarter_pair, groups.quarter, into=for_neurons(1, 2))],
    "modular.double-sum": [Harmonic("two neurons; more only add such terms", two_neurons, double_sums, into=exchanged)],
    "modular.cost-bound": [ForEveryGroup("a sum of squares, every N", aligned.group, groups.aligned, at=aligned.first_line), groups.attaining, groups.cancelling],
    "modular.net-bound": [ForEveryGroup("a sum of squares, every N", aligned.group, groups.aligned, at=aligned.first_line), groups.attaining, groups.cancelling],
    "modular.square-completed": [Symbolic("multiplied out", {mc.S_aligned: sp.Symbol("S", real=True)})],
    "modular.lower-bound": [ForEveryGroup("a sum of squares, every N", aligned.group, groups.aligned, at=aligned.about_the_minimum), groups.attaining],
    "modular.equality-conditions": [Shown("the gap is a positive sum of the squares of the conditions, every N", groups.equality, few_neurons.conditions)],
    "modular.tightness": [few_neurons.Construction("our phases, every N", few.OURS, groups.searched)],
    "modular.even-construction": [few_neurons.Construction("the printed phases, every even N", few.PRINTED, groups.printed_construction)],
    "modular.every-construction": [few_neurons.Construction("our phases, every N", few.OURS, groups.our_construction)],
    "modular.smallest-group": [Symbolic("rank of a pencil from below, our phases from above", few_neurons.proved_fewest), groups.smallest],
    "modular.gap-distance": [ForEveryGroup("harmonics of the squared distance, every N and odd p", aligned.distance, few_neurons.distances)],
    "modular.conditions-needed": [Symbolic("exact rank at Gaussian integers", few_neurons.independent_conditions)],
    "modular.least-gaps": [Shown("distance from singular forms, exact", few_neurons.searched_shares, few_neurons.floors)],
    "modular.five-neurons": [Symbolic("multiplied out", few_neurons.family), few_neurons.five_measured],
    "modular.loss-bound": [ForEveryGroup("a sum of squares, every N", aligned.group, groups.aligned, at=aligned.about_the_minimum), groups.attaining,
                           groups.attaining_uncentred],
    "modular.learned-expansion": [outputs_of_minimisers],
    "modular.learned-factored": [outputs_of_minimisers],
    "modular.learned-function": [outputs_of_minimisers],
    "modular.wave-transform": [Shown("orthogonality of the characters, every odd p", wave_values, proofs.wave_transform)],
    "modular.residual-utility": lines(3, 5),
    "modular.learned-triple": lines(3, 5),
    "modular.learned-spectrum": [sampled(3, 5)],
    "modular.learned-correlation": lines(3, 5),
    "modular.updated-utility": lines(3, 5),
    "modular.utility-after-two": lines(5, 7),
    "modular.independent-groups": [ForEveryGroup("harmonics of xi and xi', every odd p", alignment.groups_apart, groups.independent)],
    "modular.cross-pull": [ForEveryGroup("harmonics of xi and xi', every odd p and every N", alignment.cross_pull, few_neurons.crossed)],
    "modular.plateau-function": [Shown("every group at its bound, every odd p and every N", groups.plateaus, plateaus.function)],
    "modular.plateau-level": [Shown("every group at its bound, every odd p and every N", groups.plateaus, plateaus.level)],
    "modular.width": [Symbolic("the smallest group for each frequency, every odd p", plateaus.width), groups.plateaus],
    "modular.jump-bound": [Shown("Euler's identity and the largest utility", few_neurons.waiting(align=False), few_neurons.waiting_bound), few_neurons.waiting(align=True),
                           training.since_earlier],
    "modular.jump-bound-finite": [Shown("Euler's identity and the largest utility", flows.bounds(st.just(2), align=False, later=True), waves.jump_bound),
                                  flows.bounds(st.just(2), align=True, later=True)],
    "modular.dominant-first": [flows.dominant],
    "modular.wave-growth": [Shown("transform of the gradient, every p", flows.waves, proofs.wave_growth)],
    "modular.wave-momentum": [Shown("transform of the gradient, every p", flows.waves, proofs.wave_momentum)],
    "modular.wave-time": [Shown("Carlson's integral moves at a constant rate, every p", flows.wave_time, waves.wave_time)],
    "modular.first-jump": [Shown("Plancherel and the waves, every odd p", flows.first_jump, waves.first_jump)],
    "modular.frequency-taken": [Shown("only the first blow-up is infinite, every odd p", flows.taken, waves.frequency_taken)],
    "modular.flow-first-jump": [network_flows.first_times],
    "modular.flow-first-frequency": [network_flows.first_frequencies],
    "modular.summands-utility": [for_every_k(summands(1, 4)), summands_for_every_p(1), summands_for_every_p(2)],
    "modular.summands-maximum": [Symbolic("every critical point, every k", lambda: {mw.U_top_k: um.largest()}), maxima.maximum_k],
    "modular.summands-maxima": [Symbolic("every critical point, every k", lambda: {mw.maxima_k: um.frequencies_with_maximum()}), maxima.hessians_k],
    "modular.summands-bound": [Shown("Euler's identity and the largest utility, every k", flows.bounds(st.integers(1, 4), align=False, later=False), waves.summands_bound),
                               flows.bounds(st.integers(1, 4), align=True, later=False)],
    **training.CHECKS,
}
