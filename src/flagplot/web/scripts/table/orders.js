/** Standing orders: giving one about what is asked now or in advance, and the list of those that hold. */

/** @import { OptionValue, Position } from "../types.js" */
/** @import { DecisionKind, Span, StandingOrder } from "../types-together.js" */

import { sentence } from "../api.js";
import { openDialog } from "../dialogs.js";
import { byId, el, refill } from "../elements.js";
import { capital } from "../words.js";

/** @type {{ [span in Span]: string }} */
const SPANS = { battle: "this battle", turn: "this turn", game: "the whole game" };

/**
 * @typedef {object} Ordering
 * @property {(span: Span, option: OptionValue | undefined, key?: string) => Promise<void>} give  without a key: about what is asked now
 * @property {(key: string) => Promise<void>} withdraw
 * @property {() => void} prepare  opens the dialog for an order in advance
 *
 * @typedef {{ value: OptionValue, label: string }} Answer
 */

/**
 * Whether a standing order can be given about what is asked now.
 * @param {Position} position
 */
export function canOrder({ decision, table }) {
  return decision !== null && decision.dice === null && table.spans.length > 0;
}

/**
 * An order about what is asked now.
 * @param {Position} position
 * @param {DecisionKind[]} kinds
 * @param {boolean} hasCaptain
 * @param {import("../types.js").Option | null} wanted  the option that the player has in mind
 * @param {Ordering} ordering
 */
export function openOrder({ decision, table }, kinds, hasCaptain, wanted, ordering) {
  if (!decision) return;
  const { key, prompt, options } = decision;
  const topic = kinds.find((kind) => kind.key === key)?.topic;
  openForm(
    "Standing order",
    [
      el("p", { class: "order-prompt" }, el("b", null, capital(topic ?? prompt))),
      topic && el("p", { class: "soft small-text" }, `Now: ${capital(prompt)}`),
      howFields(options, hasCaptain, wanted),
    ],
    table.spans,
    "The order answers this question now and every time it comes, even while you are away. You can withdraw it under “Orders”.",
    (span, answer) => ordering.give(span, answer === null ? undefined : options[answer]?.value),
  );
}

/**
 * An order about a kind of decision that may come.
 * @param {Position} position
 * @param {DecisionKind[]} kinds
 * @param {boolean} hasCaptain
 * @param {Ordering} ordering
 */
export function openOrderInAdvance({ table }, kinds, hasCaptain, ordering) {
  const possible = kinds.filter((kind) => hasCaptain || kind.answers.length > 0);
  const chosen = el(
    "select",
    { class: "field", name: "kind", on: { change: () => draw() } },
    possible.map((kind, index) => el("option", { value: index }, capital(kind.topic))),
  );
  const how = el("div");
  const kind = () => possible[Number(chosen.value)];
  const draw = () => refill(how, howFields(kind()?.answers ?? [], hasCaptain, null));
  draw();
  openForm(
    "Order in advance",
    [el("label", { class: "order-kind" }, el("b", null, "Whenever this is asked:"), chosen), how],
    table.spans,
    "The order answers this question every time it comes, even while you are away. You can withdraw it under “Orders”.",
    (span, answer) => ordering.give(span, answer === null ? undefined : kind()?.answers[answer]?.value, kind()?.key),
  );
}

/**
 * @param {string} title
 * @param {import("../elements.js").Child[]} about  what is ordered
 * @param {Span[]} spans
 * @param {string} note
 * @param {(span: Span, answer: number | null) => Promise<void>} give  null: the captain decides
 */
function openForm(title, about, spans, note, give) {
  const trouble = el("p", { class: "sorry", role: "alert" });
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const given = new FormData(form);
    try {
      await give(/** @type {Span} */ (given.get("span")), given.get("how") === "captain" ? null : Number(given.get("option")));
      dialog.close();
    } catch (error) {
      refill(trouble, sentence(error));
    }
  };
  const form = el(
    "form",
    { class: "order-form", on: { submit } },
    about,
    el(
      "fieldset",
      { class: "choice-row" },
      el("legend", null, "For"),
      spans.map((span, index) =>
        el(
          "label",
          { class: "choice" },
          el("input", { type: "radio", name: "span", value: span, checked: index === 0 }),
          el("span", null, SPANS[span]),
        ),
      ),
    ),
    el("p", { class: "soft small-text" }, note),
    trouble,
    el("div", { class: "actions" }, el("button", { class: "button primary" }, "Give this order")),
  );
  const dialog = openDialog(title, [form], { className: "small" });
}

/**
 * Who decides: the player now, by naming an answer, or the captain then.
 * @param {Answer[]} answers
 * @param {boolean} hasCaptain
 * @param {Answer | null} wanted
 */
function howFields(answers, hasCaptain, wanted) {
  const byCaptain = hasCaptain && wanted === null;
  const always = radio("option", "always choose this, when it is offered:", !byCaptain);
  const options = el(
    "select",
    { class: "field", name: "option", "aria-label": "Option", on: { input: () => always.querySelector("input")?.click() } },
    answers.map((answer, index) => el("option", { value: index, selected: answer === wanted }, answer.label)),
  );
  return el(
    "fieldset",
    null,
    el("legend", null, "Then"),
    answers.length > 0 && [always, options],
    hasCaptain && radio("captain", "let my captain decide", byCaptain),
  );
}

/**
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 */
function radio(value, text, checked) {
  return el("label", { class: "switch" }, el("input", { type: "radio", name: "how", value, checked }), el("span", null, text));
}

/**
 * The standing orders of the seat, each with a way to withdraw it, and the way to a new one.
 * @param {HTMLElement} host
 * @param {Position} position
 * @param {Ordering} ordering
 */
export function showOrders(host, { table: { orders, spans } }, ordering) {
  byId("orders-count").textContent = orders.length ? ` ${orders.length}` : "";
  const trouble = el("p", { class: "sorry small-text", role: "alert" });
  const withdraw = async (/** @type {string} */ key) => {
    try {
      await ordering.withdraw(key);
    } catch (error) {
      refill(trouble, sentence(error));
    }
  };
  refill(
    host,
    !orders.length &&
      el(
        "p",
        { class: "soft" },
        "You have no standing orders. A standing order answers a question for you, so that nobody has to wait. Give one with “Always ...” at a question, or here in advance.",
      ),
    spans.length > 0 &&
      el("button", { type: "button", class: "button small", on: { click: ordering.prepare } }, "Give an order in advance ..."),
    trouble,
    el(
      "ul",
      { class: "order-list" },
      orders.map((order) => orderRow(order, () => void withdraw(order.key))),
    ),
  );
}

/**
 * @param {StandingOrder} order
 * @param {() => void} withdraw
 */
function orderRow({ prompt, captain, label, span }, withdraw) {
  return el(
    "li",
    { class: "order" },
    el(
      "div",
      null,
      el("p", null, capital(prompt)),
      el("p", null, el("b", null, captain ? "Your captain decides" : `Always: ${label}`), `, for ${SPANS[span]}.`),
    ),
    el("button", { type: "button", class: "button small", on: { click: withdraw } }, "Withdraw"),
  );
}
