"""Numbers on the plateaus of the linear setting: what is left to learn, and the waits between."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.linear.data import (
    commuting_problem,
    linear_problem,
    singular_pair,
)


def plateau():
    """A pair with sigma = 1.7 on plateau k, another on plateau k - 1, two plateaus, three jumps."""
    pair, start, time = singular_pair(), mpf("0.2"), mpf("0.4")
    sigma = pair["sigma_mode"]
    S = [[mpf(2), mpf("1.5"), mpf("0.5")], [mpf("1.2"), mpf("0.7")], [mpf("0.9")]]
    waits = [1 / S[0][0]]
    waits.append((1 - S[0][1] * waits[0]) / S[1][0])
    waits.append((1 - S[0][2] * waits[0] - S[1][1] * waits[1]) / S[2][0])

    def spectrum_(n, k):
        row = S[int(k)] if 0 <= k < 3 else []
        return row[int(n) - 1] if 1 <= n <= len(row) else mpf(1)

    def gained(n, k):
        return mp.fsum(spectrum_(n - j, j) * waits[j] for j in range(int(k)))

    ordered = ([mpf(3), mpf(2)], [mpf(1), mpf(2)])
    return {
        **pair, "t": time, "S_start": start, "S_after": start + sigma * time,
        "S_on": lambda s: start + sigma * s,
        "M_last": pair["M_of"], "u_last": pair["u_mode"], "v_last": pair["v_mode"],
        "sigma_last": sigma, "S_before": start, "wait": (1 - start) / sigma,
        "S_wait": lambda s: start + sigma * s,
        "plateau_of": mpf(1), "wait_of": lambda k: mpf("0.6"),
        "sigma_first_of": lambda k: ordered[0][int(k)],
        "sigma_second_of": lambda k: ordered[1][int(k)],
        "S_first_of": lambda k: ordered[0][0] * mpf("0.6") * k,
        "S_second_of": lambda k: ordered[1][0] * mpf("0.6") * k,
        "S_one": ordered[0][0] * mpf("0.6") + ordered[0][1] * time,
        "S_two": ordered[1][0] * mpf("0.6") + ordered[1][1] * time,
        "step": mpf(3), "sigma": spectrum_, "S_at": gained,
        "Delta_tau": lambda k: waits[int(k) - 1] if 1 <= k <= 3 else mpf(1),
    }  # fmt: skip


def common_modes(step=1):
    """s = 6, 1 and lambda = 3, 1 along turned axes: both orders agree; plateau 1 has 1, 0 left."""
    values = commuting_problem()
    V = mp.matrix([[values[name](k) for name in ("v_one", "v_two")] for k in (1, 2)])
    U = mp.matrix([[values[name](k) for name in ("u_one", "u_two")] for k in (1, 2)])
    s, variances = [mpf(6), mpf(1)], [mpf(3), mpf(1)]
    cov = V * mp.diag(variances) * V.T
    B = U * mp.diag([2, 1]) * V.T
    root = V * mp.diag([mp.sqrt(3), 1])
    spectra = [s, [mpf(1), mpf(0)]]

    def entry(matrix):
        return lambda k, l: matrix[int(k) - 1, int(l) - 1]

    def turned(matrix):
        return lambda l, q, k: matrix[int(l) - 1, (int(q) - 1) ^ int(k)]

    return {
        **values, "rank": mpf(2), "step": mpf(step), "index": mpf(1), "ordered": mpf(1),
        "x_of": entry(root.T), "y_of": entry(root.T * B.T), "B_of": entry(B), "cov_of": entry(cov),
        "prec_of": entry(cov**-1), "cross_of": entry(B * cov), "u_common": entry(U),
        "v_common": entry(V), "s_common": lambda q: s[int(q) - 1],
        "lambda": lambda q: variances[int(q) - 1], "u_plateau": turned(U), "v_plateau": turned(V),
        "sigma": lambda q, k: spectra[int(k)][int(q) - 1], "mu": lambda q: [mpf(12), 1][int(q) - 1],
        "ell_rec": lambda k: mpf([13, 1, 0][int(k)]) / 2,
        "Delta_tau": lambda n: [1 / mpf(6), 5 / mpf(6)][int(n) - 1], "tau_rec": mpf(1),
        "wait_rec": 5 / mpf(6), "s_k": mpf(1), "s_before": mpf(6),
    }  # fmt: skip


def plateaus():
    """What is left of Sigma_yx on the first two plateaus, by mpmath's singular values."""
    values = linear_problem()
    cross = mp.matrix([[values["cross_of"](k, l) for l in (1, 2, 3)] for k in (1, 2)])
    u = mp.matrix([values["u_of"](k, 1) for k in (1, 2)])
    rests = [cross, cross - u * (u.T * cross)]
    systems = [mp.svd_r(one) for one in rests]
    return {
        **values,
        "index": mpf(1),
        "rest_of": lambda l, m, k: rests[int(k)][int(l) - 1, int(m) - 1],
        "sigma": lambda q, k: systems[int(k)][1][int(q) - 1],
        "u_plateau": lambda l, q, k: systems[int(k)][0][int(l) - 1, int(q) - 1],
        "v_plateau": lambda m, q, k: systems[int(k)][2][int(q) - 1, int(m) - 1],
    }
