"""A loop of problems, half a turn long, and the first stage of Greedy Low-Rank Learning at both
ends.

n axes; Sigma_yx = diag(s) and Sigma_xx = Sigma_yx R diag(1/mu) R^T Sigma_yx, so that Sigma_yx
Sigma_xx^-1 Sigma_yx^T = R diag(mu) R^T, where R is any orthogonal T with its first two rows turned.
"""

from __future__ import annotations

from dataclasses import dataclass

from theory.linear.letters.data import HALF, entries
from theory.linear.letters.time import during
from theory.proof.lemmas.elementary import inv, sqrt
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.lemmas.limits import tends
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, forall, total
from theory.proof.tactics.angles import cos, sin
from theory.proof.terms import INT, REAL, Term, both, call, eq, function, implies, le, lt, num, var

n = var("axes_of", INT)
s, mu = function("s_axis", INT, REAL), function("mu_axis", INT, REAL)
tilt = function("tilt_of", INT, INT, REAL)
overlap = function("overlap", REAL, REAL)
PI = call("pi")


@dataclass(frozen=True)
class End:
    """The letters of the problem after so many half turns: R, Sigma_xx, the flow of one pair (a, w)
    from each size of the start, and the cosine between u_1 and a at rest.
    """

    turns: int
    R: Term
    cov: Term
    a: Term
    w: Term
    slope_a: Term
    slope_w: Term
    rest: Term

    @property
    def moving(self) -> tuple[Term, ...]:
        """The letters of the flow."""
        return self.a, self.w, self.slope_a, self.slope_w


def _end(turns: int, name: str) -> End:
    R, cov = (function(f"{one}_{name}", INT, INT, REAL) for one in ("R", "cov"))
    a, w, slope_a, slope_w = (
        function(f"{one}_{name}", INT, REAL, REAL, REAL) for one in ("a", "w", "a_slope", "w_slope")
    )
    return End(turns, R, cov, a, w, slope_a, slope_w, function(f"rest_{name}", REAL, REAL))


ENDS = (_end(0, "before"), _end(1, "after"))


def first_two(end: End) -> Term:
    """R is T with its first two rows turned by pi times the number of half turns."""
    c, s_ = cos(PI * num(end.turns)), sin(PI * num(end.turns))
    return both(
        within(1, n, lambda q: eq(end.R(1, q), c * tilt(1, q) - s_ * tilt(2, q))),
        within(1, n, lambda q: eq(end.R(2, q), s_ * tilt(1, q) + c * tilt(2, q))),
        within(3, n, lambda i: within(1, n, lambda q: eq(end.R(i, q), tilt(i, q)))),
    )


def covariance(end: End) -> Term:
    """Sigma_xx = Sigma_yx R diag(1/mu) R^T Sigma_yx."""
    return entries(
        n,
        n,
        lambda i, j: eq(
            end.cov(i, j),
            total(1, n, lambda q: inv(mu(q)) * (s(i) * end.R(i, q)) * (s(j) * end.R(j, q))),
        ),
    )


def loss(end: End, a, w) -> Term:
    """E|y - a w^T x|^2/2 but for E|y|^2/2: |a|^2 w^T Sigma_xx w/2 - a^T Sigma_yx w."""
    spread = total(1, n, lambda j: total(1, n, lambda k: end.cov(j, k) * w(j) * w(k)))
    return HALF * total(1, n, lambda i: a(i) ** 2) * spread - total(
        1, n, lambda i: s(i) * a(i) * w(i)
    )


def bumped(vector, i, q):
    """The vector with q added to its entry i."""
    return lambda k: vector(k) + q * delta(k, i)


def vector_at(vector, size, t):
    """The vector at the time t of the flow from this size of the start."""
    return lambda i: vector(i, size, t)


def follows(end: End) -> Term:
    """a' = -dL/da, w' = -dL/dw from a = w = e e_1, for every e > 0 and as long as one likes."""

    def entry(size, limit, t, i) -> Term:
        a, w = vector_at(end.a, size, t), vector_at(end.w, size, t)
        return both(
            deriv(-1, 1, 0, end.slope_a(i, size, t), lambda q: loss(end, bumped(a, i, q), w)),
            deriv(-1, 1, 0, end.slope_w(i, size, t), lambda q: loss(end, a, bumped(w, i, q))),
            deriv(0, limit, t, -end.slope_a(i, size, t), lambda q: end.a(i, size, q)),
            deriv(0, limit, t, -end.slope_w(i, size, t), lambda q: end.w(i, size, q)),
        )

    def from_size(size) -> Term:
        return both(
            within(
                1,
                n,
                lambda i: both(
                    eq(end.a(i, size, 0), size * delta(i, 1)),
                    eq(end.w(i, size, 0), size * delta(i, 1)),
                ),
            ),
            forall(
                lambda limit: implies(
                    lt(0, limit),
                    during(limit, lambda t: within(1, n, lambda i: entry(size, limit, t, i))),
                )
            ),
        )

    return forall(lambda size: implies(lt(0, size), from_size(size)))


def cosine(end: End, size, t) -> Term:
    """<a, u_1>/|a|, u_1 the first column of R."""
    along = total(1, n, lambda i: end.a(i, size, t) * end.R(i, 1))
    return along * inv(sqrt(total(1, n, lambda i: end.a(i, size, t) ** 2)))


def rests(end: End) -> Term:
    """For every e < 1 the cosine tends to rest(e) as t -> oo; rest(e) to the overlap as e -> 0."""
    later = forall(
        lambda size: implies(
            lt(0, size),
            lt(size, 1),
            tends(lambda x: cosine(end, size, inv(x)), end.rest(size)),
        )
    )
    return both(later, tends(lambda size: end.rest(size), overlap(num(end.turns))))


define(
    "linear.loop",
    ("s_axis", "mu_axis", "tilt_of", "axes_of"),
    both(
        le(2, n),
        orthonormal(tilt, n, n),
        within(1, n, lambda q: lt(0, s(q))),
        within(1, n - 1, lambda q: lt(s(q + 1), s(q))),
        within(1, n, lambda q: lt(0, mu(q))),
        within(1, n - 1, lambda q: lt(mu(q + 1), mu(q))),
    ),
    "n >= 2 axes, any orthogonal matrix T, s_1 > s_2 > ... > 0 and mu_1 > mu_2 > ... > 0",
)
define(
    "linear.loop-ends",
    tuple(letter.data[0] for end in ENDS for letter in (end.R, end.cov)),
    both(*(part for end in ENDS for part in (first_two(end), covariance(end)))),
    "R is T with its first two rows turned by 0 and by pi; Sigma_xx = Sigma_yx R diag(1/mu) R^T "
    "Sigma_yx with Sigma_yx = diag(s)",
)
define(
    "linear.first-stage",
    tuple(letter.data[0] for end in ENDS for letter in end.moving),
    both(*map(follows, ENDS)),
    "the gradient flow of E|y - a w^T x|^2/2 from a = w = e e_1, the top singular pair of "
    "Sigma_yx, at both ends of the half turn",
    exists_by="the theorem of Picard and Lindeloef, with the loss as a bound",
)
define(
    "linear.overlap-at-rest",
    ("overlap", *(end.rest.data[0] for end in ENDS)),
    both(*map(rests, ENDS)),
    "the cosine <a, u_1>/|a| as t -> oo, and then as e -> 0",
)
reads(
    "linear.half-turn",
    "linear.loop",
    "linear.loop-ends",
    "linear.first-stage",
    "linear.overlap-at-rest",
)
