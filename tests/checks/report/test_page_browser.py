"""The report page in Chromium: it filters, it can be used by keyboard, it fits a phone, it loads
nothing.
"""

import json
import shutil

import pytest

from checks.methods.check import Effort
from checks.report import page
from theory import claims

pytestmark = pytest.mark.needs_tool("chromium", "chromedriver")
PHONE, DESK = (375, 800), (1280, 900)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
CLAIMS = {claim.id: claim for claim in claims()}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    window = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield window
    window.quit()


@pytest.fixture(scope="module")
def address(tmp_path_factory, made_up_results):
    folder = tmp_path_factory.mktemp("page")
    (folder / "curve.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1900" height="90"><title>A curve</title>'
        '<script>top.hacked = 1</script><rect width="1900" height="90"/></svg>'
    )
    target = folder / "page.html"
    target.write_text(
        page.as_html(made_up_results, Effort(), figures=page.figures_in(folder)), encoding="utf-8"
    )
    return target.as_uri()


@pytest.fixture
def tab(browser, address):
    """The page, freshly loaded: at a desk and in light colours, unless told otherwise."""

    def load(size=DESK, scheme="light", script=True, at=""):
        look(browser, size, scheme)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        browser.get("about:blank")
        browser.get(address + at)
        return browser

    yield load
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def look(tab, size=DESK, scheme="light"):
    tab.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False},
    )
    tab.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {
            "features": [
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
        },
    )


def run(tab, code):
    return tab.execute_script("return " + code)


def press(tab, *keys):
    from selenium.webdriver import ActionChains

    chain = ActionChains(tab)
    for key in keys:
        chain.send_keys(key)
    chain.perform()


def visible_rows(tab):
    return run(
        tab,
        "[...document.querySelectorAll('li.claim')].filter(e => e.checkVisibility()).map(e => "
        "e.querySelector('.body').id)",
    )


def choose(tab, **boxes):
    for name, values in boxes.items():
        for value in values:
            tab.find_element("css selector", f"input[name={name}][value={value}]").click()


def test_filters_show_the_claims_that_match_and_say_how_many(tab):
    window = tab()
    assert visible_rows(window) == list(CLAIMS)
    choose(window, setting=["diagonal"], verdict=["refuted"])
    false = [c.id for c in CLAIMS.values() if c.setting == "diagonal" and c.corrected is not None]
    assert (
        visible_rows(window) == false
        and run(window, "document.getElementById('tally').textContent")
        == f"{len(false)} of {len(CLAIMS)} claims"
    )
    choose(window, setting=["linear"])  # a second value of the same kind adds claims
    assert visible_rows(window) == [
        c.id
        for c in CLAIMS.values()
        if c.setting in ("diagonal", "linear") and c.corrected is not None
    ]
    window.find_element("css selector", "button[type=reset]").click()
    run(window, "new Promise(done => setTimeout(done, 50))")
    assert visible_rows(window) == list(CLAIMS)


def test_methods_and_words_filter_too_and_nothing_found_is_said(tab, made_up_results):
    window = tab()
    choose(window, method=["limit"])
    assert visible_rows(window) == [
        r.claim.id for r in made_up_results if "limit" in {e.method for e in r.evidence}
    ]
    window.find_element("css selector", "button[type=reset]").click()
    box = window.find_element("id", "text")
    box.send_keys("ACCELERATED rate")
    found = visible_rows(window)
    assert "framework.accelerated-rate" in found and "diagonal.conserved" not in found
    box.send_keys(" no-such-word")
    assert visible_rows(window) == [] and window.find_element("id", "nothing").is_displayed()
    window.find_element("id", "clear").click()
    assert (
        visible_rows(window) == list(CLAIMS)
        and not window.find_element("id", "nothing").is_displayed()
    )


def test_a_number_of_the_overview_shows_the_claims_it_counts(tab):
    window = tab()
    cell = window.find_element(
        "css selector", ".matrix a[data-setting=attention][data-verdict=refuted]"
    )
    number = int(cell.text)
    cell.click()
    assert len(visible_rows(window)) == number and all(
        one.startswith("attention.") for one in visible_rows(window)
    )


def test_a_link_to_a_claim_opens_it_even_if_it_was_filtered_away(tab):
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    window = tab()
    choose(window, setting=["modular"])
    run(window, "document.querySelector('#graph a[href=\"#diagonal.riccati\"]').focus()")
    press(window, Keys.ENTER)
    # the page hears of its new address a moment after the key
    WebDriverWait(window, 20).until(
        lambda page: page.find_element("id", "diagonal.riccati").is_displayed()
    )
    assert (
        run(window, "document.activeElement.closest('li').querySelector('.body').id")
        == "diagonal.riccati"
    )
    assert 0 <= run(window, "document.activeElement.getBoundingClientRect().top") < DESK[1]


def test_the_whole_way_to_a_claim_is_possible_by_keyboard(tab):
    from selenium.webdriver.common.keys import Keys

    window = tab()
    press(window, Keys.TAB)
    assert run(window, "document.activeElement.className") == "skip"
    assert (
        run(window, "document.activeElement.getBoundingClientRect().top") >= 0
    )  # the skip link is seen while it has the focus
    press(window, Keys.ENTER, Keys.TAB)
    assert run(window, "document.activeElement.id") == "text"
    press(window, Keys.TAB, Keys.SPACE)
    assert run(window, "document.activeElement.value") == "framework" and len(
        visible_rows(window)
    ) < len(CLAIMS)
    outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle"
    assert run(window, outline) == "solid"
    for _ in range(60):
        press(window, Keys.TAB)
        if run(window, "document.activeElement.tagName") == "SUMMARY":
            break
    press(window, Keys.ENTER)
    assert run(window, "document.activeElement.parentElement.open") is True
    assert run(window, "getComputedStyle(document.activeElement).outlineStyle") == "solid"
    press(window, "/")
    assert run(window, "document.activeElement.id") == "text"


def test_every_formula_has_a_box_in_the_font_that_came_along(tab):
    window = tab()
    run(window, "document.querySelectorAll('details').forEach(e => { e.open = true; })")
    flat = run(
        window,
        "[...document.querySelectorAll('math')].filter(e => { const b = e.getBoundingClientRect(); "
        "return !(b.width > 3 && b.height > 3); }).map(e => e.outerHTML)",
    )
    assert flat == [] and run(window, "document.fonts.check('20px \"AGF Math\"')") is True
    # A fraction is laid out as one: its parts stand above each other.
    assert run(
        window,
        "[...document.querySelectorAll('mfrac')].every(e => "
        "e.children[0].getBoundingClientRect().bottom"
        " <= e.children[1].getBoundingClientRect().top + 1)",
    )


BEYOND = """[...document.querySelectorAll('p, h1, h2, h3, summary, .versus > section, img, form')]
  .filter((e) => e.checkVisibility() && !e.closest('.visually-hidden, .skip')
    && e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""


def test_the_page_never_scrolls_sideways(tab):
    window = tab()
    for opened in ("false", "true"):
        run(
            window, f"document.querySelectorAll('details').forEach((e) => {{ e.open = {opened}; }})"
        )
        for size in (PHONE, DESK):
            look(window, size)
            assert run(window, "document.documentElement.scrollWidth") <= size[0]
            assert run(window, BEYOND) == []


WIDER = """[...document.querySelectorAll('.graph, .graph *')].filter((e) => e.checkVisibility()
  && (e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > innerWidth))
  .map((e) => e.outerHTML.slice(0, 80))"""
LINKED = """[...document.querySelectorAll('.graph a')]
  .filter((e) => e.checkVisibility()).map((e) => e.getAttribute('href'))"""


def test_what_rests_on_what_fits_a_phone_and_links_the_same_claims(tab):
    window = tab()
    desk = set(run(window, LINKED))
    look(window, PHONE)
    assert run(window, WIDER) == []
    assert set(run(window, LINKED)) == desk
    assert "left to right" not in run(window, "document.querySelector('#graph').innerText")


CONTRAST = """(() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number);
  const linear = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = (c) => { const [r, g, b] = parse(c).map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (e) => { for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor, p = parse(c);
    if (p.length < 4 || p[3] > 0) return c; } return 'rgb(255, 255, 255)'; };
  const written = (n) => n.nodeType === 3 && n.data.trim();
  const poor = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!e.checkVisibility() || e.closest('svg') || ![...e.childNodes].some(written)) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const need = e.matches('.sign') ? 3 : 4.5;  // a sign repeats the word beside it
    if (ratio < need && !e.matches('.none'))
      poor.push([ratio.toFixed(2), e.outerHTML.slice(0, 90)]);
  }
  return poor.slice(0, 5);
})()"""


def test_text_stands_out_from_what_is_behind_it(tab):
    window = tab(at="#linear.conjecture")
    for scheme in ("light", "dark"):
        look(window, scheme=scheme)
        assert run(window, CONTRAST) == [], scheme


def test_dark_is_dark_and_light_is_light(tab):
    window, brightness = tab(), []
    for scheme in ("light", "dark"):
        look(window, scheme=scheme)
        brightness.append(
            run(
                window, "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
            )
        )
    assert min(brightness[0]) > 230 and max(brightness[1]) < 50


def test_nothing_is_loaded_and_nothing_complains(tab):
    window = tab()
    for log in ("browser", "performance"):
        window.get_log(log)
    tab(at="#modular.theorem")
    run(window, "scrollTo(0, document.body.scrollHeight)")
    assert window.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in window.get_log("performance")]
    asked = {
        event["params"]["request"]["url"].partition(":")[0]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    }
    assert asked <= {"file", "data", "about"} and "file" in asked
    assert run(window, "document.querySelector('.picture img').naturalWidth") == 1900
    assert run(window, "typeof window.hacked") == "undefined"


def test_without_a_script_everything_can_be_read_and_links_open_claims(tab):
    window = tab(script=False)
    assert (
        visible_rows(window) == list(CLAIMS)
        and not window.find_element("id", "filters").is_displayed()
    )
    link = window.find_element("css selector", "#false article a")
    meant = link.get_attribute("href").rpartition("#")[2]
    link.click()
    assert meant in CLAIMS and window.find_element("id", meant).is_displayed()


def test_a_hostile_string_runs_nothing_in_a_browser(browser, tmp_path, made_up_results):
    from dataclasses import replace

    evil = (
        "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>\"><svg "
        "onload=window.hacked=1>"
    )
    first = made_up_results[0]
    evidence = replace(first.evidence[0], check=evil, detail=(evil,), counterexample=evil)
    result = replace(
        first, claim=replace(first.claim, title=evil, reading=evil), evidence=(evidence,)
    )
    target = tmp_path / "evil.html"
    target.write_text(page.as_html([result], Effort(alphas=(evil,))), encoding="utf-8")
    browser.get(target.as_uri())
    assert run(browser, "typeof window.hacked") == "undefined" and evil in run(
        browser, "document.querySelector('.title').textContent"
    )
    assert run(browser, "document.images.length") == 0
