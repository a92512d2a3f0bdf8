/** The buttons below the list of options: what answers several questions at once or ends them, each with a letter key. */

/** @import { Decision, Option } from "../types.js" */

import { el, refill } from "../elements.js";
import { capital } from "../words.js";

/** Letters that mean something else on the page; the captain's own is his alone. */
const TAKEN = [..."acfhkmopruw"];

/**
 * @typedef {object} Action
 * @property {string} label
 * @property {string} [amount]  in small letters after it
 * @property {string} [title]  what it does, in a sentence
 * @property {string} [letter]  the key that it always has
 * @property {string} [className]
 * @property {HTMLButtonElement} [button]  that is made already
 * @property {() => void} run
 */

/**
 * A letter for each label: the first of a word if it is free, else any of its letters; empty where all are taken.
 * @param {string[]} labels
 * @param {string[]} [taken]
 * @returns {string[]}
 */
export function lettersFor(labels, taken = TAKEN) {
  const used = new Set(taken);
  return labels.map((label) => {
    const words = label.toLowerCase().match(/[a-z]+/g) ?? [];
    const letters = [...words.map((word) => word.charAt(0)), ...words.join("")];
    const letter = letters.find((candidate) => !used.has(candidate)) ?? "";
    used.add(letter);
    return letter;
  });
}

/**
 * @typedef {object} Doing
 * @property {(option: Option) => void} take
 * @property {(onlySequence: boolean) => void} finish  the captain answers
 */

/**
 * Options that end something, and shortcuts that answer the whole row.
 * @param {Decision} decision
 * @param {{ option: Option, button: HTMLButtonElement }[]} pinned
 * @param {Doing} doing
 * @returns {Action[]}
 */
export function answersAtOnce({ shortcuts }, pinned, { take }) {
  return [
    ...pinned.map(({ option, button }) => ({ label: option.label, className: "pinned", button, run: () => take(option) })),
    ...shortcuts.map((shortcut) => {
      const { label, answers } = shortcut;
      const option = { value: shortcut.key, label, spaces: [], pieces: [], shortcut };
      return { label, amount: answers.length === 1 ? "1 answer" : `${answers.length} answers`, run: () => take(option) };
    }),
  ];
}

/**
 * What the captain can do: see to a sequence, and finish the phase.
 * @param {Decision} decision
 * @param {Doing} doing
 * @returns {Action[]}
 */
export function captains({ phase, finish_name, has_usual_answer }, { take, finish }) {
  if (!phase) return [];
  const option = { value: "finish", label: "The captain finishes this phase", spaces: [], pieces: [], finishes: phase };
  const whole = {
    label: finish_name || "Captain, finish this phase",
    letter: "c",
    className: "captains",
    title: `The captain answers for you until “${phase}” is over.`,
    run: () => (finish_name ? finish(false) : take(option)),
  };
  const title = "The captain sees to the sequence and lets rolls stand, until he would do more or something else is asked.";
  return has_usual_answer ? [{ label: "In the usual order", letter: "o", title, run: () => finish(true) }, whole] : [whole];
}

export class Actions {
  constructor() {
    this.element = el("div", { class: "decision-actions", role: "group", "aria-label": "Shortcuts", hidden: true });
    /** @type {Map<string, () => void>} */
    this.byLetter = new Map();
  }

  /** @param {Action[]} actions */
  show(actions) {
    const free = lettersFor(actions.map(({ letter, label }) => (letter ? "" : label)));
    this.byLetter = new Map();
    refill(
      this.element,
      actions.map((action, at) => {
        const letter = action.letter ?? free[at] ?? "";
        if (letter) this.byLetter.set(letter, action.run);
        return this.button(action, letter);
      }),
    );
    this.element.hidden = actions.length === 0;
  }

  /**
   * @param {Action} action
   * @param {string} letter
   */
  button({ label, amount, title, className, button, run }, letter) {
    const made = button ?? el("button", { type: "button", on: { click: run } });
    made.className = `button small ${className ?? "shortcut"}`;
    if (title) made.title = title;
    if (letter) made.setAttribute("aria-keyshortcuts", letter);
    refill(
      made,
      capital(label),
      amount && el("span", { class: "amount" }, amount),
      letter && el("kbd", { class: "key", "aria-hidden": "true" }, letter.toUpperCase()),
    );
    return made;
  }

  /** @param {string} letter @returns {boolean} whether a button has this key */
  press(letter) {
    const run = this.byLetter.get(letter);
    run?.();
    return run !== undefined;
  }
}
