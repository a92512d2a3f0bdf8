/** The table: opens a match, lets its players sit down one after the other, and binds buttons and keys. */

import * as api from "../api.js";
import { Motion } from "../chart/motion.js";
import { notice, openDialog } from "../dialogs.js";
import { byId, el, refill } from "../elements.js";
import { Keys } from "../keys.js";
import { openDrawer } from "../rules/drawer.js";
import { openSettings } from "../settings.js";
import { cover } from "./cover.js";
import { OptionList } from "./options.js";
import { Session, showTab } from "./session.js";
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

try {
  await open();
} catch (error) {
  if (!(error instanceof api.Refusal)) throw error;
  refill(
    byId("plot"),
    el(
      "div",
      { class: "no-game" },
      el("h2", null, "This game cannot be opened"),
      el("p", null, api.sentence(error)),
      el("p", null, el("a", { href: "/" }, "To the games")),
    ),
  );
}

async function open() {
  const [games, mine] = await Promise.all([api.games(), api.matches()]);
  const info = mine.find((candidate) => candidate.id === id);
  if (!info) throw new api.Refusal(404, "There is no such game, or it is not one of yours.", null);
  const game = games.find((candidate) => candidate.slug === info.game);
  if (!game) throw new api.Refusal(404, "This server does not know the rules of this game.", null);
  slug = game.slug;
  byId("title").textContent = game.title;
  const boardSvg = await api.boardSvg(slug);
  bindButtons();
  bindKeys();

  /** @param {string | undefined} seat */
  const sit = async (seat) => {
    const position = await match.position(seat);
    byId("seat").textContent = position.seats.find((candidate) => candidate.id === position.seat)?.name ?? "";
    session = new Session(
      { api: match, game, boardSvg, motion, pass: (next) => void pass(next), seen: seen.get(position.seat) ?? 0 },
      position,
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
      await cover(name, trouble);
      await sit(seat).catch((error) => (trouble = api.sentence(error)));
    }
  };

  const isHotSeat = info.yours.length > 1 && !info.over;
  const next = info.yours.find((seat) => seat === info.to_move) ?? info.yours[0];
  if (isHotSeat && next) await pass(next);
  else await sit(undefined);
}

// Buttons

function bindButtons() {
  /** @type {[string, () => void][]} */
  const buttons = [
    ["undo", () => void session?.undo()],
    ["hint", () => void session?.hint()],
    ["share", () => void share()],
    ["rules", () => void openDrawer(slug)],
    ["menu", openMenu],
    ["keys", () => keys.help()],
  ];
  for (const [name, run] of buttons) byId(name).addEventListener("click", run);
  byId("save").setAttribute("href", `/api/matches/${id}/save`);
  const tabs = [...document.querySelectorAll("[data-tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => showTab(tab.getAttribute("data-tab") ?? "decision"));
    tab.addEventListener("keydown", (event) => {
      const step =
        /** @type {KeyboardEvent} */ (event).key === "ArrowRight"
          ? 1
          : /** @type {KeyboardEvent} */ (event).key === "ArrowLeft"
            ? -1
            : 0;
      const next = step && tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      if (!(next instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      showTab(next.dataset.tab ?? "decision");
      next.focus();
    });
  }
}

function openMenu() {
  const close = () => dialog.close();
  const item = (/** @type {string} */ text, /** @type {() => void} */ run) =>
    el(
      "button",
      {
        type: "button",
        class: "button",
        on: {
          click: () => {
            close();
            run();
          },
        },
      },
      text,
    );
  const link = (/** @type {string} */ text, /** @type {string} */ href) => el("a", { class: "button", href }, text);
  const dialog = openDialog(
    "Menu",
    [
      el(
        "div",
        { class: "menu" },
        item("Settings", () => openSettings(motion)),
        item("Keys", () => keys.help()),
        item("Rule book", () => void openDrawer(slug)),
        link("The game in five minutes", `/guide/${slug}`),
        item("Copy a link to this moment", () => void share()),
        el("a", { class: "button", href: `/api/matches/${id}/save`, download: "" }, "Save the game to a file"),
        link("Proof of the dice", `/g/${id}/dice`),
        link("All games", "/"),
      ),
    ],
    { className: "small" },
  );
}

/** Copies the address of what is on the table now. */
async function share() {
  const replay = session?.replay;
  const moment = replay ? (replay.at ?? replay.last) : 0;
  const address = `${location.origin}/g/${id}#${moment}`;
  try {
    await navigator.clipboard.writeText(address);
    notice("The link to this moment is copied.");
  } catch {
    openDialog(
      "Link to this moment",
      [
        el("input", {
          class: "field",
          readonly: true,
          value: address,
          "aria-label": "Link",
          on: { focus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() },
        }),
      ],
      { className: "small" },
    );
  }
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
    document.querySelector(".notice")?.remove();
    if (!session?.decision.back()) list()?.widen();
  });
  keys.bind(["/"], "/", "filter the options", () => list()?.search.focus());
  keys.bind(["u"], "u", "undo", () => void session?.undo());
  keys.bind(["h"], "h", "hint: what the captain would do", () => void session?.hint());
  keys.bind(["c"], "c", "to the chart; arrows go from place to place, Enter picks", () => focusChart());
  keys.bind(["+", "="], "+", "zoom in", () => session?.plot.chart.zoomBy(1.4));
  keys.bind(["-"], "-", "zoom out", () => session?.plot.chart.zoomBy(1 / 1.4));
  keys.bind(["f"], "f", "show the whole chart", () => session?.plot.chart.fit());
  keys.bind([",", "["], ",", "one moment back", () => session?.replay.step(-1));
  keys.bind([".", "]"], ".", "one moment on", () => session?.replay.step(1));
  keys.bind(["Home"], "Home", "to the first moment", () => session?.replay.toStart());
  keys.bind(["End"], "End", "back to now", () => session?.replay.toNow());
  keys.bind(["p"], "p", "play the replay; stop it", () => session?.replay.togglePlay());
  keys.bind(["?", "F1"], "? F1", "rule book", () => void openDrawer(slug));
  keys.bind(["k"], "k", "these keys", () => keys.help());
}

function focusChart() {
  const focusable = document.querySelector("#chart [tabindex='0']");
  if (focusable instanceof HTMLElement || focusable instanceof SVGElement) focusable.focus();
  else byId("chart").focus();
}
