"""Sentences of claims on the page: formulas where there are some, every word kept, no markup from
outside.
"""

from xml.etree import ElementTree as xml

import pytest

from checks.report.prose import inline
from theory import claims


def words(markup):
    return xml.fromstring(f"<p>{markup}</p>")


def test_a_power_in_a_sentence_is_a_formula():
    text = words(inline("it tends to alpha^2 from above"))
    assert text.find(".//msup") is not None and "tends to" in text.text


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>x</script>",
        "a & b",
        '" onload=x',
        "\\input{x}",
        "$",
        "{}",
        "\\",
        "^",
        "_",
        "<b>alpha^2</b>",
    ],
)
def test_no_sentence_becomes_markup(hostile):
    text = words(inline(hostile))
    assert {node.tag for node in text.iter()} <= {
        "p",
        "code",
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "msup",
        "msub",
        "mtext",
        "mspace",
    }


def test_every_sentence_of_the_catalogue_is_well_formed_and_keeps_its_words():
    for claim in claims():
        for sentence in filter(None, (claim.erratum, claim.reading)):
            text = "".join(words(inline(sentence)).itertext())
            long = [
                word
                for word in sentence.replace("(", " ").split()
                if word.isalpha() and len(word) > 8
            ]
            assert all(word in text for word in long), (claim.id, sentence)
