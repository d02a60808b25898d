"""A file is read field by field: what is of another kind is refused, whatever it is."""

import json
from dataclasses import asdict

import pytest

from checks.evidence import Evidence
from checks.evidence_data import FIELDS, evidence_from

GOOD = Evidence(
    "balls", "certified", "holds", instances=3, max_error=1e-9, ranges=(("p", "3", "31"),)
)


def data_of(evidence):
    return {name: json.loads(json.dumps(asdict(evidence)[name])) for name in FIELDS}


def test_evidence_comes_back_as_it_was():
    assert evidence_from(data_of(GOOD)) == GOOD
    assert evidence_from(data_of(GOOD) | {"rate": "inf"}).rate == float("inf")


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [True, -1, {}, [1], [["p", "3"]], "x", [[]]], ids=repr)
def test_a_field_of_another_kind_is_refused(name, value):
    text = FIELDS[name][0] == (str,)
    if value == "x" and text and name not in ("method", "outcome", "statement"):
        return  # a text where one belongs
    if value == -1 and name in ("max_error", "rate", "seconds"):
        return  # a number where one belongs
    with pytest.raises(ValueError, match="evidence|expected one of"):
        evidence_from(data_of(GOOD) | {name: value})


def test_another_number_of_fields_is_refused():
    for wrong in ({}, None, data_of(GOOD) | {"more": 1}):
        with pytest.raises(ValueError, match="other fields"):
            evidence_from(wrong)
