"""The Taylor coefficients of a dormant head in doubles, compiled by numba: `taylor_flight.taylor`,
sum by sum.
"""

from __future__ import annotations

from math import sqrt

from numerics.machine_code import machine_code, number, row, stack, table


@machine_code(number(stack, row, row, row, table))
def fill(c, speeds, rate, unit, work):
    """Fill c[1:] with the coefficients of V, Q, K, I and S from c[0]; ``work`` is (4, order)."""
    d = len(speeds)
    for r in range(c.shape[1]):
        for n in range(c.shape[0] - 1):
            pull, square, utility, total, cube = 0.0, 0.0, 0.0, 0.0, 0.0
            for m in range(n + 1):
                k = n - m
                square += c[m, r, 0] * c[k, r, 0]
                for j in range(d):
                    Q, K = c[m, r, 1 + j], c[m, r, 1 + d + j]
                    pull += speeds[j] * Q * c[k, r, 1 + d + j]
                    square += Q * c[k, r, 1 + j] + K * c[k, r, 1 + d + j]
            work[0, n], work[1, n] = pull, square
            for j in range(1, n + 1):
                cube -= (2 * n + j) * work[1, j] * work[2, n - j]
            work[2, n] = cube / (2 * n * work[1, 0]) if n else 1 / (square * sqrt(square))
            for m in range(n + 1):
                utility += c[m, r, 0] * work[0, n - m]
            work[3, n] = utility
            for m in range(n + 1):
                total += work[3, m] * work[2, n - m]
            c[n + 1, r, 0] = rate[r] * pull / (n + 1)
            for j in range(d):
                to_Q, to_K = 0.0, 0.0
                for m in range(n + 1):
                    to_Q += c[m, r, 0] * c[n - m, r, 1 + d + j]
                    to_K += c[m, r, 0] * c[n - m, r, 1 + j]
                c[n + 1, r, 1 + j] = rate[r] * speeds[j] * to_Q / (n + 1)
                c[n + 1, r, 1 + d + j] = rate[r] * speeds[j] * to_K / (n + 1)
            c[n + 1, r, 2 * d + 1] = rate[r] * c[n, r, 0] / (n + 1)
            c[n + 1, r, 2 * d + 2] = 3 * unit[r] * total / (n + 1)
    return 0.0
