"""Numbers for heads: the spectrum, a dormant head, an aligned one, many that vanish."""

from mpmath import mp, mpf


def spectrum():
    """Three directions, the second the largest; the maximum found on a fine path of spheres."""
    values, N = [mpf("0.4"), mpf("1.3"), mpf(0)], 5
    utilities = (N * v * values[1] ** 2 * (1 - v**2) / 2 for v in mp.linspace(0, 1, 9001))
    assert abs(max(utilities) - N * values[1] ** 2 / (3 * mp.sqrt(3))) < 1e-7
    return {
        "N": mpf(N),
        "d": mpf(3),
        "top_of": mpf(2),
        "lam_of": lambda j: values[int(j) - 1],
        "lam_k": values[1],
        "U_star": N * values[1] ** 2 / (3 * mp.sqrt(3)),
        "V_i": -1 / mp.sqrt(3),
        "Q_k": -1 / mp.sqrt(3),
        "K_k": 1 / mp.sqrt(3),
        "best_at_V": N * values[1] ** 2 / (3 * mp.sqrt(3)),
        "lam_after": values[0],
        "U_peak": N * values[1] ** 2 * (1 / mp.sqrt(3)) ** 3,
        "V_local": -1 / mp.sqrt(3),
        "Q_local": lambda j: -(int(j) == 2) / mp.sqrt(3),
        "K_local": lambda j: (int(j) == 2) / mp.sqrt(3),
    }


def dormant_head():
    """V = Q_1 = K_1 = x with x' = eta N mu_1 x^2, beside a component that has been learned."""
    eta, N, end, mus = mpf("0.7"), 3, mpf("0.6"), (mpf("1.1"), mpf(0))
    start, still = mpf("0.3"), (mpf("0.3"), mpf("-0.2"))
    rate = eta * N * mus[0]

    def x(s):
        return start / (1 - rate * start * s)

    def clock(s):
        return -mp.log(1 - rate * start * s) / (N * mus[0])

    def entry(j, s, key):
        return x(s) if int(j) == 1 else still[key]

    def pull(j, s, key):
        return N * x(s) * mus[int(j) - 1] * entry(j, s, 1 - key)

    def plus(j, s):
        return entry(j, s, 0) + entry(j, s, 1)

    def minus(j, s):
        return entry(j, s, 0) - entry(j, s, 1)

    sizes = [3 * x(s) ** 2 + still[0] ** 2 + still[1] ** 2 for s in (mpf(0), end)]
    return {
        "eta": eta,
        "N": mpf(N),
        "d": mpf(2),
        "T": end,
        "index_of": mpf(2),
        "first_of": mpf(1),
        "mu_of": lambda j: mus[int(j) - 1],
        "V_of": x,
        "Q_of": lambda j, s: entry(j, s, 0),
        "K_of": lambda j, s: entry(j, s, 1),
        "gV_of": lambda s: N * mus[0] * x(s) ** 2,
        "gQ_of": lambda j, s: pull(j, s, 0),
        "gK_of": lambda j, s: pull(j, s, 1),
        "I_of": clock,
        "I_V": clock(end),
        "mu_j": mus[1],
        "mu_1": mus[0],
        "plus_0": plus(2, 0),
        "minus_0": minus(2, 0),
        "plus_t": plus(2, end),
        "minus_t": minus(2, end),
        "plus_of": lambda j: plus(j, mpf(0)),
        "minus_of": lambda j: minus(j, mpf(0)),
        "tilt_0": plus(2, 0) / plus(1, mpf(0)),
        "tilt": plus(2, end) / plus(1, end),
        "V_0": start,
        "V_sq": x(end) ** 2,
        "norm_0": mp.sqrt(sizes[0]),
        "theta_sq": sizes[1],
    }


def aligned_head(full=True):
    """V = Q_1 = K_1 up to norm 1, in two directions; the accumulated utility of its direction."""
    eta, N, values, start = mpf("0.8"), 2, (mpf("1.2"), mpf("0.7")), mpf("0.2")
    rate = eta * N * values[0] ** 2
    end = (1 / start - mp.sqrt(3)) / rate

    def x(s):
        return start / (1 - rate * start * s)

    def entry(i, s):
        return x(s) if int(i) == 1 else mpf(0)

    def pull(j, i, s):
        return N * values[0] ** 2 * x(s) ** 2 if int(i) == 1 else mpf(0)

    mean = N * values[0] ** 2 / (3 * mp.sqrt(3))
    course = {
        "N": mpf(N),
        "d": mpf(2),
        "eta": eta,
        "V_at": x,
        "Q_at": entry,
        "K_at": entry,
    }
    if not full:
        t = end / 2
        return {
            **course,
            "t": t,
            "top_of": mpf(1),
            "lam_of": lambda j: values[int(j) - 1],
            "lam_k": values[0],
            "accumulated_of": lambda s: 3 * mean * s,
            "S": 3 * mean * t,
        }
    return {
        **course,
        "l_of": mpf(0),
        "k_of": mpf(1),
        "dormant_of": mpf(2),
        "jumper_of": mpf(2),
        "tau_of": lambda j: end * j,
        "lambda_of": lambda j: values[int(j) - 1],
        "gV_at": lambda j, s: pull(j, 1, s),
        "gQ_at": pull,
        "gK_at": pull,
        "norm_at": lambda i: mp.sqrt(3) * start if int(i) == 2 else start,
        "mu": mp.sqrt(3) * start,
        "weighted_gap": values[0] ** 2 * end,
    }


def vanishing_heads():
    """The aligned head at every scale: 1/|theta| falls from 2/alpha to 1 with eta = 1/alpha."""
    N, values = 2, (mpf("1.2"), mpf("0.7"))
    pace = N * values[0] ** 2 / mp.sqrt(3)

    def x(alpha, s):
        return alpha / (2 - pace * s) / mp.sqrt(3)

    def entry(alpha, i, s):
        return x(alpha, s) if int(i) == 1 else mpf(0)

    def pull(alpha, j, i, s):
        return N * values[0] ** 2 * x(alpha, s) ** 2 if int(i) == 1 else mpf(0)

    def end(alpha):
        return (2 - alpha) / pace

    return {
        "N": mpf(N),
        "d": mpf(2),
        "l_of": mpf(0),
        "k_of": mpf(1),
        "dormant_of": mpf(1),
        "jumper_scale": lambda alpha: mpf(1),
        "tau_scale": lambda alpha, j: end(alpha) * j,
        "lambda_of": lambda j: values[int(j) - 1],
        "V_scale": x,
        "Q_scale": entry,
        "K_scale": entry,
        "gV_scale": lambda alpha, j, s: pull(alpha, j, 1, s),
        "gQ_scale": pull,
        "gK_scale": pull,
        "norm_scale": lambda alpha, i: alpha / 2,
        "mu_in": lambda alpha: alpha / 2,
        "weighted_in": lambda alpha: values[0] ** 2 * end(alpha),
        "mu_limit": mpf(1) / 2,
        "weighted_limit": 2 * values[0] ** 2 / pace,
    }
