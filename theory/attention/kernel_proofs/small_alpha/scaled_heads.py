"""A head at every scale, in the kernel: its V^2 and its norm at the jump.

V^2 is a sum of exponentials of I, and 3 V^2 = 1 less what the start leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.dormant_head.dormant import dormant_value, exponential
from theory.attention.kernel_proofs.dormant_head.one_turn import kept
from theory.attention.kernel_proofs.script import defined
from theory.attention.letters import N, modes
from theory.attention.letters import dormant as one_head
from theory.attention.letters.dormant import mu, one
from theory.attention.letters.scaled import (
    I_at,
    K_at,
    K_hat,
    Q_at,
    Q_hat,
    V_at,
    V_hat,
    at_scale,
    end_at,
    minus_hat,
    plus_hat,
)
from theory.proof.lemmas import exp, inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
)
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    fresh,
    given,
    lam,
    parts,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import INT, ZERO, Term, apply, eq, le, lt, num, opened, substituted

QUARTER = num(1, 4)
SUMS = {
    name: sum_of(lam(lambda j, part=part: part(j) ** 2, INT), 1, modes)
    for name, part in {"Q": Q_hat, "K": K_hat, "plus": plus_hat, "minus": minus_hat}.items()
}
START_NORM = V_hat**2 + SUMS["Q"] + SUMS["K"]  # nu = |theta(0)|^2/alpha^2


@cache
def _value() -> Theorem:
    return dormant_value()


@cache
def _norm() -> Theorem:
    """|theta|^2 - 3 V^2 at time 0 is that at T."""
    ordered, *_ = defined("attention.dormant-flow")
    return kept(ZERO, bound(le(0, 0)), ordered)


@cache
def _sums() -> Theorem:
    """(Q_j + K_j)(T) = (Q_j + K_j)(0) exp(N mu_j I), for any component."""
    inside = le(1, one), le(one, modes)
    found = exponential(one, 1, *map(assume, inside))
    return discharge(inside[0], discharge(inside[1], found))


class Scaled:
    """The head at one scale: 0 < alpha < the top scale."""

    def __init__(self, alpha: Term, above: Theorem, below: Theorem) -> None:
        self.alpha, self.above = alpha, above
        whole = assume(DEFINITIONS["attention.scaled-heads"].statement)
        _, every = conjuncts(whole)
        known = parts(at(every, alpha, above, below))
        self.known = {theorem.conclusion: theorem for theorem in known}
        self.table = at_scale(alpha)
        self.T = end_at(alpha)
        self.I = I_at(alpha, self.T)
        self.V_sq = V_at(alpha, self.T) ** 2
        *_, self.V_start, self.starts = known
        self.some = bound(le(1, modes + 1), (), [[self.part("attention.dormant-flow", 1)]])

    def part(self, name: str, place: int) -> Theorem:
        """A conjunct of a definition of one head, at this scale."""
        whole = substituted(DEFINITIONS[name].statement, self.table)
        return self.known[whole.args[place]]

    def of(self, theorem: Theorem, *more: Theorem, **letters) -> Theorem:
        """A theorem about one head, at this scale; ``more``: the definitions that are not there."""
        found = theorem
        others = {one.conclusion: one for one in more}
        premises = sorted(theorem.hypotheses, key=str)
        for premise in premises:
            found = discharge(premise, found)
        table = {**self.table, **letters.get("table", {})}
        found = instantiate(found, *(part for pair in table.items() for part in pair))
        for premise in reversed(premises):
            wanted = substituted(premise, table)
            found = given(found, others.get(wanted) or self._there(wanted))
        return found

    def _there(self, wanted: Term) -> Theorem:
        if wanted.op == "and":
            return conjoin(*(self._there(part) for part in wanted.args))
        if wanted is lt(0, inv(self.alpha)):
            return positive(inv(self.alpha), [self.above])
        if wanted is lt(0, N):
            return assume(wanted)
        return self.known[wanted]

    # --- V^2 and the norm in the letters of the fixed head ----------------------------------------

    def growth(self, j: Term) -> Term:
        """alpha^2 (p_j^2 (exp(2 N mu_j I) - 1) + m_j^2 (exp(-2 N mu_j I) - 1))."""
        power = 2 * N * mu(j) * self.I
        p, m = self.alpha * plus_hat(j), self.alpha * minus_hat(j)
        return p**2 * (exp(power) - 1) + m**2 * (exp(-power) - 1)

    def value(self) -> Theorem:
        """V(T)^2 = alpha^2 V_hat^2 + the sum of growths/4."""
        sums = {
            one_head.plus_of: lam(lambda j: self.alpha * plus_hat(j), INT),
            one_head.minus_of: lam(lambda j: self.alpha * minus_hat(j), INT),
            one_head.V_0: V_at(self.alpha, ZERO),
            one_head.V_sq: self.V_sq,
        }
        table = {**self.table, **sums}
        values, starts = (
            substituted(DEFINITIONS[f"attention.{name}"].statement, table)
            for name in ("values", "starts")
        )
        named = conjoin(*(ring(part) for part in values.args))
        found = self.of(_value(), named, self.starts_of(starts), table=sums)
        return ring(
            eq(self.V_sq, self.alpha**2 * V_hat**2 + QUARTER * self.grown()), found, self.V_start
        )

    def starts_of(self, starts: Term) -> Theorem:
        """What attention.starts says, at this scale."""
        j = fresh(INT)
        query, key = parts(at(self.starts, j))
        pair = [
            combine(
                eq(
                    self.alpha * hat(j), Q_at(self.alpha, j, 0) + num(sign) * K_at(self.alpha, j, 0)
                ),
                (1, query),
                (1, key),
            )
            for hat, sign in ((plus_hat, 1), (minus_hat, -1))
        ]
        return generalise(written(opened(starts, (j,)), conjoin(*pair)), j)

    def grown(self) -> Term:
        """The sum of the growths."""
        return sum_of(lam(self.growth, INT), 1, modes)

    def norm(self) -> Theorem:
        """3 V(T)^2 = 1 - alpha^2 (nu - 3 V_hat^2)."""
        found = self.of(_norm())
        full = self.part("attention.first-norm-one", 1)
        squares = [
            self._start_square(own, hat, name)
            for own, hat, name in ((Q_at, Q_hat, "Q"), (K_at, K_hat, "K"))
        ]
        left = found.conclusion.args[0]
        begun = ring(eq(left, self.alpha**2 * (START_NORM - 3 * V_hat**2)), *squares, self.V_start)
        return combine(
            eq(3 * self.V_sq, 1 - self.alpha**2 * (START_NORM - 3 * V_hat**2)),
            (1, found),
            (1, full),
            (1, begun),
        )

    def _start_square(self, own: Callable, hat: Callable, name: str) -> Theorem:
        """sum_j own_j(0)^2 = alpha^2 sum_j hat_j^2."""
        plain = lam(lambda j: own(self.alpha, j, ZERO) ** 2, INT)
        square = lam(lambda j: hat(j) ** 2, INT)
        large = lam(lambda j: self.alpha**2 * hat(j) ** 2, INT)

        def proof_at(j, *_):
            known = parts(at(self.starts, j))[0 if name == "Q" else 1]
            return ring(eq(apply(plain, (j,)), apply(large, (j,))), known)

        return combine(
            eq(sum_of(plain, 1, modes), self.alpha**2 * SUMS[name]),
            (1, summand_equal(plain, large, 1, modes, proof_at)),
            (1, scaled(self.alpha**2, square, 1, modes, self.some)),
        )

    def value_high(self) -> Theorem:
        """V(T)^2 <= 1."""
        full = self.part("attention.first-norm-one", 1)
        rests = []
        for own in (Q_at, K_at):

            def square(j, *_, own=own):
                x = own(self.alpha, j, self.T)
                return bound(le(0, x**2), (), (), [x])

            summand = lam(lambda j, own=own: own(self.alpha, j, self.T) ** 2, INT)
            rests.append(nonnegative_sum(summand, 1, modes, self.some, square))
        return linear(le(self.V_sq, 1), full, *rests)

    def sum_grown(self, j: Term, low: Theorem, high: Theorem) -> Theorem:
        """(Q_j + K_j)(T) = alpha p_j exp(N mu_j I)."""
        a = self.alpha
        found = given(self.of(_sums(), table={one: j}), low, high)
        query, key = parts(at(self.starts, j))
        left = Q_at(a, j, self.T) + K_at(a, j, self.T)
        grown = exp(N * mu(j) * self.I)
        return combine(eq(left, a * plus_hat(j) * grown), (1, found), (grown, query), (grown, key))


def difference(one_: Term, other: Term, some: Theorem) -> Theorem:
    """sum f = sum (f - g) + sum g."""
    rest = lam(lambda j: apply(one_, (j,)) - apply(other, (j,)), INT)
    whole = added(rest, other, 1, modes, some)
    goal = eq(sum_of(one_, 1, modes), sum_of(rest, 1, modes) + sum_of(other, 1, modes))
    return combine(goal, (1, whole))
