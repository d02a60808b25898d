"""Numbers for E[c_i]: the special functions by mpmath, the mean by quadrature over the rays."""

from functools import cache

from mpmath import mp, mpf

from tests.theory.proof.definitions.kept import once_a_precision


@cache
def incomplete_gamma(x, t, digits):
    """An antiderivative of t^(x-1) exp(-t): from 0, or from infinity, which for a large x
    cancels.
    """
    return mp.gammainc(x, 0, t) if x > 3 else -mp.gammainc(x, t)


@once_a_precision
def special_functions():
    """Gamma, digamma, Beta and 2F1 with their laws and antiderivatives."""

    def beta_law(p, q, v):
        return mp.power(v, p - 1) * mp.power(1 - v, q - 1)

    def euler_law(a, b, c, z, v):
        return beta_law(b, c - b, v) * mp.power(1 - z * v, -a)

    return {
        "gamma": mp.gamma,
        "gamma_law": lambda x, t: mp.power(t, x - 1) * mp.exp(-t),
        "gamma_integral": lambda x, t: incomplete_gamma(x, t, mp.dps),
        "log_gamma_integral": lambda x, t: mp.quad(
            lambda s: mp.log(s) * mp.power(s, x - 1) * mp.exp(-s), [1, t]
        ),
        "polygamma": mp.psi,
        "beta": mp.beta,
        "beta_law": beta_law,
        "beta_integral": lambda p, q, v: mp.quad(lambda s: beta_law(p, q, s), [mpf(1) / 2, v]),
        "hyp2f1": mp.hyp2f1,
        "euler_law": euler_law,
        "euler_integral": lambda a, b, c, z, v: mp.quad(
            lambda s: euler_law(a, b, c, z, s), [mpf(1) / 2, v]
        ),
    }


def gaussian_layer(kappa, c, d, alpha):
    """E[c_i] over a from N(0, alpha^2/(2c)) and w from N(0, alpha^2/(2d)): moments of r on a ray,
    then quadrature over the share u.
    """
    size = mpf(c + d)

    def steepness(u):
        return (c * u + d * (1 - u)) / alpha**2

    def moment(power, u):
        """The integral of r^(c+d-1+power) exp(-k r^2)."""
        shape = (size + power) / 2
        return mp.gamma(shape) / (2 * steepness(u) ** shape)

    def ray_mean(u):
        if kappa == 2:  # -d/dp of the moment of order p, at p = 0
            return -moment(0, u) * (mp.psi(0, size / 2) - mp.log(steepness(u))) / 2
        return (moment(2 - kappa, u) - moment(0, u)) / (kappa - 2)

    def over_rays(value):
        """u = sin^2 x: smooth at both ends."""
        return mp.quad(
            lambda x: 2 * mp.sin(x) ** (c - 1) * mp.cos(x) ** (d - 1) * value(mp.sin(x) ** 2),
            mp.linspace(0, mp.pi / 2, 5),
        )

    mass = over_rays(lambda u: moment(0, u))
    return {
        **special_functions(),
        "kappa": mpf(kappa),
        "c": mpf(c),
        "d": mpf(d),
        "alpha": alpha,
        "mean_mass": mass,
        "E_c": over_rays(ray_mean) / mass,
        "ray_mean": ray_mean,
        "ray_mass": lambda u: moment(0, u),
    }
