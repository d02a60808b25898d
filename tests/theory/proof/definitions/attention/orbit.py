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
