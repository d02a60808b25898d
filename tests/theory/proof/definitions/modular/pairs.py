"""A pair of neurons (u, v, w), (u, -v, -w) at p = 3, its velocities by the chain rule, entry by
entry.
"""

from mpmath import mp, mpf

P, X = 3, [mpf(2), mpf("-0.5"), mpf("-1.5")]
ROWS = [
    [mpf(one) for one in row]
    for row in (("0.7", "-1.2", "0.4"), ("1.1", "0.3", "-0.8"), ("-0.6", "0.9", "0.5"))
]


def against(f, a):
    """<f, a.x>."""
    return mp.fsum(f[q] * X[(q - int(a)) % P] for q in range(P))


def group(scale=mpf(1), output=mpf(1)):
    """The two neurons, the partner (u/s, -v/s, -s^2 w)."""
    u, v, w = ROWS
    w = [output * one for one in w]
    partner = [[one / scale for one in u], [-one / scale for one in v]]
    return [[u, v, w], [*partner, [-(scale**2) * one for one in w]]]


def velocity(neurons, number):
    """(k, q) -> minus the derivative of the loss by entry q of u, v or w of neuron k."""

    def hidden(k, a, b):
        return against(neurons[k][0], a) + against(neurons[k][1], b)

    def error(a, b, c):
        out = mp.fsum(hidden(k, a, b) ** 2 * neurons[k][2][c] for k in range(2))
        return out - X[(c - a - b) % P]

    def entry(k, q):
        k, q = int(k) - 1, int(q) % P
        unit = [mpf(n == q) for n in range(P)]
        found = mpf(0)
        for a in range(P):
            for b in range(P):
                for c in range(P):
                    z = hidden(k, a, b)
                    moved = (
                        z**2 * unit[c]
                        if number == 2
                        else 2 * z * against(unit, (a, b)[number]) * neurons[k][2][c]
                    )
                    found -= error(a, b, c) * moved
        return found / P**2

    return entry


def letters(neurons):
    """What the definitions speak of."""

    def vector(number):
        return lambda k, q: neurons[int(k) - 1][number][int(q) % P] if int(k) in (1, 2) else mpf(0)

    return {
        "p": mpf(P),
        "N_group": mpf(2),
        "n_pairs": mpf(1),
        "x": lambda n: X[int(n) % P],
        **{f"{name}_in": vector(n) for n, name in enumerate("uvw")},
        **{f"vel_{name}": velocity(neurons, n) for n, name in enumerate("uvw")},
    }


def pairs():
    """Pairs in the flow."""
    return {**letters(group()), "square_sum": mpf(0), "pair_drift": mpf(0)}


def one_pair(a=1, b=2, c=1):
    """(u, v, w/4) and (u, -v, -w/4), at (a, b, c)."""
    found = letters(group(output=mpf(1) / 4))
    z_1, z_2 = against(ROWS[0], a), against(ROWS[1], b)
    return {
        **found,
        **{name: (lambda q, f=f: f[int(q) % P]) for name, f in zip("uvw", ROWS)},
        **{"a": mpf(a), "b": mpf(b), "c_at": mpf(c), "z_1": z_1, "z_2": z_2},
        "w_c": ROWS[2][c],
        "pair_squares_u": mpf(0),
        "pair_squares_v": mpf(0),
        "pair_out": z_1 * z_2 * ROWS[2][c],
    }


def scaled_pair(a=1, b=2, c=1):
    """(u, v, w) and (u/s, -v/s, -s^2 w), on straight courses with the flow's velocity."""
    scale = mpf("1.5")
    neurons = group(scale)
    found = letters(neurons)
    speed_u, speed_w = found["vel_u"], found["vel_w"]

    def drift(k):
        return against([speed_u(k, q) for q in range(P)], a)

    rate = mp.fsum(
        speed_w(k + 1, c) * against(one[0], a) ** 2
        + 2 * one[2][c] * against(one[0], a) * drift(k + 1)
        for k, one in enumerate(neurons)
    )
    return {
        **found,
        **{name: (lambda q, f=f: f[int(q) % P]) for name, f in zip("uvw", ROWS)},
        **{"a": mpf(a), "b": mpf(b), "c_at": mpf(c), "scale": scale},
        "u_at": lambda k, q, t: found["u_in"](k, q) + t * speed_u(k, q),
        "w_at": lambda k, q, t: found["w_in"](k, q) + t * speed_w(k, q),
        "inner_u": against(ROWS[0], a),
        "w_c": ROWS[2][c],
        "rate_inner_u": drift(1),
        "rate_w_c": speed_w(1, c),
        "square_rate": rate,
    }
