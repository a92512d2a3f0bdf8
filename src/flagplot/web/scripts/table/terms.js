/** What chips, gauges and figures mean: in a tip for who points at them, in a small window for who clicks or taps. */

/** @import { Term } from "../types.js" */

import { popover } from "../dialogs.js";
import { el } from "../elements.js";
import { ruleBook, ruleLink } from "../rules/book.js";

const TIP_MS = 250;
const GAP = 6;

/**
 * The term that a name stands for; "Red RP" is an RP, and what follows a colon only explains the name.
 * @param {Term[]} terms
 * @param {string} name
 */
export function termOf(terms, name) {
  const [short = name] = name.split(":");
  return terms.find((term) => term.name === short) ?? terms.find((term) => short.endsWith(` ${term.name}`)) ?? null;
}

/**
 * Explains everything on the page that names a term.
 * @param {string} slug
 */
export function explainTerms(slug) {
  const tip = el("div", { class: "term-tip", role: "tooltip", id: "term-tip", hidden: true });
  document.body.append(tip);
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    tip.hidden = true;
  };
  const found = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-term]") : null);
  const show = async (/** @type {HTMLElement} */ element) => {
    const term = termOf((await ruleBook(slug).catch(() => null))?.terms ?? [], element.dataset.term ?? "");
    if (!term || !element.isConnected) return;
    tip.textContent = term.text;
    tip.hidden = false;
    placeBeside(tip, element.getBoundingClientRect());
    element.setAttribute("aria-describedby", tip.id);
  };
  const plan = (/** @type {Event} */ event) => {
    hide();
    const element = found(event);
    if (element) timer = window.setTimeout(() => void show(element), TIP_MS);
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "touch" || plan(event));
  document.addEventListener("focusin", plan);
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, true);
  const open = async (/** @type {Event} */ event) => {
    const element = found(event);
    if (!element || element.closest("[data-space]")) return; // on the chart a click means the place
    const term = termOf((await ruleBook(slug).catch(() => null))?.terms ?? [], element.dataset.term ?? "");
    hide();
    if (term) popover(element, term.name, el("h3", null, term.name), el("p", null, term.text), el("p", { class: "popover-foot" }, ruleLink(slug, term.rule)));
  };
  document.addEventListener("click", (event) => void open(event));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    if ((event.key !== "Enter" && event.key !== " ") || document.activeElement !== found(event)) return;
    event.preventDefault();
    void open(event);
  });
}

/**
 * Below what it explains, or above where there is no room.
 * @param {HTMLElement} tip
 * @param {DOMRect} beside
 */
function placeBeside(tip, beside) {
  const { width, height } = tip.getBoundingClientRect();
  const isBelow = beside.bottom + GAP + height < window.innerHeight;
  tip.style.left = `${Math.max(GAP, Math.min(beside.left, window.innerWidth - width - GAP))}px`;
  tip.style.top = `${isBelow ? beside.bottom + GAP : beside.top - height - GAP}px`;
}

/** What makes an element one that explains itself by pointer, touch and key. @param {string} name */
export function explained(name) {
  return { "data-term": name, tabindex: "0" };
}
