"""Search for proofs: not trusted, for whatever these functions return was made by the rules.

Two of them do nearly everything: ``ring`` (oriented rewriting that keeps its cofactors) and
``bound`` (the same inside ``order``, with the products found by linear programming where they are
not given). ``derivative`` applies the axioms of calculus along a term. An error says what is left
to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, count
from itertools import product as signings

from .polynomials import combined, normal, polynomial, product, term_of
from .rules import (
    Refused,
    Theorem,
    absurd,
    algebra,
    assume,
    axiom,
    cases,
    choose,
    conjoin,
    conjunct,
    detach,
    discharge,
    either,
    generalise,
    instantiate,
    order,
    reflexive,
    replace,
    restate,
    specialise,
)
from .terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    _walk,
    bind,
    call,
    eq,
    fits,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    term,
    var,
)

_fresh = count()
ONCE = Fraction(1)


class NotShown(Refused):
    """What a tactic could not show, and what is left of it."""


# --- logic ----------------------------------------------------------------------------------------


def fresh(sort=REAL, name: str = "v") -> Term:
    """A variable that nothing else has."""
    return var(f"{name}'{next(_fresh)}", sort)


def lam(body: Callable, *sorts) -> Term:
    """The function with this body: lam(lambda s: 2*s) takes a real number."""
    letters = [fresh(sort) for sort in sorts or (REAL,)]
    return bind("lam", letters, term(body(*letters)))


def forall(body: Callable, sort=REAL) -> Term:
    letter = fresh(sort)
    return bind("forall", letter, body(letter))


def exists(body: Callable, sort=REAL) -> Term:
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
    """Terms for the letters of these names."""
    letters = {
        letter.data[0]: letter
        for one in {theorem.conclusion, *theorem.hypotheses}
        for letter in one.free
    }
    pairs = [
        part
        for name, value in values.items()
        for part in (letters[name], term(value))
        if name in letters
    ]
    return instantiate(theorem, *pairs) if pairs else theorem


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


def everywhere(letter: Term, theorem: Theorem, *premises: Term) -> Theorem:
    """forall letter. premises -> conclusion."""
    for premise in reversed(premises):
        theorem = discharge(premise, theorem)
    return generalise(theorem, letter)


def by_cases(statement: Theorem | Term, *branches: Callable) -> Theorem:
    """A disjunction and, for each disjunct, a function from its assumption to the goal's
    theorem.
    """
    split = either(statement) if type(statement) is Term else statement
    return cases(
        split,
        *(branch(assume(part)) for part, branch in zip(split.conclusion.args, branches)),  # type: ignore[union-attr]
    )


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
    template = bind("lam", hole, _swapped(theorem.conclusion, left, hole))
    return replace(equation, template, theorem)


def _swapped(whole, part, new):
    return _walk(whole, lambda one, _: new if one is part else None if one.args else one, 0, {})


def equal_inside(whole: Term, equation: Theorem) -> Theorem:
    """whole = whole with the left side of the equation replaced."""
    left, right = equation.conclusion.args
    hole = fresh(left.sort if fits(right.sort, left.sort) else right.sort)
    return replace(
        equation, bind("lam", hole, eq(whole, _swapped(whole, left, hole))), reflexive(whole)
    )


def symmetric(equation: Theorem) -> Theorem:
    left, right = equation.conclusion.args
    return algebra(eq(right, left), (num(-1), equation))


def contradiction(theorem: Theorem, goal: Term) -> Theorem:
    """From c < c (as numbers: 0 < 0, or 1 < 0): anything."""
    left, right = theorem.conclusion.args
    gap = combined(((Fraction(1), polynomial(left)), (Fraction(-1), polynomial(right))))
    if set(gap) - {()} or gap.get((), 0) < 0 or (theorem.conclusion.op == "le" and not gap):
        raise NotShown(f"this is no contradiction: {theorem.conclusion}")
    below = order(lt(ZERO, ZERO), (), _scaled(theorem, gap.get((), Fraction(0))))
    return absurd(detach(put(axiom("irreflexive"), x=ZERO), below), goal)


def _scaled(theorem, gap):
    """0 - 0 = (right - left) + gap: strict by the theorem or by the gap."""
    own = (ONE, (theorem,), ONE)
    return (own,) if gap == 0 else (own, (num(gap.numerator, gap.denominator), (), ONE))


def differs(strict: Theorem, goal: Term) -> Theorem:
    """From a < b: not a = b (or not b = a), whichever the goal says."""
    equation = goal.args[0]
    sign = (
        1
        if not combined(((Fraction(1), _gap(equation)), (Fraction(1), _gap(strict.conclusion))))
        else -1
    )
    below = order(lt(ZERO, ZERO), ((num(sign), assume(equation)),), ((ONE, (strict,), ONE),))
    return discharge(equation, detach(put(axiom("irreflexive"), x=ZERO), below))


# --- algebra --------------------------------------------------------------------------------------


def _rewriting(equation: Theorem):
    """(leading monomial, what replaces it): the left side has to be one monomial."""
    left, right = map(polynomial, equation.conclusion.args)
    if len(left) != 1 or () in left:
        raise NotShown(
            "its left side is no single product, so it does not say what to replace: "
            f"{equation.conclusion}"
        )
    ((lead, value),) = left.items()
    return lead, value, combined(((Fraction(1), right), (Fraction(-1), left)))


def _quotient(monomial, lead):
    exponents = dict(monomial)
    for atom, exponent in lead:
        if exponents.get(atom, 0) < exponent:
            return None
        exponents[atom] -= exponent
    return tuple(sorted((atom, e) for atom, e in exponents.items() if e))


def reduced(poly: dict, rewrites: Sequence[Theorem], limit: int = 4_000):
    """(what is left, cofactors): poly + sum of cofactor * (right - left) = what is left."""
    table = [_rewriting(one) for one in rewrites]
    cofactors: list[dict] = [{} for _ in table]
    done: dict = {}
    todo = dict(poly)
    while todo:
        monomial, value = todo.popitem()
        for number, (lead, scale, gap) in enumerate(table):
            rest = _quotient(monomial, lead)
            if rest is None:
                continue
            factor = {rest: value / scale}
            cofactors[number] = combined(((Fraction(1), cofactors[number]), (Fraction(1), factor)))
            todo[monomial] = value
            todo = combined(((Fraction(1), todo), (Fraction(1), product(factor, gap))))
            break
        else:
            done = combined(((Fraction(1), done), (Fraction(1), {monomial: value})))
        limit -= 1
        if not limit:
            raise NotShown("the rewriting does not end")
    return done, cofactors


def _gap(relation):
    left, right = map(polynomial, relation.args)
    return combined(((Fraction(1), right), (Fraction(-1), left)))


def _pairs(cofactors, rewrites, sign=1):
    return tuple(
        (term_of(combined(((Fraction(sign), c),))), one) for c, one in zip(cofactors, rewrites) if c
    )


def ring(goal: Term, *rewrites: Theorem) -> Theorem:
    """An equation by rewriting with known ones, left side to right side, until nothing is left."""
    left, cofactors = reduced(_gap(goal), rewrites)
    if left:
        raise NotShown(f"left to show:  0 = {term_of(left)}\nin  {goal}")
    return algebra(goal, *_pairs(cofactors, rewrites, -1))


def combine(goal: Term, *pairs) -> Theorem:
    """An equation as a combination of others: (cofactor, equation) pairs, cofactors up to their
    signs, which are found.
    """
    wanted = _gap(goal)
    parts_ = [product(polynomial(term(cofactor)), _gap(one.conclusion)) for cofactor, one in pairs]
    for signs in signings((1, -1), repeat=len(pairs)):
        if not combined(
            [(Fraction(1), wanted), *((Fraction(-sign), part) for sign, part in zip(signs, parts_))]
        ):
            return algebra(
                goal, *((num(sign) * cofactor, one) for sign, (cofactor, one) in zip(signs, pairs))
            )
    raise NotShown(f"no combination of the equations given, whatever the signs, is  {goal}")


# --- order ----------------------------------------------------------------------------------------


def bound(
    goal: Term,
    rewrites: Sequence[Theorem] = (),
    products: Iterable = (),
    squares: Iterable = (),
    exact: bool = False,
) -> Theorem:
    """a <= b from products of known inequalities (lists of theorems, or (list, root)) and squares
    of terms.

    The non-negative coefficients are found by linear programming; with ``exact`` they are all 1.
    """
    candidates = [
        (tuple(one[0]), term(one[1])) if type(one) is tuple else (tuple(one), ONE)
        for one in products
    ]
    candidates += [((), term(root)) for root in squares] + [((), ONE)]
    polys = [_value(known, root) for known, root in candidates]
    gap, left = _gap(goal), None
    if exact:
        weights = [Fraction(1)] * (len(polys) - 1) + [Fraction(0)]
    else:
        columns = [reduced(poly, rewrites)[0] for poly in polys]
        wanted, _ = reduced(gap, rewrites)
        weights = _nonnegative(
            columns, wanted, [_strict(known, root) for known, root in candidates], goal.op == "lt"
        )
        if weights is None:
            raise NotShown(
                f"no combination of the products given shows\n  {goal}\n"
                f"which asks for  0 {'<' if goal.op == 'lt' else '<='} {term_of(wanted)}"
            )
    rest = combined([(Fraction(1), gap), *((-w, poly) for w, poly in zip(weights, polys))])
    left, cofactors = reduced(rest, rewrites)
    if left:
        raise NotShown(f"left to show:  0 = {term_of(left)}\nin  {goal}")
    chosen = tuple(
        (num(w.numerator, w.denominator), known, root)
        for w, (known, root) in zip(weights, candidates)
        if w
    )
    return order(goal, _pairs(cofactors, rewrites, -1), chosen)


def _strict(known, root):
    return root is ONE and all(one.conclusion.op == "lt" for one in known)


def _value(known, root):
    value = product(polynomial(root), polynomial(root))
    for one in known:
        value = product(value, _gap(one.conclusion))
    return value


def _nonnegative(columns, wanted, strict, need_strict):
    """Non-negative rational weights with sum of weight * column = wanted, one of the strict ones
    positive; or None.
    """
    found = _weights(columns, wanted, strict, need_strict)
    for place in [j for j, one in enumerate(strict) if one and need_strict and found is None]:
        rest = combined(
            ((ONCE, wanted), (-ONCE, columns[place]))
        )  # this one with weight 1, the others as they have to be
        found = _weights(columns, rest, strict, False)
        if found is not None:
            found[place] += 1
            break
    return found


def _weights(columns, wanted, strict, need_strict):
    rows = sorted({monomial for column in [*columns, wanted] for monomial in column})
    for support in _supports(columns, wanted, rows, strict, need_strict):
        solved = _solve([columns[j] for j in support], wanted, rows)
        if solved is not None and all(w >= 0 for w in solved):
            weights = [Fraction(0)] * len(columns)
            for j, w in zip(support, solved):
                weights[j] = w
            if need_strict and not any(w > 0 and s for w, s in zip(weights, strict)):
                weights = [
                    ONCE if s and not column else w
                    for w, s, column in zip(weights, strict, columns)
                ]
            if not need_strict or any(w > 0 and s for w, s in zip(weights, strict)):
                return weights
    return None


def _supports(columns, wanted, rows, strict, need_strict):
    """Sets of columns to try: one or two by hand, then what linear programming in floating point
    suggests.
    """
    yield from ([j] for j in range(len(columns)))
    try:
        import numpy
        from scipy.optimize import linprog
    except ImportError:
        yield list(range(len(columns)))
        return
    matrix = numpy.array(
        [[float(column.get(row, 0)) for column in columns] for row in rows]
        or [[0.0] * len(columns)]
    )
    vector = numpy.array([float(wanted.get(row, 0)) for row in rows] or [0.0])
    cost = numpy.array([-1.0 if s and need_strict else 1e-3 for s in strict])
    for prices in (cost, numpy.ones(len(columns))):
        found = linprog(
            prices, A_eq=matrix, b_eq=vector, bounds=[(0, 1e6)] * len(columns), method="highs-ds"
        )
        if found.status == 0:
            yield [j for j, w in enumerate(found.x) if w > 1e-9]


def _solve(columns, wanted, rows):
    """Exact solution of sum of x_j column_j = wanted (free unknowns are 0), or None."""
    matrix = [
        [column.get(row, Fraction(0)) for column in columns] + [wanted.get(row, Fraction(0))]
        for row in rows
    ]
    pivots, width = [], len(columns)
    for column in range(width):
        found = next((r for r in range(len(pivots), len(matrix)) if matrix[r][column]), None)
        if found is None:
            continue
        place = len(pivots)
        matrix[place], matrix[found] = matrix[found], matrix[place]
        matrix[place] = [entry / matrix[place][column] for entry in matrix[place]]
        for r in range(len(matrix)):
            if r != place and matrix[r][column]:
                matrix[r] = [e - matrix[r][column] * p for e, p in zip(matrix[r], matrix[place])]
        pivots.append(column)
    if any(row[-1] for row in matrix[len(pivots) :]):
        return None
    solution = [Fraction(0)] * width
    for row, column in zip(matrix, pivots):
        solution[column] = row[-1]
    return solution


def weaker(strict: Theorem) -> Theorem:
    """a < b gives a <= b."""
    return order(le(*strict.conclusion.args), (), ((ONE, (strict,), ONE),))


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
        inner = [positive(arg, known) for arg in whole.args]
        products = [[one] for one in inner] if whole.op == "add" else [inner]
        return bound(lt(0, whole), (), products, exact=True)
    if whole.op == "pow":
        return bound(lt(0, whole), (), [[positive(whole.args[0], known)] * whole.data], exact=True)
    if whole.op == "exp":
        return fact("exp-positive", x=whole.args[0])
    if whole.op == "cosh":
        inner = whole.args[0]  # type: ignore[assignment]
        both = [[fact("exp-positive", x=inner)], [fact("exp-positive", x=-inner)]]  # type: ignore[operator]
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


# --- derivatives ----------------------------------------------------------------------------------


def derivative(
    body: Callable | Term,
    low,
    high,
    at,
    known: Sequence[Theorem] = (),
    side: Sequence[Theorem] = (),
) -> Theorem:
    """deriv(low, high, at, value, s. body): the axioms along the term.

    ``known``: derivatives of function letters at this point. ``side``: facts for the conditions of
    inv, log, sqrt.
    """
    body = body if type(body) is Term else lam(body)
    return _derived(body, tuple(map(term, (low, high, at))), known, side)


def _derived(function: Term, place, known, side) -> Theorem:
    low, high, at = place
    where = dict(low=low, high=high, at=at)
    body = function.args[0]
    if not body.loose:
        return fact("deriv-constant", y=body, **where)
    if body.op == "bound":
        return fact("deriv-identity", **where)
    for one in known:
        if (
            one.conclusion.op == "deriv"
            and one.conclusion.args[-1] is body
            and one.conclusion.args[:3] == place
        ):
            return one
    if body.op in ("add", "mul"):
        return _derived_pair(body, place, known, side)
    if body.op == "pow":
        return _derived_power(body, place, known, side)
    inner = make("lam", (REAL,), (body.args[-1],))
    value = opened(inner, (at,))
    slope = _derived(inner, place, known, side)
    name = f"deriv-{body.op}"
    if body.op == "inv":
        return fact(name, slope, nonzero(value, side), g=inner, a=slope.conclusion.args[3], **where)
    if body.op in ("log", "sqrt"):
        return fact(
            name, slope, positive(value, side), g=inner, a=slope.conclusion.args[3], **where
        )
    if body.op in ("exp", "cosh", "sinh", "cos", "sin"):
        return fact(name, slope, g=inner, a=slope.conclusion.args[3], **where)
    raise NotShown(f"no derivative is known of {function}")


def _derived_pair(body, place, known, side):
    """Sum and product rule, one argument after the other."""
    low, high, at = place
    head, *rest = body.args
    joined, slope = head, _derived(make("lam", (REAL,), (head,)), place, known, side)
    for arg in rest:
        other = _derived(make("lam", (REAL,), (arg,)), place, known, side)
        values = dict(
            low=low,
            high=high,
            at=at,
            b=slope.conclusion.args[3],
            a=other.conclusion.args[3],
            f=make("lam", (REAL,), (joined,)),
            g=make("lam", (REAL,), (arg,)),
        )
        slope = fact("deriv-sum" if body.op == "add" else "deriv-product", slope, other, **values)
        joined = make(body.op, None, (joined, arg))
    goal = make("deriv", (REAL,), (low, high, at, slope.conclusion.args[3], body))
    return written(goal, slope)


def _derived_power(body, place, known, side):
    inner = body.args[0]
    factors = make("mul", None, (inner,) * body.data) if body.data > 1 else inner
    slope = (
        _derived(make("lam", (REAL,), (factors,)), place, known, side)
        if body.data
        else fact("deriv-constant", y=ONE, low=place[0], high=place[1], at=place[2])
    )
    return written(make("deriv", (REAL,), (*place, slope.conclusion.args[3], body)), slope)


def with_slope(theorem: Theorem, value, *rewrites: Theorem) -> Theorem:
    """The same derivative with its value written otherwise, equal by rewriting."""
    low, high, at, old, body = theorem.conclusion.args
    same = ring(eq(old, term(value)), *rewrites)
    hole = fresh()
    template = bind("lam", hole, make("deriv", (REAL,), (low, high, at, hole, body)))
    return replace(same, template, theorem)


# --- at the prompt --------------------------------------------------------------------------------


def prove(statement: Term, given: Sequence[Theorem | Term] = ()) -> Theorem:
    """A theorem of the statement from what is given (statements become hypotheses), or what is left
    to show.
    """
    known = [one if type(one) is Theorem else assume(one) for one in given]
    known = [leaf for one in known for leaf in parts(one)]
    for one in known:
        if normal(one.conclusion) is normal(statement):
            return written(statement, one)
    if statement.op == "and":
        return conjoin(*(prove(one, known) for one in statement.args))
    if statement.op == "implies" and statement.args[1] is not FALSE:
        return discharge(
            statement.args[0], prove(statement.args[1], [*known, assume(statement.args[0])])
        )
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(prove(opened(statement, (letter,)), known), letter)
    rewrites = [
        one
        for one in known
        if one.conclusion.op == "eq"
        and len(polynomial(one.conclusion.args[0])) == 1
        and () not in polynomial(one.conclusion.args[0])
    ]
    if statement.op == "eq":
        return ring(statement, *rewrites)
    if statement.op in ("le", "lt"):
        single = [one for one in known if one.conclusion.op in ("le", "lt")]
        pairs = [list(pair) for pair in combinations_with_replacement(single, 2)]
        return bound(statement, rewrites, [[one] for one in single] + pairs)
    raise NotShown(f"left to show:  {statement}")


def satisfied(
    statement: Term,
    help: Callable = lambda *_: (),
    known: Sequence[Theorem] = (),
    letters: tuple = (),
) -> Theorem:
    """A statement about explicit functions, part by part; help(letters bound so far) gives
    equations to rewrite with.
    """
    if statement.op == "and":
        return conjoin(*(satisfied(one, help, known, letters) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(
            satisfied(opened(statement, (letter,)), help, known, (*letters, letter)), letter
        )
    if statement.op == "implies":
        premise = assume(statement.args[0])
        return discharge(
            premise.conclusion,
            satisfied(statement.args[1], help, [*known, *parts(premise)], letters),
        )
    rewrites = list(help(*letters))
    if statement.op == "deriv":
        low, high, point, value, body = statement.args
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=known)
        return with_slope(own, value, *rewrites)
    if statement.op == "eq":
        return ring(statement, *rewrites)
    if statement.op in ("le", "lt"):
        return bound(
            statement, rewrites, [[one] for one in known if one.conclusion.op in ("le", "lt")]
        )
    raise NotShown(f"left to show:  {statement}")
