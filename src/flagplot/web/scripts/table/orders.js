/** Standing orders: giving one for the kind of decision that is asked now, and the list of those that hold. */

/** @import { Position } from "../types.js" */
/** @import { Span, StandingOrder } from "../types-together.js" */

import { sentence } from "../api.js";
import { openDialog } from "../dialogs.js";
import { byId, el, refill } from "../elements.js";
import { capital } from "../words.js";

/** @type {{ [span in Span]: string }} */
const SPANS = { battle: "this battle", turn: "this turn", game: "the whole game" };

/**
 * @typedef {object} Ordering
 * @property {(span: Span, option: import("../types.js").OptionValue | undefined) => Promise<void>} give
 * @property {(key: string) => Promise<void>} withdraw
 */

/**
 * Whether a standing order can be given about what is asked now.
 * @param {Position} position
 */
export function canOrder({ decision, seat, table }) {
  return decision !== null && decision.dice === null && decision.seat === seat && table.spans.length > 0;
}

/**
 * @param {Position} position
 * @param {boolean} hasCaptain
 * @param {import("../types.js").Option | null} wanted  the option that the player has in mind
 * @param {Ordering} ordering
 */
export function openOrder(position, hasCaptain, wanted, ordering) {
  const { decision, table } = position;
  if (!decision) return;
  const trouble = el("p", { class: "sorry", role: "alert" });
  const options = el(
    "select",
    { class: "field", name: "option", "aria-label": "Option" },
    decision.options.map((option, index) => el("option", { value: index, selected: option === wanted }, option.label)),
  );
  const form = el(
    "form",
    {
      class: "order-form",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const given = new FormData(form);
          const span = /** @type {Span} */ (given.get("span"));
          const option = given.get("how") === "captain" ? undefined : decision.options[Number(options.value)]?.value;
          try {
            await ordering.give(span, option);
            dialog.close();
          } catch (error) {
            refill(trouble, sentence(error));
          }
        },
      },
    },
    el("p", { class: "order-prompt" }, el("b", null, capital(decision.prompt))),
    el(
      "fieldset",
      null,
      el("legend", null, "Whenever such a question is asked"),
      radio("how", "option", "always choose this, when it is offered:", !hasCaptain || wanted !== null),
      options,
      hasCaptain && radio("how", "captain", "let my captain decide", wanted === null),
    ),
    el(
      "fieldset",
      { class: "choice-row" },
      el("legend", null, "For"),
      table.spans.map((span, index) =>
        el(
          "label",
          { class: "choice" },
          el("input", { type: "radio", name: "span", value: span, checked: index === 0 }),
          el("span", null, SPANS[span]),
        ),
      ),
    ),
    el(
      "p",
      { class: "soft small-text" },
      "It is carried out at once, also now, even while you are away. You can withdraw it at any time under “Orders”.",
    ),
    trouble,
    el("div", { class: "actions" }, el("button", { class: "button primary" }, "Give this order")),
  );
  options.addEventListener("input", () => {
    const first = form.querySelector("input[value=option]");
    if (first instanceof HTMLInputElement) first.checked = true;
  });
  const dialog = openDialog("Standing order", [form], { className: "small" });
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 */
function radio(name, value, text, checked) {
  return el("label", { class: "switch" }, el("input", { type: "radio", name, value, checked }), el("span", null, text));
}

/**
 * The standing orders of the seat, each with a way to withdraw it.
 * @param {HTMLElement} host
 * @param {StandingOrder[]} orders
 * @param {Ordering} ordering
 */
export function showOrders(host, orders, ordering) {
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
    orders.length > 0
      ? el(
          "ul",
          { class: "order-list" },
          orders.map((order) =>
            el(
              "li",
              { class: "order" },
              el(
                "div",
                null,
                el("p", null, `Such as: ${order.prompt}`),
                el("p", null, el("b", null, order.captain ? "Your captain decides" : `Always: ${order.label}`), `, for ${SPANS[order.span]}.`),
              ),
              el(
                "button",
                { type: "button", class: "button small", on: { click: () => void withdraw(order.key) } },
                "Withdraw",
              ),
            ),
          ),
        )
      : el(
          "p",
          { class: "soft" },
          "You have given no standing orders. At a decision, “Always ...” lets the server answer its kind for you: no waiting for trivial answers.",
        ),
    trouble,
  );
}
