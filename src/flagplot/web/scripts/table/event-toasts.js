/** Tells a player at once what the others did about the game: agreed, refused, withdrew, resigned, opened it. */

/** @import { Position } from "../types.js" */
/** @import { Offer, TalkLine } from "../types-together.js" */

import { notice } from "../dialogs.js";

/** @param {TalkLine} line */
const lineKey = ({ at, seat, text }) => `${at} ${seat} ${text}`;

/** @param {Offer} offer */
const offerKey = ({ kind, seat, at }) => `${kind} ${seat} ${at}`;

export class EventToasts {
  /** @param {string} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {Set<string> | null} null: nothing has been shown yet */
    this.told = null;
    /** @type {Set<string>} */
    this.offered = new Set();
    /** @type {HTMLElement | null} */
    this.waiting = null;
  }

  /** The player's offer is on its way; said until it is answered. */
  offerMade() {
    this.waiting = notice("Your offer was sent.");
  }

  /** @param {Position} position */
  show({ talk, table }) {
    const { told, offered } = this;
    const events = talk.filter((line) => line.kind === "event");
    const asking = table.offers.filter((offer) => !offered.has(offerKey(offer))).map((offer) => offer.seat);
    this.told = new Set(events.map(lineKey));
    this.offered = new Set(table.offers.map(offerKey));
    if (!told) return;
    if (!table.offers.some((offer) => offer.seat === this.seat)) this.waiting?.remove();
    const isNews = (/** @type {TalkLine} */ line) =>
      !told.has(lineKey(line)) && line.seat !== this.seat && !asking.includes(line.seat ?? ""); // offers have their cards
    const news = events.filter(isNews).map((line) => line.text);
    if (news.length) notice(news.join(" "));
  }
}
