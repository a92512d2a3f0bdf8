/** The company at the table as one seat meets it: cards, talk, orders, notes, and what the player does about them. */

/** @import { MatchApi } from "../api.js" */
/** @import { Board, Change, Position } from "../types.js" */
/** @import { Access, Action, OfferKind, TableNews } from "../types-together.js" */

import { sentence } from "../api.js";
import { ask, notice } from "../dialogs.js";
import { byId, refill } from "../elements.js";
import { ONLOOKER } from "../store.js";
import { showCards } from "./cards.js";
import { NotesPanel } from "./notes.js";
import { openOrder, showOrders } from "./orders.js";
import { offerTabs } from "./tabs.js";
import { TalkPanel } from "./talk.js";

/**
 * @typedef {object} Seated
 * @property {MatchApi} api
 * @property {string} seat
 * @property {boolean} hasCaptain
 * @property {() => Position} position
 * @property {(message: Change | Position | TableNews) => void} hear
 */

/** What is asked before something is done; the rest is only offered. @type {{ [action in Action]: [string, string, string, string] }} */
const QUESTIONS = {
  resign: ["Resign?", "You give the game up, and the other side wins.", "Resign", "Play on"],
  draw: ["Offer a draw?", "If the others accept, the game ends and nobody wins.", "Offer a draw", "Play on"],
  undo: [
    "Ask to take back?",
    "If the others agree, the game goes back to before your last choice, with all that followed. The log says so.",
    "Ask them",
    "Leave it",
  ],
  abandon: ["Propose to abandon?", "If the others agree, the game ends without a result.", "Propose it", "Play on"],
  claim: ["Claim the game?", "The other side did not decide in time. The game ends, and it has lost.", "Claim it", "Wait on"],
  rules: [
    "Go on by the present rules?",
    "The rules have been improved since this game began. If all agree, it goes on by the present ones.",
    "Propose it",
    "Leave it",
  ],
  rematch: ["", "", "", ""],
};

export class Company {
  /**
   * @param {Board} board
   * @param {Seated} seated
   */
  constructor(board, seated) {
    this.seated = seated;
    this.isOnlooker = seated.seat === ONLOOKER;
    const keptAs = `flagplot.read.${seated.api.id}.${seated.seat}`;
    const say = async (/** @type {string} */ text) => seated.hear(await seated.api.talk(seated.seat, text));
    this.talk = this.isOnlooker ? null : new TalkPanel(byId("talk"), board, keptAs, { say });
    this.notes = this.isOnlooker ? null : new NotesPanel(byId("notes"), seated.api);
    /** @type {import("./orders.js").Ordering} */
    this.ordering = {
      give: async (span, option) => {
        seated.hear(await seated.api.order(seated.seat, seated.position().seq, span, option));
      },
      withdraw: async (key) => seated.hear(await seated.api.withdraw(seated.seat, key)),
    };
    this.drawn = "";
  }

  close() {
    this.talk?.close();
    this.notes?.close();
    for (const id of ["cards", "talk", "orders", "notes"]) refill(byId(id));
    byId("cards").dataset.content = "";
    byId("orders-count").textContent = "";
  }

  /** @param {Position} position */
  show(position) {
    showCards(byId("cards"), position, {
      answer: (kind, accept) => void this.answer(kind, accept),
      sit: (seat) => void this.sit(seat),
    });
    offerTabs(this.tabs(position));
    if (this.isOnlooker) return;
    this.talk?.show(position);
    const orders = JSON.stringify(position.table.orders);
    if (orders !== this.drawn) showOrders(byId("orders"), position.table.orders, this.ordering);
    this.drawn = orders;
  }

  /** @param {Position} position */
  tabs({ seats, talk, table }) {
    const tabs = ["decision", "forms", "log"];
    if (this.isOnlooker) return tabs;
    const isAlone = seats.every((seat) => seat.player !== "person" && seat.player !== "open" && seat.player !== "left");
    if (!isAlone || talk.some((line) => line.kind !== "order")) tabs.push("talk");
    if (table.spans.length || table.orders.length) tabs.push("orders");
    return [...tabs, "notes"];
  }

  /**
   * Does something that the server answers with how things stand then.
   * @param {() => Promise<Change | Position | TableNews>} request
   * @returns {Promise<boolean>} whether it was done
   */
  async act(request) {
    try {
      this.seated.hear(await request());
      return true;
    } catch (error) {
      notice(sentence(error));
      return false;
    }
  }

  /** Does or offers what the menu has, after a question. @param {Action} action */
  async take(action) {
    const { api, seat } = this.seated;
    if (action === "rematch") return this.rematch();
    const [title, text, yes, no] = QUESTIONS[action];
    if (!(await ask(title, text, yes, { no, isGrave: action === "resign" || action === "claim" }))) return;
    if (action === "resign") await this.act(() => api.resign(seat));
    else if (action === "claim") await this.act(() => api.claim(seat));
    else if (await this.act(() => api.offer(seat, action))) this.asked(action);
  }

  /** @param {OfferKind} kind */
  asked(kind) {
    if (this.seated.position().table.offers.some((offer) => offer.kind === kind)) notice("The others are asked.");
  }

  async rematch() {
    const { api, seat } = this.seated;
    if (await this.act(() => api.offer(seat, "rematch"))) this.follow("The others are asked.");
  }

  /** Goes to the rematch, if there is one. @param {string} [else_] what to say if not */
  follow(else_) {
    const { next } = this.seated.position().table;
    if (next) location.href = `/g/${next}`;
    else if (else_) notice(else_);
  }

  /**
   * @param {OfferKind} kind
   * @param {boolean} accept
   */
  async answer(kind, accept) {
    const { api, seat } = this.seated;
    const isDone = await this.act(() => api.answer(seat, kind, accept));
    byId("decision").focus();
    if (isDone && accept && kind === "rematch") this.follow();
  }

  /** Sits down in an open seat of a public game. @param {string} seat */
  async sit(seat) {
    try {
      await this.seated.api.join(seat);
      location.reload();
    } catch (error) {
      notice(sentence(error));
    }
  }

  /** @param {import("../types.js").Option | null} wanted  the option that the player has in mind */
  order(wanted) {
    openOrder(this.seated.position(), this.seated.hasCaptain, wanted, this.ordering);
  }

  /** @param {Access} access */
  async setAccess(access) {
    try {
      await this.seated.api.setAccess(access);
      this.seated.hear(await this.seated.api.position(this.seated.seat));
    } catch (error) {
      notice(sentence(error));
    }
  }
}
