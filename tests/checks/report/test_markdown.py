"""The errata as Markdown: gravest first in the table, every false statement once, nothing that a
page would take for markup.
"""

import re

from checks.methods.check import Effort
from checks.report.markdown import errata
from theory import claims


def test_every_false_statement_is_in_the_table_and_has_a_part_of_its_own(made_up_results):
    text = errata(made_up_results, Effort("quick", 4))
    false = [one.id for one in claims() if one.corrected is not None]
    table = re.findall(r"^\| \w+ \| \d+ \| .* \| \[(.*?)\]\(#(.*?)\) \|$", text, re.MULTILINE)
    anchors = re.findall(r'<a id="(.*?)"></a>', text)
    assert sorted(name for name, _ in table) == sorted(false)
    assert sorted(anchor for _, anchor in table) == sorted(anchors)
    paper = [one for one in claims() if one.origin == "paper"]
    assert f"{len(false)} of {len(paper)} statements of the paper are false as printed" in text
    assert "agf errata --profile quick --seed 4 --markdown" in text


def test_the_table_is_by_severity_and_the_parts_by_line_of_the_paper(made_up_results):
    text = errata(made_up_results, Effort())
    words = re.findall(r"^\| (error|slip|typo|wording) \|", text, re.MULTILINE)
    assert words == sorted(words, key=["error", "slip", "typo", "wording"].index)
    in_order = [one.id.replace(".", "-") for one in claims() if one.corrected is not None]
    assert re.findall(r'<a id="(.*?)"></a>', text) == in_order
