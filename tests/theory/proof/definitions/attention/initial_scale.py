"""Numbers for the expected threshold of a head: Gamma functions, whole and incomplete."""

from mpmath import mp, mpf


def gaussian_head(d):
    """2d + 1 weights from N(0, alpha): the moments of |z| by Gamma functions."""

    def tail(s, r):
        """The integral of x^(2s-1) exp(-x^2/2) from r to infinity."""
        return mpf(2) ** (s - 1) * mp.gammainc(s, r**2 / 2)

    def law(r):
        return mp.power(r, 2 * d) * mp.exp(-(r**2) / 2)

    def mean(alpha):
        return mp.gamma(d) / (mp.sqrt(2 * alpha) * mp.gamma(d + mpf(1) / 2)) - 1

    # the slope of log E[c_i] in log alpha, far down
    far, further = mpf(10) ** -60, mpf(10) ** -64
    slope = mp.log(mean(further) / mean(far)) / mp.log(further / far)
    return {
        "d": mpf(d),
        "radius_law": law,
        "law_integral": lambda r: -tail(d + mpf(1) / 2, r),
        "inverse_integral": lambda r: -tail(mpf(d), r),
        "law_mass": tail(d + mpf(1) / 2, mpf(0)),
        "mean_threshold": mean,
        "rate_order": slope,
    }
