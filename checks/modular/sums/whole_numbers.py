"""Left sides in whole numbers, by brute force over all pairs; transforms as complex balls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from flint import acb, arb
from hypothesis import strategies as st

from checks.modular import task
from checks.modular.neuron_groups import groups
from checks.modular.sums.proof_lines import star
from checks.modular.sums.transforms import Later, Spectral, sequence, transform
from theory import modular as paper
from theory.modular import a, k, p, u, u_hat, v, v_hat, w, w_hat, x, x_hat, xi
from theory.notation import k as degree


# --- exact data -----------------------------------------------------------------------------------
def _exact(instance: tuple) -> Iterator[dict]:
    """Left sides in whole numbers, over all pairs; transforms as balls."""
    X, U, V, W = instance
    n = len(X)
    inner = [Later(partial(_inner, X, q)) for q in (U, V, W)]
    utility = Later(lambda: _initial_utility(X, W, *(one.value for one in inner)))
    values = {
        p: n,
        x: sequence(X),
        u: sequence(U),
        v: sequence(V),
        w: sequence(W),
        x_hat: transform(X),
        u_hat: transform(U),
        v_hat: transform(V),
        w_hat: transform(W),
        paper.triple: Later(lambda: _triple(*(one.value for one in inner))),
        paper.chained: Later(
            lambda: sum(q * r for q, r in zip(star(X, U), star(star(X, V), star(X, W))))
        ),
        paper.U_init: utility,
        paper.zero_term: Later(
            lambda: Fraction(2 * math.prod(sum(one.value) for one in inner), n**3)
        ),
        paper.inner_xu: sum(q * r for q, r in zip(X, U)),
        paper.norm_sq: sum(q * q for part in (U, V, W) for q in part),
    }
    # a few frequencies of many: the first ones, and one from the other half
    for f in range(1, n) if n < 9 else (1, 2, 3, n - 4):
        if 2 * f % n:
            yield {
                **values,
                k: f,
                xi: f,
                a: f - 1,
                paper.inner_u: Later(partial(_entry, inner[0], f - 1)),
                paper.correlated: Later(partial(_frequency, inner[0], f)),
            }


def _inner(X: tuple, q: tuple) -> list[int]:
    """<q, s.x> for every s."""
    n = len(X)
    return [sum(q[l] * X[(l - s) % n] for l in range(n)) for s in range(n)]


def _entry(vector: Later, index: int) -> int:
    return vector.value[index % len(vector.value)]


def _frequency(vector: Later, f: int) -> acb:
    return transform(vector.value)(f)


def _triple(of_u: list, of_v: list, of_w: list) -> int:
    n = len(of_u)
    return sum(of_u[s] * of_v[t] * of_w[(s + t) % n] for s, t in product(range(n), repeat=2))


def _initial_utility(X: tuple, W: tuple, of_u: list, of_v: list, of_w: list) -> Fraction:
    """The mean of (<u, a.x> + <v, b.x>)^2 <w, (a + b).x - mean> over all pairs."""
    n, mean = len(X), Fraction(sum(X), len(X))
    labels = [value - mean * sum(W) for value in of_w]
    return sum(
        (of_u[s] + of_v[t]) ** 2 * labels[(s + t) % n] for s, t in product(range(n), repeat=2)
    ) * Fraction(1, n * n)


def exact(
    sizes: tuple[int, ...] = (3, 4, 5, 6, 7, 8, 9, 12, 31),
    examples: tuple[int, int, int] = (10, 100, 1000),
) -> Spectral:
    """Equations between sums over all pairs and transforms, at whole x, u, v and w."""
    return Spectral(
        "brute force over all pairs, in whole numbers", groups.neurons(sizes), _exact, examples
    )


def _summands(instance: tuple) -> Iterator[dict]:
    """k vectors, w and x: the utility over all p^k tuples in whole numbers."""
    count, X, W, *inputs = instance
    n, inputs = len(X), inputs[0][:count]
    inner = [[sum(q[l] * X[(l - s) % n] for l in range(n)) for s in range(n)] for q in inputs]
    mean = Fraction(sum(X), n)
    labels = [sum(W[l] * X[(l - s) % n] for l in range(n)) - mean * sum(W) for s in range(n)]
    total = sum(
        sum(row[s] for row, s in zip(inner, chosen)) ** count * labels[sum(chosen) % n]
        for chosen in product(range(n), repeat=count)
    )
    hats, x_transform = [transform(q) for q in inputs], transform(X)

    def together(f: int) -> acb:
        result = acb(1)
        for hat in hats:
            result = result * hat(f) * x_transform(f).conjugate()
        return result

    yield {
        p: n,
        degree: count,
        x_hat: x_transform,
        w_hat: transform(W),
        paper.prod_hat: together,
        paper.U_k: total * Fraction(1, n**count),
    }


def summand_instances(low: int, high: int) -> st.SearchStrategy:
    """(k, x, w, four vectors, of which k are used) in whole numbers, p = 3, ..., 7; k <= 3 from p =
    6 on. The largest k first, so that a statement that is false there alone is looked at there.
    """
    return st.sampled_from((3, 4, 5, 6, 7)).flatmap(
        lambda n: st.tuples(
            st.sampled_from(range(high if n < 6 else min(high, 3), low - 1, -1)),
            *[st.tuples(*[st.integers(-2, 2)] * n)] * 2,
            st.tuples(*[st.tuples(*[st.integers(-2, 2)] * n)] * 4),
        )
    )


def summands(low: int, high: int) -> Spectral:
    """The utility of k summands over all p^k tuples, low <= k <= high."""
    return Spectral(
        f"brute force over all p^k tuples, k = {low}, ..., {high}" if low < high else f"k = {low}",
        summand_instances(low, high),
        _summands,
        (14, 100, 600),
    )


# --- waves ----------------------------------------------------------------------------------------
def _wave(instance: tuple) -> Iterator[dict]:
    n, f, phase = instance
    s = arb(phase)
    chi = [(acb(arb(2 * f * c) / n).exp_pi_i() * acb(0, s).exp()).real for c in range(n)]
    hat = transform(chi)
    for other in range(n):
        if other not in (f, n - f):
            yield {
                p: n,
                paper.ph_x: s,
                paper.chi_plus: hat(f),
                paper.chi_minus: hat(-f),
                paper.chi_else: hat(other),
            }


wave_values = Spectral(
    "the wave transformed",
    st.sampled_from((3, 5, 7, 9, 15, 31)).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(1, (n - 1) // 2), st.integers(-3, 3))
    ),
    _wave,
    beyond=task.beyond_odd(
        st.sampled_from(task.EVEN).flatmap(
            lambda n: st.tuples(st.just(n), st.just(n // 2), st.integers(-3, 3))
        )
    ),
)


def _cosines(instance: tuple) -> Iterator[dict]:
    """At every p up to the one drawn: what is false at one of them only has to be seen."""
    largest, turns, phase = instance
    s = arb(phase)
    for n in range(1, largest + 1):
        total = sum(((s - 2 * arb.pi() * turns * m / n).cos() for m in range(n)), arb(0))
        yield {p: n, paper.wave: turns, paper.shift: s, paper.cosine_sum: total}


cosines = Spectral(
    "the cosines added",
    st.tuples(st.one_of(st.integers(1, 31), st.just(31)), st.integers(-31, 31), st.integers(-3, 3)),
    _cosines,
    (60, 400, 2000),
)


def _imaginary(instance: tuple) -> Iterator[dict]:
    _, vector, *_ = instance
    for f in range(len(vector)):
        yield {p: len(vector), k: f, u: sequence(vector), paper.im_hat: transform(vector)(f).imag}


imaginary_part = Spectral(
    "the transform, in balls", groups.neurons((2, 3, 4, 5, 8, 31)), _imaginary
)


def _symmetric(instance: tuple) -> Iterator[dict]:
    """A real vector and its transform, at frequencies of a whole period around 0."""
    _, vector, *_ = instance
    for f in range(-len(vector), len(vector)):
        yield {p: len(vector), k: f, u: sequence(vector), paper.u_hat: transform(vector)}


symmetric = Spectral("the transform, in balls", groups.neurons((2, 3, 4, 5, 8, 31)), _symmetric)
