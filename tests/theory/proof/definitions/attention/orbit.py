"""Numbers of heads on their orbits, up to the norm 1."""

from mpmath import mp, mpf


def head_on_its_orbit(start="0.3"):
    """V = Q = K = x with x' = eta N mu x^2 up to the norm 1; its quadrature by mpmath."""
    eta, N, mu, start = mpf("0.7"), 3, mpf("1.1"), mpf(start)
    rate = eta * N * mu
    end = (1 / start - mp.sqrt(3)) / rate

    def x(s):
        return start / (1 - rate * start * s)

    def clock(s):
        return -mp.log(1 - rate * start * s) / (N * mu)

    def primitive(q):
        return mp.quad(lambda i: mp.exp(-N * mu * i) / start, [0, q])

    return {
        "eta": eta, "N": mpf(N), "d": mpf(1), "T": end, "tau": end, "mu_of": lambda j: mu,
        "V_of": x, "Q_of": lambda j, s: x(s), "K_of": lambda j, s: x(s),
        "gV_of": lambda s: N * mu * x(s) ** 2, "gQ_of": lambda j, s: N * mu * x(s) ** 2,
        "gK_of": lambda j, s: N * mu * x(s) ** 2, "I_of": clock, "I_V": clock(end),
        "plus_of": lambda j: 2 * start, "minus_of": lambda j: mpf(0), "turn_of": mpf(0),
        "sign_before": mpf(1), "sign_after": mpf(1), "primitive_of": primitive, "I_low": mpf(0),
        "I_high": clock(end), "quadrature": primitive(clock(end)),
    }  # fmt: skip


def racing_heads():
    """Two heads that start at different norms."""
    pair = [head_on_its_orbit(start) for start in ("0.3", "0.4")]

    def each(name):
        value = pair[0][name]
        if callable(value):
            return lambda i, *x: pair[int(i) - 1][name](*x)
        return lambda i: pair[int(i) - 1][name]

    shared = {name: pair[0][name] for name in ("eta", "N", "d", "mu_of")}
    own = {f"{name}_heads": each(name) for name in pair[0] if name not in shared}
    order = {"heads_of": mpf(2), "first_head": mpf(2), "least_quadrature": mpf(2)}
    return {**shared, **own, **order}


def heads_at_every_scale():
    """Two components with V = A exp(I) + k at unit scale: exp(-I) is an exponential in time.

    mu = 1 and 1/2, N = 1, Q = K: V^2 is a square for p_1 = 2 A, p_2^2 = 8 A k.
    """
    A, k = mpf("0.5"), mpf("0.4")
    mu = [mpf("0.5"), mpf(1)]  # of j = 2 and j = 1
    start = [mp.sqrt(2 * A * k), A]

    def clock(s):
        return -mp.log((1 + A / k) * mp.exp(-k * s) - A / k)

    def value(s):
        return A * mp.exp(clock(s)) + k

    def part(j, s):
        return start[int(j) % 2] * mp.exp(mu[int(j) % 2] * clock(s))

    def end(scale):
        height = mp.sqrt((1 / scale**2 + 2 * k**2) / 3)  # V where 3 V^2 - 2 k^2 = 1/alpha^2
        return -mp.log((A / (height - k) + A / k) / (1 + A / k)) / k

    def primitive(x):
        return (x - mp.log(A * mp.exp(x) + k)) / k

    def slope_V(a, s):
        return a**2 * sum(mu[j % 2] * part(j, s) ** 2 for j in (1, 2))

    def slope(a, j, s):
        return a**2 * value(s) * mu[int(j) % 2] * part(j, s)

    return {
        "N": mpf(1), "d": mpf(2), "mu_of": lambda j: mu[int(j) % 2], "scale_top": mpf("0.5"),
        "V_hat": A + k, "Q_hat": lambda j: start[int(j) % 2], "K_hat": lambda j: start[int(j) % 2],
        "V_at_scale": lambda a, s: a * value(s), "Q_at_scale": lambda a, j, s: a * part(j, s),
        "K_at_scale": lambda a, j, s: a * part(j, s), "gV_at_scale": slope_V,
        "gQ_at_scale": slope, "gK_at_scale": slope, "I_at_scale": lambda a, s: clock(s),
        "T_at_scale": end, "tau_at_scale": end, "first_of": mpf(1), "index_of": mpf(2),
        "lam_k": mpf(1), "lam_j": mp.sqrt(mpf("0.5")), "tilt_rate": mpf("0.5"),
        "turn_at_scale": lambda a: mpf(0), "I_turn": mpf(0), "sign_first": mpf(1),
        "sign_last": mpf(1), "side_of": mpf(1), "I_low_at": lambda a: mpf(0),
        "I_high_at": lambda a: clock(end(a)), "primitive_hat": primitive,
        "primitive_end": -mp.log(A) / k, "quadrature_limit": mp.log(1 + k / A) / k,
        "tau_limit": mp.log(1 + k / A) / k,
    }  # fmt: skip
