"""Applications of rules that must be refused: the traps of a study of such a kernel, and their
neighbours.
"""

from fractions import Fraction

import pytest

from theory.proof import rules
from theory.proof.rules import Refused, Theorem
from theory.proof.tactics import NotShown, deriv, exists, fact, forall, lam, put, total
from theory.proof.terms import (
    BOOL,
    COMPLEX,
    FALSE,
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    SortError,
    Term,
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

x, y, z = var("x"), var("y"), var("z")
n, k = var("n", INT), var("k", INT)
w = var("w", COMPLEX)
f = function("f", REAL, REAL)


def refused(rule, *given):
    with pytest.raises(Refused):
        rule(*given)


def test_a_witness_may_not_be_a_variable_of_the_existence_statement():
    """From "exists y: x < y" the choice y = x would give x < x."""
    there = rules.assume(exists(lambda one: lt(x, one)))
    refused(rules.choose, there, x, rules.assume(lt(x, x)))


def test_a_chosen_variable_may_not_escape_into_conclusion_or_hypotheses():
    there = rules.assume(exists(lambda one: lt(x, one)))
    refused(rules.choose, there, y, rules.assume(lt(x, y)))
    both = rules.conjoin(rules.assume(lt(x, y)), rules.assume(lt(y, z)))
    refused(
        rules.choose,
        there,
        y,
        rules.absurd(rules.detach(rules.assume(implies(both.conclusion, FALSE)), both), FALSE),
    )


def test_numbers_have_sorts():
    """An axiom on whole numbers takes no real ones, one on real numbers no complex ones."""
    refused(rules.instantiate, rules.axiom("discrete"), n, x)
    discrete = rules.axiom("discrete")
    whole = next(v for v in discrete.conclusion.free if v.data[0] == "n")
    refused(rules.instantiate, discrete, whole, num(1, 2))
    refused(rules.instantiate, discrete, whole, call("inv", n))
    refused(rules.instantiate, rules.axiom("exp-positive"), x, w)
    refused(rules.instantiate, rules.axiom("irreflexive"), x, call("i"))


def test_complex_numbers_have_no_order_and_their_squares_no_sign():
    with pytest.raises(SortError):
        lt(0, w)
    refused(rules.order, le(ZERO, num(-1)), ((ONE, rules.axiom("i")),), ((ONE, (), call("i")),))


def test_a_bound_variable_is_not_captured():
    """forall x. exists y. x < y at x = y is exists y'. y < y'."""
    statement = forall(lambda a: exists(lambda b: lt(a, b)))
    at_y = rules.specialise(rules.assume(statement), y).conclusion
    assert at_y is exists(lambda b: lt(y, b)) and at_y is not exists(lambda b: lt(b, b))
    assert substituted(exists(lambda b: lt(x, b)), {x: y}) is exists(lambda b: lt(y, b))


def test_a_function_with_a_free_letter_is_not_captured_under_a_binder():
    statement = forall(lambda a: eq(f(a), 0))
    changed = substituted(statement, {f: lam(lambda s: s + x)})
    assert changed is forall(lambda a: eq(a + x, 0))
    nested = substituted(
        forall(lambda a: eq(f(f(a)), 0)), {f: lam(lambda s: total(0, 3, lambda j: j * s))}
    )
    assert nested is forall(
        lambda a: eq(total(0, 3, lambda j: j * total(0, 3, lambda i: i * a)), 0)
    )


def test_generalising_over_a_variable_of_a_hypothesis_is_refused():
    refused(rules.generalise, rules.assume(lt(0, x)), x)
    assert rules.generalise(rules.assume(lt(0, x)), y).conclusion.op == "forall"


def test_one_letter_has_one_sort():
    refused(rules.assume, make("and", None, (lt(var("m", INT), x), lt(var("m", REAL), x))))
    refused(rules.conjoin, rules.assume(lt(var("m", INT), 1)), rules.assume(lt(var("m", REAL), 2)))


def test_only_exact_types_are_taken():
    class Lying(Fraction):
        def __eq__(self, other):
            return True

        __hash__ = Fraction.__hash__

    class Looks:
        hypotheses, conclusion = frozenset(), lt(1, 0)

    refused(rules.conjoin, Looks(), Looks())
    refused(rules.order, lt(1, 0), (), ((Lying(1), (), ONE),))
    refused(rules.order, lt(1, 0), (), ((1, (), ONE),))
    refused(rules.algebra, eq(x, y), (Lying(0), rules.assume(eq(x, y))))
    refused(rules.axiom, ["total"])
    refused(rules.restate, lambda: True, rules.assume(lt(0, x)))
    refused(rules.instantiate, rules.assume(lt(0, x)), "x", y)
    with pytest.raises(TypeError):
        type("Own", (Theorem,), {})
    with pytest.raises(TypeError):
        type("Own", (Term,), {})


def test_theorems_and_terms_neither_appear_nor_change():
    for maker in (Theorem, Term):
        with pytest.raises(TypeError):
            maker()
    theorem = rules.assume(lt(0, x))
    with pytest.raises(TypeError):
        theorem.conclusion = FALSE
    with pytest.raises(TypeError):
        x.sort = INT
    with pytest.raises(TypeError):
        del theorem.hypotheses


def test_algebra_needs_the_identity_and_known_equations():
    refused(rules.algebra, eq(x, y))
    refused(rules.algebra, eq(x**2, y**2), (x, rules.assume(eq(x, y))))
    refused(rules.algebra, eq(x, y), (ONE, rules.assume(le(x, y))))
    refused(rules.algebra, le(x, x))
    refused(rules.algebra, eq(x * call("inv", x), 1))
    refused(rules.algebra, eq(call("sqrt", x**2), x))
    refused(rules.algebra, eq(call("sqrt", x) ** 2, x))
    refused(rules.algebra, eq(f(x), f(y)))


def test_order_needs_nonnegative_parts_and_something_positive():
    above = rules.assume(le(0, x))
    refused(rules.order, lt(0, x), (), ((ONE, (above,), ONE),))
    refused(rules.order, le(0, -x), (), ((num(-1), (above,), ONE),))
    refused(rules.order, lt(0, x**2), (), ((ONE, (), x),))
    refused(rules.order, lt(ZERO, ZERO), (), ())
    refused(rules.order, lt(ZERO, ZERO), (), ((ZERO, (), ONE),))
    refused(rules.order, le(0, x), (), ((ONE, (rules.assume(eq(0, x)),), ONE),))
    refused(rules.order, lt(1, 1), (), ((ONE, (), ZERO),))
    refused(
        rules.order,
        lt(0, x**2),
        (),
        ((ONE, (rules.assume(lt(0, x)), rules.assume(le(0, x))), ONE),),
    )


def test_logic_does_not_mix_its_statements():
    p, q = lt(0, x), lt(0, y)
    refused(rules.detach, rules.assume(implies(p, q)), rules.assume(q))
    refused(rules.detach, rules.assume(p), rules.assume(p))
    refused(rules.conjunct, rules.assume(make("and", None, (p, q))), lt(0, z))
    refused(rules.disjoin, make("or", None, (p, q)), rules.assume(lt(0, z)))
    split = rules.assume(make("or", None, (p, q)))
    refused(rules.cases, split, rules.assume(p), rules.assume(q))
    refused(rules.cases, split, rules.assume(p))
    refused(rules.absurd, rules.assume(p), q)
    refused(rules.specialise, rules.assume(p), x)
    refused(rules.specialise, rules.assume(forall(lambda a: lt(a, x), INT)), num(1, 2))
    refused(rules.witness, exists(lambda a: lt(a, x)), y, rules.assume(lt(x, y)))
    assert rules.cases(
        split, rules.assume(p), rules.discharge(p, rules.assume(p)) and rules.assume(p)
    ).hypotheses == {split.conclusion, p}


def test_equals_are_put_where_the_template_says_and_with_its_sort():
    same = rules.assume(eq(x, y))
    refused(rules.replace, same, lam(lambda a: lt(a, x)), rules.assume(lt(y, x)))
    halves = rules.assume(eq(n, call("inv", k)))
    refused(rules.replace, halves, lam(lambda a: lt(a, 1), INT), rules.assume(lt(n, 1)))
    refused(rules.replace, rules.assume(le(x, y)), lam(lambda a: lt(a, x)), rules.assume(lt(x, x)))


def test_open_terms_are_not_statements():
    refused(rules.assume, lt(make("bound", (0, REAL)), x))
    refused(rules.reflexive, make("bound", (0, REAL)))
    refused(rules.reflexive, f)
    refused(rules.assume, x)


def test_a_bound_variable_keeps_its_sort():
    body = lt(make("bound", (0, INT)), 1)
    with pytest.raises(SortError):
        make("forall", (REAL,), (body,))
    with pytest.raises(SortError):
        make("and", None, (body, lt(make("bound", (0, REAL)), 1)))
    with pytest.raises(SortError):
        opened(forall(lambda a: lt(a, 1), INT), (x,))


def test_sizes_are_limited():
    with pytest.raises(SortError):
        x**65
    with pytest.raises(SortError):
        x ** Fraction(1, 2)
    with pytest.raises(SortError):
        x**True
    deep = x
    with pytest.raises(SortError):
        for _ in range(300):
            deep = call("exp", deep)
    many = make("add", None, [var(f"x{j}") for j in range(12)])
    refused(rules.algebra, eq(many**30, 0))


@pytest.mark.parametrize(
    "op, data, args",
    [
        ("num", (1, 0), ()),
        ("num", (2, 4), ()),
        ("num", (1.0, 3), ()),
        ("num", (True, 5), ()),
        ("num", None, ()),
        ("pow", -1, (x,)),
        ("var", ("x", "Real", 1), ()),
        ("var", ("", REAL), ()),
        ("var", (3, REAL), ()),
        ("var", ("x", "Rational"), ()),
        ("bound", (-1, REAL), ()),
        ("eq", None, (x, FALSE)),
        ("eq", None, (f, f)),
        ("add", None, (x,)),
        ("add", None, (x, FALSE)),
        ("add", 1, (x, y)),
        ("inv", None, (FALSE,)),
        ("exp", None, (w,)),
        ("sqrt", None, (w,)),
        ("sum", (REAL,), (ONE, TWO, x)),
        ("sum", (INT,), (x, TWO, x)),
        ("app", None, (x, y)),
        ("app", None, (f, w)),
        ("app", None, (f,)),
        ("implies", None, (x, y)),
        ("nothing", None, ()),
        ("forall", (BOOL,), (FALSE,)),
        ("forall", (), (FALSE,)),
        ("deriv", (INT,), (x, x, x, x, x)),
        ("deriv", (REAL,), (x, x, x, x, w)),
        ("ite", None, (x, x, x)),
    ],
)
def test_terms_without_meaning_are_not_made(op, data, args):
    with pytest.raises(SortError):
        make(op, data, args)


def test_derivatives_are_unique_only_on_an_interval():
    """At a single point every number is a derivative: uniqueness asks for low < high and the point
    between.
    """
    statement = rules.axiom("deriv-unique").conclusion
    assert statement.op == "implies" and statement.args[0].op == "lt"


def test_no_fact_is_known_of_a_function_outside_its_domain():
    from theory.proof.axioms import AXIOMS

    for name in ("sqrt-square", "exp-log", "cosh-acosh", "tanh-atanh", "power", "inverse"):
        assert AXIOMS[name].op == "implies", name
    with pytest.raises((Refused, NotShown)):
        fact("exp-log", rules.assume(lt(0, y)), x=x)


def test_the_inverse_of_zero_stays_unknown():
    refused(rules.detach, put(rules.axiom("inverse"), z=ZERO), rules.assume(negation(eq(ONE, 0))))
    refused(rules.restate, negation(eq(ZERO, 0)), rules.assume(negation(eq(ONE, 0))))


def test_restating_does_not_move_an_inequality():
    refused(rules.restate, lt(0, x), rules.assume(lt(-x, 0)))
    refused(rules.restate, lt(x, y), rules.assume(lt(y, x)))
    refused(
        rules.restate,
        deriv(0, 1, x, y, lambda s: s),
        rules.assume(deriv(0, 1, x, y, lambda s: s + 1)),
    )
    assert rules.restate(lt(x, 2 * y), rules.assume(lt(x, y + y)))


def test_binding_needs_a_free_variable():
    with pytest.raises(SortError):
        bind("forall", x + 1, lt(0, x))
