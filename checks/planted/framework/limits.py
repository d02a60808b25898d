"""Limits in alpha: false ones, slow ones, and one too slow to be followed."""

from __future__ import annotations

from sympy import Limit, log

from checks.planted.framework.letters import followed, p
from checks.planted.plant import plant
from theory.claim import equation
from theory.notation import alpha

PLANTS = (
    plant(
        "framework.rate-without-log",
        "limit",
        "false rate: alpha^2 log(1/alpha) is not of the order alpha^2",
        "refuted",
        equation(Limit(p * alpha**2 * log(1 / alpha) / alpha**2, alpha, 0), p),
        followed,
    ),
    plant(
        "framework.slow-limit",
        "limit",
        "true, with an error of log log/log: slow, and followed far enough",
        "tested",
        equation(Limit(p * log(-log(alpha)) / log(alpha), alpha, 0), 0),
        followed,
    ),
    plant(
        "framework.slower-limit",
        "limit",
        "true, with an error of 1/log log: too slow to be followed, not false",
        "unknown",
        equation(Limit(p / log(-log(alpha)), alpha, 0), 0),
        followed,
    ),
    plant(
        "framework.log-limit",
        "limit",
        "true, with an error of 1/log",
        "tested",
        equation(Limit(log(p * alpha**2) / log(alpha), alpha, 0), 2),
        followed,
    ),
    plant(
        "framework.log-log",
        "limit",
        "an infinite limit, printed as finite",
        "refuted",
        equation(Limit(log(-p * log(alpha)), alpha, 0), p),
        followed,
        given=(p >= 1,),
    ),
)
