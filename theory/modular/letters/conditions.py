"""How many of the nine conditions of eq:listcond are independent, as functions of the outputs w.

A neuron has complex amplitudes u = A_u exp(i s_u), v, w; every condition is linear in w.
"""

from __future__ import annotations

from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import COMPLEX, INT, Term, add, both, call, eq, implies, le, make, num, var

independent = var("independent", INT)
AMPLITUDES, CHOICE = ("Fun", (INT,), COMPLEX), ("Fun", (INT,), INT)
NEURONS = 9


def products(u: Term, v: Term) -> list[Term]:
    """What the outputs are multiplied with in the eight lines of eq:listcond and in the
    last one.
    """
    U, V = call("conj", u), call("conj", v)
    return [u * U + v * V, u * u, U * U, v * v, V * V, u * V, U * v, u * v, U * V]


def condition(number: int, u: Term, v: Term, w: Term) -> Term:
    """sum_i w_i times that product, over nine neurons."""
    return total(1, NEURONS, lambda i: w(i) * products(u(i), v(i))[number - 1])


def combination(chosen: Term, factor: Term, u: Term, v: Term, w: Term) -> Term:
    """The conditions that are chosen, added with these factors."""
    return add(
        *(
            chosen(num(n)) * factor(num(n)) * condition(n, u, v, w)
            for n in range(1, len(products(u(num(1)), v(num(1)))) + 1)
        )
    )


def are_independent(chosen: Term, u: Term, v: Term) -> Term:
    """No combination of the chosen conditions is 0 for all w, but the one without any."""

    def independent(factor):
        none = forall(lambda w: eq(combination(chosen, factor, u, v, w), 0), AMPLITUDES)
        zero = (
            implies(eq(chosen(num(n)), 1), eq(factor(num(n)), 0)) for n in range(1, NEURONS + 1)
        )
        return implies(none, both(*zero))

    return forall(independent, AMPLITUDES)


def choice(chosen: Term) -> Term:
    """Each condition is chosen (1) or not (0)."""
    return forall(lambda n: make("or", None, (eq(chosen(n), 0), eq(chosen(n), 1))), INT)


def size(chosen: Term) -> Term:
    """How many conditions are chosen."""
    return add(*(chosen(num(n)) for n in range(1, NEURONS + 1)))


def some_choice(body) -> Term:
    """There are a choice of conditions and nine neurons, u and v, with body."""
    return exists(
        lambda c: exists(lambda u: exists(lambda v: body(c, u, v), AMPLITUDES), AMPLITUDES), CHOICE
    )


def every_choice(body) -> Term:
    """For every choice of conditions and all nine neurons, u and v."""
    return forall(
        lambda c: forall(lambda u: forall(lambda v: body(c, u, v), AMPLITUDES), AMPLITUDES), CHOICE
    )


define(
    "modular.independent-conditions",
    ("independent",),
    both(
        some_choice(
            lambda c, u, v: both(choice(c), are_independent(c, u, v), eq(size(c), independent))
        ),
        every_choice(
            lambda c, u, v: implies(choice(c), are_independent(c, u, v), le(size(c), independent))
        ),
    ),
    "how many of the nine conditions can be independent, as complex linear functions of the "
    "outputs "
    "w of nine neurons with given u and v",
)
reads("modular.conditions-needed", "modular.independent-conditions")
