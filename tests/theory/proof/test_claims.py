"""From claims to theorems: translation, definitions with witnesses, alarms, and what the data of
the package proves.
"""

from importlib import import_module
from importlib.util import find_spec

import pytest
import sympy as sp

from theory import catalogue, claim
from theory.proof.letters import (
    DEFINITIONS,
    READINGS,
    alarms,
    define,
    domains_of,
    judged,
    obligations,
    stated,
)
from theory.proof.recheck import PROOFS, read
from theory.proof.rules import assume
from theory.proof.show import show
from theory.proof.tactics import NotShown, prove
from theory.proof.terms import INT, both, digest, eq, le, lt, substituted, var
from theory.proof.translate import NotUnderstood, Translation

SETTINGS = tuple(one for one in catalogue.SETTINGS if find_spec(f"theory.{one}.kernel_proofs"))
for one in SETTINGS:
    import_module(f"theory.{one}.letters").register_functions()
x, y = var("x"), var("y")


@pytest.fixture(scope="module")
def proved(proofs_checked_again):
    """{name: theorem's digests} by a fresh process that knows the kernel alone."""
    return {
        name: row
        for file in proofs_checked_again.values()
        for name, row in file["theorems"].items()
    }


def test_every_proof_of_the_package_proves_its_claim(proved):
    claims = [name for name in proved if not name.startswith(("witness", "domain"))]
    assert len(claims) >= 60
    for name in claims:
        row = proved[name]
        settled = domains_of(name, proved)
        problems = judged(claim(name), row["conclusion"], row["hypotheses"], domains=settled)
        assert problems == [], name


def behind(steps, last):
    """The steps that a step was made from, itself among them."""
    seen, stack = set(), [last]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack += one
        elif isinstance(one, int) and one >= 0 and one not in seen:
            seen.add(one)
            stack += steps[one][1]
    return seen


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_claim_is_its_definitions_put_in_and_multiplied_out(setting):
    """A theorem that needs no axiom repeats its definitions: they would contain the answer."""
    data = read((PROOFS / f"{setting}.json").read_text())
    steps = data["steps"]
    idle = [
        name
        for name, row in data["theorems"].items()
        if not name.startswith(("witness", "domain"))
        and not any(steps[one][0] == "axiom" for one in behind(steps, row["step"]))
    ]
    assert idle == []


def test_a_proof_without_that_of_its_domain_is_not_enough(proved):
    row = proved["diagonal.product"]
    (problem,) = judged(claim("diagonal.product"), row["conclusion"], row["hypotheses"])
    assert problem.startswith("defined only where 0 <= ")


def test_a_theorem_of_another_claim_or_with_more_hypotheses_is_not_taken(proved):
    row = proved["diagonal.conserved"]
    assert judged(claim("diagonal.product"), row["conclusion"], row["hypotheses"])
    extra = digest(lt(x, y))
    assert judged(claim("diagonal.conserved"), row["conclusion"], [*row["hypotheses"], extra])


def test_the_printed_form_of_a_corrected_claim_is_not_what_was_proved(proved):
    row = proved["diagonal.accumulated-utility"]
    assert judged(
        claim("diagonal.accumulated-utility"), row["conclusion"], row["hypotheses"], printed=True
    )


def conjuncts(statement):
    """P & (Q & R) says P, Q and R."""
    if statement.op != "and":
        return {statement}
    return set().union(*map(conjuncts, statement.args))


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_witness_is_one_of_the_definitions_it_names(setting, proved):
    module = import_module(f"theory.{setting}.witnesses")
    for name, script in module.WITNESSES.items():
        theorem = script()
        assert not theorem.hypotheses
        assert proved[f"witness of {name}"]["conclusion"] == digest(theorem.conclusion)
        for part in module.BUNDLES.get(name, (name,)):
            asked = substituted(DEFINITIONS[part].statement, module.TABLES[name])
            assert conjuncts(asked) <= conjuncts(theorem.conclusion), part


def test_a_definition_names_its_letters_once():
    with pytest.raises(ValueError, match="taken"):
        define("diagonal.flow", ("u_i",), lt(0, var("u_i")), "again")
    with pytest.raises(ValueError, match="does not speak of"):
        define("diagonal.own", ("u_i",), lt(0, x), "about something else")
    assert "diagonal.own" not in DEFINITIONS
    assert all(name in DEFINITIONS for names in READINGS.values() for name in names)


def test_the_alarms_ring():
    assert alarms(eq((x + y) ** 2, x**2 + 2 * x * y + y**2), [])
    assert alarms(eq(x, 2 * y), [eq(2 * x - 4 * y, 0)])
    assert alarms(lt(x, y + y), [both(lt(0, x), lt(x, 2 * y))])
    assert not alarms(eq(x, y), [eq(x**2, y**2), lt(0, x)])


def test_the_utility_is_its_own_definition_and_says_so():
    """diagonal.utility defines U: with the definition as hypothesis the alarm rings, so it is never
    proved this way.
    """
    asked = stated(claim("diagonal.utility")).statement
    assert alarms(asked, [asked])


def test_assumptions_become_hypotheses():
    asked = stated(claim("diagonal.conserved"))
    assert lt(0, var("alpha")) in asked.assumptions


def test_translation_refuses_what_it_does_not_understand():
    a, b = sp.Symbol("a", real=True), sp.Symbol("a", positive=True)
    translate = Translation()
    translate(a + 1)
    with pytest.raises(NotUnderstood, match="two symbols"):
        translate(b + 1)
    for strange in (
        sp.gamma(a),
        sp.Symbol("q"),
        sp.Float(0.5) * a,
        sp.Mod(a, 2),
        sp.Function("f")(a),
        sp.Dummy("z", real=True),
    ):
        with pytest.raises(NotUnderstood):
            Translation()(strange)
    with pytest.raises(NotUnderstood):
        Translation()(sp.Piecewise((a, a > 0)))


def test_translation_keeps_what_sympy_has():
    a, n = sp.Symbol("a", real=True), sp.Symbol("n", integer=True)
    translate = Translation()
    assert show(translate(sp.Sum(n * a, (n, 1, 4)))) == "sum(n0 = 1, ..., 4: a*n0)"
    k = var("n", INT)
    assert translate(sp.Ge(n, 2, evaluate=False)) is le(2, k)
    limit = translate(sp.Eq(sp.Limit(a, a, sp.oo), 0, evaluate=False))
    assert limit.op == "forall" and not limit.free


def test_a_bound_symbol_is_not_the_free_one_of_its_name():
    n = sp.Symbol("n", integer=True)
    translated = Translation()(sp.Sum(n, (n, 1, n)) + n)
    assert show(translated) in ("n + sum(n0 = 1, ..., n: n0)", "sum(n0 = 1, ..., n: n0) + n")


def test_a_person_proves_at_the_prompt_and_hears_what_is_left():
    theorem = prove(lt(0, x * y + x), given=[lt(0, x), lt(0, y)])
    assert {show(one) for one in theorem.hypotheses} == {"0 < x", "0 < y"}
    with pytest.raises(NotShown, match="asks for"):
        prove(lt(0, x * y - x), given=[lt(0, x), lt(0, y)])
    assert prove(eq(x * y, 2), given=[eq(x, 1), eq(y, 2)])
    with pytest.raises(NotShown, match="left to show"):
        prove(eq(x, y), given=[assume(eq(x, 1))])


def test_obligations_of_definedness_are_listed():
    asked = stated(claim("diagonal.hyperbolic-identity")).statement
    texts = {show(one) for one in obligations(asked)}
    assert any(one.startswith("sqrt") and one.endswith(" != 0") for one in texts)
    assert any(one.startswith("1 <= ") for one in texts)
