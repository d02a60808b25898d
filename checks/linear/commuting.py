"""Commuting covariances, interlacing singular values and growing volumes, by linear algebra."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from checks.linear import jump_times
from checks.linear.decompositions import DOUBLES, FORTY_DIGITS
from checks.linear.optima import largest, lifted
from checks.linear.problems import (
    Problem,
    against_first,
    in_order,
    integer_problems,
    minus,
    numbered,
    require_assumptions,
    sized_by,
    spectral_problems,
    spectrum,
    table,
)
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured
from checks.methods.property import Property
from theory import linear as paper

# Steps below 1e-14 that shrink by 1.5 % each leave 1e-12; ill-conditioned factors cost two digits.
DESCENT = 1e-9
DESCENT_REASON = (
    "an optimiser that stops where its steps fall below 1e-14; near-ties of eigenvalues cost digits"
)
DIFFERENCES = 1e-8  # steps of 1e-5: a third derivative times 1e-10, and rounding of 1e-16 over 1e-5


# --- commuting covariances, interlacing ----------------------------------------------------------
def simultaneous(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """Entries off the diagonal of Sigma_xx and of B Sigma B^T, in the singular vectors of
    Sigma_yx.
    """
    require_assumptions(instance)
    whole = spectrum(instance, by)
    if whole.B.shape[0] != whole.B.shape[1]:
        raise Rejected("c != d")
    U, _, Vt = by.svd(whole.B @ whole.Sigma)
    gram = whole.B @ whole.Sigma @ whole.B.T
    turned = {
        paper.left_xx: (U.T @ whole.Sigma @ U, whole.Sigma),
        paper.right_xx: (Vt @ whole.Sigma @ Vt.T, whole.Sigma),
        paper.left_mu: (U.T @ gram @ U, gram),
    }
    for i, k in np.ndindex(*whole.B.shape):
        if i < k:
            yield {
                letter: Measured(float(matrix[i, k]), largest(of))
                for letter, (matrix, of) in turned.items()
            }


def left_over_values(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """sigma_i^(k) of every plateau, for each k and each i that is left."""
    require_assumptions(instance)
    whole = spectrum(instance, by)
    sigma = table([whole.sigma(k) for k in range(whole.rank)])
    for k in range(1, whole.rank):
        for i in range(1, whole.rank - k + 1):
            yield {
                paper.sigma: sigma,
                paper.index: i,
                paper.step: k,
                paper.rank: whole.rank,
                paper.ordered: int(in_order(instance)),
            }


def recursion_of_plateaus(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """The conjecture's own staircase, in theory/, against the singular values of Sigma_yx."""
    require_assumptions(instance)
    with warnings.catch_warnings():  # out of order is what is looked at here
        warnings.simplefilter("ignore", paper.OtherOrder)
        stairs = paper.staircase(instance.B, instance.Sigma, digits=15 if by is DOUBLES else 40)
    values, variances = jump_times.by_singular_value(instance, by)
    levels = numbered(against_first(stairs.levels), 0)
    # A wait is (1 - S)/sigma_1^(k-1) with S <= 1: what cancels is as large as 1/(smallest sigma).
    times = [Measured(0, 0), *sized_by(stairs.jump_times, 2 / float(values[-1].value))]
    for k in range(1, len(stairs) + 1):
        yield {
            paper.tau_rec: times[k],
            paper.wait_rec: minus(times[k], times[k - 1]),
            paper.s_k: values[k - 1],
            paper.s_before: values[max(k - 2, 0)],
            paper.step: k,
            paper.ordered: int(in_order(instance)),
            paper.level_rec: levels,
            paper.sigma: table([values]),
            paper.lam: numbered(variances),
            paper.rank: len(values),
        }


def later_waits(instance: Problem, effort: Effort, by: Any = DOUBLES) -> Iterator[dict]:
    """The waits from the second on: the first has no singular value before it."""
    return (seen for seen in recursion_of_plateaus(instance, effort, by) if seen[paper.step] >= 2)


def volume_growth(
    instance: tuple[Problem, int], effort: Effort, by: Any = DOUBLES
) -> Iterator[dict]:
    """The rate of log |Z_1 ^ ... ^ Z_n| by stepping Z' = M Z to and fro, from random columns and
    from leading ones.
    """
    drawn, seed = instance
    if seed % 2:
        yield from fastest_volume_growth(instance, effort, by)
        return
    net = drawn.net
    for count in range(1, min(net.B.shape) + 1):
        Z = np.random.default_rng(seed).normal(size=(sum(net.B.shape), count))
        yield _grown(Z, net.slope_of(Z[: len(net.B)] @ Z[len(net.B) :].T), by)


def _grown(Z: np.ndarray, slope: np.ndarray, by: Any) -> dict:
    """Any basis of the span of Z grows by the same factor: an orthonormal one loses no digits."""
    count, size = Z.shape[1], largest(slope)
    slope, Q = by.array(slope), by.array(np.linalg.qr(Z)[0])
    M = lifted(slope)
    h = by.stop ** (5 / 14) / size  # 1e-5 in doubles
    rate = (by.log_volume(Q + h * (M @ Q)) - by.log_volume(Q - h * (M @ Q))) / (2 * h)
    return {
        paper.volume_rate: Measured(float(rate), count * size),
        paper.modes: count,
        paper.sigma_mode_at.func: numbered(sized_by(by.svd(slope)[1], size)),
    }


def fastest_volume_growth(
    instance: tuple[Problem, int], effort: Effort, by: Any = DOUBLES
) -> Iterator[dict]:
    """Columns that span the leading eigenspace of M reach the bound."""
    drawn, seed = instance
    net = drawn.net
    draw = np.random.default_rng(seed)
    slope = draw.normal(size=net.B.shape)
    for count in range(1, min(net.B.shape) + 1):
        leading = np.linalg.eigh(lifted(slope))[1][:, ::-1][:, :count]
        yield _grown(leading @ draw.normal(size=(count, count)), slope, by)


VARIANCES, TARGETS = (3.0, 1.0, 2.0, 0.6, 4.2), (2.0, 1.5, 0.6, 1.1, 2.7)
SMALL = ((2, 2), (3, 3), (2, 3), (3, 2), (1, 2), (2, 1))
ANY = integer_problems(5)
TURNED_AXES = spectral_problems(
    VARIANCES, TARGETS, (*SMALL, (4, 4), (3, 5), (5, 4), (1, 4), (4, 5), (5, 5)), False
)

SOME = (20, 200, 1500)
FEW = (12, 120, 800)


def optimum(name: str, observe: Callable, confirm: Callable, **more) -> Property:
    """A search for an optimum over problems whose axes are turned against each other."""
    return Property(
        name, TURNED_AXES, observe, DESCENT, DESCENT_REASON, examples=FEW, confirm=confirm, **more
    )


def descended(name: str, observe: Callable, **more) -> Property:
    """The optimum is polished in forty digits for the second look."""
    return optimum(name, observe, partial(observe, by=FORTY_DIGITS), **more)


def volume(name: str, observe: Callable, **more) -> Property:
    """A rate of growth by central differences."""
    return Property(
        name,
        st.tuples(ANY, st.integers(0, 99)),
        observe,
        DIFFERENCES,
        "central differences",
        examples=SOME,
        confirm=partial(observe, by=FORTY_DIGITS),
        **more,
    )
