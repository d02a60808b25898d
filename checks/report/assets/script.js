"use strict";
// Filters and conveniences; the page reads without them.
(() => {
  const form = document.getElementById("filters");
  const text = document.getElementById("text");
  const tally = document.getElementById("tally");
  const nothing = document.getElementById("nothing");
  const unfold = document.getElementById("unfold");
  const rows = [...document.querySelectorAll("li.claim")];
  const words = new Map();
  const names = ["setting", "verdict", "method", "severity", "origin"];
  let onlyUnsound = false;

  const textOf = (row) => {
    if (!words.has(row)) words.set(row, row.textContent.toLowerCase());
    return words.get(row);
  };
  const chosen = (name) => [...form.querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value);

  function filter() {
    const wanted = names.map((name) => [name, chosen(name)]).filter(([, values]) => values.length);
    const needles = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const shown = wanted.every(([name, values]) => row.dataset[name].split(" ").some((value) => values.includes(value)))
        && (!onlyUnsound || row.dataset.sound === "no")
        && needles.every((needle) => textOf(row).includes(needle));
      row.hidden = !shown;
      count += shown;
    }
    const claims = `${rows.length} claim${rows.length === 1 ? "" : "s"}`;
    tally.textContent = count === rows.length ? claims : `${count} of ${claims}`;
    nothing.hidden = count > 0;
  }

  // What is chosen stands in the address, so that it can be sent: #?verdict=refuted&text=utility
  function address() {
    const said = new URLSearchParams();
    for (const name of names) chosen(name).forEach((value) => said.append(name, value));
    if (text.value) said.set("text", text.value);
    if (onlyUnsound) said.set("sound", "no");
    history.replaceState(null, "", String(said) ? `#?${said}` : "#claims");
  }
  function choose(said) {
    form.reset();
    for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = said.getAll(box.name).includes(box.value);
    text.value = said.get("text") || "";
    onlyUnsound = said.get("sound") === "no";
    filter();
  }

  function clear() {
    form.reset();
    onlyUnsound = false;
    filter();
  }

  function show(id, focus) {
    const body = document.getElementById(id);
    const row = body && body.closest("li.claim");
    if (!row) return;
    if (row.hidden) clear();
    const details = row.querySelector("details");
    details.open = true;
    row.scrollIntoView({ block: "start" });
    if (focus) details.querySelector("summary").focus({ preventScroll: true });
  }

  form.hidden = false;
  form.addEventListener("input", () => { filter(); address(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { onlyUnsound = false; setTimeout(() => { filter(); address(); }); });
  document.getElementById("clear").addEventListener("click", () => { clear(); text.focus(); });

  unfold.addEventListener("click", () => {
    const all = rows.filter((row) => !row.hidden).map((row) => row.querySelector("details"));
    const open = !all.every((one) => one.open);
    all.forEach((one) => { one.open = open; });
    unfold.textContent = open ? "Close all shown" : "Open all shown";
  });

  // A number of the overview chooses the claims that it counts.
  for (const link of document.querySelectorAll("#found a[href='#claims']")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      form.reset();
      onlyUnsound = link.dataset.sound === "no";
      for (const name of ["setting", "verdict"]) {
        const box = link.dataset[name] && form.querySelector(`input[name=${name}][value=${link.dataset[name]}]`);
        if (box) box.checked = true;
      }
      filter();
      address();
      document.getElementById("claims").scrollIntoView({ block: "start" });
      document.getElementById("claims").focus({ preventScroll: true });
    });
  }

  const arrive = () => {
    if (!location.hash.startsWith("#?")) return show(decodeURIComponent(location.hash.slice(1)), true);
    choose(new URLSearchParams(location.hash.slice(2)));
    document.getElementById("claims").scrollIntoView({ block: "start" });
  };
  addEventListener("hashchange", arrive);
  // The same link twice changes no hash.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) arrive();
  });
  arrive();

  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input")) {
      event.preventDefault();
      text.focus();
      return;
    }
    if (!["j", "k", "x"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const open = rows.filter((row) => !row.hidden && (event.key !== "x" || row.dataset.verdict === "refuted"));
    const here = open.indexOf(document.activeElement.closest("li.claim"));
    const all = rows.indexOf(document.activeElement.closest("li.claim"));
    const next = event.key === "k" ? open[Math.max(0, here - 1)] : open.find((row) => rows.indexOf(row) > all) || open[0];
    if (!next) return;
    event.preventDefault();
    next.scrollIntoView({ block: "center" });
    next.querySelector("summary").focus({ preventScroll: true });
  });

  // On paper everything is open.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((one) => { one.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((one) => { one.open = false; }));

  // The edges of the claim under the pointer or the focus.
  for (const svg of document.querySelectorAll(".graph svg")) {
    const mark = (event) => {
      const node = event.target.closest(".node");
      const on = node && ["pointerover", "focusin"].includes(event.type) ? node.dataset.id : null;
      for (const edge of svg.querySelectorAll(".edge")) {
        edge.classList.toggle("on", on !== null && (edge.dataset.source === on || edge.dataset.target === on));
      }
    };
    ["pointerover", "pointerout", "focusin", "focusout"].forEach((kind) => svg.addEventListener(kind, mark));
  }
})();
