"""Jumps that have merged are reported, with the alpha at which they part."""

import weakref

from numerics import DiagonalNetwork, gradient_flow


def test_the_reader_learns_that_two_jumps_are_one_and_where_they_part(returning):
    flow = gradient_flow(returning, "1e-8")
    found = flow.merged
    assert len(flow.staircase) == found.seen == 2 and found.limit == 3
    assert len(gradient_flow(returning, found.parted).staircase) == 3
    larger = f"1e-{int(found.parted[3:]) - 2}"
    assert len(gradient_flow(returning, larger).staircase) == 2
    assert f"part near alpha = {found.parted}" in repr(flow.staircase)
    assert "have merged" in flow.staircase._repr_html_()


def test_where_all_jumps_are_seen_nothing_is_said(returning):
    flow = gradient_flow(returning, "1e-100")
    assert flow.merged is None and flow.staircase.remark() == ""
    assert "merged" not in repr(flow.staircase)


def test_a_flow_that_was_cut_short_says_nothing(returning):
    assert gradient_flow(returning, "1e-8", until=1.0).merged is None


def test_one_jump_is_one_jump():
    assert gradient_flow(DiagonalNetwork([[1]], [1]), "1e-2").merged is None


def test_a_staircase_does_not_keep_its_flow_alive(returning):
    flow = gradient_flow(returning, "1e-8")
    seen, stairs = weakref.ref(flow), flow.staircase
    del flow  # nobody else has it, and no garbage collector is needed to see that
    assert seen() is None and "have merged" in stairs.remark()
