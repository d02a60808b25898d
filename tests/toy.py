"""One toy claim, for the tests of what is done with any claim."""

from theory.claim import Claim


def toy_claim(printed, **more):
    """A claim that says ``printed``, with these changes."""
    parts = {"id": "framework.toy", "title": "t", "kind": "identity", "line": 1, "label": "l"}
    return Claim(**parts | {"printed": printed} | more)
