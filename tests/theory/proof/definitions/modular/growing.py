"""Numbers for a neuron of one frequency, in phase with x, that grows at p = 3: alone, at every
alpha, and beside an empty plateau until it jumps.
"""

from mpmath import mp, mpf

from tests.theory.proof.definitions.kept import once_a_precision
from tests.theory.proof.definitions.modular.residues import maximising


def grown(size, pace, s):
    """y(s) where y' = pace y^2 and y(0) = size."""
    return 1 / (1 / size - pace * s)


@once_a_precision
def growing(p=3, size=mpf("0.4")):
    """r(s) times a maximiser follows the gradient where r' = 3 U r^2: one frequency, in phase."""
    values = maximising(p)
    top, xi = values["U_top"], values["xi"]
    time, last = mpf("0.3"), mpf(1)

    def scale(s):
        return grown(size, 3 * top, s)

    def course(name):
        return lambda a, s: scale(s) * values[name](a)

    def gradient(name):
        return lambda a, s: 3 * top * scale(s) ** 2 * values[name](a)

    magnitude = scale(time) * values["mu_top"]
    return {
        **values,
        "k": xi,
        "t_wave": time,
        "T_wave": last,
        **{f"{name}_on": course(name) for name in "uvw"},
        **{f"G_{name}": gradient(name) for name in "uvw"},
        **{f"mag_{name}": magnitude for name in "uvw"},
        "Phi": mpf(0),
        "rate_sq": top * scale(time) ** 3 * p,
        "rate_im": mpf(0),
        "norm_0": size,
        "norm_at_jump": scale(time),
        "sigma_wave": lambda m: (
            (scale(time) ** 2 - size**2) * (mpf(p) / 6 if m in (xi, p - xi) else 0)
        ),
    }


def carlson(c):
    """R_F where the three magnitudes are equal and in phase: 1/sqrt(s + c), 0 at s = -c."""
    return lambda s: 1 / mp.sqrt(s + c) if s > -c else mpf(0)


def waiting(size=mpf("0.4")):
    """The time of the same, on the way up from the start."""
    values = growing(3, size)
    c = (size * values["mu_top"]) ** 2
    R_F, time = carlson(c), values["t_wave"]
    return {
        **values,
        "wave_time": time,
        "rising": mpf(1),
        "e_1": -c,
        "R_F": R_F,
        "R_start": R_F(mpf(0)),
        "R_turn": R_F(-c),
        "R_end": R_F(values["mag_u"] ** 2 - c),
    }


def taking():
    """The same from alpha times a unit vector, for every alpha below 1/2."""
    values = growing()
    top, c = values["U_top"], values["mu_top"] ** 2

    def scale(alpha, s):
        return grown(alpha, 3 * top, s)

    def course(name):
        return lambda alpha, a, s: scale(alpha, s) * values[name](a)

    def gradient(name):
        return lambda alpha, a, s: 3 * top * scale(alpha, s) ** 2 * values[name](a)

    return {
        **values,
        "half": mpf(1),
        "xi": mpf(1),
        "scale_taken": mpf("0.5"),
        "jump_taken": lambda alpha: (1 / alpha - 1) / (3 * top),
        **{f"{name}_taken": course(name) for name in "uvw"},
        **{f"G_{name}_taken": gradient(name) for name in "uvw"},
        "sign_taken": lambda m: mpf(1),
        "root_taken": lambda m: -c,
        "R_taken": lambda m, s: carlson(c)(s),
        "blow_up": lambda m: 9 / (2 * values["X"] ** 3) / mp.sqrt(c),
        "share_taken": mpf(1),
    }


def jumping(size=mpf("0.4"), rate=mpf(2)):
    """The same beside an empty plateau, p = 3, from the norm 0.4 to 1, eta = 2."""
    values = growing(3, size)
    top = values["U_top"]
    start, end = mpf("0.25"), mpf("0.25") + (1 / size - 1) / (3 * rate * top)

    def scale(s):
        return grown(size, 3 * rate * top, s - start)

    empty = {f"{kind}_{name}_of": lambda g, i: mpf(0) for kind in "As" for name in "uvw"}
    return {
        **values,
        **empty,
        "half": mpf(1),
        "steps": mpf(0),
        "xi": lambda g: mpf(1),
        "s": lambda g: mpf(0),
        "N_of": lambda g: mpf(1),
        "mag": lambda g: abs(values["x_hat"](1)),
        "X": abs(values["x_hat"](1)),
        "eta": rate,
        "tau_l": start,
        "tau": end,
        "mu_l": size,
        "dormants": mpf(2),
        "jumper": mpf(1),
        "norm_dormant": lambda i: size / i,
        **{f"{name}_on": lambda a, s, f=values[name]: scale(s) * f(a) for name in "uvw"},
        **{
            f"G_{name}": lambda a, s, f=values[name]: 3 * top * scale(s) ** 2 * f(a)
            for name in "uvw"
        },
    }


def racing(size=mpf("0.6")):
    """The same for every alpha: from the norm 0.6 alpha to 1, eta = 1/alpha, p = 3."""
    values = jumping()
    top = values["U_top"]

    def scale(alpha, s):
        return grown(size * alpha, 3 * top / alpha, s)

    def last(alpha):
        return alpha * (1 / (size * alpha) - 1) / (3 * top)

    def course(one):
        return lambda alpha, a, s: scale(alpha, s) * one(a)

    def pull(one):
        return lambda alpha, j, a, s: 3 * top * scale(alpha, s) ** 2 * one(a)

    return {
        **values,
        "first_plateau": mpf(0),
        "share_race": mpf("0.9"),
        "t_race": lambda alpha, j: mpf(0) if j == 0 else last(alpha),
        "norm_race": lambda alpha, i: size * alpha / i,
        "mu_race": lambda alpha: size * alpha,
        "jumper_race": lambda alpha: mpf(1),
        "wait_limit": 1 / (3 * top * size),
        "mu_over_alpha": size,
        **{f"{name}_race": course(values[name]) for name in "uvw"},
        **{f"G_{name}_race": pull(values[name]) for name in "uvw"},
    }
