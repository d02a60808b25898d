"""What is shared by the proofs about the largest second derivative: two numbers that are both it
are equal.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.transforms.halves import odd
from theory.modular.letters.utility import half
from theory.proof.rules import Theorem, generalise
from theory.proof.tactics import NotShown, at, bound, conjuncts, fact, fresh, obtain
from theory.proof.terms import Term, le, lt, opened


def generalised(theorem: Theorem, letters) -> Theorem:
    """for all of these letters, the last innermost."""
    for letter in reversed(letters):
        theorem = generalise(theorem, letter)
    return theorem


def same_largest(known: Theorem, value: Theorem) -> Theorem:
    """a = b, where a and b are both the largest: each is at most the other."""
    every, some = conjuncts(known)
    bounds, reached = conjuncts(value)

    def at_most(existence, limits):
        """The one attained is at most the other."""

        def use(f, found):
            def more(g, found):
                def last(h, found):
                    direction, slope = conjuncts(found)
                    body = limits
                    for letter in (f, g, h):
                        body = at(body, letter)
                    end = _value_of(existence)
                    return at(body, end, direction, slope)

                return obtain(found, last)

            return obtain(found, more)

        return obtain(existence, use)

    down, up = at_most(some, bounds), at_most(reached, every)
    a, b = down.conclusion.args
    return fact("antisymmetric", down, up, x=a, y=b)


def _value_of(existence: Theorem) -> Term:
    """The number that is attained: the value of the derivative in the statement."""
    statement = existence.conclusion
    while statement.op == "exists":
        letter = fresh(statement.data[0])
        statement = opened(statement, (letter,))
        if statement.op == "and" and statement.args[-1].op == "exists":
            statement = statement.args[-1]
            letter = fresh(statement.data[0])
            return opened(statement, (letter,)).args[1].args[3]
    raise NotShown("no second derivative is attained")


def within_half(q: Term, below: Theorem) -> Theorem:
    """q <= half, from 2 q < p = 2 half + 1."""
    over = bound(lt(q, half + 1), [odd()], [[below]])
    return bound(le(q, half), (), [[fact("discrete", over, n=q, m=half + 1)]])
