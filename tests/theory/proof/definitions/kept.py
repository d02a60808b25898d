"""What is asked again is computed once, in each precision."""

from functools import cache, wraps
from inspect import signature

from mpmath import mp


def once_a_precision(make):
    """The same function, which keeps what it gives for the same arguments."""
    known, asked = cache(lambda precision, *given: make(*given)), signature(make)

    @wraps(make)
    def kept(*given):
        bound = asked.bind(*given)
        bound.apply_defaults()
        return known(mp.prec, *bound.args)

    return kept
