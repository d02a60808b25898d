"""Numbers for the mean of the threshold over Gaussian weights: antiderivatives on a ray by
exponential integrals, and whether they stay bounded near 0.
"""

from mpmath import mp, mpf


def on_a_ray(layer, alpha, cone=(0, 1)):
    """kappa = 4 and c = d: c_i times the density is (r^(2d-3) - r^(2d-1)) exp(-k r^2)/2."""
    k = layer / alpha**2

    def incomplete(s, r):
        """The integral of x^(2s-1) exp(-k x^2) from r to infinity; E_1 for s = 0."""
        return mp.gammainc(s, k * r**2) / (2 * k**s)

    def primitive(share, r):
        return (incomplete(layer, r) - incomplete(layer - 1, r)) / 2

    near, nearer = (primitive(0, mpf(1)) - primitive(0, mpf(10) ** -n) for n in (20, 40))
    return {
        "kappa": mpf(4),
        "c": mpf(layer),
        "d": mpf(layer),
        "alpha": alpha,
        "share_first": mpf(cone[0]),
        "share_last": mpf(cone[1]),
        "primitive_of": primitive,
        "finite": mpf(1 if abs(nearer - near) < mpf(10) ** -9 else 0),
    }
