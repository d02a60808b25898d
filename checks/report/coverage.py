"""The paper line by line: what states something, and which claims are about it."""

from __future__ import annotations

from theory.passages import Passage, open_passages, passages
from theory.typeset.notebook import escaped_markdown

WRITTEN_BY = "agf coverage --markdown docs/coverage.md"


def summary() -> str:
    """How many passages state something, and how many of these have a claim."""
    stated = [one for one in passages() if not one.aside]
    left = len(open_passages())
    return (
        f"{len(stated)} passages state something: {len(stated) - left} have a claim, {left} do not "
        "yet; "
        f"{len(passages()) - len(stated)} more state nothing to be checked"
    )


def text() -> str:
    """A line for each passage, for the terminal."""
    rows = (f"{one.lines:>9}  {one.gist}\n{'':>9}  {_answer(one)}" for one in passages())
    return "\n".join((*rows, "", summary())) + "\n"


def _answer(one: Passage) -> str:
    return _none(one) or ", ".join(claim.id for claim in one.claims)


def _none(one: Passage) -> str:
    if one.aside:
        return f"no statement: {one.aside}"
    return "" if one.claims else "NO CLAIM YET"


def markdown() -> str:
    """The same as a document: two tables, what states something and what does not."""
    head = (
        "# The paper line by line\n\n"
        f"{summary()}. Lines are those of the paper's source; a claim about a passage that is\n"
        "repeated elsewhere counts for both. `agf show ID` has the claim, `agf check ID` its "
        "verdict.\n"
        f"This file is written by `{WRITTEN_BY}`."
    )
    stated = [
        f"| {one.lines} | {escaped_markdown(one.gist)} | {_none(one) or _linked(one)} |"
        for one in passages()
        if not one.aside
    ]
    others = [
        f"| {one.lines} | {escaped_markdown(one.gist)} | {escaped_markdown(one.aside)} |"
        for one in passages()
        if one.aside
    ]
    return "\n".join(
        (
            head,
            "\n## What states something\n",
            "| lines | what is said | claims |\n|---|---|---|",
            *stated,
            "\n## What does not\n",
            "| lines | what is said | why it is not checked |\n|---|---|---|",
            *others,
            "",
        )
    )


def _linked(one: Passage) -> str:
    return ", ".join(f"`{claim.id}`" for claim in one.claims)
