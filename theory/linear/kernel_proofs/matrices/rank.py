"""A product A W has at most min(c, H, d) singular modes, and some product has as many."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.data import H, c, d, step
from theory.linear.letters.optima import modes
from theory.linear.letters.rank import decomposed, tilde_H
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge, order
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.sums.any_range import delta, zero_sum
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    inverse,
    lam,
    obtain,
    parts,
    total,
    weaker,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, lt, num, opened, var

A, W, a, b = (var(f"{name}'", MATRIX) for name in ("A", "W", "a", "b"))
s, n = var("s'", VECTOR), var("n'", INT)


def _never(size: Term, rows: Term, above: Theorem, goal: Term, vanishing) -> Theorem:
    """Anything, where more than ``size`` modes give a combination that is 0 and is not."""
    exists = at(dependence(), size, above, rows)

    def from_witness(x, own):
        positive, zeros = parts(own)
        nothing = vanishing(x, zeros)  # norm = 0
        false = order(lt(ZERO, ZERO), ((num(1), nothing),), ((ONE, (positive,), ONE),))
        return contradiction(false, goal)

    return obtain(exists, from_witness)


def _short(size: Term, vectors: Term, columns: Theorem) -> Theorem:
    """n <= size, for n orthonormal vectors of this size."""
    goal = le(n, size)
    above = bound(le(0, size), (), [[assume(lt(0, size))]])

    def more(less):
        room = bound(le(size + 1, n), (), [[fact("discrete", less, n=size, m=n)]])

        def vanishing(x, zeros):
            inner = lam(lambda l: total(1, size + 1, lambda j: vectors(l, j) * x(j)) ** 2, INT)
            norm = total(1, size + 1, lambda j: x(j) ** 2)
            same = same_sums(eq(total(1, size, lambda l: inner(l)), norm), columns, facts=[room])

            def flat(l, low, high):
                row = at(zeros, l, low, high)
                return combine(eq(inner(l), 0), (row.conclusion.args[0], row))

            none = zero_sum(inner, 1, size, flat)
            return combine(eq(norm, 0), (1, same), (1, none))

        return _never(size, vectors, above, goal, vanishing)

    return by_cases(
        trichotomy(size, n),
        more,
        lambda same: order(goal, ((num(-1), same),), ()),
        lambda less: bound(goal, (), [[less]]),
    )


def _right_rows() -> Term:
    """(h, j) -> (W b_j)_h."""
    return lam(lambda h, j: total(1, d, lambda m: W(h, m) * b(m, j)), INT, INT)


def _image(x, l: Term) -> Term:
    """(A W sum_{j <= H + 1} x_j b_j)_l."""
    return total(
        1,
        d,
        lambda m: (
            total(1, H, lambda h: A(l, h) * W(h, m)) * total(1, H + 1, lambda j: x(j) * b(m, j))
        ),
    )


def _no_image(x, l: Term, zeros: Theorem) -> Theorem:
    """(A W sum_j x_j b_j)_l^2 = 0, where W sum_j x_j b_j = 0."""
    rows, image = _right_rows(), _image(x, l)
    inner = lam(lambda h: A(l, h) * total(1, H + 1, lambda j: rows(h, j) * x(j)), INT)
    same = same_sums(eq(image, total(1, H, lambda h: inner(h))))
    none = zero_sum(
        inner, 1, H,
        lambda h, low, high: combine(eq(inner(h), 0), (A(l, h), at(zeros, h, low, high))),
    )  # fmt: skip
    zero = combine(eq(image, 0), (1, same), (1, none))
    return combine(eq(image**2, 0), (image, zero))


def _narrow(orth_a: Theorem, orth_b: Theorem, above_: Theorem, product: Theorem) -> Theorem:
    """n <= H: W maps the n right vectors into R^H."""
    goal = le(n, H)
    above = bound(le(0, H), (), [[assume(lt(0, H))]])

    def more(less):
        room = bound(le(H + 1, n), (), [[fact("discrete", less, n=H, m=n)]])

        def vanishing(x, zeros):
            squares = lam(lambda l: _image(x, l) ** 2, INT)
            shares = lam(lambda j: (s(j) * x(j)) ** 2, INT)
            split = same_sums(
                eq(total(1, c, lambda l: squares(l)), total(1, H + 1, lambda j: shares(j))),
                product, orth_a, orth_b, facts=[room],
            )  # fmt: skip
            gone = zero_sum(squares, 1, c, lambda l, *_: _no_image(x, l, zeros))
            total_low = order(
                le(total(1, H + 1, lambda j: shares(j)), 0),
                ((num(-1), split), (num(1), gone)),
                (),
            )
            each = zero_terms(
                shares, 1, H + 1,
                lambda j, *_: bound(le(0, shares(j)), (), [], [s(j) * x(j)]),
                total_low,
            )  # fmt: skip

            def alone(j, low, high):
                strict = at(above_, j, low, bound(le(j, n), (), [[high], [room]]))
                undone = inverse(s(j), [strict])
                g = call("inv", s(j))
                own = at(each, j, low, high)
                return combine(eq(x(j) ** 2, 0), (g**2, own), (x(j) ** 2 * (1 + s(j) * g), undone))

            return zero_sum(lam(lambda j: x(j) ** 2, INT), 1, H + 1, alone)

        return _never(H, _right_rows(), above, goal, vanishing)

    return by_cases(
        trichotomy(H, n),
        more,
        lambda same: order(goal, ((num(-1), same),), ()),
        lambda less: bound(goal, (), [[less]]),
    )


@cache
def at_most() -> tuple[Theorem, Theorem, Theorem]:
    """n <= c, n <= H and n <= d for n modes of A W."""
    _, orth_a, orth_b, above, product = parts(assume(decomposed(A, W, n, s, a, b)))
    first = _short(c, lam(lambda l, j: a(l, j), INT, INT), orth_a)
    third = _short(d, lam(lambda m, j: b(m, j), INT, INT), orth_b)
    return first, _narrow(orth_a, orth_b, above, product), third


def attained(size: Term, low: Theorem, facts: tuple[Theorem, Theorem, Theorem]) -> Theorem:
    """size modes, for size <= c, H, d: sum_q e_q e_q^T."""
    in_c, in_H, in_d = facts
    some = lam(lambda k, l: total(1, size, lambda q: delta(k, q) * delta(l, q)), INT, INT)
    unit = lam(lambda k, q: delta(k, q), INT, INT)
    ones = lam(lambda q: ONE, INT)
    goal = decomposed(some, some, size, ones, unit, unit)
    low_goal, first, second, above, product = goal.args

    def columns(wanted, room):
        i, j = fresh(INT, "i"), fresh(INT, "j")
        premises = (le(1, i), le(i, size), le(1, j), le(j, size))
        own = same_sums(
            eq(total(1, room.conclusion.args[1], lambda l: delta(l, i) * delta(l, j)), delta(i, j)),
            facts=[*map(assume, premises), room],
        )
        return written(wanted, everywhere(i, everywhere(j, own, *premises[2:]), *premises[:2]))

    q = fresh(INT, "q")
    positive = everywhere(q, bound(lt(0, ONE)), le(1, q), le(q, size))
    l, m = fresh(INT, "l"), fresh(INT, "m")
    shape = (le(1, l), le(l, c), le(1, m), le(m, d))
    inner = opened(opened(product, (l,)).args[1].args[1], (m,)).args[1].args[1]
    entry = same_sums(inner, facts=[*map(assume, shape), in_H])
    whole = everywhere(l, everywhere(m, entry, *shape[2:]), *shape[:2])
    return conjoin(
        written(low_goal, low),
        columns(first, in_c),
        columns(second, in_d),
        written(above, positive),
        written(product, whole),
    )


def _reached(size: Term, facts) -> Theorem:
    """size <= tilde H, for a size <= c, H, d."""
    every, _ = known("most-modes")
    low = bound(le(0, size), (), [[assume(lt(0, size))]])
    some = lam(lambda k, l: total(1, size, lambda q: delta(k, q) * delta(l, q)), INT, INT)
    unit, ones = lam(lambda k, q: delta(k, q), INT, INT), lam(lambda q: ONE, INT)
    return at(every, some, some, size, ones, unit, unit, attained(size, low, facts))


def _bounded(place: int) -> Theorem:
    """tilde H <= c, H or d: one of ``at_most``, by its place there."""
    _, existence = known("most-modes")

    def opened_(existence_, chosen):
        if existence_.conclusion.op != "exists":
            table = dict(zip((A, W, s, a, b), chosen)) | {n: tilde_H}
            own = at_most()[place]
            moved = discharge(decomposed(A, W, n, s, a, b), own)
            return detach(filled(moved, table), existence_)
        return obtain(existence_, lambda one, inner: opened_(inner, [*chosen, one]))

    return opened_(existence, [])


@proof("linear.basis-size")
def basis_size() -> Theorem:
    """tilde H is at most each of them; and the smallest of them is attained."""
    goal = eq(tilde_H, call("min", c, call("min", d, H)))

    def is_least(size, place, facts, value) -> Theorem:
        """tilde H = size = the minimum."""
        ends = _bounded(place), _reached(size, facts)
        return combine(goal, (1, fact("antisymmetric", *ends, x=tilde_H, y=size)), (1, value))

    def itself(size):
        return bound(le(size, size))

    def split(ordered_H, small, place, left_facts):
        """The smaller of H and d is known: compare with c."""
        name = "min-right" if small is H else "min-left"
        inner = fact(name, ordered_H, x=d, y=H)
        moved = equal_inside(call("min", c, call("min", d, H)), inner)

        def c_least(ordered):
            value = fact("min-left", ordered, x=c, y=small)
            facts = (itself(c), left_facts(ordered)[0], left_facts(ordered)[1])
            back = combine(eq(c, goal.args[1]), (1, moved), (1, value))
            return is_least(c, 0, facts, back)

        def small_least(ordered):
            value = fact("min-right", ordered, x=c, y=small)
            facts = (ordered, *((itself(H), ordered_H) if small is H else (ordered_H, itself(d))))
            back = combine(eq(small, goal.args[1]), (1, moved), (1, value))
            return is_least(small, place, facts, back)

        return by_cases(
            trichotomy(c, small),
            lambda less: c_least(weaker(less)),
            lambda same: c_least(order(le(c, small), ((num(1), same),), ())),
            lambda more: small_least(weaker(more)),
        )

    def H_first(ordered_H):
        return split(
            ordered_H, H, 1,
            lambda ordered: (ordered, bound(le(c, d), (), [[ordered], [ordered_H]])),
        )  # fmt: skip

    def d_first(ordered_d):
        return split(
            ordered_d, d, 2,
            lambda ordered: (bound(le(c, H), (), [[ordered], [ordered_d]]), ordered),
        )  # fmt: skip

    return by_cases(
        trichotomy(H, d),
        lambda less: H_first(weaker(less)),
        lambda same: H_first(order(le(H, d), ((num(1), same),), ())),
        lambda more: d_first(weaker(more)),
    )


@proof("linear.dormant-count")
def dormant_count() -> Theorem:
    """All of them less the active ones."""
    *_, left = known("dormant-vectors")
    whole = basis_size()
    return combine(eq(modes, whole.conclusion.args[1] - step), (1, left), (1, whole))
