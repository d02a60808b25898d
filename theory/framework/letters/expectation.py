"""The mean of the threshold over Gaussian weights, in polar coordinates: is it finite?"""

from __future__ import annotations

from theory.framework.letters.layer import alpha, c, d
from theory.framework.letters.limit import threshold
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    bind,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    num,
    var,
)

finite = var("finite", INT)
primitive = function("primitive_of", REAL, REAL, REAL)  # share of a in |theta|^2, |theta|
first, last = var("share_first"), var("share_last")  # the rays that are looked at
INTEGRABLE = "the fundamental theorem of calculus: a continuous function has an antiderivative"


def steepness(share: Term) -> Term:
    """c |a|^2 + d |w|^2 over alpha^2 where |theta| = 1: the Gaussian falls like exp(-this
    |theta|^2).
    """
    return (c * share + d * (1 - share)) * call("inv", alpha**2)


def weighted(share: Term, size: Term) -> Term:
    """c_i times the density on a ray: c_i(r) r^(c+d-1) exp(-steepness r^2)."""
    surface = call("power", size, c + d - 1)
    return threshold(size) * (surface * call("exp", -(steepness(share) * size**2)))


def part(share: Term, low, high) -> Term:
    """The integral of the threshold along a ray, from |theta| = low to |theta| = high."""
    size = var("size'")
    ends = [num(one) if type(one) is int else one for one in (low, high)]
    return bind("integral", size, weighted(share, size), *ends)


def bounded() -> Term:
    """One number bounds the integrals of c_i >= 0 over [x, 1] and of c_i <= 0 over [1, y], on
    all rays of the cone.
    """
    return exists(
        lambda most: forall(
            lambda share: implies(
                le(first, share),
                le(share, last),
                both(
                    forall(lambda x: implies(lt(0, x), lt(x, 1), le(part(share, x, 1), most))),
                    forall(lambda y: implies(lt(1, y), le(-most, part(share, 1, y)))),
                ),
            )
        )
    )


define(
    "framework.cone",
    ("share_first", "share_last"),
    both(le(0, first), le(first, last), le(last, 1)),
    "any cone of rays theta = r omega, given by the least and the largest share of |a|^2 in "
    "|theta|^2: all rays (0 and 1), or those of one share",
)
define(
    "framework.finite-mean",
    ("finite",),
    eq(finite, make("ite", None, (bounded(), num(1), num(0)))),
    "1 where the part of E|c_i| from the cone is finite, else 0, for a from N(0, alpha^2/(2c)) and "
    "w from N(0, alpha^2/(2d)) in polar coordinates: on a ray where |a|^2 is the share u of "
    "|theta|^2 = r^2 the density is r^(c+d-1) exp(-(c u + d (1 - u)) r^2/alpha^2) up to a factor, "
    "c_i has one sign below r = 1 and the other above, and one number bounds the integrals of both "
    "parts on all rays of the cone",
)
define(
    "framework.ray-integral",
    ("primitive_of",),
    forall(
        lambda share: implies(
            le(0, share),
            le(share, 1),
            forall(
                lambda x: implies(
                    lt(0, x),
                    lt(x, 1),
                    forall(
                        lambda size: implies(
                            le(x, size),
                            le(size, call("inv", x)),
                            deriv(
                                x,
                                call("inv", x),
                                size,
                                weighted(share, size),
                                lambda r: primitive(share, r),
                            ),
                        )
                    ),
                )
            ),
        )
    ),
    "an antiderivative of the threshold times the density, on every ray and every [x, 1/x]",
    exists_by=INTEGRABLE,
)
reads(
    "framework.accelerated-rate",
    "framework.cone",
    "framework.finite-mean",
    "framework.ray-integral",
)
