"""The table of a setting's proof scripts."""

from theory.framework.kernel_proofs.entry import PROOFS
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import assume
from theory.proof.scripts import Scripts, defined
from theory.proof.terms import le, var

x = var("x")


def test_a_script_is_entered_under_the_id_of_its_claim_and_runs_once():
    proofs, domains, proof, domain = Scripts().entries
    runs = []

    @proof("setting.claim")
    def script():
        runs.append(1)
        return assume(le(0, x))

    @domain("setting.claim")
    def inside():
        return [script()]

    assert proofs["setting.claim"]() is script() and domains["setting.claim"]() == [script()]
    assert runs == [1]


def test_tables_of_two_settings_are_two():
    assert Scripts().proofs is not Scripts().proofs and PROOFS


def test_a_definition_is_given_conjunct_by_conjunct():
    name, definition = next(
        (name, one) for name, one in DEFINITIONS.items() if one.statement.op == "and"
    )
    conjuncts = [theorem.conclusion for theorem in defined(name)]
    assert len(conjuncts) >= 2 and all(one.op != "and" for one in conjuncts)
    assert all(theorem.hypotheses == {definition.statement} for theorem in defined(name))
