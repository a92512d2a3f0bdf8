/** Cards over the decision: an open invitation, offers that wait for an answer, an open seat for who looks on. */

/** @import { Position } from "../types.js" */
/** @import { Offer, OfferKind } from "../types-together.js" */

import { byId, el, refill } from "../elements.js";
import { areTogether } from "../sides.js";
import { ONLOOKER } from "../store.js";
import { invitationLink } from "../sharing.js";

const SETTLING_MS = 500;

/** @type {{ [kind in OfferKind]: string }} */
const ACCEPT = {
  draw: "Accept the draw",
  undo: "Let them take it back",
  abandon: "Abandon the game",
  rematch: "Play a rematch",
  rules: "Go on by the present rules",
  plot: "Let each see a search plot",
};

/**
 * @typedef {object} CardActs
 * @property {(kind: OfferKind, accept: boolean) => void} answer
 * @property {() => void} sit
 * @property {(seat: string, player: import("../types.js").Computer) => void} giveSeat
 * @property {() => void} callOff
 */

/**
 * @param {HTMLElement} host
 * @param {Position} position
 * @param {string[]} captains  the seats that a captain can play
 * @param {CardActs} acts
 */
export function showCards(host, position, captains, acts) {
  const { table, seat, result } = position;
  const cards = table.offers.map((offer) => offerCard(position, offer, acts));
  if (table.invite && !result) cards.push(invitationCard(position, table.invite, captains, acts));
  if (seat === ONLOOKER && table.access === "public" && !result) cards.push(...openSeats(position, acts));
  const content = cards.map((card) => card.textContent).join("\n");
  if (host.dataset.content === content && host.childElementCount === cards.length) return; // keeps the focus
  host.dataset.content = content;
  refill(host, cards);
  settle();
}

let settling = 0;

/** What lies below a card moves when it comes or goes: a click that was meant for something else does nothing. */
function settle() {
  const { classList } = byId("decision");
  classList.add("settling");
  clearTimeout(settling);
  settling = window.setTimeout(() => classList.remove("settling"), SETTLING_MS);
}

/**
 * @param {Position} position
 * @param {Offer} offer
 * @param {CardActs} acts
 */
function offerCard({ seat, seats }, offer, acts) {
  const answer = (/** @type {boolean} */ accept) => () => acts.answer(offer.kind, accept);
  const isOwn = offer.seat === seat;
  const isAsked = offer.asked.includes(seat);
  const who = seats.find((candidate) => candidate.id === offer.seat);
  const asked = seats.filter((candidate) => offer.asked.includes(candidate.id)).map((candidate) => candidate.who);
  return el(
    "section",
    { class: "card-on-top", role: "status", data: { asks: isAsked } },
    el("p", null, isAsked && who && [el("b", null, who.who), ": "], offer.text),
    isOwn && el("p", { class: "soft small-text" }, `Waiting for ${asked.join(" and ")} to answer.`),
    (isOwn || isAsked) &&
      el(
        "div",
        { class: "actions" },
        isAsked && el("button", { type: "button", class: "button primary", on: { click: answer(true) } }, ACCEPT[offer.kind]),
        el("button", { type: "button", class: "button", on: { click: answer(false) } }, isOwn ? "Withdraw" : "Decline"),
      ),
  );
}

/**
 * @param {Position} position
 * @param {string} invite
 * @param {string[]} captains
 * @param {CardActs} acts
 */
function invitationCard({ seats, game, table }, invite, captains, acts) {
  const open = seats.filter((seat) => seat.player === "open");
  const isStillOwn = table.owner && !seats.some((seat) => seat.player === "person" || seat.player === "left");
  return el(
    "section",
    { class: "card-on-top invitation-card", role: "status", data: { game } },
    el("h2", null, "Invite a player"),
    el("p", null, `Send this link to the person with whom you want to play. Open seats: ${open.map((seat) => seat.name).join(", ")}.`),
    invitationLink(`${location.origin}/join/${invite}`),
    isStillOwn &&
      el(
        "div",
        { class: "actions" },
        open.map((seat) => {
          const player = captains.includes(seat.id) ? "captain" : "midshipman";
          const relation = areTogether(seats) ? "with" : "against";
          const text = open.length > 1 ? `Give ${seat.name} to the ${player}` : `Play ${relation} the ${player} instead`;
          return el("button", { type: "button", class: "button small", on: { click: () => acts.giveSeat(seat.id, player) } }, text);
        }),
        el("button", { type: "button", class: "button small", on: { click: acts.callOff } }, "Call off ..."),
      ),
  );
}

/**
 * @param {Position} position
 * @param {CardActs} acts
 */
function openSeats({ seats }, acts) {
  return seats
    .filter((seat) => seat.player === "open")
    .map((seat) =>
      el(
        "section",
        { class: "card-on-top" },
        el("p", null, `The ${seat.name} seat is open, and this game is public.`),
        el(
          "div",
          { class: "actions" },
          el(
            "button",
            { type: "button", class: "button primary", on: { click: acts.sit } },
            `Sit down as ${seat.name} ...`,
          ),
        ),
      ),
    );
}
