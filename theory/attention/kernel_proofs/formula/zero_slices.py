"""Parameters that start at zero have no gradient, in the kernel, for any number of heads."""

from __future__ import annotations

from theory.attention.kernel_proofs.formula.model import COUNT, D, last_term
from theory.attention.kernel_proofs.formula.model import key_row as model_key_row
from theory.attention.kernel_proofs.formula.model import query_row as model_query_row
from theory.attention.kernel_proofs.formula.model import value_row as model_value_row
from theory.attention.kernel_proofs.formula.slices import (
    along_key,
    at_point,
    flat,
    model_facts,
    no_correlation,
    nothing_at_all,
    query,
    residual,
)
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import target, weight, x
from theory.attention.letters.model import BOTTOM, LAST, N, d, full_K, full_Q, full_V, rows, values
from theory.attention.letters.slice import full, grad_zero, moved_row, moved_V, token
from theory.proof.lemmas import trichotomy
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    cases,
    conjoin,
    detach,
    discharge,
    order,
)
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    equal_inside,
    fact,
    lam,
    obtain,
    parts,
    ring,
    symmetric,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    call,
    eq,
    le,
    lt,
)

# --- the three kinds of parameters ----------------------------------------------------------------


def raw_key(h: Term, n: Term, w: Term) -> Term:
    """(X^T W_K)_n of head h."""
    return rows(lambda b: token(b, n, w) * full_K(h, b))


def raw_query(h: Term, w: Term) -> Term:
    """(W_Q^T X)_{N+1} of head h."""
    return rows(lambda c: full_Q(h, c) * token(c, LAST, w))


def raw_value(h: Term, n: Term, w: Term) -> Term:
    """(W_V X)_{d+1, n} of head h."""
    return rows(lambda a: full_V(h, BOTTOM, a) * token(a, n, w))


def in_query(h: Term, known: Theorem, where: tuple) -> Theorem:
    """The last entry of W_Q meets the 0 of the last token."""

    def change(w):
        inner = total(1, LAST, lambda n: raw_value(h, n, w) * raw_key(h, n, w))
        return inner * token(BOTTOM, LAST, w)

    (prompts,) = defined("attention.prompts")

    def vanishes(w, *w_where):
        nothing = parts(at(prompts, w, *w_where))[-1]
        return ring(eq(weight(w) * (residual(w) * change(w)), 0), nothing)

    zero = nothing_at_all(lam(lambda w: weight(w) * (residual(w) * change(w)), INT), vanishes)
    facts = [*where, *_bottom()]
    return flat(
        known,
        change,
        lambda t, w: full(full_V, full_K, moved_row(full_Q, h, t), w),
        zero,
        facts,
    )


def _bottom() -> list[Theorem]:
    """1 <= d + 1 <= d + 1."""
    return [bound(le(1, BOTTOM), (), [[D]]), bound(le(BOTTOM, BOTTOM))]


def in_key(h: Term, known: Theorem, where: tuple) -> Theorem:
    """The last entry of W_K: its change is V_h sum_n y_n^2 times the query response,
    odd in beta.
    """
    slices = model_facts(h, where)

    def change(w):
        inner = total(1, LAST, lambda n: raw_value(h, n, w) * token(BOTTOM, n, w))
        return inner * raw_query(h, w)

    def without_noise(w):
        return values(h) * total(1, N, lambda n: target(n, w) * target(n, w)) * query(h, w)

    def rewrite(w, w_where):
        _, labels, nothing = parts_of_prompt(w, w_where)
        inner = lam(lambda n: raw_value(h, n, w) * token(BOTTOM, n, w), INT)
        short = lam(lambda n: values(h) * (target(n, w) * target(n, w)), INT)

        def each(n, low, high):
            return ring(
                eq(apply(inner, (n,)), apply(short, (n,))),
                value_at(h, n, w, slices[0], w_where),
                at(labels, n, low, high),
            )

        before = summand_equal(inner, short, 1, N, each)
        dropped = ring(eq(apply(inner, (LAST,)), 0), nothing)
        out = same_sums(
            eq(
                sum_of(short, 1, N),
                values(h) * total(1, N, lambda n: target(n, w) * target(n, w)),
            )
        )
        summed = combine(
            eq(sum_of(inner, 1, LAST), out.conclusion.args[1]),
            (1, last_term(inner, N, COUNT)),
            (1, before),
            (1, dropped),
            (1, out),
        )
        return ring(eq(change(w), without_noise(w)), summed, query_at(h, w, slices[2], w_where))

    zero = no_correlation(change, without_noise, rewrite, list(where))
    return flat(
        known,
        change,
        lambda t, w: full(full_V, moved_row(full_K, h, t), full_Q, w),
        zero,
        [*where, *_bottom()],
    )


def parts_of_prompt(w: Term, where: tuple) -> list[Theorem]:
    """The inputs, the labels and the 0 of the prompt at a point."""
    whole = at(defined("attention.prompts")[0], w, *where)
    return conjuncts(whole)


def value_at(h: Term, n: Term, w: Term, slices: Theorem, where: tuple) -> Theorem:
    """(W_V X)_{d+1, n} = V_h X_{d+1, n}."""
    return at_point(model_value_row(h, n, slices), w, where)


def key_at(h: Term, n: Term, w: Term, zero: Theorem, where: tuple, n_where: tuple) -> Theorem:
    """(X^T W_K)_n = x_n^T K_h."""
    return at_point(model_key_row(h, n, zero, n_where), w, where)


def query_at(h: Term, w: Term, zero: Theorem, where: tuple) -> Theorem:
    """(W_Q^T X)_{N+1} = Q_h^T x_{N+1}."""
    return at_point(model_query_row(h, zero), w, where)


def value_change(h: Term, i: Term, j: Term, w: Term) -> Term:
    """The change of the prediction with entry (i, j) of W_V, for heads with zero slices."""
    inner = total(1, LAST, lambda n: token(j, n, w) * raw_key(h, n, w))
    return delta(BOTTOM, i) * (inner * raw_query(h, w))


def along_input(h: Term, j: Term, w: Term) -> Term:
    """The same for the last row and input j: sum_n x_nj (K^T x_n) Q^T x_{N+1}."""
    inner = total(1, N, lambda n: x(n, j, w) * along_key(h, n, w))
    return (inner + x(LAST, j, w) * along_key(h, LAST, w)) * query(h, w)


def an_input(j: Term, high: Theorem, same: Theorem, apart: Theorem) -> Theorem:
    """j <= d, where i = d + 1 and not j = d + 1 as well."""
    return by_cases(
        trichotomy(j, BOTTOM),
        lambda less: bound(le(j, d), (), [[fact("discrete", less, n=j, m=BOTTOM)]]),
        lambda equal: absurd(detach(apart, conjoin(same, equal)), le(j, d)),
        lambda more: absurd(
            detach(
                fact_irreflexive(),
                order(lt(ZERO, ZERO), (), ((ONE, (more,), ONE), (ONE, (high,), ONE))),
            ),
            le(j, d),
        ),
    )


def input_row(h: Term, j: Term, w: Term, where: tuple, w_where: tuple) -> Theorem:
    """sum_n X_jn (W_K X)_n over all tokens is that of the inputs; ``where``: of h, then j >= 1 and
    j <= d.
    """
    h_where, low_j, high_j = where
    slices = model_facts(h, h_where)
    inputs, _, _ = parts_of_prompt(w, w_where)
    inner = lam(lambda n: token(j, n, w) * raw_key(h, n, w), INT)
    short = lam(lambda n: x(n, j, w) * along_key(h, n, w), INT)

    def each(n, low, high):
        return ring(
            eq(apply(inner, (n,)), apply(short, (n,))),
            at(inputs, n, low, high, j, low_j, high_j),
            key_at(h, n, w, slices[1], w_where, (low, high)),
        )

    before = summand_equal(
        inner,
        short,
        1,
        N,
        lambda n, low, high: each(n, low, bound(le(n, LAST), (), [[high]])),
    )
    end = (bound(le(1, LAST), (), [[COUNT]]), bound(le(LAST, LAST)))
    return combine(
        eq(sum_of(inner, 1, LAST), sum_of(short, 1, N) + apply(short, (LAST,))),
        (1, last_term(inner, N, COUNT)),
        (1, before),
        (1, each(LAST, *end)),
    )


def in_value(h: Term, i: Term, j: Term, known: Theorem, where: tuple, apart: Theorem) -> Theorem:
    """An entry of W_V but the last: its row does not count, or its change is even in beta."""
    h_where, i_where, j_where = where
    slices = model_facts(h, h_where)

    def change(w):
        return value_change(h, i, j, w)

    facts = [*h_where, *i_where, *j_where, *_bottom()]

    def moved(t, w):
        return full(moved_V(h, i, j, t), full_K, full_Q, w)

    def elsewhere(differ):
        """i is not d + 1."""
        again = assume(eq(BOTTOM, i))
        other = discharge(again.conclusion, detach(differ, symmetric(again)))
        off = fact("ite-false", other, P=eq(BOTTOM, i), z=ONE, w=ZERO)

        def vanishes(w, *_):
            return ring(eq(weight(w) * (residual(w) * change(w)), 0), off)

        summand = lam(lambda w: weight(w) * (residual(w) * change(w)), INT)
        return flat(known, change, moved, nothing_at_all(summand, vanishes), facts)

    def last_row(same):
        """i = d + 1, so j <= d."""
        below = an_input(j, j_where[1], same, apart)
        on = fact("ite-true", symmetric(same), P=eq(BOTTOM, i), z=ONE, w=ZERO)

        def evened(w):
            return along_input(h, j, w)

        def rewrite(w, w_where):
            summed = input_row(h, j, w, (h_where, j_where[0], below), w_where)
            asked = query_at(h, w, slices[2], w_where)
            return ring(eq(change(w), evened(w)), on, summed, asked)

        zero = no_correlation(change, evened, rewrite, [*h_where, j_where[0], below])
        return flat(known, change, moved, zero, facts)

    return by_cases(eq(i, BOTTOM), last_row, elsewhere)


def fact_irreflexive() -> Theorem:
    """0 < 0 is false."""
    return fact("irreflexive", x=ZERO)


@proof("attention.zero-slices")
def zero_slices() -> Theorem:
    """Whichever parameter it is, its slope is 0."""
    (existence,) = defined("attention.largest-zero-gradient")
    (every,) = defined("attention.zero-gradients")

    def use(h, i, j, known):
        entry, one_of = conjuncts(known)
        *ranges, apart = conjuncts(entry)
        h_where, i_where, j_where = (tuple(ranges[k : k + 2]) for k in (0, 2, 4))
        slopes = at(every, h, *h_where)
        in_V, of_K, of_Q = conjuncts(slopes)
        zeros = [
            in_value(
                h, i, j, at(in_V, i, *i_where, j, *j_where), (h_where, i_where, j_where), apart
            ),
            in_key(h, of_K, h_where),
            in_query(h, of_Q, h_where),
        ]
        return cases(
            one_of,
            *(_nothing(assume(part), zero) for part, zero in zip(one_of.conclusion.args, zeros)),
        )

    return obtain(
        existence,
        lambda h, rest: obtain(
            rest, lambda i, last: obtain(last, lambda j, known: use(h, i, j, known))
        ),
    )


def _nothing(named: Theorem, zero: Theorem) -> Theorem:
    """grad = |s| and s = 0 give grad = 0."""
    inside = equal_inside(call("abs", zero.conclusion.args[0]), zero)
    flat_ = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    return combine(eq(grad_zero, 0), (1, named), (1, inside), (1, flat_))
