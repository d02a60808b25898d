"""Gradient flow of one neuron at p = 3 that leaves the origin: u = v = w = y cos(2 pi a/3), where
y' = eta (9/8 y^2 - 729/64 y^5); the dormant flow beside it has z' = 9/8 z^2.
"""

from mpmath import mp, mpf

from tests.theory.proof.definitions.kept import once_a_precision

P, ETA, TIME, START = 3, mpf("0.9"), mpf("0.5"), mpf("0.2")


def wave(a):
    """cos(2 pi a/3)."""
    return mpf(1) if int(a) % P == 0 else mpf(-1) / 2


def pull(y):
    """Minus the slope of the loss, over cos(2 pi a/3)."""
    return mpf(9) / 8 * y**2 - mpf(729) / 64 * y**5


def solution(rate, start):
    """y with y' = rate(y) and y(0) = start: each time once in each precision."""
    course = mp.odefun(lambda s, y: [rate(y[0])], 0, [start])
    return once_a_precision(lambda s: course(s)[0])


def leaving_the_origin():
    """Its letters on [0, t]."""
    size = solution(lambda y: ETA * pull(y), START)
    last = size(TIME)
    half = mpf(P) / 2

    def weight(k, a, s):
        return size(s) * wave(a)

    def slope(k, a, s):
        return -pull(size(s)) * wave(a)

    # 1/2 |label|^2 - U + |f|^2/2, with U = 27/16 y^3 and |f|^2 = 2187/128 y^6
    loss = half / 2 - mpf(27) / 16 * last**3 + mpf(2187) / 256 * last**6
    return {
        "p": mpf(P),
        "x": wave,
        "x_hat": lambda k: mpf(0) if int(k) % P == 0 else mp.mpc(half),
        "xi": mpf(1),
        "X": half,
        "x_sq": half,
        "x_sum": mpf(0),
        "N_group": mpf(1),
        "eta": ETA,
        "t": TIME,
        **dict.fromkeys(("u_net", "v_net", "w_net"), weight),
        **dict.fromkeys(("dL_u", "dL_v", "dL_w"), slope),
        "norm_net_0": mp.sqrt(3 * half) * START,
        "norm_net": mp.sqrt(3 * half) * last,
        "loss_net": loss,
    }


def coming_to_rest():
    """The same neuron, which starts aligned with the frequency 1 and stays so: x_hat[3] is 0."""
    amplitude = START / mp.sqrt(mpf(2) / 9)
    return {
        **leaving_the_origin(),
        "s_x": mpf(0),
        "X_3": mpf(0),
        "away_sq": mpf(0),
        **dict.fromkeys(("amp_u_start", "amp_v_start", "amp_w_start"), lambda i: amplitude),
        **dict.fromkeys(("ph_u_start", "ph_v_start", "ph_w_start"), lambda i: mpf(0)),
        "loss_net_0": mpf(3) / 4 - mpf(27) / 16 * START**3 + mpf(2187) / 256 * START**6,
        "inputs_sq_0": 3 * START**2,
    }


def beside_the_dormant():
    """The letters of both on [0, t], with eta = 1/alpha."""
    scale, first = mpf("0.4"), mpf("0.5")
    size = solution(lambda y: pull(y) / scale, scale * first)
    half = mpf(P) / 2

    def asleep(s):
        return 1 / (1 / first - mpf(9) / 8 * s)

    return {
        "p": mpf(P),
        "x": wave,
        "x_sq": half,
        "N_group": mpf(1),
        "alpha": scale,
        "eta": 1 / scale,
        "t": TIME,
        **dict.fromkeys(("u_net", "v_net", "w_net"), lambda k, a, s: size(s) * wave(a)),
        **dict.fromkeys(("dL_u", "dL_v", "dL_w"), lambda k, a, s: -pull(size(s)) * wave(a)),
        **dict.fromkeys(
            ("u_dormant", "v_dormant", "w_dormant"), lambda k, a, s: asleep(s) * wave(a)
        ),
        **dict.fromkeys(
            ("G_u_dormant", "G_v_dormant", "G_w_dormant"),
            lambda k, a, s: mpf(9) / 8 * asleep(s) ** 2 * wave(a),
        ),
        "dormant_most": 3 * half * asleep(TIME) ** 2,
        "apart_sq": 3 * half * (size(TIME) / scale - asleep(TIME)) ** 2,
    }
