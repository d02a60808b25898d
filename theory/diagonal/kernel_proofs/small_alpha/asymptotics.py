"""log cosh x - x tends to -log 2."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import proof
from theory.proof.lemmas import (
    cosh,
    exp,
    exp_above_one,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    log_of,
    log_one,
)
from theory.proof.rules import Theorem, assume, discharge, generalise, order, witness
from theory.proof.tactics import bound, fact, fresh, inverse, positive, ring
from theory.proof.terms import ONE, TWO, Term, eq, le, lt, num, opened


@proof("diagonal.log-cosh")
def log_cosh() -> Theorem:
    """log cosh x - x + log 2 = log(1 + exp(-2 x)) lies between 0 and e for x > 1/e."""
    from theory import claim
    from theory.proof.letters import stated as in_terms

    statement = in_terms(claim("diagonal.log-cosh")).statement
    e, x = fresh(), fresh()
    inner = opened(statement, (e,))
    above = assume(inner.args[0])
    existence = inner.args[1]
    at_edge = opened(existence, (inv(e),))
    far = assume(lt(inv(e), x))
    goal = opened(at_edge, (x,)).args[1]
    value = goal.args[0].args[0]
    up, down = exp(x), exp(-x)
    less, unit = fact("exp-positive", x=-x), exp_inverse(x)
    positive_x = bound(lt(0, x), (), [[far], [fact("inverse-positive", above, x=e)]])
    large = bound(
        lt(1, e * up),
        [inverse(e, [above])],
        [[above, fact("exp-tangent", x=x)], [above, far], [above]],
    )
    small = bound(lt(down, e), [unit], [[less, large]])
    below_one = bound(lt(down, 1), [unit], [[less, exp_above_one(positive_x)]])
    two = positive(TWO, [])
    parts_ = [
        exp_sum(-x, log(cosh(x)) + log(TWO)),
        exp_sum(log(cosh(x)), log(TWO)),
        fact("exp-log", positive(cosh(x), []), x=cosh(x)),
        fact("exp-log", two, x=TWO),
        fact("cosh", x=x),
        unit,
    ]
    whole = 1 + down**2
    logs = log_of(ring(eq(exp(value), whole), *parts_), value)  # log(1 + exp(-x)^2) = value
    more = log_below(bound(lt(1, whole), (), [[less, less]]), bound(lt(0, 1)))
    grown = bound(lt(whole, exp(e)), (), [[small], [less, below_one], [fact("exp-tangent", x=e)]])
    limit = log_below(grown, bound(lt(0, whole), (), [[less, less]]))
    size = fact("abs-nonnegative", from_log(le(0, value), logs, log_one(), more), x=value)
    upper = order(
        lt(value, e),
        ((num(-1), logs), (ONE, fact("log-exp", x=e))),
        ((ONE, (limit,), ONE),),
    )
    final = order(goal, ((ONE, size),), ((ONE, (upper,), ONE),))
    shown = generalise(discharge(far.conclusion, final), x)
    return generalise(discharge(above.conclusion, witness(existence, inv(e), shown)), e)


def from_log(goal: Term, logs: Theorem, none: Theorem, more: Theorem) -> Theorem:
    """0 <= v from log(1) < log(w), log(w) = v and log(1) = 0."""
    return order(goal, ((ONE, logs), (num(-1), none)), ((ONE, (more,), ONE),))
