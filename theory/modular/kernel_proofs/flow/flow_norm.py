"""The norm of all weights along gradient flow and its loss: modular.flow-norm."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.loss import label_square, unit_square
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    WANTED,
    any_loss,
    energy,
    over_outputs,
    put_out,
    table,
)
from theory.modular.kernel_proofs.flow.norm_bound import (
    LATER,
    all_fall,
    any_gain,
    dominant,
    energy_low,
    gains_below,
    outputs_low,
    printed_low,
)
from theory.modular.kernel_proofs.maxima.maximum import odd_p, printed
from theory.modular.kernel_proofs.race.slow_growth import POSITIVE, E, root_facts
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import p
from theory.modular.letters.cost import x_sq, x_sum
from theory.modular.letters.energy import eta, loss_t, norm_0, norm_t, t
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    given,
    inverse,
    positive,
    ring,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import ZERO, Term, eq, le, lt, num

# --- the norm, without slack ----------------------------------------------------------------------
RATE = 3 * eta * printed() * t


def norms() -> list[Theorem]:
    """0 <= n_0, n_0^2 = E(0), 0 <= n_t, n_t^2 = E(t)."""
    return [*defined("modular.norm-net-0"), *defined("modular.norm-net")]


def rate_low() -> Theorem:
    """0 <= 3 eta U* t."""
    top = printed_low(dominant()[0])
    return bound(le(0, RATE), (), [[assume(lt(0, eta)), top, LATER]])


def with_slack(d: Term, above: Theorem) -> Theorem:
    """n_t <= (n_0 + d) (1 + 3 eta U* t n_t), for every d > 0."""
    first_low, first, last_low, last = norms()
    slack_up = bound(lt(0, d**2), (), [[above, above]])

    def at_slack(theorem):
        return given(instantiate(discharge(POSITIVE.conclusion, theorem), E, d**2), slack_up)

    moved = at_slack(all_fall())
    sizes = [sqrt(energy(s) + d**2) for s in (ZERO, t)]
    facts = [[at_slack(one) for one in root_facts(energy(s), energy_low(s))[1:]] for s in (ZERO, t)]
    (r, q), ((r_up, r_square, r_unit), (q_up, q_square, q_unit)) = sizes, facts
    near = not_above(
        r,
        norm_0 + d,
        lambda more: ordered(
            lt(0, 0),
            [(1, r_square), (1, first)],
            [more, r_up],
            [more, bound(lt(0, norm_0 + d), (), [[above], [first_low]], exact=True)],
            [first_low, above],
            [first_low, above],
        ),
    )
    far = not_above(
        norm_t,
        q,
        lambda more: ordered(
            lt(0, 0),
            [(1, q_square), (1, last)],
            [more, q_up],
            [more, last_low],
            [slack_up],
        ),
    )
    down = positive(inv(q), [q_up])
    # 1/r <= 1/q + c, times r n: n <= r n/q + c r n <= r + c r n <= (n_0 + d) (1 + c n)
    reached = ordered(
        le(norm_t, r * (1 + RATE * norm_t)),
        [(norm_t, r_unit), (r, q_unit)],
        [moved, r_up, last_low],
        [far, r_up, down],
    )
    factor = bound(lt(0, 1 + RATE * norm_t), (), [[rate_low(), last_low], []])
    return ordered(le(norm_t, (norm_0 + d) * (1 + RATE * norm_t)), [], [reached], [near, factor])


def not_above(a: Term, b: Term, false: Callable) -> Theorem:
    """a <= b, where false(b < a) is 0 < 0."""
    statement = le(a, b)
    return by_cases(
        trichotomy(a, b),
        weaker,
        lambda same: ordered(statement, [(1, same)]),
        lambda more: contradiction(false(more), statement),
    )


@cache
def norm_below() -> Theorem:
    """n_t <= n_0 (1 + 3 eta U* t n_t)."""
    *_, last_low, _ = norms()
    whole = 1 + RATE * norm_t
    factor = bound(lt(0, whole), (), [[rate_low(), last_low], []])
    down, one = positive(inv(whole), [factor]), inverse(whole, [factor])

    def false(more):
        gap = norm_t - norm_0 * whole
        above = bound(lt(0, gap), (), [[more]])
        d = num(1, 2) * gap * inv(whole)
        told = with_slack(d, bound(lt(0, d), (), [[above, down]]))
        return ordered(lt(0, 0), [(num(1, 2) * gap, one)], [told], [bound(lt(0, num(1, 2))), above])

    return not_above(norm_t, norm_0 * whole, false)


# --- the loss -------------------------------------------------------------------------------------
LEVEL = num(1, 2) * (x_sq - x_sum**2 * inv(p))


@cache
def any_loss_split() -> Theorem:
    """The loss of any data: |f|^2/2 less the utilities plus that without weights."""
    out = over_outputs(lambda q, r, m: put_out(GROUP, q, r, m) ** 2)
    empty = over_outputs(lambda q, r, m: WANTED(q, r, m) ** 2)
    gains = any_gain().conclusion.args[1].args[0]
    factor = num(1, 2) * inv(p) ** 2
    return same_sums(eq(any_loss(GROUP), factor * out - gains + factor * empty))


@cache
def loss_above() -> Theorem:
    """(|x|^2 - <x, 1>^2/p)/2 - U* n_t^3 <= loss."""
    *_, last_low, last = norms()
    (is_loss,) = defined("modular.loss-net")
    inside = ordered(le(energy(t), norm_t**2), [(1, last)])
    gains = gains_below(t, norm_t, last_low, inside)
    split = instantiate(any_loss_split(), *table(t))
    lost = instantiate(outputs_low(), *table(t))
    down = positive(inv(p), [above_zero()])
    return ordered(
        le(LEVEL - printed() * norm_t**3, loss_t),
        [(1, is_loss), (1, split), (1, empty_level()), (printed() * norm_t, last)],
        [gains],
        [bound(lt(0, num(1, 2))), down, down, lost],
    )


def empty_level() -> Theorem:
    """The loss without weights is (|x|^2 - <x, 1>^2/p)/2."""
    (is_size,), (is_sum,) = map(defined, ("modular.x-sq", "modular.entries-x"))
    told = label_square()
    factor = num(1, 2) * inv(p) ** 2
    back = [combine(eq(*reversed(one.conclusion.args)), (1, one)) for one in (is_size, is_sum)]
    whole = ring(eq(factor * told.conclusion.args[1], LEVEL), *back, unit_square(), unit())
    return combine(eq(factor * told.conclusion.args[0], LEVEL), (factor, told), (1, whole))


@proof("modular.flow-norm")
def flow_norm() -> Theorem:
    """Both bounds, for any start and any number of neurons."""
    grown = ordered(le(norm_t * (1 - RATE * norm_0), norm_0), [], [norm_below()])
    return odd_p(conjoin(grown, loss_above()))
