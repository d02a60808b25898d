"""The factorised sums, against the sums over all pairs that they stand for."""

import numpy as np

from numerics.modular.factorised import (
    correlate,
    initial_utility,
    overlap_slopes,
    overlaps,
    utility_slopes,
)

p, H = 5, 3
ROWS = np.random.default_rng(0).normal(size=(5, H, p))
A, B, C, D, R = ROWS - ROWS.mean(axis=2, keepdims=True)
RESIDUES = range(p)


def overlap(i, j, first=A, second=B):
    return sum(
        (first[i, a] + second[i, b]) ** 2 * (C[j, a] + D[j, b]) ** 2
        for a in RESIDUES
        for b in RESIDUES
    )


def test_overlaps_are_sums_over_all_pairs():
    direct = [[overlap(i, j) for j in range(H)] for i in range(H)]
    assert np.allclose(overlaps(A, B, C, D), direct, rtol=1e-12)


def test_their_slopes_are_those_along_directions_that_sum_to_zero():
    w, others = np.random.default_rng(1).normal(size=(2, H, 4))
    G, h = w @ others.T, 1e-6
    direction = np.array([1.0, -1.0, 0.0, 0.0, 0.0])
    in_A, in_B, in_w = overlap_slopes(A, B, w, C, D, others)
    for place, slope in enumerate((in_A, in_B)):
        for i in range(H):
            ends = []
            for sign in (1, -1):
                moved = [A.copy(), B.copy()]
                moved[place][i] += sign * h * direction
                ends.append(sum(G[i, j] * overlap(i, j, *moved) for j in range(H)))
            assert abs((ends[0] - ends[1]) / (2 * h) - slope[i] @ direction) < 1e-5
    assert np.allclose(in_w, overlaps(A, B, C, D) @ others, rtol=1e-12)


def test_correlation_utility_and_its_slopes_by_their_definitions():
    for a in RESIDUES:
        shifted = sum(B[0, b] * R[0, (a + b) % p] for b in RESIDUES)
        folded = sum(A[0, b] * B[0, (a - b) % p] for b in RESIDUES)
        assert np.allclose(correlate(B, R)[0, a], shifted)
        assert np.allclose([one[0, a] for one in utility_slopes(A, B, R)][::2], [shifted, folded])
    whole = [
        2 / p**2 * sum(A[i, a] * B[i, b] * R[i, (a + b) % p] for a in RESIDUES for b in RESIDUES)
        for i in range(H)
    ]
    assert np.allclose(initial_utility(A, B, R), whole)
    assert np.allclose(utility_slopes(A, B, R)[1], correlate(A, R))
