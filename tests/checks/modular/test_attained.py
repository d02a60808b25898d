"""The encoding at which a theorem is read has every frequency."""

from checks.modular.attained import ATTAINED, least_magnitude
from theory import modular as paper


def test_no_frequency_of_the_encoding_is_missing():
    values = ATTAINED["modular.no-other-maxima"].values()
    assert values[paper.X_least] > 0.7 and values[paper.p] == 5
    assert not least_magnitude((1, 1, 1))[paper.X_least] > 0
