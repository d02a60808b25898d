"""Which component a head takes after k - 1 jumps, in the kernel: the k-th."""

from __future__ import annotations

from functools import cache

from theory.attention import letters
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.small_alpha.bounds import SPECTRUM, plateau_spectrum
from theory.attention.kernel_proofs.sphere.maximiser import Peak, others_vanish
from theory.attention.letters.bound import N, component, d, iteration, lam_after, lam_k, left, value
from theory.proof.lemmas import trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    order,
    reflexive,
    replace,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    discharged,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    lam,
    obtain,
    symmetric,
    written,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    bind,
    eq,
    function,
    le,
    lt,
    negation,
    opened,
    substituted,
    var,
)

Q, K, J = function("Q'", INT, REAL), function("K'", INT, REAL), var("j'", INT)
POINT = opened(opened(DEFINITIONS["attention.maximiser"].statement, (Q,)), (K,))
PREMISES = (
    le(1, J),
    le(J, d),
    negation(eq(J, letters.top)),
    lt(letters.lam_after, letters.lam_k),
    lt(0, N),
    lt(0, letters.lam_k),
    DEFINITIONS["attention.next-eigenvalue"].statement,
    SPECTRUM,
    POINT,
)


@cache
def vanishing() -> Theorem:
    """The query of a maximiser is 0 along every direction but the one of the largest eigenvalue."""
    low, high, apart = (assume(one) for one in PREMISES[:3])
    peak = Peak(Q, K, assume(POINT))
    found = others_vanish(peak, J, low, high, apart)[0]
    return discharged(found, *PREMISES)


PLATEAU = iteration - 1
EIGEN = lam(lambda i: left(PLATEAU, i), INT)
AT_ITERATION = {letters.top: iteration, letters.eigenvalue: EIGEN}


@proof("attention.component-index")
def component_index() -> Theorem:
    """After k - 1 jumps the largest eigenvalue left is lambda_k, so the component is k."""
    k_low, k_high, name, behind = defined("attention.two-eigenvalues")
    low, high, existence = defined("attention.component-taken")
    k = iteration
    goal = eq(component - k, 0)

    def use(v, query, key, known):
        sphere, moving, most = conjuncts(known)

        def elsewhere(differ):
            """component is not k: its query would be 0."""
            table = {
                letters.modes: d,
                **AT_ITERATION,
                letters.V_i: v,
                letters.Q_k: query(k),
                letters.K_k: key(k),
                Q: lam(lambda i: query(i), INT),
                K: lam(lambda i: key(i), INT),
                J: component,
            }
            point = conjoin(sphere, reflexive(query(k)), reflexive(key(k)), most)
            reached = (
                bound(le(1, PLATEAU + 1), (), [[k_low]]),
                bound(le(PLATEAU + 1, d), (), [[k_high]]),
            )
            zero = given(
                filled(vanishing(), table),
                *(low, high, differ),
                *(assume(lt(lam_after, lam_k)), assume(lt(0, N)), assume(lt(0, lam_k))),
                _next_eigenvalue(behind),
                _with_its_letter(plateau_spectrum(PLATEAU, *reached), name),
                point,
            )
            return absurd(detach(moving, zero), goal)

        return by_cases(eq(component, k), lambda same: combine(goal, (1, same)), elsewhere)

    return obtain(
        existence,
        lambda v, rest: obtain(
            rest, lambda q, last: obtain(last, lambda p, known: use(v, q, p, known))
        ),
    )


def _with_its_letter(theorem: Theorem, equation: Theorem) -> Theorem:
    """The spectrum with lambda_k by its letter, as the definition writes it."""
    plain = substituted(SPECTRUM, {**AT_ITERATION, letters.lam_k: value(iteration)})
    hole = fresh()
    template = bind("lam", hole, substituted(SPECTRUM, {**AT_ITERATION, letters.lam_k: hole}))
    moved = replace(symmetric(equation), template, written(plain, theorem))
    return written(substituted(SPECTRUM, {**AT_ITERATION, letters.lam_k: lam_k}), moved)


def _next_eigenvalue(behind: Theorem) -> Theorem:
    """No eigenvalue but lambda_k exceeds lambda_{k+1}: those before are 0."""
    k = iteration
    wanted = substituted(DEFINITIONS["attention.next-eigenvalue"].statement, AT_ITERATION)
    j = fresh(INT, "j")
    j_low, j_high = assume(le(1, j)), assume(le(j, d))
    differ = assume(negation(eq(j, k)))
    condition = le(j, PLATEAU)
    target = le(left(PLATEAU, j), lam_after)

    def gone(reached):
        zero = fact("ite-true", reached, P=condition, z=ZERO, w=value(j))
        return bound(target, [zero], [[assume(lt(0, lam_after))]])

    def later(more):
        false = order(
            lt(ZERO, ZERO),
            (),
            ((ONE, (assume(condition),), ONE), (ONE, (more,), ONE), (ONE, (), ONE)),
        )
        never = discharge(condition, contradiction(false, FALSE))
        same = fact("ite-false", never, P=condition, z=ZERO, w=value(j))
        after = bound(le(k + 1, j), (), [[fact("discrete", more, n=k, m=j)]])
        return bound(target, [same], [[at(behind, j, after, j_high)]])

    theorem = by_cases(
        trichotomy(j, k),
        lambda less: gone(bound(condition, (), [[fact("discrete", less, n=j, m=k)]])),
        lambda same: absurd(detach(differ, same), target),
        later,
    )
    whole = everywhere(j, theorem, j_low.conclusion, j_high.conclusion, differ.conclusion)
    return written(wanted, whole)
