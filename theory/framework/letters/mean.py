"""The mean of the threshold over Gaussian weights, E[c_i], in polar coordinates."""

from __future__ import annotations

from theory.framework.letters.expectation import c, d, steepness, weighted
from theory.framework.letters.special import BETA, EULER, GAMMA
from theory.proof.lemmas.open_interval import HALF_LINE, UNIT
from theory.proof.letters import define, reads
from theory.proof.tactics import forall
from theory.proof.terms import REAL, Term, both, call, eq, function, implies, lt, num, var

mean, mass = var("E_c"), var("mean_mass")
ray_mean, ray_mass = (function(name, REAL, REAL) for name in ("ray_mean", "ray_mass"))  # share
HALF = num(1, 2)


def density(share: Term, size: Term) -> Term:
    """r^(c+d-1) exp(-steepness r^2): the Gaussian density on a ray, up to a factor."""
    return call("power", size, c + d - 1) * call("exp", -(steepness(share) * size**2))


def share_law(share: Term) -> Term:
    """u^(c/2-1) (1-u)^(d/2-1): how the rays are spread over the shares, up to a factor."""
    return call("power", share, HALF * c - 1) * call("power", 1 - share, HALF * d - 1)


define(
    "framework.mean-threshold",
    ("E_c", "mean_mass", "ray_mean", "ray_mass"),
    both(
        forall(
            lambda u: implies(
                lt(0, u),
                lt(u, 1),
                both(
                    HALF_LINE.converges(lambda r: weighted(u, r), ray_mean(u)),
                    HALF_LINE.converges(lambda r: density(u, r), ray_mass(u)),
                ),
            )
        ),
        UNIT.converges(lambda u: share_law(u) * ray_mean(u), mean * mass),
        UNIT.converges(lambda u: share_law(u) * ray_mass(u), mass),
    ),
    "E[c_i] for a from N(0, alpha^2/(2c)) and w from N(0, alpha^2/(2d)), in polar coordinates: "
    "|theta| = r, and |a|^2 is the share u of r^2, so that the density is u^(c/2-1) (1-u)^(d/2-1) "
    "r^(c+d-1) exp(-(c u + d (1 - u)) r^2/alpha^2) up to a factor. First the integrals over r of "
    "c_i times the density and of the density, then those over u; E[c_i] is the ratio",
    exists_by="the completeness of the real numbers: for kappa < c + d + 2 the integrals converge, "
    "for those of either sign are bounded (framework.accelerated-rate)",
)
define(
    "framework.equal-layers",
    ("c",),
    eq(c, d),
    "as many outputs as inputs",
    sense="quadratic",
)
reads("framework.expected-threshold", "framework.mean-threshold", *GAMMA, *BETA, *EULER)
reads(
    "framework.expected-threshold-quadratic",
    "framework.mean-threshold",
    "framework.quadratic",
    "framework.equal-layers",
    *GAMMA,
    *BETA,
    "framework.digamma",
    "framework.log-integral",
)
