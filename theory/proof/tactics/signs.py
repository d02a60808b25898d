"""0 < x and x != 0, part by part of the term, and so x inv(x) = 1."""

from __future__ import annotations

from collections.abc import Sequence

from ..polynomials import normal
from ..rules import Theorem, axiom, order
from ..terms import ONE, ZERO, Term, call, eq, lt, negation, num
from .logic import NotShown, by_cases, fact, put, written
from .order import bound, contradiction, differs, weaker


def positive(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """0 < whole, part by part: sums and products of positives, exp, cosh, inv, sqrt, what is
    known.
    """
    for one in known:
        if one.conclusion.op == "lt" and normal(one.conclusion) is normal(lt(0, whole)):
            return written(lt(0, whole), one)
    if whole.op == "num":
        return bound(lt(0, whole))
    if whole.op in ("add", "mul"):
        each = [positive(arg, known) for arg in whole.args]
        products = [[one] for one in each] if whole.op == "add" else [each]
        return bound(lt(0, whole), (), products, exact=True)
    if whole.op == "pow":
        return bound(lt(0, whole), (), [[positive(whole.args[0], known)] * whole.data], exact=True)
    if whole.op == "exp":
        return fact("exp-positive", x=whole.args[0])
    if whole.op == "cosh":
        inner = whole.args[0]
        both = [[fact("exp-positive", x=inner)], [fact("exp-positive", x=-inner)]]
        return bound(lt(0, whole), [fact("cosh", x=inner)], both)
    if whole.op == "inv":
        return fact("inverse-positive", positive(whole.args[0], known), x=whole.args[0])
    if whole.op == "pi":
        return fact("pi-positive")
    if whole.op == "sqrt":
        return _positive_root(whole.args[0], positive(whole.args[0], known))
    raise NotShown(f"left to show:  0 < {whole}")


def _positive_root(inner: Term, above: Theorem) -> Theorem:
    """0 < sqrt(x) for 0 < x: it is not negative, and were it zero its square would be."""
    root = call("sqrt", inner)
    square = fact("sqrt-square", weaker(above), x=inner)
    goal = lt(0, root)
    return by_cases(
        put(axiom("total"), x=ZERO, y=root),
        lambda less: less,
        lambda same: contradiction(_zero_root(above, square, same), goal),
        lambda less: contradiction(
            bound(
                lt(0, 0),
                (),
                [[less], [fact("sqrt-nonnegative", weaker(above), x=inner)]],
                exact=True,
            ),
            goal,
        ),
    )


def _zero_root(above, square, same):
    """0 < x, r^2 = x and 0 = r: 0 < 0."""
    root = same.conclusion.args[1]
    return order(lt(ZERO, ZERO), ((num(-1), square), (-root, same)), ((ONE, (above,), ONE),))


def nonzero(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """whole is not 0, because it is positive (or known not to be 0)."""
    goal = negation(eq(whole, 0))
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return written(goal, one)
    return differs(positive(whole, known), goal)


def inverse(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """whole * inv(whole) = 1."""
    return fact("inverse", nonzero(whole, known), z=whole)
