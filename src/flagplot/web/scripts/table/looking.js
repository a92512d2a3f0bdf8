/** The panel while the table shows a moment of the past. */

/** @import { Position, Why } from "../types.js" */
/** @import { Looking, Replay } from "./replay.js" */

import { sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { ONLOOKER } from "../store.js";
import { AS_IT_WAS, knowledge } from "./replay.js";

/**
 * @param {HTMLElement} host
 * @param {Position} position  the present, for the seats and for whether the game is over
 * @param {Looking} looking
 * @param {Replay} replay
 */
export function showLooking(host, position, looking, replay) {
  const { sight, last } = looking;
  const n = replay.at ?? last;
  refill(
    host,
    el(
      "div",
      { class: "decision-head" },
      el(
        "h2",
        { class: "prompt" },
        n < 0
          ? "Looking at a moment before this game branched off"
          : `Looking at moment ${n} of ${last} ${knowledge(position.seats, replay.perspective)}`,
      ),
      el("p", { class: "asked-by" }, sight.headline),
      replay.moment(n)?.by_order && el("p", { class: "by-order" }, "A standing order decided this."),
    ),
    sight.why && explanation(position, sight.why),
    n >= 0 && position.result && position.seats.length > 1 && perspectives(position, replay),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "button primary", on: { click: () => replay.toNow() } }, "Back to now"),
      n >= 0 &&
        position.seat !== ONLOOKER &&
        el(
          "button",
          { type: "button", class: "button", on: { click: () => void branch(position, n, replay) } },
          "Play on from here as a new game",
        ),
    ),
  );
}

/**
 * What an admiral thought of the choice that led to the moment.
 * @param {Position} position
 * @param {Why} why
 */
function explanation({ seats }, { seat, prompt, choice, reason }) {
  const name = seats.find((one) => one.id === seat)?.name ?? seat;
  return el("p", { class: "why" }, `${name}, the admiral: ${prompt} → `, el("b", null, choice.replace(/\.$/, "")), `. ${reason}`);
}

/**
 * A finished game has no secrets: as each seat knew it, as it was, and two of these side by side.
 * @param {Position} position
 * @param {Replay} replay
 */
function perspectives(position, replay) {
  const onlooker = position.seat === ONLOOKER ? [ONLOOKER] : [];
  const all = [...onlooker, ...position.seats.map((seat) => seat.id), AS_IT_WAS];
  const choice = (/** @type {string} */ chosen, /** @type {string} */ label, /** @type {(value: string) => void} */ use) =>
    el(
      "label",
      { class: "perspective" },
      el("span", null, label),
      el(
        "select",
        {
          class: "field",
          on: { change: (/** @type {Event} */ event) => use(/** @type {HTMLSelectElement} */ (event.target).value) },
        },
        label === "Beside it" && el("option", { value: "", selected: chosen === "" }, "nothing"),
        all.map((seat) => el("option", { value: seat, selected: seat === chosen }, knowledge(position.seats, seat))),
      ),
    );
  return el(
    "div",
    { class: "perspectives" },
    choice(replay.perspective, "Show it", (value) => replay.lookAs(value, replay.beside)),
    choice(replay.beside ?? "", "Beside it", (value) => replay.lookAs(replay.perspective, value || null)),
  );
}

/**
 * @param {Position} position
 * @param {number} moment
 * @param {Replay} replay
 */
async function branch(position, moment, replay) {
  try {
    const seat = replay.perspective === AS_IT_WAS ? position.seat : replay.perspective;
    const match = await replay.api.branch(seat, moment);
    location.href = `/g/${match.id}`;
  } catch (error) {
    notice(sentence(error));
  }
}
