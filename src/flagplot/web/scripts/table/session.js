/** One seat at the table: takes what the server sends, plays it out in order, and sends what the player chooses. */

/** @import { MatchApi } from "../api.js" */
/** @import { Link } from "../live.js" */
/** @import { TableNews } from "../types-together.js" */
/** @import { Change, GameInfo, LogEntry, Moment, Option, Position, Sight } from "../types.js" */
/** @import { Motion } from "../chart/motion.js" */
/** @import { Boards } from "./boards.js" */
/** @import { Looking } from "./replay.js" */

import { Refusal, isAbort, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { byId, el, refill } from "../elements.js";
import { Live } from "../live.js";
import { ONLOOKER, Store, freshLines } from "../store.js";
import { titled } from "../title.js";
import { capital } from "../words.js";
import { asidesOf, asidesUpTo } from "./asides.js";
import { Closing } from "./closing.js";
import { Company } from "./company.js";
import { DecisionPanel } from "./decision.js";
import { Drama } from "./drama.js";
import { outcomeOf } from "./events.js";
import { showChips, showForms } from "./forms.js";
import { LessonBubble, glowing } from "./lesson.js";
import { LogPanel } from "./log.js";
import { showLooking } from "./looking.js";
import { Names } from "./names.js";
import { Plot } from "./plot.js";
import { Pointing } from "./pointing.js";
import { Forces } from "./forces.js";
import { onlyAnswer } from "./forced.js";
import { PastOfBranch } from "./past.js";
import { AS_IT_WAS, Replay, knowledge, knownLines } from "./replay.js";
import { SearchPlot } from "./search-plot.js";
import { momentBefore, SinceLastVisit } from "./since.js";
import { goesOn, stepsIn } from "./steps.js";

const QUEUE_TO_HURRY = 3;
const ROLLS_TO_HURRY = 4;
const MOST_NEWS = 12;
const LATEST = 2; // lines that remind a player who comes back
const BOARD_AGAIN_MS = 2000;
const GRACE_MS = 1500; // the server's clock may be a little behind

/**
 * @typedef {object} Place
 * @property {MatchApi} api
 * @property {GameInfo} game
 * @property {Boards} boards  of this match
 * @property {import("./plot.js").MakeChart} makeChart
 * @property {import("../chart/chart.js").OpenSea | null} openSea  what an open chart is drawn with
 * @property {typeof import("../measured/deck.js").deckOf | null} deckOf  what the decks of a measured board are drawn with
 * @property {Motion} motion
 * @property {(seat: string) => void} pass  the next decision belongs to another player at this screen
 * @property {() => void} gone  the game was deleted, or closed to this page
 * @property {number} seen  how many lines of the log this seat had seen before; 0: all are known
 */

export class Session {
  /**
   * @param {Place} place
   * @param {Position} position
   */
  constructor(place, position) {
    this.place = place;
    this.api = place.api;
    this.board = place.boards.get(position.board);
    this.seat = position.seat;
    this.store = new Store(position);
    /** @type {LogEntry[]} the lines that are on the page */
    this.told = [];
    /** @type {LogEntry[]} what happened since the player last chose */
    this.news = position.log.slice(-LATEST);
    /** @type {Position[]} positions that wait to be played out */
    this.queue = [];
    this.playing = false;
    this.closed = false;
    this.rolling = false; // whether dice roll before what came of them is shown
    this.telling = 0; // counts what is told line by line, so that a later telling ends an earlier one
    this.sending = false;
    this.hasTakenBack = false; // then even a question with one answer waits for the player
    this.orders = 0;
    /** @type {Looking | null} */
    this.looking = null;
    /** @type {Moment[]} */
    this.moments = [];
    this.plot = new Plot(byId("plot"), this.board, place.makeChart, place.motion, {
      pick: (target) => void this.pointing.pick(target),
      point: (target) => this.pointing.point(target),
      read: (place) => this.searchPlot.read(place),
      drop: (piece, space) => this.pointing.drop(piece, space),
      trail: (piece, space) => this.pointing.ways.follow(piece, space),
    });
    this.searchPlot = new SearchPlot(this.plot.search, this.api, position.game, (shades) => this.plot.shade(shades), (place) => this.placeName(place));
    const { openSea, deckOf } = place;
    this.forces = new Forces(byId("forces"), this.board, openSea, deckOf, (target) => void this.pointing.pick(target), (target) => this.pointing.point(target));
    this.pointing = new Pointing(this);
    this.names = new Names(this.board, (ids) => this.plot.light(ids));
    this.log = new LogPanel(byId("log"), byId("voice"), this.names, position.game);
    this.decision = new DecisionPanel(byId("decision"), this.api, this.board, {
      choose: (option) => void this.choose(option),
      preview: (option) => this.plot.preview(option),
      beside: (option, step) => this.plot.besideGhost(option, step),
      order: (wanted) => void this.company.order(wanted),
      finish: (onlySequence) => void this.finish(onlySequence),
      take: (action) => void this.company.take(action),
      hurry: () => this.hurry(),
      askAdmiral: () => void this.hint("admiral"),
      ranOut: () => void setTimeout(() => void this.catchUp(), GRACE_MS),
    });
    this.company = new Company(this.board, {
      api: this.api,
      game: place.game,
      seat: this.seat,
      position: () => this.position,
      hear: (message) => this.hear(message),
      answerBy: (request) => this.answerBy(request),
    });
    this.replay = new Replay(byId("replay"), this.api, this.seat, place.boards, {
      look: (looking, smooth) => this.look(looking, smooth),
      moments: (moments) => {
        this.moments = moments;
        this.log.headings(moments);
        this.drawAsides();
      },
    });
    this.closing = new Closing(this);
    this.drama = new Drama(byId("plot"), () => this.plot.chart, place.motion);
    this.past = new PastOfBranch(this.api, this.log);
    this.since = new SinceLastVisit(this.api.id, this.seat);
    this.lesson = position.lesson && new LessonBubble(byId("plot"), () => this.plot.chart);
    this.live = new Live(this.api, this.seat, {
      heard: (message) => this.hear(message),
      linked: (link) => showLink(link),
      gone: () => place.gone(),
      seq: () => this.store.position.seq,
      heardOf: () => this.store.position.heard,
    });
    this.start(position);
  }

  /** Leaves nothing of this seat on the page. */
  close() {
    this.closed = true;
    this.live.close();
    this.replay.close();
    this.decision.close();
    this.plot.close();
    this.searchPlot.close();
    this.lesson?.close();
    this.closing.close();
    this.drama.dismiss();
    this.since.close();
    this.log.close();
    this.company.close();
    for (const id of ["plot", "decision", "forces", "forms", "replay", "chips"]) refill(byId(id));
    document.querySelector(".notice")?.remove();
    document.querySelector(".popover")?.remove();
  }

  get position() {
    return this.store.position;
  }

  /** @param {Position} position */
  start(position) {
    this.names.learn(position.view);
    this.log.reset(position.log);
    this.log.markNew(this.place.seen);
    this.told = position.log;
    void this.plot.show(position.view, false);
    this.plot.chart.fit();
    this.present(position);
    this.since.show(byId("plot"), position, (entry) => this.log.words(entry), (line) => this.replay.playFrom(momentBefore(this.moments, line)));
    void this.replay.refresh(position).then(() => this.replay.fromAddress());
    if (position.origin) void this.past.load(position.origin, this.replay);
  }

  // What the server sends

  /** @param {Change | Position | TableNews} message */
  hear(message) {
    if (this.closed) return;
    const fit = this.store.take(message);
    if (fit === "gap") void this.catchUp();
    if (fit === "table") this.presentCompany();
    if (fit !== "applied") return;
    this.decision.odds?.close(); // what they are about is past
    this.queue.push(this.position);
    if (!this.playing) void this.playOut();
  }

  async catchUp() {
    try {
      this.hear(await this.api.position(this.seat));
    } catch (error) {
      if (!this.closed) this.decision.failed(error);
    }
  }

  /** Plays one position after the other: dice and lines first, then the chart, then the next decision. */
  async playOut() {
    this.playing = true;
    while (this.queue.length && !this.closed) {
      const position = /** @type {Position} */ (this.queue.shift());
      const quick = document.hidden || this.looking !== null || stepsIn([position, ...this.queue]) > QUEUE_TO_HURRY;
      await this.tell(position, quick);
      await this.loadBoard(position.board);
      if (this.closed) return;
      this.names.learn(position.view);
      if (!this.looking) {
        const shown = this.show(position, !quick);
        const [next] = this.queue;
        if (next && !goesOn(position, next)) await shown;
      }
      if (!this.queue.length && !this.looking) this.present(position);
    }
    this.playing = false;
    if (this.closed) return;
    this.log.speak(this.position.decision?.prompt ?? "");
    void this.replay.refresh(this.position);
    this.passOn();
  }

  /** Loads a board; while the server cannot be reached, again and again. @param {string} scenario */
  async loadBoard(scenario) {
    while (!this.closed) {
      try {
        await this.place.boards.load(scenario);
        return;
      } catch (error) {
        if (this.closed) return;
        this.decision.failed(error);
        await new Promise((resolve) => setTimeout(resolve, BOARD_AGAIN_MS));
      }
    }
  }

  /** Draws what is on the table at a moment, on the board that lies there then. @param {Position | Sight} moment @param {boolean} animate */
  show({ board, view }, animate) {
    const laid = this.place.boards.get(board);
    if (laid !== this.board) {
      this.board = this.decision.board = laid;
      this.names.lay(laid);
      this.names.learn(view);
      this.plot.lay(laid);
    }
    return this.plot.show(view, animate);
  }

  /**
   * @param {Position} position
   * @param {boolean} quick
   */
  async tell(position, quick) {
    const { kept, fresh } = freshLines(this.told, position.log);
    const gone = this.told.length - kept; // what was taken back is not news any more
    if (gone > 0) this.news.splice(-gone);
    this.told = position.log;
    this.since.keep(this.told.length);
    this.news.push(...fresh);
    if (this.looking) return;
    this.names.learn(position.view);
    this.log.cut(kept);
    const rolls = fresh.filter((entry) => entry.faces.length).length;
    const rollsAreSeen = rolls > 0 && !quick && !position.typed_dice && this.place.motion.speed > 0;
    const telling = (this.telling += 1);
    const cards = this.drama.plan(fresh, position, quick);
    this.plot.tray.begin();
    if (rollsAreSeen || cards.size) {
      this.rolling = true;
      this.plot.offer(null);
    }
    if (rollsAreSeen) this.decision.rolling(() => this.plot.tray.skip());
    for (const [at, entry] of fresh.entries()) {
      if (rollsAreSeen) await this.plot.tray.roll(entry, outcomeOf(fresh, at), Math.max(1, rolls / ROLLS_TO_HURRY));
      if (this.closed || this.telling !== telling) return; // All of it is on the page by now.
      this.log.append(entry);
      const card = cards.get(at);
      if (card) await this.drama.show(card, position);
      else if (!quick) this.drama.rise(entry.scene, position);
    }
    if (this.closed || this.telling !== telling) return;
    this.rolling = false;
    this.drawAsides();
  }

  /** At one screen the other player is next: the screen is passed on. */
  passOn() {
    const { to_move, result, seats } = this.position;
    if (this.place.game.shares_everything) return; // whoever has several seats decides for all of them at one
    if (result || to_move === this.seat || this.looking || this.position.decision) return;
    if (seats.some((seat) => seat.id === to_move && seat.player === "you")) this.place.pass(/** @type {string} */ (to_move));
  }

  /**
   * Shows all that is not on the chart or in the log: decision, tables, header, undo.
   * @param {Position} position
   */
  present(position) {
    const { decision, view } = position;
    titled(`${decision ? "● " : ""}${this.place.game.title} · Flagplot`);
    showChips(byId("chips"), view, this.position.table.watchers);
    showForms(byId("forms"), view, position.game);
    this.forces.show(view, decision?.subjects ?? []);
    this.plot.offer(glowing(position), decision?.subjects, decision?.dial);
    this.plot.preview(null);
    this.sending = false;
    this.pointing.ways.reset();
    this.tellNews(position);
    this.presentDecision({ ...position, table: this.position.table });
    this.company.show(this.position);
    this.followPlot();
    this.drawButtons(position);
    this.lesson?.show(position);
    const only = this.hasTakenBack ? null : onlyAnswer(position);
    this.mark(position, position.result ? "over" : decision && !only ? "deciding" : "waiting");
    this.pointing.dragOn(position);
    if (only) queueMicrotask(() => void this.choose(only));
  }

  /**
   * What a player should know who cannot see log and tables beside the decision: at first what lies open on the table,
   * later what happened since the last choice.
   * @param {Position} position
   */
  tellNews({ moments, view }) {
    const open = moments > 1 ? [] : view.cards.filter((card) => card.pile).map((card) => [el("b", null, card.name), `: ${card.text}`]);
    const told = this.news.slice(-MOST_NEWS).map((entry) => this.log.words(entry));
    const lines = (open.length ? open : told).map((words) => el("li", { class: "log-line" }, el("span", null, words)));
    this.decision.tell(lines, !open.length);
  }

  /** @param {Position} position */
  presentDecision(position) {
    if (!position.result) return this.decision.show(position);
    this.decision.close();
    this.closing.present(position);
  }

  /** Plots what the one through whose eyes one looks could suppose at the moment that is shown. */
  followPlot() {
    const { table, result, seq } = this.position;
    const { at, perspective } = this.replay;
    const hasPlot = table.plot && (at === null ? this.seat !== ONLOOKER : at >= 0 && ![AS_IT_WAS, ONLOOKER].includes(perspective));
    const seat = at === null ? this.seat : perspective;
    this.searchPlot.follow(hasPlot ? { seat, n: at, seq: result ? 0 : seq } : null);
  }

  /** The name of a space, or of a piece that lies on the table; empty for a square of the sea. @param {string} place */
  placeName(place) {
    const { pieces } = this.looking?.sight.view ?? this.position.view;
    const contact = pieces.find(({ id, placed }) => id === place && placed);
    return this.board.spaces.find(({ id }) => id === place)?.name ?? (contact ? `Contact ${contact.name}` : "");
  }

  /** Shows what is new between the people; what the player is about to choose stays as it is. */
  presentCompany() {
    this.company.show(this.position);
    this.followPlot();
    this.drawAsides();
    this.drawButtons(this.position);
    if (this.playing || this.looking || this.sending) return;
    showChips(byId("chips"), this.position.view, this.position.table.watchers);
    if (this.position.result) this.presentDecision(this.position);
    else this.decision.heard(this.position);
  }

  /** Events and carried-out orders at their places in the log, as far as it is shown. */
  drawAsides() {
    const { talk, seat, seats, lesson } = this.position;
    const asides = asidesOf(talk, this.told, seat, seats, lesson ? "Your staff" : undefined);
    if (!this.looking) return this.log.setAsides(asides);
    const { before } = knownLines(this.told, this.replay.perspective);
    const shown = asidesUpTo(asides, this.moments, this.looking.sight.n, this.looking.logLength);
    this.log.setAsides(shown.map((aside) => ({ ...aside, at: before[aside.at] ?? aside.at })));
  }

  /**
   * The log as the one through whose eyes one looks could read it, with its first lines up to that many of all.
   * @param {number} length
   */
  showLogAsKnown(length) {
    const { perspective } = this.replay;
    const { before } = knownLines(this.told, perspective);
    this.log.reset(knownLines(this.told.slice(0, length), perspective).lines);
    this.log.headings(this.moments.map((moment) => ({ ...moment, log_length: before[moment.log_length] ?? this.told.length })));
    this.drawAsides();
  }

  /**
   * Says on the page what it shows, for style sheets and for whoever drives it by a program.
   * @param {Position} position
   * @param {"deciding" | "waiting" | "over" | "looking"} state
   */
  mark(position, state) {
    Object.assign(byId("table").dataset, { seat: position.seat, seq: position.seq, state });
  }

  /** @param {Position} position */
  drawButtons(position) {
    const undo = byId("undo");
    const canAsk = !position.undo.can && this.position.table.can.includes("undo");
    undo.setAttribute("aria-disabled", String((!position.undo.can && !canAsk) || this.looking !== null));
    undo.title = position.undo.can
      ? "Take back your last choice (u)"
      : canAsk
        ? "Ask the other player to let you take back your last choice (u)"
        : position.undo.why;
    for (const id of ["undo", "hint", "save"]) byId(id).hidden = position.seat === ONLOOKER;
    const hasHint = this.company.hasCaptain && position.decision !== null && position.decision.dice === null && this.looking === null;
    byId("hint").setAttribute("aria-disabled", String(!hasHint));
  }

  // What the player does

  /** Whether what the player points at now can decide something. */
  get isOpenToPlayer() {
    return !this.looking && !this.sending && !this.rolling;
  }

  /** @param {Option} option */
  async choose(option) {
    if (this.sending || this.looking) return;
    this.hasTakenBack = false;
    this.since.hide();
    this.plot.tray.skip();
    const { seq } = this.position;
    const together = option.shortcut ?? option.steps;
    this.pointing.ways.drop();
    await this.send(() =>
      together ? this.api.chooseAll(this.seat, seq, together.answers) : this.api.choose(this.seat, seq, option.value),
    );
  }

  /** Lets the captain answer until the phase ends. @param {boolean} onlySequence  or only what asks for a sequence */
  async finish(onlySequence) {
    if (this.sending || this.looking) return;
    this.hasTakenBack = false;
    this.plot.tray.skip();
    await this.send(() => this.api.finish(this.seat, this.position.seq, onlySequence));
  }

  async undo() {
    if (this.sending || this.seat === ONLOOKER) return;
    if (this.looking) return this.replay.toNow();
    const { undo, table } = this.position;
    if (!undo.can && table.can.includes("undo")) return this.company.take("undo");
    if (!undo.can) {
      notice(undo.why || "There is nothing to take back.");
      return;
    }
    this.hasTakenBack = true;
    await this.send(() => this.api.undo(this.seat, this.position.seq));
  }

  /** @param {() => Promise<Change | Position>} request */
  async send(request) {
    const order = (this.orders += 1);
    this.sending = true;
    this.news = [];
    this.drama.decided();
    document.querySelector(".notice")?.remove();
    this.decision.sending();
    try {
      this.hear(await request());
    } catch (error) {
      if (this.closed) return;
      this.pointing.dragTo = null;
      if (error instanceof Refusal && error.position) {
        notice("The game had moved on. This is the position now.");
        this.hear(error.position);
      } else {
        this.decision.failed(error);
      }
    } finally {
      if (order === this.orders) this.sending = false; // The answer by the live line may have let the next one through.
    }
  }

  /**
   * A standing order answers what is asked now: no odds of it are asked for any more.
   * @param {() => Promise<TableNews>} request
   */
  async answerBy(request) {
    this.decision.odds?.close();
    try {
      this.hear(await request());
    } catch (error) {
      if (!this.closed && this.position.decision) this.decision.show(this.position);
      throw error;
    }
  }

  /** An admiral answers at once; whether he was told. */
  async hurry() {
    try {
      await this.api.hurry(this.seat);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) notice(sentence(error)); // else he has just answered
      return false;
    }
  }

  /** @param {import("../types.js").Hint["by"]} [player] */
  async hint(player = "captain") {
    const { decision, seq } = this.position;
    if (this.looking || this.sending || this.seat === ONLOOKER) return;
    if (!decision || decision.dice || !this.company.hasCaptain) {
      notice(
        this.company.hasCaptain
          ? "There is no hint: it is not your turn."
          : "This seat has no captain yet, so there are no hints.",
      );
      return;
    }
    try {
      if (player === "admiral") this.decision.admiralThinks();
      const hint = await this.api.hint(this.seat, seq, player);
      if (this.position.seq !== seq || this.sending || this.looking) return;
      const wanted = JSON.stringify(hint.option);
      this.decision.showHint(
        hint,
        decision.options.find((option) => JSON.stringify(option.value) === wanted),
      );
    } catch (error) {
      if (error instanceof Refusal && error.position) this.hear(error.position);
      else if (!isAbort(error)) {
        this.decision.drawFoot();
        notice(sentence(error));
      }
    }
  }

  // Looking back

  /**
   * @param {Looking | null} looking
   * @param {boolean} smooth
   */
  look(looking, smooth) {
    this.telling += 1;
    this.drama.dismiss();
    this.rolling = false;
    const wasLooking = this.looking !== null;
    this.looking = looking;
    document.body.classList.toggle("looking-back", looking !== null);
    if (!looking) {
      this.plot.showBeside(null);
      this.log.reset(this.told);
      this.log.headings(this.moments);
      this.drawAsides();
      void this.replay.refresh(this.position);
      void this.show(this.position, false);
      this.present(this.position);
      if (wasLooking) this.passOn();
      return;
    }
    const { sight, beside } = looking;
    this.decision.close();
    this.plot.offer(null);
    this.plot.preview(null);
    void this.show(sight, smooth);
    this.plot.showBeside(
      beside && {
        view: beside.view,
        title: capital(knowledge(this.position.seats, beside.seat)),
        ownTitle: capital(knowledge(this.position.seats, sight.seat)),
      },
    );
    showChips(byId("chips"), sight.view, 0);
    showForms(byId("forms"), sight.view, this.position.game);
    this.forces.show(sight.view, []);
    if ((this.replay.at ?? 0) < 0) this.past.showLog(looking.logLength);
    else this.showLogAsKnown(looking.logLength);
    showLooking(byId("decision"), this.position, looking, this.replay);
    this.followPlot();
    this.drawButtons(this.position);
    this.mark(this.position, "looking");
  }
}

/** @param {Link} link */
function showLink(link) {
  const note = byId("connection");
  note.hidden = link !== "lost";
  if (link === "lost") refill(note, el("p", null, "The connection is lost. Trying again ..."));
}
