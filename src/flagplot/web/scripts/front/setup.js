/** The dialog that sets a game up: scenario, seats, company, optional rules, dice. */

/** @import { Difficulty, GameInfo, NewMatch, Player, RuleOption, Seat } from "../types.js" */
/** @import { Access, Me } from "../types-together.js" */

import { computersFor, isComputer } from "../computers.js";
import { openDialog } from "../dialogs.js";
import { el } from "../elements.js";
import { MOST_FLAGS, flagsOf } from "../flags.js";
import { ruleLink } from "../rules/book.js";
import { areTogether } from "../sides.js";
import { companyFields } from "./company.js";
import { isUsual, settingsOf } from "./wishes.js";

/** Players whom a difficulty can put in place of each other. */

const AT_ONE_SCREEN = "Give every seat to “me” to play with a friend at this screen; a cover comes between you.";
const IN_THE_OPEN = "Give every seat to “me” to play with a friend at this screen; nothing is hidden from either of you.";
const NOBODY = "Nobody would sit at the table: switch at least one seat on.";
const TOGETHER = "These seats win or lose together and hide nothing from each other: play them all, or share them with a friend.";

/** A seed that is a number; longer ones are told by their digits. */
const NUMBER = /^\d{1,15}$/;

/** @typedef {(wish: NewMatch, name?: string) => void} Start */

/**
 * The address that opens this dialog.
 * @param {GameInfo} game
 * @param {boolean} inviting
 */
function setupPath(game, inviting) {
  return `/?set-up=${game.slug}${inviting ? "&inviting" : ""}`;
}

/**
 * Opens the dialog that the address of the page asks for, once.
 * @param {GameInfo[]} games
 * @param {Me} me
 * @param {Start} start
 */
export function openSetupFromAddress(games, me, start) {
  const wanted = new URLSearchParams(location.search);
  const game = games.find((candidate) => candidate.slug === wanted.get("set-up"));
  if (!game) return;
  history.replaceState(null, "", location.pathname);
  openSetup(game, me, start, wanted.has("inviting"));
}

/**
 * @param {GameInfo} game
 * @param {Me} me
 * @param {Start} start
 * @param {boolean} inviting  whether another seat is for somebody else at first
 */
export function openSetup(game, me, start, inviting) {
  const company = companyFields(me, setupPath(game, inviting), game.shares_everything);
  const seeded = el("div", { class: "seeded" }, seedFields());
  const rows = game.seats.map((seat, index) => seatRow(game, seat, index, inviting));
  const apart = game.is_open ? IN_THE_OPEN : AT_ONE_SCREEN;
  const advice = el("p", { class: "soft small-text" }, game.shares_everything ? TOGETHER : apart);
  const seatSwitches = game.options.filter((option) => game.seats.some((seat) => seat.option === option.name));
  const otherRules = game.options.filter((option) => !seatSwitches.includes(option));
  const nobody = el("p", { class: "sorry", role: "alert", hidden: true }, NOBODY);
  const adapt = () => {
    const inPlay = seatsInPlay(game, new FormData(form));
    rows.forEach((row, index) =>
      setInPlay(
        row,
        inPlay.some((seat) => seat === game.seats[index]),
      ),
    );
    giveSelfASeat(rows);
    advice.hidden = inPlay.length < 2;
    nobody.hidden = inPlay.length > 0;
    submit.disabled = !inPlay.length;
    const given = new FormData(form);
    const isOpen = inPlay.some((seat) => given.get(`seat:${seat.id}`) === "open");
    const isAgainstSelf = !areTogether(inPlay.filter((seat) => given.get(`seat:${seat.id}`) === "me"));
    company.adapt(isOpen, isAgainstSelf, given.has("typed_dice"));
    seeded.hidden = isOpen || given.has("rated");
    submit.textContent = isOpen ? "Start and invite" : "Start the game";
  };
  const submit = el("button", { class: "button primary large" }, "Start the game");
  const form = el(
    "form",
    {
      class: "setup",
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const given = new FormData(form);
          start(wishOf(game, given), String(given.get("name") ?? "").trim() || undefined);
        },
        change: (/** @type {Event} */ event) => {
          if (!isField(event.target, "difficulty")) leaveDifficulty(form);
          adapt();
        },
      },
    },
    game.difficulties.length > 0 && difficulties(game, (chosen) => useDifficulty(game, form, chosen)),
    game.scenarios.length > 1 && scenarios(game),
    el(
      "fieldset",
      null,
      el("legend", null, "Seats"),
      seatSwitches.map((option) => optionRow(game, option, inviting)),
      rows,
      advice,
      nobody,
    ),
    company.fields,
    otherRules.length > 0 &&
      el(
        "details",
        { class: "optional-rules" },
        el("summary", null, `Optional rules (${otherRules.length})`),
        otherRules.map((option) => optionRow(game, option, false)),
      ),
    el(
      "fieldset",
      null,
      el("legend", null, "Dice"),
      el(
        "label",
        { class: "switch" },
        el("input", { type: "checkbox", name: "typed_dice" }),
        el("span", null, "We throw real dice and type them in"),
      ),
      seeded,
    ),
    el("div", { class: "actions" }, submit),
  );
  adapt();
  openDialog(`Set up ${game.title}`, [form], { className: "setup-dialog" });
}

function seedFields() {
  return [
    el(
      "label",
      { class: "labelled" },
      el("span", null, "Seed"),
      el("input", {
        class: "field",
        name: "seed",
        maxlength: 80,
        autocomplete: "off",
        placeholder: "leave empty for a fresh one",
      }),
    ),
    el("p", { class: "soft small-text" }, "The same seed and the same choices give the same game."),
  ];
}

/**
 * What makes the game easier or harder: each choice names the scenario, the rules and the opponent that it sets.
 * @param {GameInfo} game
 * @param {(chosen: Difficulty) => void} use
 */
function difficulties(game, use) {
  return el(
    "fieldset",
    { class: "difficulties" },
    el("legend", null, "Difficulty"),
    game.difficulties.map((one, index) =>
      el(
        "label",
        { class: "switch" },
        el("input", {
          type: "radio",
          name: "difficulty",
          value: index,
          checked: isUsual(game, one),
          on: { change: () => use(one) },
        }),
        el("span", null, el("b", null, `${one.title}.`), ` ${one.text}`, el("small", { class: "soft" }, settingsOf(game, one))),
      ),
    ),
  );
}

/**
 * A difficulty fills in the fields below it.
 * @param {GameInfo} game
 * @param {HTMLFormElement} form
 * @param {Difficulty} chosen
 */
function useDifficulty(game, form, chosen) {
  const scenario = chosen.scenario ?? game.scenarios[0]?.name;
  for (const field of form.querySelectorAll("input, select")) {
    if (field instanceof HTMLSelectElement) {
      if (isComputer(field.value) && [...field.options].some(({ value }) => value === chosen.opponent))
        field.value = chosen.opponent;
    } else if (field instanceof HTMLInputElement && field.name === "scenario") {
      field.checked = field.value === scenario;
    } else if (field instanceof HTMLInputElement) {
      const option = game.options.find(({ name }) => field.name === `option:${name}`);
      if (!option || game.seats.some((seat) => seat.option === option.name)) continue;
      const value = chosen.options[option.name] ?? option.default;
      if (field.type === "checkbox") field.checked = value === true;
      else field.value = String(value);
    }
  }
}

/** Somebody has changed what a difficulty had set. @param {HTMLFormElement} form */
function leaveDifficulty(form) {
  for (const field of form.querySelectorAll("[name=difficulty]")) if (field instanceof HTMLInputElement) field.checked = false;
}

/**
 * @param {EventTarget | null} target
 * @param {string} name
 */
function isField(target, name) {
  return target instanceof HTMLInputElement && target.name === name;
}

/** @param {GameInfo} game */
function scenarios(game) {
  return el(
    "fieldset",
    null,
    el("legend", null, "Scenario"),
    game.scenarios.map((scenario, index) =>
      el(
        "label",
        { class: "switch" },
        el("input", { type: "radio", name: "scenario", value: scenario.name, checked: index === 0 }),
        el("span", null, el("b", null, `${scenario.title}.`), ` ${scenario.text}`),
      ),
    ),
  );
}

/**
 * The seats that are in play by the switches of the form.
 * @param {GameInfo} game
 * @param {FormData} form
 */
function seatsInPlay(game, form) {
  return game.seats.filter((seat) => !seat.option || form.has(`option:${seat.option}`));
}

/**
 * A seat that is not in play is not sent; where one usually is, the row says that the rules play it.
 * @param {HTMLElement} row
 * @param {boolean} isInPlay
 */
function setInPlay(row, isInPlay) {
  const byRules = /** @type {HTMLElement | null} */ (row.querySelector(".by-rules"));
  row.hidden = !isInPlay && !byRules;
  if (byRules) byRules.hidden = isInPlay;
  for (const field of row.querySelectorAll("select")) Object.assign(field, { disabled: !isInPlay, hidden: !isInPlay });
}

/**
 * When the own seat has been left to the rules, the first that is still in play becomes one's own.
 * @param {HTMLElement[]} rows
 */
function giveSelfASeat(rows) {
  const fields = rows.flatMap((row) => [...row.querySelectorAll("select")]);
  const hasLeft = fields.some((field) => field.disabled && field.value === "me");
  const [first, ...others] = fields.filter((field) => !field.disabled);
  if (hasLeft && first && ![first, ...others].some((field) => field.value === "me")) first.value = "me";
}

/**
 * @param {GameInfo} game
 * @param {Seat} seat
 * @param {number} index
 * @param {boolean} inviting
 */
function seatRow(game, seat, index, inviting) {
  const hasCaptain = game.captains.includes(seat.id);
  /** @type {[Player, string][]} */
  const players = [["me", "me"], ...computersFor(seat.id, game.seats.map(({ id }) => id), game.captains)];
  if (game.seats.length > 1) players.splice(1, 0, ["open", "somebody I invite"]);
  const computer = hasCaptain ? "captain" : "midshipman";
  const usual = index === 0 ? "me" : inviting ? "open" : game.shares_everything ? "me" : computer;
  return el(
    "label",
    { class: "labelled" },
    el("span", null, flagsOf(seat.flags.slice(0, MOST_FLAGS)), seat.name),
    el(
      "select",
      { class: "field", name: `seat:${seat.id}` },
      players.map(([value, text]) => el("option", { value, selected: value === usual }, text)),
    ),
    isUsuallyInPlay(game, seat) && el("span", { class: "by-rules soft", hidden: true }, "the rules play it"),
  );
}

/**
 * Whether a seat has a switch that is on unless somebody takes it off.
 * @param {GameInfo} game
 * @param {Seat} seat
 */
function isUsuallyInPlay(game, seat) {
  return game.options.some((option) => option.name === seat.option && option.default === true);
}

/**
 * @param {GameInfo} game
 * @param {RuleOption} option
 * @param {boolean} isOn  whatever is usual
 */
function optionRow(game, option, isOn) {
  const name = `option:${option.name}`;
  const input =
    option.kind === "switch"
      ? el("input", { type: "checkbox", name, checked: isOn || option.default === true })
      : el("input", {
          type: "number",
          class: "field number",
          name,
          value: Number(option.default),
          min: option.least,
          max: option.most,
          required: true,
        });
  return el(
    "div",
    { class: "switch" },
    el("label", { class: "switch" }, input, el("span", null, el("b", null, `${option.title}.`), ` ${option.text}`)),
    option.rule && ruleLink(game.slug, option.rule),
  );
}

/**
 * @param {GameInfo} game
 * @param {FormData} form
 * @returns {NewMatch}
 */
function wishOf(game, form) {
  /** @type {NewMatch} */
  const wish = { game: game.slug, options: {}, seats: {}, typed_dice: form.has("typed_dice") };
  const scenario = form.get("scenario");
  if (scenario) wish.scenario = String(scenario);
  wish.access = /** @type {Access} */ (form.get("access") ?? "private");
  wish.pace = Number(form.get("pace")) || null;
  wish.rated = form.has("rated");
  const inPlay = seatsInPlay(game, form);
  const isSeeded = !wish.rated && !inPlay.some((seat) => form.get(`seat:${seat.id}`) === "open");
  const seed = String(form.get("seed") ?? "").trim();
  if (seed && isSeeded) wish.seed = NUMBER.test(seed) ? Number(seed) : seed;
  for (const seat of inPlay) wish.seats = { ...wish.seats, [seat.id]: /** @type {Player} */ (form.get(`seat:${seat.id}`)) };
  for (const option of game.options) {
    const name = `option:${option.name}`;
    const value = option.kind === "switch" ? form.has(name) : Number(form.get(name));
    if (value !== option.default) wish.options = { ...wish.options, [option.name]: value };
  }
  return wish;
}
