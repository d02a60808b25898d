"""The table of words and signs: what LaTeX sets as a command is one, and nothing special is left
bare.
"""

import string

from theory.typeset.signs import ENGLISH, ESCAPES, GREEK, RELATIONS, UNICODE, WORDS


def test_every_greek_name_is_a_command_of_its_own():
    assert all(WORDS[name] == f"\\{name}" for name in GREEK)
    assert len(set(GREEK)) == len(GREEK)


def test_every_character_that_latex_takes_for_a_command_is_escaped():
    assert set("\\{}$&#%_^~") <= set(ESCAPES)
    assert all(char not in string.ascii_letters + string.digits for char in ESCAPES)


def test_the_same_relation_is_the_same_in_both_spellings():
    for ascii_form, sign in {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "+-": "±"}.items():
        assert RELATIONS[ascii_form] == UNICODE[sign]


def test_a_word_of_english_is_also_one_of_mathematics():
    assert set(WORDS) >= ENGLISH
