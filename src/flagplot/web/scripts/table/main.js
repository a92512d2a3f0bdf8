/** The table: opens a match, lets its players sit down one after the other, and binds buttons and keys. */

import * as api from "../api.js";
import { Chart } from "../chart/chart.js";
import { Motion } from "../chart/motion.js";
import { byId, el, refill } from "../elements.js";
import { flagsOf } from "../flags.js";
import { Keys } from "../keys.js";
import { youAre } from "../sides.js";
import { ONLOOKER } from "../store.js";
import { titled } from "../title.js";
import { accountPath } from "../wayback.js";
import { Boards } from "./boards.js";
import { OptionList } from "./options.js";
import { Session } from "./session.js";
import { bindTabs } from "./tabs.js";
import { explainTerms } from "./terms.js";
import { TypedDice } from "./typed.js";

const id = location.pathname.split("/")[2] ?? "";
const match = new api.MatchApi(id);
const motion = Motion.fromSystem();
const keys = new Keys();

/** @type {Session | null} */
let session = null;
let slug = "";
/** How many lines of the log each seat at this screen has seen. @type {Map<string, number>} */
const seen = new Map();

// What is wanted later is loaded later, so that the chart is there sooner.
const openDrawer = async (/** @type {string} */ game) => (await import("../rules/drawer.js")).openDrawer(game);
const openGuide = async (/** @type {string} */ game) => (await import("../rules/glance.js")).openGuide(game);
const openSettings = async () => (await import("../settings.js")).openSettings(motion);

void import("../bell.js").then(({ hangBell }) => hangBell());
try {
  await open();
} catch (error) {
  if (!(error instanceof api.Refusal)) throw error;
  showNoGame("This game cannot be opened", api.sentence(error));
}

/**
 * @param {string} title
 * @param {string} why
 */
function showNoGame(title, why) {
  titled(`${title} · Flagplot`);
  document.body.classList.add("without-game");
  refill(
    byId("plot"),
    el(
      "div",
      { class: "no-game" },
      el("h2", null, title),
      el("p", { role: "alert" }, why),
      el(
        "div",
        { class: "actions" },
        el("a", { class: "button primary", href: "/" }, "To the games"),
        el("a", { class: "button", href: accountPath() }, "Sign in"),
      ),
    ),
  );
}

/**
 * What the charts of a game are drawn with; no more is loaded than its boards need.
 * @param {string} game
 * @param {import("../types.js").Board} first  the board of the present position
 * @returns {Promise<Pick<import("./session.js").Place, "makeChart" | "openSea" | "deckOf">>}
 */
async function loadCharts(game, { lines, areas, spaces, scale }) {
  if (scale) {
    const [{ MeasuredChart }, { deckOf }] = await Promise.all([import("../measured/chart.js"), import("../measured/deck.js")]);
    return { makeChart: (host, board) => new MeasuredChart(host, board, { motion }), openSea: null, deckOf };
  }
  const isOpen = lines.length > 0 || areas.length > 0 || spaces.some((space) => space.kind === "hex");
  const [boardSvg, openSea] = await Promise.all([api.boardSvg(game), isOpen ? import("../chart/open.js") : null]);
  return { makeChart: (host, board) => new Chart(host, board, boardSvg, { motion, openSea }), openSea, deckOf: null };
}

/**
 * The position as it is now, and what its chart is drawn with.
 * @param {Boards} boards
 */
async function openFirst(boards) {
  const first = await match.position();
  return { first, charts: await loadCharts(first.game, await boards.load(first.board)) };
}

async function open() {
  const boards = new Boards(match);
  const [games, { first, charts }] = await Promise.all([api.games(), openFirst(boards)]);
  const game = games.find((candidate) => candidate.slug === first.game);
  if (!game) throw new api.Refusal(404, "This server does not know the rules of this game.", null);
  slug = game.slug;
  byId("title").textContent = game.title;
  bindButtons();
  bindTabs();
  bindKeys();
  explainTerms(slug);

  /** @param {string | undefined} seat @param {import("../types.js").Position} [known]  what the seat was just shown */
  const sit = async (seat, known) => {
    const position = known ?? (await match.position(seat));
    await boards.load(position.board);
    const you = youAre(position);
    const side = position.seats.find((candidate) => candidate.id === position.seat)?.side;
    const { sides } = boards.get(position.board);
    const flags = flagsOf(sides.find(({ id }) => id === side)?.flags);
    refill(byId("seat"), flags, el("span", { class: flags && "wide-only" }, you ? you.seats : "Watching")); // a phone has room for one
    byId("menu").title = you ? `Menu. You are ${you.who} (${you.seats}).` : "Menu";
    const pass_ = (/** @type {string} */ next) => void pass(next);
    const lines = seen.get(position.seat) ?? 0;
    session = new Session({ api: match, game, boards, ...charts, motion, pass: pass_, gone: leave, seen: lines }, position);
  };
  /** The game is not there any more, or not for this page. */
  const leave = () => {
    const isOnlooker = session?.seat === ONLOOKER;
    session?.close();
    session = null;
    byId("connection").hidden = true;
    showNoGame(
      isOnlooker ? "You can no longer watch this game" : "This game is gone",
      isOnlooker ? "It was closed to spectators, or it was deleted." : "It was deleted, or you have signed out in another window.",
    );
  };
  /** @param {string} seat */
  const pass = async (seat) => {
    if (session) {
      seen.set(session.seat, session.told.length);
      session.close();
      session = null;
      history.replaceState(null, "", location.pathname);
    }
    byId("seat").textContent = "";
    const name = game.seats.find((candidate) => candidate.id === seat)?.name ?? "next";
    for (let trouble = ""; !session; ) {
      if (!game.is_open || trouble) await (await import("./cover.js")).cover(name, trouble);
      await sit(seat).catch((error) => (trouble = api.sentence(error)));
    }
    passOn();
  };
  /** The turn may have gone on while the seat was changed: then the page goes on with it. */
  const passOn = () => session?.passOn();

  const yours = first.seats.filter((seat) => seat.player === "you").map((seat) => seat.id);
  const isHotSeat = yours.length > 1 && !first.result && !game.shares_everything;
  const next = yours.find((seat) => seat === first.to_move) ?? yours[0];
  if (isHotSeat && next) await pass(next);
  else await sit(undefined, first);
}

// Buttons

function bindButtons() {
  /** @type {[string, () => void][]} */
  const buttons = [
    ["undo", () => void session?.undo()],
    ["hint", () => void session?.hint()],
    ["share", () => void share()],
    ["guide", () => void openGuide(slug)],
    ["rules", () => void openDrawer(slug)],
    ["menu", () => void showMenu()],
    ["keys", () => keys.help()],
  ];
  for (const [name, run] of buttons) byId(name).addEventListener("click", run);
  byId("save").setAttribute("href", `/api/matches/${id}/save`);
}

async function showMenu() {
  const { openMenu } = await import("./menu.js");
  openMenu(id, slug, session?.position ?? null, session?.company ?? null, {
    settings: () => void openSettings(),
    keys: () => keys.help(),
    rules: () => void openDrawer(slug),
    guide: () => void openGuide(slug),
    share: () => void share(),
  });
}

/** Copies the address of what is on the table now; a private game is opened to those who have it, if its owner agrees. */
async function share() {
  if (!session) return;
  const { replay, position, company } = session;
  const address = `${location.origin}/g/${id}#${replay.at ?? replay.last}`;
  const { shareMoment } = await import("../sharing.js");
  await shareMoment(address, position.table, () => company.setAccess("link"));
}

// Keys

function bindKeys() {
  const inChart = (/** @type {KeyboardEvent} */ event) =>
    event.target instanceof Element && event.target.closest(".plot") !== null;
  const list = () => (session?.decision.options instanceof OptionList ? session.decision.options : null);
  keys.bind([..."0123456789"], "1 2 3", "choose an option by its number, or say what a die shows", (key) => {
    const options = session?.decision.options;
    if (options instanceof TypedDice || options instanceof OptionList) options.digit(key);
  });
  keys.bind(["ArrowDown", "ArrowUp"], "↓ ↑", "go through the options", (key, event) => {
    const step = key === "ArrowDown" ? 1 : -1;
    if (inChart(event) || !list()) return false;
    list()?.moveRow(step);
    return true;
  });
  keys.bind(["ArrowLeft", "ArrowRight"], "← →", "go through a grid of options", (key, event) => {
    if (inChart(event) || !list() || !document.activeElement?.classList.contains("cell")) return false;
    list()?.move(key === "ArrowRight" ? 1 : -1);
    return true;
  });
  keys.bind(["Enter"], "Enter", "choose; confirm", () => {
    if (!session?.decision.unconfirmed || document.activeElement instanceof HTMLButtonElement) return false;
    session.decision.confirm();
    return true;
  });
  keys.bind(["Escape"], "Esc", "back; show all options; skip the dice", () => {
    session?.plot.tray.skip();
    session?.drama.dismiss();
    document.querySelector(".notice")?.remove();
    const hadWay = session?.pointing.ways.drop() ?? false;
    if (list()?.digits.forget()) return;
    if (!session?.decision.back(!hadWay) && !hadWay) list()?.widen();
  });
  keys.bind(["/"], "/", "filter the options", () => list()?.search.focus());
  keys.bind(["u"], "u", "undo", () => void session?.undo());
  keys.bind(["h"], "h", "hint: what the captain would do", () => void session?.hint());
  keys.bind(["w"], "w", "where may they be? (search plot on the chart)", () => session?.searchPlot.toggle() ?? false);
  keys.bind(["m"], "m", "to the chart (map); arrows go from place to place, Enter picks", () => focusChart());
  keys.bind(["+", "="], "+", "zoom in", () => session?.plot.chart.zoomBy(1.4));
  keys.bind(["-"], "-", "zoom out", () => session?.plot.chart.zoomBy(1 / 1.4));
  keys.bind(["f"], "f", "show the whole chart", () => session?.plot.chart.fit());
  keys.bind([",", "["], ",", "one moment back", () => session?.replay.step(-1));
  keys.bind([".", "]"], ".", "one moment on", () => session?.replay.step(1));
  keys.bind(["Home"], "Home", "to the first moment", () => session?.replay.toStart());
  keys.bind(["End"], "End", "back to now", () => session?.replay.toNow());
  keys.bind(["p"], "p", "play the replay; stop it", () => session?.replay.togglePlay());
  const letters = [..."abcdefgijlnoqrstvxyz"];
  keys.bind(letters, "c o …", "the buttons below the options, by the letters on them", (key) => session?.decision.actions.press(key) ?? false);
  keys.bind(["?", "F1"], "? F1", "rule book", () => void openDrawer(slug));
  keys.bind(["g"], "g", "guide: the game on one screen", () => void openGuide(slug));
  keys.bind(["k"], "k", "these keys", () => keys.help());
}

function focusChart() {
  const focusable = document.querySelector("#chart [tabindex='0']");
  if (focusable instanceof HTMLElement || focusable instanceof SVGElement) focusable.focus();
  else byId("chart").focus();
}
