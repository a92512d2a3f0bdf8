/** What a player means who clicks on the chart or drags a piece: an option, a shorter list, or why it cannot be. */

/** @import { Option, Position } from "../types.js" */
/** @import { Target } from "../chart/chart.js" */
/** @import { Session } from "./session.js" */

import { Refusal, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { ruleLink } from "../rules/book.js";
import { answering, dropped } from "./matching.js";
import { OptionList } from "./options.js";
import { showTab } from "./tabs.js";
import { Ways } from "./ways.js";

export class Pointing {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {string | null} where a dragged piece shall go, once the server asks where to */
    this.dragTo = null;
    this.ways = new Ways(session);
  }

  /**
   * A click on the chart: the one option that it means, a shorter list, or why it cannot be chosen. A finger sees
   * first what the option is, as a mouse does that points at it, and takes it by touching it again.
   * @param {Target} target
   */
  async pick(target) {
    const { session } = this;
    const { decision, view } = session.position;
    if (session.rolling) return session.plot.tray.skip();
    if (!session.isOpenToPlayer || !decision || decision.dice) return;
    const options = this.#amongNarrowed(answering(decision.options, session.board, view, target));
    const [only] = options;
    if (!only && (await this.ways.pick(target))) return;
    if (target.isTouched && options.length !== 1) session.decision.back(false);
    if (!only) await this.whyNot(target.id);
    else if (options.length === 1 && target.isTouched) {
      showTab("decision");
      session.decision.select(only);
    } else if (options.length === 1) session.decision.take(only);
    else if (session.decision.options instanceof OptionList) {
      showTab("decision");
      const list = session.decision.options;
      const isShorter = decision.options.some((option) => !options.includes(option) && !list.isPinned(option));
      if (isShorter) list.narrow(options, this.nameOf(target), target.id);
      else session.decision.selectNext(options); // each click goes on to the next of them
    }
  }

  /**
   * The pointer rests on something of the chart: what a click there would do.
   * @param {Target | null} target
   */
  point(target) {
    const { session } = this;
    const { decision, view } = session.position;
    if (!decision || decision.dice || !session.isOpenToPlayer) return;
    const [only, second] = target ? this.#amongNarrowed(answering(decision.options, session.board, view, target)) : [];
    session.decision.pointAt(only && !second ? only : null);
    this.ways.point(only ? null : target);
  }

  /**
   * A second click goes on from the first: a ship, then her zone. Of the options that it means, those that are listed.
   * @param {Option[]} options
   */
  #amongNarrowed(options) {
    const list = this.session.decision.options;
    const narrowed = list instanceof OptionList ? list.narrowed : null;
    const listed = options.filter((option) => narrowed?.has(option));
    return listed.length ? listed : options;
  }

  /** @param {string} target */
  async whyNot(target) {
    const { api, seat, position } = this.session;
    try {
      const { reason, rule } = await api.whyNot(seat, position.seq, target);
      notice(reason, " ", rule && ruleLink(position.game, rule));
    } catch (error) {
      if (error instanceof Refusal && error.position) this.session.hear(error.position);
      else notice(sentence(error));
    }
  }

  /**
   * A piece was dragged: one option for both, or who goes now and where to as soon as that is asked.
   * @param {string} piece
   * @param {string} space
   */
  drop(piece, space) {
    const { session } = this;
    const { decision } = session.position;
    if (!decision || !session.isOpenToPlayer || this.ways.end()) return;
    const { whole, half } = dropped(decision.options, session.board, piece, space);
    const [only] = whole;
    if (only && whole.length === 1) session.decision.take(only);
    else if (whole.length && session.decision.options instanceof OptionList)
      session.decision.options.narrow(whole, this.nameOf({ kind: "space", id: space }));
    else if (half) {
      this.dragTo = space;
      void session.choose(half);
    } else void this.whyNot(space);
  }

  /**
   * The second half of a drag: the place, when it is offered.
   * @param {Position} position
   */
  dragOn(position) {
    const { session, dragTo: space } = this;
    this.dragTo = null;
    if (space === null || !position.decision) return;
    const options = answering(position.decision.options, session.board, position.view, { kind: "space", id: space });
    const [only] = options;
    if (only && options.length === 1) session.decision.take(only);
    else if (!only) void this.whyNot(space);
  }

  /** @param {Target} target */
  nameOf(target) {
    const { board, position } = this.session;
    const { pieces, lines, trays, lineups } = position.view;
    /** @type {{ [kind in Target["kind"]]?: { id: string, name: string }[] }} */
    const known = { space: board.spaces, piece: pieces, line: lines, tray: trays, section: lineups.flatMap(({ sections }) => sections) };
    return known[target.kind]?.find((thing) => thing.id === target.id)?.name ?? "Here";
  }
}
