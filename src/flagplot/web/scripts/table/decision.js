/** The decision: whose it is, what it is, which rule asks it, and the ways to answer it. */

/** @import { MatchApi } from "../api.js" */
/** @import { Board, Decision, Hint, Odds, Option, OutlookPart, Position } from "../types.js" */

import { isAbort, sentence } from "../api.js";
import { isTouch } from "../chart/touch.js";
import { isComputer } from "../computers.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { areTogether } from "../sides.js";
import { countdown } from "../times.js";
import { capital } from "../words.js";
import { Actions, answersAtOnce, captains } from "./actions.js";
import { seatBadge } from "./badges.js";
import { needsConfirmation, whatFollows } from "./confirming.js";
import { isTaught } from "./lesson.js";
import { OddsBook, oddsParts, oddsTable, worthShowing } from "./odds.js";
import { OptionList } from "./options.js";
import { canOrder } from "./orders.js";
import { bearingList, hasFan, isOfFan, otherButtons, proposalWords, steppingButtons } from "./proposal.js";
import { Signs } from "./signs.js";
import { holdHeight, keepSteady } from "./steady.js";
import { isNarrow } from "./tabs.js";
import { TypedDice } from "./typed.js";
import { canHurry, wake, waiting } from "./waiting.js";

const LONG_PROMPT = 90;
const DETAIL_GAP = 8;
const COARSE = matchMedia("(pointer: coarse)");

/**
 * @typedef {object} Answering
 * @property {(option: Option) => void} choose  the player has made up their mind
 * @property {(option: Option | null) => import("../measured/bearings.js").Bearing[]} preview  shows on the chart what an option would do, and tells what would bear
 * @property {(option: Option, step: 1 | -1) => Option | null} beside  the next one round a fan of ghosts
 * @property {(wanted: Option | null) => void} order  always, from now on
 * @property {(action: "claim" | "rules") => void} take  the other side has let its time run out, or the rules are gone
 * @property {(onlySequence: boolean) => void} finish  the captain answers until the phase ends
 * @property {() => void} ranOut  a clock on the page is at its end
 * @property {() => Promise<boolean>} hurry  the admiral answers at once; whether he was told
 * @property {() => void} askAdmiral  for a hint
 */

export class DecisionPanel {
  /**
   * @param {HTMLElement} host
   * @param {MatchApi} api
   * @param {Board} board
   * @param {Answering} answering
   */
  constructor(host, api, board, answering) {
    this.host = host;
    this.api = api;
    this.board = board;
    this.answering = answering;
    /** @type {Position | null} */
    this.position = null;
    /** @type {OptionList | TypedDice | null} */
    this.options = null;
    /** @type {OddsBook | null} */
    this.odds = null;
    /** @type {Option | null} */
    this.unconfirmed = null;
    /** Whether the player has picked what is to be confirmed; else the page proposes it. */
    this.isPicked = false;
    /** @type {import("../measured/bearings.js").Bearing[]} what would bear after what is to be confirmed */
    this.bearings = [];
    /** @type {Option | null} what the captain would do */
    this.hinted = null;
    /** Since when the page has waited for a seat, and whether that was hurried. */
    this.waited = { seat: "", since: 0, isHurried: false };
    /** Whether the player has just clicked in the list. */
    this.isFromList = false;
    this.beside = el("div", { class: "confirm-beside" });
    this.clock = el("span", { class: "clock" });
    this.late = el("p", { class: "overdue", role: "status" });
    /** Whether the last answer came by key: then the focus goes on to the next list. */
    this.hadFocus = false;
    this.list = el("div", { class: "options" });
    this.actions = new Actions();
    this.foot = el("div", { class: "decision-foot" });
    this.typing = el("p", { class: "typing", role: "status" });
    this.bottom = el("div", { class: "decision-bottom" }, this.typing, this.foot, this.actions.element);
    this.detail = el("div", { class: "odds-detail" });
    this.outlook = el("div", { class: "outlook" });
    this.news = el("ol", { class: "news log-lines", "aria-hidden": "true", tabindex: "-1" }); // who listens has been told
    this.newsEnd = new ResizeObserver(() => this.toEndOfNews());
    this.newsEnd.observe(this.news);
    host.onpointerleave = () => this.loosen();
  }

  /**
   * For screens on which the log is not in sight.
   * @param {HTMLElement[]} lines
   * @param {boolean} isOutcome  they tell what happened since the player last chose: how it ended matters most
   */
  tell(lines, isOutcome) {
    this.news.dataset.outcome = String(isOutcome);
    refill(this.news, lines);
  }

  toEndOfNews() {
    this.news.scrollTop = this.news.dataset.outcome === "true" ? this.news.scrollHeight : 0;
  }

  /** The pointer has left: what was kept in place for it may move. */
  loosen() {
    if (!(this.options instanceof OptionList)) return;
    this.options.clear();
    holdHeight(this.host, null);
  }

  close() {
    this.odds?.close();
    if (this.options instanceof OptionList) this.options.close();
    this.options = null;
    this.odds = null;
    this.unconfirmed = null;
    this.hinted = null;
    this.position = null;
    this.isPicked = false;
    this.host.classList.remove("has-fan", "has-ghosts", "is-folded");
    this.host.inert = false;
    holdHeight(this.host, null);
    this.host.classList.remove("sending");
  }

  /**
   * Shows something for a moment, as high as what was there, so that nothing beside it moves and comes back.
   * @param {HTMLElement} content
   */
  showInPassing(content) {
    const { height } = this.host.getBoundingClientRect();
    this.close();
    refill(this.host, content);
    holdHeight(this.host, height);
  }

  /** @param {Position} position */
  show(position) {
    const hadFocus = this.hadFocus || this.host.contains(document.activeElement);
    this.hadFocus = false;
    const { decision } = position;
    if (!decision) {
      this.wait(position);
      return;
    }
    this.close();
    this.waitsFor("");
    this.position = position;
    for (const part of [this.foot, this.detail, this.outlook, this.typing]) refill(part);
    this.bottom.append(this.actions.element); // while the page waited, it stood below the line that says for whom
    refill(this.host, this.news, this.head(position, decision), this.list, this.outlook, this.bottom, this.detail);
    this.toEndOfNews();
    this.offer(position, decision);
    this.drawActions(position, decision);
    this.propose(decision);
    this.drawFoot();
    this.host.scrollTop = 0;
    if (hadFocus && this.options instanceof OptionList) this.options.focusFirst();
    if (decision.has_outlook) void this.fetchOutlook(position, this.odds);
  }

  /** @param {Position} position */
  wait(position) {
    const seat = position.seats.find((candidate) => candidate.id === position.to_move);
    this.waitsFor(seat?.id ?? "");
    const content = el("div", null, waiting(this.board, position, this.answering, this.waited.since), this.actions.element);
    this.actions.show(canHurry(position) && !this.waited.isHurried ? [hurrying(() => void this.hurry(position))] : []);
    if (seat && isComputer(seat.player)) {
      this.showInPassing(content);
    } else {
      this.close();
      refill(this.host, content);
    }
    this.position = position;
  }

  /** Notes for whom the page waits from now on, or still. @param {string} seat */
  waitsFor(seat) {
    if (seat !== this.waited.seat) this.waited = { seat, since: Date.now(), isHurried: false };
  }

  /** @param {Position} position */
  async hurry(position) {
    if (this.position !== position || this.waited.isHurried) return;
    this.waited.isHurried = true;
    this.actions.show([]);
    if (!(await this.answering.hurry()) && this.position === position) {
      this.waited.isHurried = false;
      this.wait(position);
    }
  }

  /**
   * The company has news: the clock is set, and who waits is told; what can be chosen stays as it is.
   * @param {Position} position
   */
  heard(position) {
    if (!position.decision) return this.show(position);
    if (this.position) this.position = { ...this.position, table: position.table };
    keepSteady(this.host, () => this.setClock(position));
  }

  /** @param {Position} position */
  setClock({ seats, table }) {
    refill(this.clock, table.deadline && countdown(table.deadline, table.pace, this.answering.ranOut));
    const others = areTogether(seats) ? "the others" : "the other side";
    refill(this.late, table.overdue && `You are late: ${others} may end the game now.`);
  }

  /**
   * @param {Position} position
   * @param {Decision} decision
   */
  head(position, decision) {
    const seat = position.seats.find((candidate) => candidate.id === decision.seat);
    const always = canOrder(position) && this.always();
    const line = position.seats.length > 1 && seat !== undefined;
    this.setClock(position);
    return el(
      "div",
      { class: "decision-head" },
      line &&
        el("div", { class: "whose" }, seatBadge(this.board, seat), el("span", { class: "whose-text" }, decision.dice ? "Your throw" : "Your decision"), this.clock, always),
      this.late,
      el("h2", { class: decision.prompt.length > LONG_PROMPT ? "prompt long" : "prompt" }, new Signs(this.board, position.view).put(capital(decision.prompt), decision.subjects)),
      el(
        "div",
        { class: "asked-by" },
        el("p", null, this.how(decision), " ", decision.rule && ruleLink(position.game, decision.rule)),
        !line && always,
      ),
    );
  }

  always() {
    return el(
      "button",
      {
        type: "button",
        class: "button quiet small always",
        title: "Give a standing order: always answer this the same way",
        on: { click: () => this.answering.order(this.unconfirmed ?? this.hinted) },
      },
      "Always ...",
    );
  }

  /** @param {Decision} decision */
  how(decision) {
    if (decision.dice === "a card") return "Draw a card and say which it is.";
    if (decision.dice) return `Throw ${decision.dice} and say what came up.`;
    const onChart = decision.options.some(
      ({ spaces, pieces, lines, trays, sections, poses }) => spaces.length || pieces.length || lines || trays || sections || poses,
    );
    return onChart ? `${COARSE.matches ? "Tap" : "Click"} on the chart or choose here.` : "Choose one.";
  }

  /**
   * @param {Position} position
   * @param {Decision} decision
   */
  offer(position, decision) {
    this.odds = new OddsBook(this.api, position.seat, position.seq);
    if (TypedDice.fits(decision)) {
      this.options = new TypedDice(this.list, decision, (option) => this.take(option));
      return;
    }
    this.options = new OptionList(this.list, decision, this.board, position.view, this.odds, {
      choose: (option) => this.takeFromList(option),
      point: (option, odds) => this.point(option, odds),
      say: (words) => refill(this.typing, words),
    });
    const { lesson } = position;
    if (lesson?.is_asked && lesson.options !== null) this.options.teach((option) => isTaught(lesson, option));
  }

  /** Whether a lesson goes another way; it says which. @param {Option} option */
  isBarred(option) {
    const lesson = this.position?.lesson ?? null;
    if (isTaught(lesson, option)) return false;
    notice(`The lesson goes another way here. ${lesson?.do ?? ""}`);
    return true;
  }

  /** Of a fan of ghosts the first is proposed on a phone, and the list is folded. @param {Decision} decision */
  propose(decision) {
    const isFan = hasFan(decision);
    this.host.classList.toggle("has-fan", isFan);
    this.host.classList.toggle("has-ghosts", decision.options.some((option) => option.poses));
    const lesson = this.position?.lesson ?? null;
    const first = isNarrow() && decision.options.find((option) => isOfFan(option) && isTaught(lesson, option));
    if (!first) return;
    this.host.classList.add("is-folded");
    this.unconfirmed = first;
    this.bearings = this.answering.preview(first);
  }

  /** Goes to the next place of a fan. @param {1 | -1} step */
  step(step) {
    const next = this.unconfirmed && this.answering.beside(this.unconfirmed, step);
    if (next) this.select(next);
  }

  /** Shows the whole list on a phone instead of one place of the fan. */
  unfold() {
    if (!this.host.classList.contains("is-folded")) return;
    this.host.classList.remove("is-folded");
    this.unconfirmed = null;
    this.answering.preview(null);
    this.drawFoot();
  }

  /**
   * Buttons below the list: options that end something, answers to the whole row, and the captain.
   * @param {Position} position
   * @param {Decision} decision
   */
  drawActions({ lesson }, decision) {
    const pinned = this.options instanceof OptionList ? this.options.pinned : [];
    const isFree = lesson === null || lesson.done === lesson.steps;
    const doing = { take: (/** @type {Option} */ option) => this.take(option), finish: (/** @type {boolean} */ only) => this.finish(only) };
    this.actions.show([...answersAtOnce(decision, pinned, doing), ...(isFree ? captains(decision, doing) : [])]);
  }

  /** @param {boolean} onlySequence */
  finish(onlySequence) {
    if (!this.host.inert && this.position?.decision) this.answering.finish(onlySequence);
  }

  /**
   * @param {Option | null} option
   * @param {Odds | null} odds
   */
  point(option, odds) {
    if (this.unconfirmed) return;
    const bearings = this.answering.preview(option);
    if (this.host.classList.contains("has-fan") && !isNarrow()) refill(this.foot, proposalWords(option && isOfFan(option) ? option : null, bearings));
    const button = odds && this.host.querySelector("[data-option]:is(:hover, :focus-visible)");
    const card = button?.closest(".option-card");
    const isWhole = card?.querySelector(".odds-line") && !card.querySelector('.odds-more[aria-expanded="false"]');
    refill(this.detail, odds && button && !isWhole && oddsTable(odds));
    if (button) this.placeDetail(button.getBoundingClientRect());
  }

  /**
   * The full odds stand beside the panel, so that nothing in the list moves.
   * @param {DOMRect} button
   */
  placeDetail(button) {
    this.detail.style.right = `${window.innerWidth - this.host.getBoundingClientRect().left + DETAIL_GAP}px`;
    this.detail.style.top = `${Math.max(DETAIL_GAP, Math.min(button.top, window.innerHeight - this.detail.offsetHeight - DETAIL_GAP))}px`;
  }

  /**
   * Shows what an option that is pointed at on the chart would do, here and there.
   * @param {Option | null} option
   */
  pointAt(option) {
    const odds = this.options instanceof OptionList ? this.options.pointAt(option) : null;
    this.point(option, odds);
  }

  /**
   * Sends an answer, or asks first when dice may follow.
   * @param {Option} option
   */
  take(option) {
    if (this.host.inert || !this.position?.decision || this.isBarred(option)) return;
    if (needsConfirmation(this.position.decision, option) && this.unconfirmed !== option) {
      this.unconfirmed = option;
      this.isPicked = true;
      this.answering.preview(option);
      this.drawFoot();
      return;
    }
    this.unconfirmed = null;
    if (option.finishes) this.finish(false);
    else this.answering.choose(option);
  }

  /** What is clicked in the list is confirmed beside it. @param {Option} option */
  takeFromList(option) {
    this.isFromList = true;
    this.take(option);
    this.isFromList = false;
  }

  /**
   * Shows what an option would do, on the chart and here; the same one again is the answer.
   * @param {Option} option
   */
  select(option) {
    if (this.host.inert || !this.position?.decision || this.isBarred(option)) return;
    if (this.unconfirmed === option && this.isPicked) return this.take(option);
    this.unconfirmed = option;
    this.isPicked = true;
    if (isOfFan(option) && isNarrow()) this.host.classList.add("is-folded");
    if (this.options instanceof OptionList) this.options.pointAt(option);
    this.bearings = this.answering.preview(option);
    this.drawFoot();
  }

  /**
   * Selects the option after the one that is selected, round and round: what a click means that touches all of them.
   * @param {Option[]} options
   */
  selectNext(options) {
    const at = this.unconfirmed ? options.indexOf(this.unconfirmed) : -1;
    const next = options[(at + 1) % options.length];
    if (next && next !== this.unconfirmed) this.select(next);
  }

  drawFoot() {
    this.beside.remove();
    const option = this.unconfirmed;
    const { decision } = this.position ?? {};
    const isSure = option !== null && decision !== null && decision !== undefined && !needsConfirmation(decision, option);
    this.list.classList.toggle("waiting", option !== null && !isSure);
    if (!option || !decision) {
      refill(this.foot, decision && hasFan(decision) && !isNarrow() && proposalWords(null, []));
      return;
    }
    const isFan = isOfFan(option) && isNarrow();
    const stepping = { step: (/** @type {1 | -1} */ by) => this.step(by), unfold: () => this.unfold(), take: (/** @type {Option} */ other) => this.take(other) };
    const confirm = el("button", { type: "button", class: "button primary", on: { click: () => this.confirm() } }, "Confirm ↵");
    const back = (/** @type {Event} */ event) => this.back(!isTouch(event));
    const odds = el("div", { class: "confirm-odds" });
    const show = (/** @type {Odds} */ known) => this.unconfirmed === option && refill(odds, oddsParts(known, option.label));
    if (option.shortcut) void this.odds?.ofShortcut(option.shortcut.key).then((known) => known && show(known));
    else if (isSure && !option.steps && !option.finishes && !isOfFan(option)) this.odds?.want(option.value, show);
    const card = this.isFromList && this.options instanceof OptionList ? this.options.cardOf(option) : null;
    if (card) refill(this.foot);
    card?.after(this.beside);
    refill(
      card ? this.beside : this.foot,
      el(
        "div",
        { class: "confirm", role: this.isPicked ? "alertdialog" : "group", "aria-label": "Confirm" },
        el("p", null, el("b", null, option.label), isFan ? "" : whatFollows(option, isSure)),
        isFan ? bearingList(this.bearings) : (isSure || option.shortcut) && odds,
        isFan
          ? steppingButtons(confirm, stepping)
          : el("div", { class: "actions" }, confirm, el("button", { type: "button", class: "button", on: { click: back } }, "Back")),
        isFan && otherButtons(decision, stepping),
      ),
    );
    if (!this.isPicked && isFan) return;
    confirm.focus({ preventScroll: true });
    (card ? this.beside : this.foot).scrollIntoView({ block: "nearest" });
  }

  confirm() {
    if (this.unconfirmed) this.take(this.unconfirmed);
  }

  /**
   * @param {boolean} [toList]  whether the focus goes back to the list, as who uses keys needs it
   * @returns {boolean} whether there was something to go back from
   */
  back(toList = true) {
    if (!this.unconfirmed) return false;
    this.unconfirmed = null;
    this.unfold();
    this.answering.preview(null);
    this.drawFoot();
    if (this.options instanceof OptionList) {
      this.options.pointAt(null);
      if (toList) this.options.focusFirst();
    }
    return true;
  }

  /** The answer is on its way: nothing else can be chosen, and no odds are needed any more. */
  sending() {
    this.odds?.close();
    this.hadFocus = this.host.contains(document.activeElement);
    this.host.classList.add("sending");
    this.host.inert = true;
  }

  /** The answer did not arrive: the list can be used again. @param {unknown} error */
  failed(error) {
    if (this.position) this.show(this.position);
    refill(this.foot, el("p", { class: "sorry", role: "alert" }, sentence(error)));
  }

  /**
   * What the captain would do here and why, or the admiral; nothing is chosen by it.
   * @param {Hint} hint
   * @param {Option | undefined} option
   */
  showHint(hint, option) {
    const mayAsk = hint.by === "captain" && this.position?.table.rated === false;
    this.hinted = option ?? null;
    this.unconfirmed = null; // its card gives way to the hint
    this.beside.remove();
    this.unfold();
    this.list.classList.remove("waiting");
    refill(
      this.foot,
      el(
        "div",
        { class: "hint", role: "status" },
        el("p", null, `The ${hint.by} would choose: `, el("b", null, hint.label), "."),
        el("p", { class: "reason" }, hint.reason, hint.second !== null && ` Second best: ${hint.second}.`),
        ...oddsParts(hint.odds, hint.label),
        option &&
          el(
            "div",
            { class: "actions" },
            el("button", { type: "button", class: "button small", on: { click: () => this.take(option) } }, "Do that"),
            mayAsk && this.askingAdmiral(),
          ),
      ),
    );
    if (option && this.options instanceof OptionList) this.options.mark(option);
    if (option) this.answering.preview(option);
  }

  askingAdmiral() {
    const click = () => this.answering.askAdmiral();
    return el("button", { type: "button", class: "button quiet small", on: { click } }, "Ask the admiral");
  }

  /** The hint gives way to the admiral, who takes a moment. */
  admiralThinks() {
    refill(this.foot, el("div", { class: "hint", role: "status" }, el("p", null, "The admiral is thinking ...", " ", wake())));
  }

  /**
   * While dice roll there is nothing to decide, only to watch or to skip.
   * @param {() => void} skip
   */
  rolling(skip) {
    this.showInPassing(
      el(
        "div",
        { class: "thinking" },
        el("p", null, "The dice are rolling ..."),
        el("button", { type: "button", class: "button small", on: { click: skip } }, "Skip ", el("kbd", { class: "key" }, "Esc")),
      ),
    );
  }

  /**
   * The odds of the orders given so far, where there are any.
   * @param {Position} position
   * @param {OddsBook | null} odds
   */
  async fetchOutlook(position, odds) {
    if (!odds || !(await odds.settled())) return;
    try {
      const parts = await this.api.outlook(position.seat, position.seq, odds.stale.signal);
      if (odds === this.odds) this.drawOutlook(parts.filter((part) => worthShowing(part.odds)));
    } catch (error) {
      if (!isAbort(error) && odds === this.odds) refill(this.outlook);
    }
  }

  /** @param {OutlookPart[]} parts */
  drawOutlook(parts) {
    if (!parts.length) return;
    keepSteady(this.host, () =>
      refill(
        this.outlook,
        el("h3", null, "As it stands now"),
        parts.map((part) => el("div", { class: "outlook-part" }, el("p", null, el("b", null, part.name)), ...oddsParts(part.odds))),
      ),
    );
  }
}

/** @param {() => void} run @returns {import("./actions.js").Action} */
function hurrying(run) {
  const title = "He answers at once with the best that he has found, and the captain decides what is left of this turn of his.";
  return { label: "Hurry", letter: "n", title, run };
}
