"""The file that a person starts from: a name of any kind becomes one that claims can begin with."""

import ast

import pytest

from checks.report.starting_file import starting_file


@pytest.mark.parametrize(
    "stem, setting",
    [
        ("my paper", "my_paper"),
        ("Neural-Nets", "neural_nets"),
        ("2026", "paper_2026"),
        ("__x__", "x"),
        ("é", "mine"),
        ("", "mine"),
    ],
)
def test_claims_begin_with_the_name_of_the_file(stem, setting):
    text = starting_file(stem)
    named = {
        keyword.value.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "id" and isinstance(keyword.value, ast.Constant)
    }
    assert named and all(name.startswith(f"{setting}.") for name in named)
    assert "SETTING" not in text
