"""Work that would run forever is stopped."""

from theory.patience import within_seconds


def test_an_answer_in_time_is_given_and_a_late_one_is_none():
    assert within_seconds(5, lambda: 7) == 7

    def forever():
        while True:
            try:
                sum(range(1000))
            except Exception:  # SymPy catches those: the end of patience is none
                pass

    assert within_seconds(0.2, forever) is None
