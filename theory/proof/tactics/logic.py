"""Quantifiers, premises, cases, induction and rewriting of parts: what a proof does besides
counting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count

from ..rules import (
    Refused,
    Theorem,
    algebra,
    assume,
    axiom,
    cases,
    choose,
    conjunct,
    detach,
    discharge,
    either,
    generalise,
    instantiate,
    reflexive,
    replace,
    restate,
    specialise,
    witness,
)
from ..terms import INT, REAL, Term, bind, eq, fits, le, num, opened, term, var, walk

_fresh = count()


class NotShown(Refused):
    """What a tactic could not show, and what is left of it."""


def fresh(sort=REAL, name: str = "v") -> Term:
    """A variable that nothing else has."""
    return var(f"{name}'{next(_fresh)}", sort)


def lam(body: Callable, *sorts) -> Term:
    """The function with this body: lam(lambda s: 2*s) takes a real number."""
    letters = [fresh(sort) for sort in sorts or (REAL,)]
    return bind("lam", letters, term(body(*letters)))


def forall(body: Callable, sort=REAL) -> Term:
    """forall x. body(x)."""
    letter = fresh(sort)
    return bind("forall", letter, body(letter))


def exists(body: Callable, sort=REAL) -> Term:
    """exists x. body(x)."""
    letter = fresh(sort)
    return bind("exists", letter, body(letter))


def total(low, high, body: Callable) -> Term:
    """sum_{k = low}^{high} body(k)."""
    letter = fresh(INT)
    return bind("sum", letter, body(letter), term(low), term(high))


def deriv(low, high, at, value, body: Callable) -> Term:
    """s -> body(s) has this derivative at the point, within [low, high]."""
    letter = fresh()
    return bind("deriv", letter, term(body(letter)), *map(term, (low, high, at, value)))


def put(theorem: Theorem, **values) -> Theorem:
    """Terms for the letters of these names; a name that the theorem does not have is refused."""
    letters = {
        letter.data[0]: letter
        for one in {theorem.conclusion, *theorem.hypotheses}
        for letter in one.free
    }
    missing = sorted(set(values) - set(letters))
    if missing:
        raise NotShown(
            f"no letter named {', '.join(missing)} in  {theorem.conclusion}\n"
            f"its letters: {', '.join(sorted(letters)) or 'none'}"
        )
    pairs = [part for name, value in values.items() for part in (letters[name], term(value))]
    return instantiate(theorem, *pairs) if pairs else theorem


def filled(theorem: Theorem, table: dict[Term, Term]) -> Theorem:
    """The theorem with the terms of a table for its letters."""
    return instantiate(theorem, *(part for pair in table.items() for part in pair))


def filled_where(theorem: Theorem, table: Mapping[Term, Term]) -> Theorem:
    """The same with those letters of the table that the theorem or a hypothesis of it has."""
    here = {letter for one in (theorem.conclusion, *theorem.hypotheses) for letter in one.free}
    return filled(theorem, {letter: value for letter, value in table.items() if letter in here})


def fact(name: str, *premises: Theorem, **values) -> Theorem:
    """An axiom at these values of its letters, its premises given: fact("exp-positive", x=...)."""
    return given(put(axiom(name), **values), *premises)


def written(goal: Term, theorem: Theorem) -> Theorem:
    """The theorem as ``goal`` writes it."""
    return theorem if theorem.conclusion is goal else restate(goal, theorem)


def given(theorem: Theorem, *premises: Theorem) -> Theorem:
    """P -> Q -> ... -> R with P, Q, ... given: R. Quantifiers stop it; premises may be written
    otherwise.
    """
    for premise in premises:
        if theorem.conclusion.op != "implies":
            raise NotShown(f"nothing is implied by {theorem.conclusion}")
        theorem = detach(theorem, written(theorem.conclusion.args[0], premise))
    return theorem


def at(theorem: Theorem, *things) -> Theorem:
    """forall x. P -> Q at a value with its premises: terms specialise, theorems detach."""
    for thing in things:
        theorem = (
            given(theorem, thing) if type(thing) is Theorem else specialise(theorem, term(thing))
        )
    return theorem


def parts(theorem: Theorem) -> list[Theorem]:
    """The conjuncts of a theorem, nested ones too."""
    if theorem.conclusion.op != "and":
        return [theorem]
    return [leaf for one in theorem.conclusion.args for leaf in parts(conjunct(theorem, one))]


def conjuncts(theorem: Theorem) -> list[Theorem]:
    """The conjuncts, not those inside them."""
    if theorem.conclusion.op != "and":
        return [theorem]
    return [conjunct(theorem, one) for one in theorem.conclusion.args]


def discharged(theorem: Theorem, *premises: Term) -> Theorem:
    """premises -> ... -> conclusion, the first of them outermost."""
    for premise in reversed(premises):
        theorem = discharge(premise, theorem)
    return theorem


def everywhere(letter: Term, theorem: Theorem, *premises: Term) -> Theorem:
    """forall letter. premises -> conclusion."""
    return generalise(discharged(theorem, *premises), letter)


def from_premises(goal: Callable, *premises: Term) -> Theorem:
    """premises -> ... -> what goal(theorems of the premises) shows."""
    return discharged(goal(*map(assume, premises)), *premises)


def by_cases(statement: Theorem | Term, *branches: Callable) -> Theorem:
    """A disjunction and, for each disjunct, a function from its assumption to the goal's
    theorem.
    """
    split = either(statement) if isinstance(statement, Term) else statement
    return cases(
        split,
        *(branch(assume(part)) for part, branch in zip(split.conclusion.args, branches)),
    )


def witnessed(existence: Term, values: Sequence[Term], theorem: Theorem) -> Theorem:
    """exists x. exists y. P from P at these values, the outer one first."""
    first, *rest = values
    inner = opened(existence, (first,))
    shown = witnessed(inner, rest, theorem) if rest else written(inner, theorem)
    return witness(existence, first, shown)


def obtain(existence: Theorem, use: Callable) -> Theorem:
    """From "there is an x with P(x)": what use(x, P(x)) shows, which must not speak of x."""
    letter = fresh(existence.conclusion.data[0])
    return choose(existence, letter, use(letter, assume(opened(existence.conclusion, (letter,)))))


def induction(statement: Callable, start, base: Theorem, step: Callable) -> Theorem:
    """forall n >= start. statement(n), from the base and step(n, start <= n, statement(n)) ->
    statement(n + 1).
    """
    n, start = fresh(INT, "n"), term(start)
    at_least, now = le(start, n), statement(n)
    stepped = written(statement(n + 1), step(n, assume(at_least), assume(now)))
    hypothesis = everywhere(n, stepped, at_least, now)
    scheme = instantiate(axiom("induction"), *_letters("induction", Q=lam(statement, INT), m=start))
    return given(scheme, written(statement(start), base), hypothesis)


def _letters(name, **values):
    letters = {letter.data[0]: letter for letter in axiom(name).conclusion.free}
    return [part for key, value in values.items() for part in (letters[key], term(value))]


def substitute(theorem: Theorem, equation: Theorem) -> Theorem:
    """The theorem with the left side of the equation, wherever it stands as a part, replaced by the
    right side.
    """
    left, right = equation.conclusion.args
    hole = fresh(left.sort if fits(right.sort, left.sort) else right.sort)
    template = bind("lam", hole, swapped(theorem.conclusion, left, hole))
    return replace(equation, template, theorem)


def swapped(whole: Term, part: Term, new: Term) -> Term:
    """The term with ``new`` wherever ``part`` stands in it."""
    return walk(whole, lambda one, _: new if one is part else None if one.args else one, 0, {})


def outermost(whole: Term, op: str) -> list[Term]:
    """The outermost parts of a term with this operation, each once."""
    if whole.op == op:
        return [whole]
    return list(dict.fromkeys(part for arg in whole.args for part in outermost(arg, op)))


def equal_inside(whole: Term, equation: Theorem) -> Theorem:
    """whole = whole with the left side of the equation replaced."""
    left, right = equation.conclusion.args
    hole = fresh(left.sort if fits(right.sort, left.sort) else right.sort)
    return replace(
        equation, bind("lam", hole, eq(whole, swapped(whole, left, hole))), reflexive(whole)
    )


def symmetric(equation: Theorem) -> Theorem:
    """From a = b: b = a."""
    left, right = equation.conclusion.args
    return algebra(eq(right, left), (num(-1), equation))
