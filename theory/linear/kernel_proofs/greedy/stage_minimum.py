"""At a local minimum of min(c, d) vectors the gradient is 0: from any other rest the loss falls."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known
from theory.linear.kernel_proofs.greedy.stage_gradients import gradients, pull, slope_value
from theory.linear.kernel_proofs.loss.cost import everywhere_in
from theory.linear.letters.data import (
    N,
    c,
    d,
    loss,
    mean,
    p,
    rank,
    residual,
    step,
    x,
)
from theory.linear.letters.energy import bumped
from theory.linear.letters.stages import (
    A,
    W,
    distance,
    grad,
    learned,
    local_minimum,
    product,
    stage,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.lemmas.small_step import small_step
from theory.proof.lemmas.square_kernel import square_kernel
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums import VECTOR
from theory.proof.sums.any_range import delta, nonnegative, zero_sum
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    parts,
    total,
    weaker,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, var


# --- min(c, d) vectors at a local minimum ---------------------------------------------------------
@cache
def last() -> list[Theorem]:
    """0 <= min(c, d) and min(c, d) <= min(c, d)."""
    return [
        bound(le(0, rank), (), [[assume(lt(0, step))], [assume(le(step, rank))]]),
        bound(le(rank, rank)),
    ]


def rest_a(k, h) -> Term:
    """-dL/dA_kh of the last stage."""
    return mean(
        lambda n: residual(n, k, learned(rank)) * total(1, d, lambda m: W(rank, h, m) * x(n, m))
    )


def rest_w(h, l) -> Term:
    """-dL/dW_hl of the last stage."""
    return mean(
        lambda n: total(1, c, lambda k: A(rank, k, h) * residual(n, k, learned(rank))) * x(n, l)
    )


@cache
def rests() -> tuple[Theorem, Theorem]:
    """Both vanish, for all entries."""
    (stated,) = known("stages")
    by_a, by_w = conjuncts(at(stated, rank, *last()))

    def first(k, h, facts):
        own = at(by_a, k, facts[0], facts[1], h, facts[2], facts[3])

        def body(q):
            return loss(product(bumped(stage(A, rank), k, h, q), stage(W, rank), rank))

        value = slope_value(own, body, -rest_a(k, h), facts)
        return combine(eq(rest_a(k, h), 0), (1, value))

    def second(h, l, facts):
        own = at(by_w, h, facts[0], facts[1], l, facts[2], facts[3])

        def body(q):
            return loss(product(stage(A, rank), bumped(stage(W, rank), h, l, q), rank))

        value = slope_value(own, body, -rest_w(h, l), facts)
        return combine(eq(rest_w(h, l), 0), (1, value))

    return everywhere_in((c, rank), first), everywhere_in((rank, d), second)


class Descent:
    """From a local minimum of min(c, d) vectors at which E[(y - A W x)_k x_l] = g is not 0, down.

    With c <= d (``wide``) some z != 0 has A z = 0, else W^T z = 0. A moves by t p z^T and W by
    t z q^T, p and q along k and l, one of them of length kappa; Z = |z|^2 and kappa Z g = 1 + U:
    the loss changes by -t^2 + t^4 C - M/2 with M >= 0.
    """

    def __init__(self, k: Term, l: Term, place: list[Theorem], wide: bool) -> None:
        self.k, self.l, self.place, self.wide = k, l, place, wide
        self.g = pull(rank, k, l)

    def kernel(self, apart: Theorem) -> Theorem:
        """There is such a z."""
        k, l, place = self.k, self.l, self.place
        size, same = (c, _rank_is(True)) if self.wide else (d, _rank_is(False))
        by_a, by_w = rests()
        h = fresh(INT, "h")
        h_in = (le(1, h), le(h, rank))
        inside = list(map(assume, h_in))
        if self.wide:
            matrix, relation, row = self.square(), lam(lambda i: pull(rank, i, l), INT), k
            zero = at(by_w, h, *inside, l, place[2], place[3])
        else:
            matrix, relation, row = self.square(), lam(lambda m: pull(rank, k, m), INT), l
            zero = at(by_a, k, place[0], place[1], h, *inside)
        summand = lam(lambda q: relation(q) * matrix(q, h), INT)
        listed = same_sums(
            eq(total(1, size, lambda q: summand(q)), zero.conclusion.args[0]),
            facts=[*inside, *place],
        )
        ranged = _other_end(summand, size, same)
        off = combine(
            eq(total(1, rank, lambda q: summand(q)), 0), (1, ranged), (1, listed), (1, zero)
        )
        low, high = place[:2] if self.wide else place[2:]
        few = bound(le(0, rank - 1), (), [[last_some()]])
        top = order(le(row, rank), ((num(-1), same),), ((ONE, (high,), ONE),))
        every = everywhere(h, off, *h_in)
        return square_kernel(matrix, relation, row, rank, few, low, top, apart, every)

    def square(self) -> Term:
        """A, or W^T."""
        if self.wide:
            return lam(lambda i, h: A(rank, i, h), INT, INT)
        return lam(lambda m, h: W(rank, h, m), INT, INT)

    def image(self, z: Term, i) -> Term:
        """(A z)_i."""
        return total(1, rank, lambda h: A(rank, i, h) * z(h))

    def shift(self, z: Term, n) -> Term:
        """z^T W x at the point n."""
        return total(1, rank, lambda h: z(h) * total(1, d, lambda m: W(rank, h, m) * x(n, m)))

    def first(self, z: Term) -> Theorem:
        """sum_h z_h dL/dA_kh = 0, or sum_h z_h dL/dW_hl = 0."""
        by_a, by_w = rests()
        k, l, place = self.k, self.l, self.place
        own = (lambda h: rest_a(k, h)) if self.wide else (lambda h: rest_w(h, l))
        summand = lam(lambda h: z(h) * own(h), INT)

        def still(h, *inside):
            zero = (
                at(by_a, k, *place[:2], h, *inside)
                if self.wide
                else at(by_w, h, *inside, l, *place[2:])
            )
            return combine(eq(summand(h), 0), (z(h), zero))

        return zero_sum(summand, 1, rank, still)

    def sizes(self, z: Term) -> tuple[Term, Term, Theorem, Theorem]:
        """U and V = E[x_l^2], both >= 0."""
        V, V_low = mean(lambda n: x(n, self.l) ** 2), mean_low(lambda n: x(n, self.l))
        if self.wide:
            U, U_low = mean(lambda n: self.shift(z, n) ** 2), mean_low(lambda n: self.shift(z, n))
        else:
            U = V * total(1, c, lambda i: self.image(z, i) ** 2)
            squares = square_sum(lambda i: self.image(z, i), 1, c)
            U_low = bound(le(0, U), (), [[V_low, squares]], exact=True)
        return U, V, U_low, V_low

    def lost(self, z: Term, t: Term, kappa: Term) -> tuple[Term, Theorem]:
        """M >= 0."""
        k, l = self.k, self.l
        Z = total(1, rank, lambda h: z(h) ** 2)
        if self.wide:

            def apart(n):
                return t * self.shift(z, n) - t**2 * kappa * Z * x(n, l)

            return mean(lambda n: apart(n) ** 2), mean_low(apart)

        def off(i):
            return t * self.image(z, i) - t**2 * kappa * Z * delta(i, k)

        M = mean(lambda n: x(n, l) ** 2) * total(1, c, lambda i: off(i) ** 2)
        low = [mean_low(lambda n: x(n, l)), square_sum(off, 1, c)]
        return M, bound(le(0, M), (), [low], exact=True)

    def moved(self, z: Term, t: Term, kappa: Term) -> tuple[Term, Term]:
        """A and W after the step."""
        along, across = (ONE, kappa) if self.wide else (kappa, ONE)
        return (
            lam(lambda i, h: A(rank, i, h) + t * along * (delta(i, self.k) * z(h)), INT, INT),
            lam(lambda h, m: W(rank, h, m) + t * across * (z(h) * delta(m, self.l)), INT, INT),
        )

    def changed(self, z: Term, rows: Theorem, t: Term, kappa: Term) -> Theorem:
        """L after = L - t 0 - t^2 kappa Z g + t^2 U + t^4 kappa^2 Z^2 V - M/2."""
        U, V, *_ = self.sizes(z)
        Z = total(1, rank, lambda h: z(h) ** 2)
        M, _ = self.lost(z, t, kappa)
        value = (
            loss(learned(rank))
            - t * self.first(z).conclusion.args[0]
            - t**2 * kappa * Z * self.g
            + t**2 * U
            + t**4 * kappa**2 * Z**2 * V
            - num(1, 2) * M
        )
        goal = eq(loss(product(*self.moved(z, t, kappa), rank)), value)
        return same_sums(goal, rows, facts=self.place)

    def ranged(self, rows: Theorem) -> Theorem:
        """X z = 0 for all rows of A, or columns of W."""
        size, same = (c, _rank_is(True)) if self.wide else (d, _rank_is(False))
        i = fresh(INT, "i")
        ends = (le(1, i), le(i, size))
        low, high = map(assume, ends)
        top = order(le(i, rank), ((num(-1), same),), ((ONE, (high,), ONE),))
        return everywhere(i, at(rows, i, low, top), *ends)

    def contradicted(self, z, found: Theorem, apart: Theorem, rho, near: Theorem, goal) -> Theorem:
        """A step from which the loss is below the least one."""
        size, rows = parts(found)
        radius, every = conjuncts(near)
        Z = total(1, rank, lambda h: z(h) ** 2)
        U, V, _, V_low = self.sizes(z)
        inverse_z = inverse(Z, [size])
        unit_g = fact("inverse", apart, z=self.g)
        kappa = (U + 1) * inv(Z) * inv(self.g)
        scaled = combine(
            eq(kappa * Z * self.g, U + 1),
            ((U + 1) * inv(self.g) * self.g, inverse_z), (U + 1, unit_g),
        )  # fmt: skip
        C, D = kappa**2 * Z**2 * V, Z + kappa**2 * Z
        C_low = bound(le(0, C), (), [([V_low], kappa * Z)])
        D_low = bound(le(0, D), (), [[size], ([size], kappa)])
        step_, above, falls, close = small_step(rho, C, D, radius, C_low, D_low)
        T, K = var("t'"), var("kappa'")
        change = instantiate(self.changed(z, self.ranged(rows), T, K), T, step_, K, kappa)
        _, lost = self.lost(z, T, K)
        lost = instantiate(lost, T, step_, K, kappa)
        left, right = self.moved(z, step_, kappa)
        apart_ = distance(*self.moved(z, T, K), rank)
        far = same_sums(eq(apart_, T**2 * (Z + K**2 * Z)), facts=self.place)
        far = instantiate(far, T, step_, K, kappa)
        inside = order(lt(far.conclusion.args[0], rho), ((ONE, far),), ((ONE, (close,), ONE),))
        less = at(every, left, right, inside)
        false = signed_order(
            lt(ZERO, ZERO),
            [(ONE, change), (step_, self.first(z)), (step_**2, scaled)],
            (ONE, (less,), ONE), (ONE, (falls, above, above), ONE), (num(1, 2), (lost,), ONE),
        )  # fmt: skip
        return contradiction(false, goal)


def mean_low(body) -> Theorem:
    """0 <= E[body^2]."""
    weights_low = known("covariance")[0]
    summand = lam(lambda n: p(n) * body(n) ** 2, INT)
    return nonnegative(
        summand, 1, N,
        lambda n, low, high: bound(
            le(0, summand(n)), (), [([at(weights_low, n, low, high)], body(n))]
        ),
    )  # fmt: skip


def last_some() -> Theorem:
    """1 <= min(c, d)."""
    low, high = assume(lt(0, step)), assume(le(step, rank))
    return bound(le(1, rank), (), [[fact("discrete", low, n=ZERO, m=step)], [high]])


def _other_end(summand: Term, size: Term, same: Theorem) -> Theorem:
    """sum to size = sum to min(c, d), where the two are equal."""
    f = var("f'", VECTOR)
    turned = combine(eq(size, rank), (1, same))
    plain = equal_inside(total(1, size, lambda q: f(q)), turned)
    return instantiate(plain, f, summand)


@cache
def _rank_is(wide: bool) -> Theorem:
    """min(c, d) = c for c <= d, else d."""
    (own,) = known("rank")
    name, value, order_ = ("min-left", c, le(c, d)) if wide else ("min-right", d, le(d, c))
    return combine(eq(rank, value), (1, own), (1, fact(name, assume(order_), x=c, y=d)))


@cache
def gradient_ends() -> Theorem:
    """for all (k, l): grad_kl = 0 after the last stage, where it is a local minimum."""
    slopes = gradients(rank, last())

    def proof_at(k, l, facts):
        goal = eq(grad(rank, k, l), 0)
        own = at(slopes, k, facts[0], facts[1], l, facts[2], facts[3])

        def zero(none):
            return combine(goal, (1, own), (1, none))

        def other(apart):
            def side(wide):
                descent = Descent(k, l, facts, wide)

                def with_radius(rho, near):
                    def with_vector(z, found):
                        return descent.contradicted(z, found, apart, rho, near, goal)

                    return obtain(descent.kernel(apart), with_vector)

                return obtain(assume(local_minimum(rank)), with_radius)

            # c <= d or d <= c
            return by_cases(
                trichotomy(c, d),
                lambda less: cut(side(True), weaker(less)),
                lambda same: cut(side(True), order(le(c, d), ((ONE, same),), ())),
                lambda more: cut(side(False), weaker(more)),
            )

        return by_cases(eq(pull(rank, k, l), 0), zero, other)

    return everywhere_in((c, d), proof_at)


def cut(theorem: Theorem, lemma: Theorem) -> Theorem:
    """The theorem without the hypothesis that the lemma shows."""
    return given(discharge(lemma.conclusion, theorem), lemma)
