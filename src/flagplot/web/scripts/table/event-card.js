/** An event card over the chart: drawn, put beside its place, and open until the player goes on. */

/** @import { LogEntry, Position } from "../types.js" */
/** @import { Motion, Speed } from "../chart/motion.js" */
/** @import { Drama } from "./drama.js" */
/** @import { EventCard } from "./events.js" */

import { diceOf } from "../die.js";
import { byId, el, refill, svg } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { meaningOf } from "./events.js";
import { isGoodFor, ownSide } from "./results.js";
import { drawScene } from "./scenes.js";

const EDGE = 16; // between the card and the edges of the chart
const CLEAR = 110; // pixels round the place that stay bright
const NEAR = 50; // pixels round the place that the card leaves free where there is little room
const [LEAST_WIDE, MOST_WIDE] = [380, 560];
const NARROW = matchMedia("(width <= 900px)");
/** @type {[Speed, string][]} */
const SPEEDS = [
  [0.5, "½×"],
  [1, "1×"],
  [3, "3×"],
  [0, "off"],
];

/**
 * @typedef {"go on" | "skip" | "never"} Answer  what the player wants: the next card, none in this turn, none at all
 */

/**
 * @param {EventCard} card
 * @param {Position} position
 * @param {Drama} drama
 * @param {() => DOMRect | null} place  where it happened, if that is in sight
 * @param {(answer: Answer) => void} closed
 * @returns {() => void} closes it
 */
export function openCard(card, position, drama, place, closed) {
  const { host, motion } = drama;
  const scene = card.result ?? card.scene;
  const focused = document.activeElement;
  const gone = new AbortController();
  const close = (/** @type {Answer} */ answer) => {
    if (gone.signal.aborted) return;
    gone.abort();
    layer.remove();
    document.body.classList.remove("has-event-card");
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    closed(answer);
  };
  const drawn = draw(card, position);
  drawn.append(actions(motion, close));
  const layer = el("div", { class: motion.speed ? "event-layer" : "event-layer is-still" }, spotlight(host, place(), scene.swing ? drama.pill(scene, position) : null), drawn);
  showReading(byId("decision"), close);
  host.append(layer);
  document.body.classList.add("has-event-card");
  put(host, drawn, layer, place());
  /** @type {HTMLElement | null} */ (drawn.querySelector(".primary"))?.focus({ preventScroll: true });
  window.addEventListener("resize", () => put(host, drawn, layer, place()), { signal: gone.signal });
  return () => close("go on");
}

/** @param {EventCard} card @param {Position} position */
function draw({ scene, result, plain, dice, rule }, position) {
  const isGood = isGoodFor(result?.good_for ?? "", ownSide(position));
  const text = scene.text ?? "";
  const means = result?.means ?? "";
  return el(
    "section",
    { class: "event-card", role: "dialog", "aria-labelledby": "event-title", "aria-describedby": "event-outcome" },
    el("div", { class: "event-picture" }, drawScene(scene.picture), scene.label && el("span", { class: "event-label" }, scene.label)),
    el("div", { class: "event-words" }, el("h2", { id: "event-title" }, scene.title ?? ""), text && el("p", { class: "soft" }, text)),
    dice.length > 0 && el("ul", { class: "event-dice" }, dice.map(throwOf)),
    el(
      "p",
      { class: "event-band", id: "event-outcome", data: { good: String(isGood) } },
      el("strong", null, result?.outcome ?? plain),
      isGood !== null && el("span", { class: "visually-hidden" }, isGood ? " Good for you." : " Bad for you."),
    ),
    el("p", { class: "event-means" }, means && el("b", null, "What it means: "), means, means && " ", rule && ruleLink(position.game, rule)),
  );
}

/** @param {Motion} motion @param {(answer: Answer) => void} close */
function actions(motion, close) {
  const speed = el("button", { type: "button", class: "button quiet small" });
  const drawSpeed = () => (speed.textContent = `Speed ${SPEEDS.find(([value]) => value === motion.speed)?.[1] ?? "1×"}`);
  speed.addEventListener("click", () => {
    const at = SPEEDS.findIndex(([value]) => value === motion.speed);
    motion.speed = SPEEDS[(at + 1) % SPEEDS.length]?.[0] ?? 1;
    drawSpeed();
  });
  drawSpeed();
  return el(
    "div",
    { class: "event-actions" },
    el("button", { type: "button", class: "button primary", on: { click: () => close("go on") } }, "Continue ", el("kbd", { class: "key" }, "⏎")),
    speed,
    el("button", { type: "button", class: "button quiet small", title: "The settings bring them back.", on: { click: () => close("never") } }, "Turn cards off"),
  );
}

/**
 * The chart grows dark except round the place.
 * @param {HTMLElement} host @param {DOMRect | null} place @param {HTMLElement | null} pill
 */
function spotlight(host, place, pill) {
  const shade = el("div", { class: "event-shade" });
  if (!place) return [shade];
  const { left, top } = host.getBoundingClientRect();
  const [x, y] = [place.left + place.width / 2 - left, place.top + place.height / 2 - top];
  const radius = Math.max(CLEAR, Math.min(place.width, place.height) / 2 + 30);
  shade.style.background = `radial-gradient(circle at ${x}px ${y}px, transparent ${radius}px, var(--shade) ${radius + 90}px)`;
  const ring = el("i", { class: "event-ring" });
  [ring.style.left, ring.style.top] = [`${x}px`, `${y}px`];
  if (!pill) return [shade, ring];
  [pill.style.left, pill.style.top] = [`${x}px`, `${y - 46}px`];
  return [shade, ring, pill];
}

/**
 * Puts the card beside the place, and joins both by a line.
 * @param {HTMLElement} host @param {HTMLElement} card @param {HTMLElement} layer @param {DOMRect | null} place
 */
function put(host, card, layer, place) {
  layer.querySelector(".event-line")?.remove();
  if (NARROW.matches) return;
  const frame = host.getBoundingClientRect();
  const [x, y] = place ? [place.left + place.width / 2 - frame.left, place.top + place.height / 2 - frame.top] : [0, 0];
  const isRight = x < frame.width / 2;
  const room = (isRight ? frame.width - x : x) - NEAR - EDGE;
  card.style.width = place ? `${Math.max(LEAST_WIDE, Math.min(room, MOST_WIDE))}px` : "";
  const { offsetWidth: wide, offsetHeight: high } = card;
  const top = Math.max(EDGE, (frame.height - high) / 2);
  card.style.top = `${top}px`;
  if (!place) {
    card.style.left = `${(frame.width - wide) / 2}px`;
    return;
  }
  const wanted = isRight ? x + CLEAR + 40 : x - CLEAR - 40 - wide;
  const left = Math.max(EDGE, Math.min(wanted, frame.width - wide - EDGE));
  card.style.left = `${left}px`;
  const end = isRight ? left : left + wide;
  if (Math.abs(end - x) < CLEAR / 2 || (x > left && x < left + wide)) return;
  const from = x + (isRight ? 34 : -34);
  layer.append(svg("svg", { class: "event-line", "aria-hidden": "true" }, svg("line", { x1: from, y1: y, x2: end, y2: Math.max(top + 20, Math.min(y, top + high - 20)) })));
}

/** @param {LogEntry} entry */
function throwOf(entry) {
  const { asked, meant } = meaningOf(entry);
  return el("li", null, el("span", { class: "dice" }, diceOf(entry, entry.faces.length > 4 ? 22 : 38)), el("span", null, el("small", null, asked), el("b", null, meant)));
}

/** The panel while a card is read. @param {HTMLElement} host @param {(answer: Answer) => void} close */
function showReading(host, close) {
  refill(
    host,
    el("div", { class: "decision-head" }, el("h2", { class: "prompt" }, "Something happened"), el("p", { class: "asked-by" }, "Read the card on the chart, then go on.")),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "button primary", on: { click: () => close("go on") } }, "Continue"),
      el("button", { type: "button", class: "button", on: { click: () => close("skip") } }, "Skip cards this turn"),
    ),
  );
}
