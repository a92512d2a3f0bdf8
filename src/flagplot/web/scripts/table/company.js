/** The company at the table as one seat meets it: cards, talk, orders, notes, and what the player does about them. */

/** @import { MatchApi } from "../api.js" */
/** @import { Board, Change, GameInfo, Position } from "../types.js" */
/** @import { Access, Action, DecisionKind, OfferKind, TableNews } from "../types-together.js" */

import { remove, sentence } from "../api.js";
import { me } from "../api-people.js";
import { ask, notice } from "../dialogs.js";
import { byId, refill } from "../elements.js";
import { openInvitation } from "../join/invitation.js";
import { areTogether } from "../sides.js";
import { ONLOOKER } from "../store.js";
import { showCards } from "./cards.js";
import { EventToasts } from "./event-toasts.js";
import { NotesPanel } from "./notes.js";
import { openOrder, openOrderInAdvance, showOrders } from "./orders.js";
import { markDecision, offerTabs } from "./tabs.js";
import { TalkPanel } from "./talk.js";

/**
 * @typedef {object} Seated
 * @property {MatchApi} api
 * @property {GameInfo} game
 * @property {string} seat
 * @property {() => Position} position
 * @property {(message: Change | Position | TableNews) => void} hear
 * @property {(request: () => Promise<TableNews>) => Promise<void>} answerBy  an order that answers what is asked now
 */

/** What is asked before something is done; the rest is only offered. @type {{ [action in Action]: [string, string, string, string] }} */
const QUESTIONS = {
  resign: ["Resign?", "You resign the game.", "Resign", "Play on"],
  draw: ["Offer a draw?", "If the others accept, the game ends and nobody wins.", "Offer a draw", "Play on"],
  undo: [
    "Ask to take back?",
    "If the others agree, the game goes back to before your last choice, with all that followed. The log says so.",
    "Ask them",
    "Leave it",
  ],
  abandon: ["Propose to abandon?", "If the others agree, the game ends without a result.", "Propose it", "Play on"],
  claim: ["Claim the game?", "The other side ran out of time. The game ends, and it loses.", "Claim it", "Wait on"],
  rules: [
    "Go on by the present rules?",
    "The rules have been improved since this game began. If all agree, it goes on by the present ones.",
    "Propose it",
    "Leave it",
  ],
  plot: [
    "Propose search plots?",
    "If all agree, the chart can show each of you where the other side's hidden pieces may be, as far as your own side can know.",
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
    const say = async (/** @type {string} */ text) => seated.hear(await seated.api.talk(seated.seat, text));
    this.talk = this.isOnlooker ? null : new TalkPanel(byId("talk"), board, seated.api.id, seated.seat, { say });
    this.notes = this.isOnlooker ? null : new NotesPanel(byId("notes"), seated.api);
    this.toasts = new EventToasts(seated.seat);
    /** @type {Promise<DecisionKind[]> | null} */
    this.kinds = null;
    /** @type {import("./orders.js").Ordering} */
    this.ordering = {
      give: async (span, option, key) => {
        const { seq, decision } = seated.position();
        const request = () => seated.api.order(seated.seat, seq, span, option, key);
        if (decision && (key ?? decision.key) === decision.key) await seated.answerBy(request);
        else seated.hear(await request());
      },
      withdraw: async (key) => seated.hear(await seated.api.withdraw(seated.seat, key)),
      prepare: () => void this.orderInAdvance(),
    };
    this.drawn = "";
  }

  close() {
    this.talk?.close();
    this.notes?.close();
    for (const id of ["cards", "talk", "orders", "notes"]) refill(byId(id));
    byId("cards").dataset.content = "";
    byId("orders-count").textContent = "";
    markDecision("");
  }

  /** @param {Position} position */
  show(position) {
    const { table, decision, result } = position;
    showCards(byId("cards"), position, this.seated.game.captains, {
      answer: (kind, accept) => void this.answer(kind, accept),
      sit: () => void this.sit(),
      giveSeat: (seat, player) => void this.act(() => this.seated.api.giveSeat(seat, player)),
      callOff: () => void this.callOff(),
    });
    offerTabs(this.tabs(position));
    if (this.isOnlooker) return;
    const isAsked = table.offers.some((offer) => offer.asked.includes(this.seated.seat));
    markDecision(isAsked ? "you are asked something" : decision && !result ? "it is your turn" : "");
    this.talk?.show(position);
    this.toasts.show(position);
    const orders = JSON.stringify([table.orders, table.spans.length > 0]);
    if (orders !== this.drawn) showOrders(byId("orders"), position, this.ordering);
    this.drawn = orders;
  }

  /** @param {Position} position */
  tabs({ seats, talk, table, view }) {
    const { pieces, trays, tracks, displays, cards, sheets } = view;
    const hasForces = trays.length > 0 || pieces.some((piece) => piece.placed?.deck);
    const hasForms = !trays.length || [tracks, displays, cards, sheets].some((part) => part.length > 0);
    const tabs = ["decision", ...(hasForces ? ["forces"] : []), ...(hasForms ? ["forms"] : []), "log"];
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
    const [title, question, yes, no] = QUESTIONS[action];
    if (!(await ask(title, this.consequence(action) ?? question, yes, { no, isGrave: action === "resign" || action === "claim" }))) return;
    if (action === "resign") await this.act(() => api.resign(seat));
    else if (action === "claim") await this.act(() => api.claim(seat));
    else if (await this.act(() => api.offer(seat, action))) this.asked(action);
  }

  /** What resigning or claiming means at this table. @param {Action} action */
  consequence(action) {
    const { seats } = this.seated.position();
    const isTogether = areTogether(seats);
    if (action === "resign" && !isTogether) return "You resign, and the other side wins.";
    const isShared = seats.some((seat) => seat.player === "person");
    if (action === "resign" && isShared) return "You resign, also for the players on your side.";
    if (action === "claim" && isTogether) return "A player ran out of time. The game ends for all of you, and nobody wins.";
    return null;
  }

  /** @param {OfferKind} kind */
  asked(kind) {
    const { offers } = this.seated.position().table;
    if (offers.some((offer) => offer.kind === kind)) this.toasts.offerMade();
  }

  async rematch() {
    const { api, seat } = this.seated;
    if (!(await this.act(() => api.offer(seat, "rematch")))) return;
    this.follow();
    this.asked("rematch");
  }

  /** Goes to the rematch, if there is one. */
  follow() {
    const { next } = this.seated.position().table;
    if (next) location.href = `/g/${next}`;
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

  /** Says what it means to sit down in this public game, and lets the onlooker do it. */
  async sit() {
    const { api, game } = this.seated;
    try {
      const [guest, { entry }] = await Promise.all([me(), api.invitation()]);
      openInvitation(entry, game, guest, (seat) => api.join(seat));
    } catch (error) {
      notice(sentence(error));
    }
  }

  /** Deletes a game in which nobody else has sat down. */
  async callOff() {
    const text = "The invitation link stops working, and the game is deleted.";
    if (!(await ask("Call the game off?", text, "Call it off"))) return;
    try {
      await remove(this.seated.api.id);
      location.href = "/";
    } catch (error) {
      notice(sentence(error));
    }
  }

  get hasCaptain() {
    return this.seated.game.captains.includes(this.seated.seat);
  }

  /** @returns {Promise<DecisionKind[]>} all kinds of decisions of this game, asked for once */
  async kindsOfDecisions() {
    this.kinds ??= this.seated.api.kinds(this.seated.seat);
    try {
      return await this.kinds;
    } catch (error) {
      this.kinds = null;
      throw error;
    }
  }

  /** @param {import("../types.js").Option | null} wanted  the option that the player has in mind */
  async order(wanted) {
    const kinds = await this.kindsOfDecisions().catch(() => []); // the question itself says enough
    openOrder(this.seated.position(), kinds, this.hasCaptain, wanted, this.ordering);
  }

  async orderInAdvance() {
    try {
      const kinds = await this.kindsOfDecisions();
      openOrderInAdvance(this.seated.position(), kinds, this.hasCaptain, this.ordering);
    } catch (error) {
      notice(sentence(error));
    }
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
