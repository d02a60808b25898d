"""Numbers for courses in time: decaying, growing, returning, layer by layer."""

from mpmath import mp, mpf

from tests.theory.proof.definitions.framework.data import (
    C,
    D,
)


def decaying():
    """Two parameters that decay at rates 1 and 2, at learning rate 4/5."""
    starts = (mpf("0.7"), mpf("-1.2"))

    def course(r, i, s):
        return starts[int(i) - 1] * mp.exp(-int(i) * r * s)

    return {
        "eta": mpf("0.8"),
        "t": mpf("0.6"),
        "parameters": mpf(2),
        "index_of": mpf(2),
        "lipschitz": mpf(4),
        "start_of": lambda i: starts[int(i) - 1],
        "course_of": course,
        "pull_of": lambda r, i, s: -int(i) * course(r, i, s),
        "theta": lambda r, s: course(r, 2, s),
    }


def growing(until):
    """U = sum of theta_i^3/3, of degree 3: theta_i = r b_i/(1 - eta r b_i s)."""
    starts, eta, alpha, t = (mpf("0.3"), mpf("-0.5")), mpf("0.8"), mpf("0.6"), mpf("0.9")

    def course(r, i, s):
        start = r * starts[int(i) - 1]
        return start / (1 - eta * start * s)

    return {
        "eta": eta,
        "alpha": alpha,
        "kappa": mpf(3),
        "t": t,
        "T": until(alpha, t),
        "parameters": mpf(2),
        "index_of": mpf(1),
        "lipschitz": mpf(9),
        "start_of": lambda i: starts[int(i) - 1],
        "course_of": course,
        "field_of": lambda r, i, l, s: (l * course(r, i, s)) ** 2,
        "theta": lambda r, s: course(r, 1, s),
        "dir": lambda r, s: course(r, 1, s) / mp.hypot(course(r, 1, s), course(r, 2, s)),
    }


def initialised():
    """c = 2, d = 3: the moments of normal weights, and their sums, by quadrature."""
    alpha = mpf("0.4")

    def moment(size):
        spread = alpha / mp.sqrt(2 * size)
        return mp.quad(lambda x: x**2 * mp.npdf(x, 0, spread), [-mp.inf, 0, mp.inf])

    a, w = moment(C), moment(D)
    return {
        "alpha": alpha,
        "kappa": mpf(4),
        "c": mpf(C),
        "d": mpf(D),
        "m": mpf(C + D),
        # a neuron that is stored as (a_1, w_1, w_2, ..., a_2)
        "w_place": lambda j: j + 1,
        "a_place": lambda i: mpf(1) if i == 1 else mpf(D + i),
        "a_moment": lambda i: a,
        "w_moment": lambda j: w,
        "mean_a_sq": C * a,
        "mean_w_sq": D * w,
    }


def returning(kappa):
    """A constant utility that takes the norm from x to 1/5 in a unit of time."""
    eta, level = mpf("0.8"), mpf("0.2")

    def utility(x, s=None):
        if kappa == 2:
            return mp.log(level / x) / (2 * eta)
        return (x ** (2 - kappa) - level ** (2 - kappa)) / (kappa * (kappa - 2) * eta)

    def norm(x, s):
        grown = eta * kappa * utility(x) * s
        if kappa == 2:
            return x * mp.exp(grown)
        return (x ** (2 - kappa) + (2 - kappa) * grown) ** (mpf(1) / (2 - kappa))

    return {
        "eta": eta,
        "kappa": mpf(kappa),
        "norm_back": level,
        "return_ratio": mpf(1),
        "norm_from": norm,
        "S_from": lambda x, s: kappa * utility(x) * s,
        "Ubar_from": utility,
        "T_from": lambda x: mpf(1),
    }


def angles(kappa):
    """An angle e^-s on the unit course, which the clock follows for ever, or up to its stop."""
    start, t = mpf("0.7"), mpf("0.4")
    stop = start ** (2 - kappa) * t / (kappa - 2) if kappa > 2 else mp.inf
    return {
        "kappa": mpf(kappa),
        "norm_0": start,
        "t": t,
        "angle_of": lambda s: mp.exp(-s),
        "angle": mp.exp(-stop),
        "angle_adaptive": mpf(0),
    }


def layers_along(start):
    """F(w) = w, of degree 1: a' = eta w and w' = eta a, one weight in each layer."""
    eta, t, (a0, w0) = mpf("0.7"), mpf("0.9"), start

    def a(s):
        return a0 * mp.cosh(eta * s) + w0 * mp.sinh(eta * s)

    def w(s):
        return w0 * mp.cosh(eta * s) + a0 * mp.sinh(eta * s)

    return {
        "k": mpf(1),
        "kappa": mpf(2),
        "eta": eta,
        "t": t,
        "outputs": mpf(1),
        "inputs": mpf(1),
        "a_of": lambda i, s: a(s),
        "w_of": lambda j, s: w(s),
        "F_along": lambda i, l, s: l * w(s),
        "F_slope_along": lambda i, j, s: mpf(1),
        "imbalance": a0**2 - w0**2,
        "A_t": a(t) ** 2,
        "W_t": w(t) ** 2,
        "theta_sq": a(t) ** 2 + w(t) ** 2,
    }


def courses_of_layers():
    """Two starts, and one at which the output weight vanishes at time t."""
    angle = mpf("0.7") * mpf("0.9")
    gone = (-mp.sinh(angle), mp.cosh(angle))
    return [layers_along(one) for one in ((mpf("0.4"), mpf(-1)), (mpf(2), mpf(1)), gone)]
