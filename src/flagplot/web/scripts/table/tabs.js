/** The parts of the panel behind tabs: all of them on a phone, only the lower ones where there is room for the rest. */

import { byId } from "../elements.js";

const LOWER = ["log", "talk", "orders", "notes"];
const NARROW = matchMedia("(max-width: 860px) and (orientation: portrait), (max-width: 640px), (max-height: 520px)");

/** @type {Set<(name: string) => void>} */
const listeners = new Set();
/** Why the player should look at the decision; empty: nothing waits there. */
let waiting = "";

/** @returns {HTMLElement[]} */
const all = () => [...document.querySelectorAll("[data-tab]")].map((tab) => /** @type {HTMLElement} */ (tab));

/** @returns {boolean} whether one part of the panel is seen at a time, as on a phone */
export function isNarrow() {
  return NARROW.matches;
}

/** @returns {string} the part that is in front */
export function shownTab() {
  const { shown, lower } = byId("panel").dataset;
  return (NARROW.matches ? shown : lower) ?? "log";
}

/** @param {string} name  of a part of the panel */
export function isInSight(name) {
  return !document.hidden && (NARROW.matches || LOWER.includes(name) ? shownTab() === name : true);
}

/**
 * @param {(name: string) => void} listener  another part came to the front
 * @param {AbortSignal} signal  ends it
 */
export function onTab(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/**
 * Brings a part of the panel to the front.
 * @param {string} name
 */
export function showTab(name) {
  const panel = byId("panel");
  panel.dataset.shown = name;
  if (LOWER.includes(name)) panel.dataset.lower = name;
  draw();
  for (const listener of listeners) listener(name);
}

/**
 * Offers only the tabs that make sense here.
 * @param {string[]} names
 */
export function offerTabs(names) {
  for (const tab of all()) tab.hidden = !names.includes(tab.dataset.tab ?? "");
  byId("tabs").dataset.lower = String(names.filter((name) => LOWER.includes(name)).length);
  const { shown, lower } = byId("panel").dataset;
  if (!names.includes(lower ?? "")) showTab("log");
  if (!names.includes(shown ?? "")) showTab("decision");
  draw();
}

/**
 * Says on the tab of the decision that something waits there, as long as another part is in front.
 * @param {string} why  empty: nothing does
 */
export function markDecision(why) {
  waiting = why;
  draw();
}

function draw() {
  for (const tab of all()) {
    const current = tab.dataset.tab === shownTab();
    tab.setAttribute("aria-selected", String(current));
    tab.tabIndex = current ? 0 : -1;
  }
  const tab = byId("tab-decision");
  const isMarked = waiting !== "" && shownTab() !== "decision";
  tab.dataset.waits = String(isMarked);
  tab.setAttribute("aria-label", isMarked ? `Decide, ${waiting}` : "Decide");
}

export function bindTabs() {
  for (const tab of all()) {
    tab.addEventListener("click", () => showTab(tab.dataset.tab ?? "log"));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const offered = all().filter((other) => other.offsetParent !== null);
      const next = step && offered[(offered.indexOf(tab) + step + offered.length) % offered.length];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      showTab(next.dataset.tab ?? "log");
      next.focus();
    });
  }
  NARROW.addEventListener("change", draw);
  draw();
}
