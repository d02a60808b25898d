"""Rules applied at random, their conclusions evaluated exactly: what a rule accepts has to be true.

Applications are drawn without regard to side conditions (any variable is generalised, chosen, put
for another); the kernel refuses them or is right. Each theorem made is then evaluated in finite
structures (``finite_models``), or, for ``order``, at random rational numbers.
"""

import random
from fractions import Fraction

import pytest

from tests.theory.proof.evaluate import rational
from tests.theory.proof.finite_models import Model
from theory.proof import rules
from theory.proof.rules import (
    Refused,
    assume,
    discharge,
    disjoin,
    either,
    order,
    specialise,
    witness,
)
from theory.proof.terms import (
    BOOL,
    COMPLEX,
    INT,
    REAL,
    SortError,
    bind,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
    var,
)

NUMBERS = [var("n", INT), var("m", INT), var("x"), var("y"), var("z", COMPLEX)]
P = var("P", BOOL)
f, h = function("f", REAL, REAL), function("h", INT, COMPLEX)
Q, R = function("Q", INT, BOOL), function("R", REAL, BOOL)


class Draw:
    """Random terms, statements and applications."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pool = [assume(self.statement()) for _ in range(4)]

    def pick(self, things):
        return self.rng.choice(list(things))

    def number(self, depth=2):
        kind = self.rng.randrange(9) if depth else self.rng.randrange(3)
        if kind < 2:
            return self.pick(NUMBERS)
        if kind == 2:
            return self.pick([num(0), num(1), num(-1), num(2), num(1, 2), num(5)])
        a, b = self.number(depth - 1), self.number(depth - 1)
        try:
            if kind in (3, 4):
                return a + b if kind == 3 else a * b
            if kind == 5:
                return a ** self.rng.randrange(4)
            if kind == 6:
                return call(self.pick(["inv", "conj", "abs", "sign", "sqrt", "log"]), a)
            if kind == 7:
                return self.pick([f, h])(a)
            return self.binder(a, b, depth)
        except SortError:
            return a

    def binder(self, a, b, depth):
        op = self.pick(["sum", "integral", "ite"])
        if op == "ite":
            return make("ite", None, (self.statement(depth - 1), a, b))
        letter = self.pick([v for v in NUMBERS if v.sort == {"sum": INT, "integral": REAL}[op]])
        return bind(op, letter, self.number(depth - 1), a, b)

    def statement(self, depth=2):
        kind = self.rng.randrange(11) if depth else self.rng.randrange(5)
        try:
            if kind < 4:
                sides = self.number(1), self.number(1)
                return self.pick([eq, eq, le, lt])(*sides)
            if kind == 4:
                return self.pick([P, Q(self.number(1)), R(self.number(1))])
            one, other = self.statement(depth - 1), self.statement(depth - 1)
            if kind in (5, 6):
                return make(self.pick(["and", "or"]), None, (one, other))
            if kind == 7:
                return self.pick([implies(one, other), negation(one)])
            return bind(self.pick(["forall", "exists"]), self.pick(NUMBERS), one)
        except SortError:
            return P

    def value_for(self, variable):
        return (
            self.pick([self.number(1), self.pick(NUMBERS)])
            if variable.sort != BOOL
            else self.statement(1)
        )

    def inside(self, term):
        """Some part of a term that is closed."""
        found, stack = [], [term]
        while stack:
            one = stack.pop()
            found += [one] if not one.loose else []
            stack += one.args
        return self.pick(found)

    def application(self):
        """(rule, what it is given): sometimes right, sometimes not."""
        name = self.pick(MOVES)
        return name, getattr(self, f"_{name}")(self.pick(self.pool))

    def _assume(self, _):
        return (self.statement(),)

    def _discharge(self, known):
        return self.pick([*known.hypotheses, self.statement(1)]), known

    def _detach(self, known):
        return discharge(self.pick([*known.hypotheses, self.statement(1)]), known), self.pick(
            [known, *self.pool]
        )

    def _conjoin(self, known):
        return known, self.pick(self.pool)

    def _conjunct(self, known):
        return known, self.inside(known.conclusion)

    def _disjoin(self, known):
        other = self.statement(1)
        return make(
            "or",
            None,
            self.pick([(known.conclusion, other), (other, known.conclusion), (other, P)]),
        ), known

    def _cases(self, known):
        if self.rng.random() < 0.3:
            whole = make("or", None, (self.statement(1), self.statement(1)))
            return assume(whole), *(disjoin(whole, assume(part)) for part in whole.args)
        split = either(self.pick([*known.hypotheses, self.statement(1)]))
        either_or = self.pick(
            [
                split,
                assume(make("or", None, (self.statement(1), self.pick([*known.hypotheses, P])))),
            ]
        )
        return either_or, known, self.pick([known, self.pick(self.pool)])

    def _absurd(self, known):
        return known, self.statement(1)

    def _generalise(self, known):
        return known, self.pick(
            [*NUMBERS, *(v for v in known.conclusion.free if type(v.sort) is str)]
        )

    def _specialise(self, known):
        letter = self.pick(NUMBERS)
        return assume(bind("forall", letter, known.conclusion)), self.value_for(letter)

    def _witness(self, known):
        letter = self.pick(NUMBERS)
        existence = bind("exists", letter, known.conclusion)
        value = self.value_for(letter)
        return (
            existence,
            self.pick([value, self.value_for(letter)]),
            assume(opened(existence, (value,))),
        )

    def _choose(self, known):
        """P(y) |- Q with the existence of an x with P(x), x and y of any sorts; Q: there is one of
        the sort of y.
        """
        if self.rng.random() < 0.5:
            letter, other = self.pick(NUMBERS), self.pick(NUMBERS)
            existence = bind(
                "exists",
                letter,
                self.pick([self.statement(1), eq(self.number(1), letter * self.number(1))]),
            )
            there = opened(existence, (other,))
            return (
                assume(existence),
                other,
                witness(bind("exists", other, there), other, assume(there)),
            )
        hypothesis, letter, other = (
            self.pick([*known.hypotheses, P]),
            self.pick(NUMBERS),
            self.pick(NUMBERS),
        )
        existence = bind(
            "exists", letter, substituted(hypothesis, {other: letter} if other.sort == INT else {})
        )
        return assume(existence), self.pick([letter, other]), known

    def _reflexive(self, _):
        return (self.number(),)

    def _replace(self, known):
        letter = self.pick(NUMBERS)
        a, b, template = self.number(1), self.number(1), bind("lam", letter, self.statement())
        return (
            assume(eq(a, b)),
            template,
            self.pick([assume(opened(template, (self.pick([a, a, b]),))), known]),
        )

    def _instantiate(self, known):
        """Letters of a theorem; or the function of "what holds of every f(y) holds of f(a)", by one
        that has a binder.
        """
        if self.rng.random() < 0.4:
            letter = var("x")
            body = bind(
                "integral",
                var("y"),
                self.pick([letter * var("y"), letter**2 + var("y"), self.number()]),
                *NUMBERS[:2],
            )
            every = bind(
                "forall",
                letter,
                self.pick([R(f(letter)), eq(f(letter), self.number(1)), le(f(letter), letter)]),
            )
            one = discharge(every, specialise(assume(every), self.pick([self.number(1), letter])))
            return one, f, bind("lam", letter, self.pick([body, body + letter, body * letter]))
        letters = [v for v in known.conclusion.free | frozenset(NUMBERS) if type(v.sort) is str]
        some = self.rng.sample(letters, self.rng.randrange(min(3, len(letters)) + 1))
        pairs = [thing for letter in some for thing in (letter, self.value_for(letter))]
        return (known, *pairs, *self.pick([(), (), (f, bind("lam", var("x"), self.number(1)))]))

    def _restate(self, known):
        return self.rewritten(known.conclusion), known

    def rewritten(self, term):
        """Sums and products in another order, multiplied out; now and then something else
        altogether.
        """
        if self.rng.random() < 0.03 and term.sort not in (BOOL,) and type(term.sort) is str:
            return self.pick(
                [term + 1, -term, term * 2 - term, term**1, term * 1, term + 0 * self.number(1)]
            )
        if term.op == "pow" and self.rng.random() < 0.3:
            return term.args[0] ** (term.data + self.rng.choice([1, 2]))
        args = [self.rewritten(one) for one in term.args]
        if term.op in ("add", "mul"):
            self.rng.shuffle(args)
        if term.op == "mul" and args[-1].op == "add" and self.rng.random() < 0.5:
            return make(
                "add", None, [make("mul", None, (*args[:-1], one)) for one in args[-1].args]
            )
        if term.op == "pow" and term.data > 1 and self.rng.random() < 0.5:
            return make("mul", None, args * term.data)
        return make(term.op, term.data, args)

    def _algebra(self, known):
        equation = (
            known if known.conclusion.op == "eq" else assume(eq(self.number(1), self.number(1)))
        )
        left, right = equation.conclusion.args
        cofactor, start = (
            self.number(1),
            self.pick([self.number(1), self.pick(NUMBERS) ** 2 * self.pick(NUMBERS)]),
        )
        end = start + cofactor * (right - left)
        goal = eq(
            start,
            self.pick(
                [end, end, self.rewritten(end), start - cofactor * (right - left), end + cofactor]
            ),
        )
        return goal, (cofactor, equation)


MOVES = [name[1:] for name in vars(Draw) if name.startswith("_") and name[1:] in rules.RULES]
COVERED = {*MOVES, "either", "axiom", "order"}


def test_every_rule_is_tried():
    assert COVERED == set(rules.RULES)


@pytest.mark.parametrize("seed", range(6))
def test_what_a_rule_accepts_is_true_in_every_structure(seed):
    draw, accepted = Draw(seed), dict.fromkeys(MOVES, 0)
    for _ in range(250):
        try:
            name, given = draw.application()
            theorem = rules.RULES[name](*given)
        except (Refused, SortError):
            continue
        if len(theorem.hypotheses) > 4 or theorem.conclusion.depth > 9:
            continue
        accepted[name] += 1
        for number in range(24):
            model = Model(1000 * seed + number)
            assert model.holds(theorem) is not False, (name, model.seed, given, theorem)
        draw.pool = [*draw.pool[-12:], theorem]
    assert sum(accepted.values()) > 60 and sum(1 for times in accepted.values() if times) > 8, (
        accepted
    )


# --- inequalities: an ordered field, the rational numbers -----------------------------------------


def true(relation, letters):
    left, right = (rational(one, letters) for one in relation.args)
    return {"eq": left == right, "le": left <= right, "lt": left < right}[relation.op]


def polynomial(rng, depth=2):
    if not depth or rng.random() < 0.3:
        return rng.choice([var("x"), var("y"), var("n", INT), num(rng.randrange(-2, 3)), num(1, 2)])
    a, b = polynomial(rng, depth - 1), polynomial(rng, depth - 1)
    return rng.choice([a + b, a * b, a - b, a**2])


@pytest.mark.parametrize("seed", range(15))
def test_an_inequality_accepted_is_true(seed):
    """b - a = what the products and equations give, plus now and then a slip; every letter at small
    rational numbers.
    """
    rng, accepted = random.Random(seed), 0
    for _ in range(30):
        facts = [
            assume(rng.choice([le, lt])(polynomial(rng, 1), polynomial(rng, 1))) for _ in range(2)
        ]
        equation = assume(eq(polynomial(rng, 1), polynomial(rng, 1)))
        products, total = [], num(rng.choice([0, 0, 0, 0, -1, 1]))
        for _ in range(rng.randrange(1, 3)):
            factor = num(rng.choice([0, 1, 2, 1, -1]), rng.choice([1, 3]))
            known = tuple(rng.choice(facts) for _ in range(rng.randrange(3)))
            root = rng.choice([num(1), num(1), num(-1), num(0), polynomial(rng, 1)])
            products.append((factor, known, root))
            part = factor * root**2
            for one in known:
                part = part * (one.conclusion.args[1] - one.conclusion.args[0])
            total = total + part
        cofactor = polynomial(rng, 1)
        total = total + cofactor * (equation.conclusion.args[1] - equation.conclusion.args[0])
        start = polynomial(rng, 1)
        try:
            theorem = order(
                rng.choice([le, lt])(start, start + total), ((cofactor, equation),), tuple(products)
            )
        except Refused:
            continue
        accepted += 1
        for _ in range(150):
            letters = {
                var("x"): small(rng),
                var("y"): small(rng),
                var("n", INT): Fraction(rng.randint(-2, 2)),
            }
            if all(true(one, letters) for one in theorem.hypotheses):
                assert true(theorem.conclusion, letters), (theorem, letters)
    assert accepted


def small(rng):
    return Fraction(rng.randint(-4, 4), rng.choice([1, 1, 2]))
