"""Theorems, and the rules that make them: nothing else in the project can.

A theorem says: wherever the hypotheses hold, the conclusion holds, whatever its free letters stand
for (numbers of their sort, functions of theirs). Every rule keeps that; its docstring says why. A
rule takes theorems, terms and texts of exactly these types, and refuses what it cannot use. A
theorem remembers the rule and what it was given, so that a proof can be checked again elsewhere.
"""

from __future__ import annotations

from typing import Any

from . import axioms, terms
from .polynomials import TooLarge, combined, normal, polynomial, product
from .terms import SortError, Term, bind, make, negation, opened, substituted

RULES: dict = {}  # by their names


class Refused(ValueError):
    """A rule that does not apply; the text says what is missing."""


class Theorem:
    """hypotheses |- conclusion, with the rule that made it and what the rule was given."""

    __slots__ = ("hypotheses", "conclusion", "rule", "given")
    hypotheses: Any
    conclusion: Term
    rule: str
    given: Any

    def __new__(cls, *_, **__):
        raise TypeError("theorems are made by the rules of theory.proof.rules alone")

    def __init_subclass__(cls, **_):
        raise TypeError("Theorem has no subclasses")

    def __setattr__(self, name, value):
        raise TypeError("theorems do not change")

    __delattr__ = __setattr__  # type: ignore[assignment]  # one refusal for both

    def __repr__(self):
        return "\n".join([*sorted(map(str, self.hypotheses)), f"|- {self.conclusion}"])


def _need(ok, why, *terms):
    if not ok:
        raise Refused("\n  ".join((why, *map(str, terms))))


def _exact(given):
    if type(given) is tuple:
        return all(map(_exact, given))
    return type(given) in (Theorem, Term, str, int) and not (type(given) is Term and given.loose)


def rule(body):
    """A function from exact arguments to (hypotheses, conclusion) becomes a maker of theorems."""

    def made(*given):
        _need(_exact(given), f"{body.__name__} takes theorems, closed terms, texts and tuples only")
        try:
            hypotheses, conclusion = body(*given)
            hypotheses = frozenset(hypotheses)  # once: a generator is empty the second time
        except (SortError, TooLarge, TypeError, AttributeError) as error:
            raise Refused(f"{body.__name__}: {error}") from None
        statements = hypotheses | {conclusion}
        _need(all(one.sort == terms.BOOL and not one.loose for one in statements), "not statements")
        letters = frozenset().union(*(one.free for one in statements))
        apart = len({letter.data[0] for letter in letters}) == len(letters)
        _need(apart, "one letter has two sorts", *statements)
        theorem = object.__new__(Theorem)
        values = (hypotheses, conclusion, body.__name__, given)
        for name, value in zip(Theorem.__slots__, values):
            object.__setattr__(theorem, name, value)
        return theorem

    made.__name__, made.__doc__ = body.__name__, body.__doc__
    RULES[body.__name__] = made
    return made


def _is(op, term):
    _need(type(term) is Term and term.op == op, f"{op} expected", term)
    return term.args


def _all(*theorems):
    _need(all(type(one) is Theorem for one in theorems), "a theorem expected")
    return frozenset().union(*(one.hypotheses for one in theorems))


# --- first-order logic with equality --------------------------------------------------------------
@rule
def axiom(name):
    """One of ``axioms.AXIOMS``, by its name; each is true of the numbers as it stands there."""
    _need(type(name) is str and name in axioms.AXIOMS, f"no axiom {name!r}")
    return (), axioms.AXIOMS[name]


@rule
def assume(statement):
    """P |- P."""
    return (statement,), statement


@rule
def discharge(statement, theorem):
    """From P |- Q: |- P -> Q. (Where P is not among the hypotheses, Q holds all the same.)"""
    return _all(theorem) - {statement}, make("implies", None, (statement, theorem.conclusion))


@rule
def detach(implication, theorem):
    """From P -> Q and P: Q."""
    hypotheses = _all(implication, theorem)
    premise, conclusion = _is("implies", implication.conclusion)
    known = theorem.conclusion
    _need(premise is known, "it needs the first and was given the second", premise, known)
    return hypotheses, conclusion


@rule
def conjoin(*theorems):
    """From P, Q, ...: P & Q & ..."""
    return _all(*theorems), make("and", None, [one.conclusion for one in theorems])


@rule
def conjunct(theorem, statement):
    """From P & Q & ...: any of them."""
    hypotheses = _all(theorem)
    found = any(statement is part for part in _is("and", theorem.conclusion))
    _need(found, "no conjunct", statement)
    return hypotheses, statement


@rule
def disjoin(disjunction, theorem):
    """From P: P | Q | ..."""
    hypotheses = _all(theorem)
    found = any(theorem.conclusion is part for part in _is("or", disjunction))
    _need(found, "no disjunct", theorem.conclusion)
    return hypotheses, disjunction


@rule
def cases(disjunction, *theorems):
    """From P | Q | ... and P |- R, Q |- R, ...: R. One of the disjuncts holds, and with it R."""
    _all(disjunction, *theorems)
    parts = _is("or", disjunction.conclusion)
    _need(len(parts) == len(theorems) > 0, "one theorem for each case")
    same = all(one.conclusion is theorems[0].conclusion for one in theorems)
    _need(same, "the cases show different things")
    left = frozenset().union(*(one.hypotheses - {part} for part, one in zip(parts, theorems)))
    return left | disjunction.hypotheses, theorems[0].conclusion


@rule
def either(statement):
    """P | not P."""
    return (), make("or", None, (statement, negation(statement)))


@rule
def absurd(theorem, statement):
    """From false: anything."""
    hypotheses = _all(theorem)
    _need(theorem.conclusion is terms.FALSE, "not false", theorem.conclusion)
    return hypotheses, statement


@rule
def generalise(theorem, variable):
    """From P(x), where no hypothesis speaks of x: for all x, P(x)."""
    hypotheses = _all(theorem)
    apart = variable.op == "var" and not any(variable in one.free for one in hypotheses)
    _need(apart, "a hypothesis speaks of", variable)
    return hypotheses, bind("forall", variable, theorem.conclusion)


@rule
def specialise(theorem, *values):
    """From "for all x, P(x)": P(a), a of the sort of x; several values, as many quantifiers."""
    hypotheses, statement = _all(theorem), theorem.conclusion
    for value in values:
        _is("forall", statement)
        statement = opened(statement, (value,))
    return hypotheses, statement


@rule
def witness(existence, value, theorem):
    """From P(a): there is an x with P(x)."""
    _is("exists", existence)
    hypotheses = _all(theorem)
    wanted = opened(existence, (value,))
    _need(wanted is theorem.conclusion, "the witness has to satisfy", wanted)
    return hypotheses, existence


@rule
def choose(existence, variable, theorem):
    """From "there is an x with P(x)" and P(y) |- Q: Q, y of x's sort and free nowhere else."""
    hypotheses = _all(existence)
    _is("exists", existence.conclusion)
    _need(type(variable) is Term and variable.op == "var", "a variable expected")
    _need((variable.sort,) == existence.conclusion.data, "the sort has to be that of x")
    left = _all(theorem) - {opened(existence.conclusion, (variable,))}
    others = left | hypotheses | {existence.conclusion, theorem.conclusion}
    _need(not any(variable in one.free for one in others), "spoken of elsewhere", variable)
    return left | hypotheses, theorem.conclusion


@rule
def reflexive(term):
    """a = a."""
    return (), make("eq", None, (term, term))


@rule
def replace(equation, template, theorem):
    """From a = b and P(a): P(b), where P is given as a function of one number."""
    hypotheses = _all(equation, theorem)
    left, right = _is("eq", equation.conclusion)
    _is("lam", template)
    _need(len(template.data) == 1, "a statement about one number")
    wanted = opened(template, (left,))
    _need(wanted is theorem.conclusion, "the template says", wanted)
    return hypotheses, opened(template, (right,))


@rule
def instantiate(theorem, *pairs):
    """Terms for free letters, everywhere at once: a theorem holds for all values of its letters."""
    apart = len(pairs) % 2 == 0 and len(set(pairs[::2])) == len(pairs) // 2
    _need(apart, "letter, term, letter, term, ...")
    table, memo = dict(zip(pairs[::2], pairs[1::2])), {}  # what they share is walked once
    statements = (substituted(one, table, memo) for one in _all(theorem))
    return statements, substituted(theorem.conclusion, table, memo)


@rule
def restate(goal, theorem):
    """From P: P written otherwise, with the same normal form: equal numbers for numbers."""
    hypotheses = _all(theorem)
    known = theorem.conclusion
    _need(normal(goal) is normal(known), "not the same", goal, known)
    return hypotheses, goal


# --- numbers --------------------------------------------------------------------------------------
def _difference(relation):
    """right - left of an equation or inequality between numbers, as a polynomial."""
    _need(relation.op in ("eq", "le", "lt"), "not a relation", relation)
    left, right = map(polynomial, relation.args)
    return combined(((1, right), (-1, left)))


def _from_equations(pairs):
    """sum of cofactor * (right - left) over known equations."""
    parts = []
    for pair in pairs:
        _need(type(pair) is tuple and len(pair) == 2, "(cofactor, equation) expected")
        cofactor, known = pair
        _all(known)
        _is("eq", known.conclusion)
        _need(type(cofactor) is Term and cofactor.sort in terms.RANK, "a cofactor is a number")
        parts.append((1, product(polynomial(cofactor), _difference(known.conclusion))))
    return parts


def _nothing_left(goal, parts):
    """right - left of the goal is the sum of these (factor, polynomial)."""
    rest = combined([(1, _difference(goal)), *((-factor, p) for factor, p in parts)])
    _need(not rest, f"{len(rest)} monomials are left of", goal)


@rule
def algebra(goal, *pairs):
    """a = b, where b - a = sum of c_i (r_i - l_i), as polynomials; the pairs are (c_i, l_i = r_i).

    A polynomial identity holds for all values of the atoms, and each r_i - l_i is zero.
    """
    _is("eq", goal)
    _nothing_left(goal, _from_equations(pairs))
    return _all(*(known for _, known in pairs)), goal


@rule
def order(goal, pairs, products):
    """a <= b or a < b, where b - a = sum of q_j P_j s_j^2 + sum of c_i (r_i - l_i), as polynomials.

    A product is (q, (inequalities), s): q a rational number >= 0, P the product of right - left of
    known inequalities, s a real number. Each is >= 0; it is > 0 where q > 0, every inequality is
    strict and s is 1, and a < b needs one such.
    """
    _need(goal.op in ("le", "lt"), "not an inequality", goal)
    parts, used, strict = _from_equations(pairs), [known for _, known in pairs], False
    for one in products:
        three = type(one) is tuple and len(one) == 3 and type(one[1]) is tuple
        _need(three, "(number, (inequalities), square) expected")
        factor, known, root = one
        _all(*known)
        rational = type(factor) is Term and factor.op == "num"
        _need(rational and factor.data[0] >= 0, "a rational number >= 0 expected")
        real = type(root) is Term and terms.fits(root.sort, terms.REAL)
        _need(real, "the square of a real number expected")
        value = product(polynomial(root), polynomial(root))
        for inequality in known:
            _need(inequality.conclusion.op in ("le", "lt"), "not an inequality", inequality)
            value = product(value, _difference(inequality.conclusion))
        parts.append((polynomial(factor).get((), 0), value))
        used += known
        positive = factor.data[0] > 0 and root is terms.ONE
        strict |= positive and all(each.conclusion.op == "lt" for each in known)
    _nothing_left(goal, parts)
    _need(goal.op == "le" or strict, "nothing here is positive")
    return _all(*used), goal
