"""Flows of many parameters, each with a rate or a start of its own, and the field they follow.

A field is Lipschitz where two flows go, so that a start has one course: 'the' flow.
"""

from __future__ import annotations

from theory.framework.letters import index, size
from theory.framework.letters.network import each
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import INT, REAL, both, call, eq, function, implies, le, lt, var

eta, t, alpha, end = var("eta"), var("t"), var("alpha"), var("T")
kappa = var("kappa", INT)
lipschitz = var("lipschitz")
solution = function("theta", REAL, REAL, REAL)
direction = function("dir", REAL, REAL, REAL)
course = function("course_of", REAL, INT, REAL, REAL)  # rate or scale, parameter, time
pull = function("pull_of", REAL, INT, REAL, REAL)  # minus the loss gradient on that course
start = function("start_of", INT, REAL)
field = function("field_of", REAL, INT, REAL, REAL, REAL)  # scale, parameter, l, time


def horizon(r):
    """eta t/r: the flow with rate 1 is followed up to eta t, that with rate eta up to t."""
    return eta * t * call("inv", r)


def within(high, statement):
    """for all s in [0, high]."""
    return forall(lambda s: implies(le(0, s), le(s, high), statement(s)))


def positive(statement):
    """for every number > 0."""
    return forall(lambda r: implies(lt(0, r), statement(r)))


define(
    "framework.rate-flows",
    ("theta", "course_of", "pull_of"),
    both(
        le(1, index),
        le(index, size),
        positive(
            lambda r: both(
                within(horizon(r), lambda s: eq(solution(r, s), course(r, index, s))),
                each(
                    size,
                    lambda i: both(
                        eq(course(r, i, 0), start(i)),
                        within(
                            horizon(r),
                            lambda s: deriv(
                                0, horizon(r), s, r * pull(r, i, s), lambda q: course(r, i, q)
                            ),
                        ),
                    ),
                ),
            )
        ),
        within(
            t,
            lambda s: le(
                total(1, size, lambda i: (pull(eta, i, s) - pull(1, i, eta * s)) ** 2),
                lipschitz
                * total(1, size, lambda i: (course(eta, i, s) - course(1, i, eta * s)) ** 2),
            ),
        ),
    ),
    "for each rate r > 0 the course from one start with slope r times a field, and the field is "
    "Lipschitz between the points that the courses with rates eta and 1 visit",
)
reads("framework.time-rescaling", "framework.rate-flows")


def later(r):
    """r^(2 - kappa) T: the course from r theta_0 is followed up to there."""
    return call("power", r, 2 - kappa) * end


def slowed(s):
    """alpha^(kappa - 2) s, the time of the unit course."""
    return call("power", alpha, kappa - 2) * s


define(
    "framework.scaled-flows",
    ("course_of", "field_of"),
    both(
        le(1, index),
        le(index, size),
        lt(0, end),
        positive(
            lambda r: each(
                size,
                lambda i: both(
                    eq(course(r, i, 0), r * start(i)),
                    within(
                        later(r),
                        lambda s: both(
                            deriv(
                                0, later(r), s, eta * field(r, i, 1, s), lambda q: course(r, i, q)
                            ),
                            positive(
                                lambda l: eq(
                                    field(r, i, l, s),
                                    call("power", l, kappa - 1) * field(r, i, 1, s),
                                )
                            ),
                        ),
                    ),
                ),
            )
        ),
        within(
            later(alpha),
            lambda s: le(
                total(
                    1, size, lambda i: (field(alpha, i, 1, s) - field(1, i, alpha, slowed(s))) ** 2
                ),
                lipschitz
                * total(
                    1, size, lambda i: (course(alpha, i, s) - alpha * course(1, i, slowed(s))) ** 2
                ),
            ),
        ),
    ),
    "for each scale r > 0 the course from r theta_0 along eta times the utility's gradient; the "
    "gradient at l theta is l^(kappa - 1) times that at theta, and it is Lipschitz between the "
    "points alpha theta(1, .) and theta(alpha, .)",
    sense="scaled",
)
define(
    "framework.coordinate",
    ("theta",),
    positive(lambda r: within(later(r), lambda s: eq(solution(r, s), course(r, index, s)))),
    "one coordinate of these courses",
    sense="scaled",
)
define(
    "framework.until",
    ("T",),
    eq(end, call("power", alpha, kappa - 2) * t),
    "the time alpha^(kappa - 2) t",
    sense="scaled",
)
define(
    "framework.component-of-direction",
    ("dir",),
    positive(
        lambda r: within(
            later(r),
            lambda s: both(
                lt(0, total(1, size, lambda i: course(r, i, s) ** 2)),
                eq(
                    direction(r, s),
                    course(r, index, s)
                    * call("inv", call("sqrt", total(1, size, lambda i: course(r, i, s) ** 2))),
                ),
            ),
        )
    ),
    "one component of the direction of these courses, which do not meet 0",
)
define("framework.until-t", ("T",), eq(end, t), "the time t", sense="unit")
reads(
    "framework.scaling-symmetry",
    "framework.scaled-flows",
    "framework.coordinate",
    "framework.until",
)
reads(
    "framework.alignment-correspondence",
    "framework.scaled-flows",
    "framework.component-of-direction",
    "framework.until-t",
)
