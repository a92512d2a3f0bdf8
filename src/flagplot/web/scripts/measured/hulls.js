/** Ships, boats, aircraft and contacts as they look from above, bow to the top, in a box 100 long around the middle. */

import { svg } from "../chart/figures.js";

/**
 * @typedef {object} Form
 * @property {number} wide  as a part of the length
 * @property {number} least  pixels of length below which it is not drawn
 * @property {string} hull
 * @property {string} [deck]  what is dark on it: bridge, mounts, funnels, hatches
 */

/** @type {Record<string, Form>} */
const FORMS = {
  boat: {
    wide: 0.26,
    least: 27,
    hull: "M0-50C8-38 13-20 13 0V42Q13 48 8 50H-8Q-13 48-13 42V0C-13-20-8-38 0-50Z",
    deck: "M-6-10H6V12H-6ZM-3-26H3V-20H-3ZM-3 26H3V32H-3ZM-11-2H-8V26H-11ZM8-2H11V26H8Z",
  },
  gunboat: {
    wide: 0.28,
    least: 27,
    hull: "M0-50C9-40 14-22 14-4V44Q14 49 9 50H-9Q-14 49-14 44V-4C-14-22-9-40 0-50Z",
    deck: "M-7-8H7V10H-7ZM0-30A5 5 0 1 1 0-20A5 5 0 1 1 0-30ZM0 24A5 5 0 1 1 0 34A5 5 0 1 1 0 24Z",
  },
  warship: {
    wide: 0.17,
    least: 30,
    hull: "M0-50C5-38 8.5-22 8.5-4V34Q8 46 4 50H-4Q-8 46-8.5 34V-4C-8.5-22-5-38 0-50Z",
    deck: "M0-36A3 3 0 1 1 0-30A3 3 0 1 1 0-36ZM-4-24H4V-12H-4ZM-2.5-6H2.5V0H-2.5ZM-2.5 6H2.5V12H-2.5ZM0 20A3 3 0 1 1 0 26A3 3 0 1 1 0 20ZM0 34A3 3 0 1 1 0 40A3 3 0 1 1 0 34Z",
  },
  capital: {
    wide: 0.2,
    least: 44,
    hull: "M0-50C6-38 10-20 10-2V30Q9 46 4 50H-4Q-9 46-10 30V-2C-10-20-6-38 0-50Z",
    deck: "M0-37A4 4 0 1 1 0-29A4 4 0 1 1 0-37ZM0-27A4 4 0 1 1 0-19A4 4 0 1 1 0-27ZM-5-15H5V0H-5ZM-3 4H3V12H-3ZM0 24A4 4 0 1 1 0 32A4 4 0 1 1 0 24Z",
  },
  escort: {
    wide: 0.25,
    least: 28,
    hull: "M0-50C9-38 12.5-24 12.5-6V30C12.5 42 8 50 0 50C-8 50-12.5 42-12.5 30V-6C-12.5-24-9-38 0-50Z",
    deck: "M-6-14H6V2H-6ZM0-32A4 4 0 1 1 0-24A4 4 0 1 1 0-32ZM-3 10H3V18H-3ZM-4 30H4V33H-4Z",
  },
  merchant: {
    wide: 0.22,
    least: 30,
    hull: "M0-50C8-44 11-34 11-22V34C11 44 7 50 0 50C-7 50-11 44-11 34V-22C-11-34-8-44 0-50Z",
    deck: "M-7-34H7V-22H-7ZM-7-17H7V-5H-7ZM-8 0H8V14H-8ZM-7 20H7V32H-7Z",
  },
  tanker: {
    wide: 0.2,
    least: 32,
    hull: "M0-50C7-44 10-34 10-22V38C10 46 6 50 0 50C-6 50-10 46-10 38V-22C-10-34-7-44 0-50Z",
    deck: "M-6-14H6V-4H-6ZM-6 26H6V40H-6ZM-1-36H1V-18H-1ZM-1 0H1V22H-1Z",
  },
  submarine: {
    wide: 0.13,
    least: 28,
    hull: "M0-50C4-42 6.5-26 6.5-6C6.5 18 4 38 0 50C-4 38-6.5 18-6.5-6C-6.5-26-4-42 0-50Z",
    deck: "M-3-8H3V8H-3ZM-1.4-22H1.4V-16H-1.4Z",
  },
  aircraft: {
    wide: 1,
    least: 26,
    hull: "M0-40C4-36 4-26 4-18L46-10V2L4 2L3 26L16 34V42L0 38L-16 42V34L-3 26L-4 2L-46 2V-10L-4-18C-4-26-4-36 0-40Z",
  },
  battery: {
    wide: 1,
    least: 22,
    hull: "M-34 34V-6A34 34 0 0 1 34-6V34Z",
    deck: "M-12-2H-6V-30H-12ZM6-2H12V-30H6ZM-20 6H20V24H-20Z",
  },
};

/** @param {string} kind */
export function formOf(kind) {
  return FORMS[kind] ?? FORMS.escort;
}

/** The outline of a hull in a box 100 long, bow to the top, and half of its width. @param {string} kind */
export function pathFor(kind) {
  const { hull, wide } = formOf(kind);
  return { d: hull, half: wide * 50 };
}

/** A hull with what stands on its deck. @param {string} kind */
export function hullOf(kind) {
  const form = formOf(kind);
  const group = svg("g", { class: "hull" });
  group.append(svg("path", { class: "hull-side", d: form.hull }));
  if (form.deck) group.append(svg("path", { class: "hull-deck", d: form.deck }));
  return group;
}

/** A hull without details, for the place where a ship could be. @param {string} kind */
export function ghostOf(kind) {
  return svg("path", { class: "ghost-hull", d: formOf(kind).hull });
}

/** A small hull upright, for lists. @param {string} kind */
export function signOf(kind) {
  const { hull, wide } = formOf(kind);
  const width = Math.max(wide * 100, 22) + 4;
  return svg(
    "svg",
    {
      class: "hull-sign",
      viewBox: `${-width / 2} -52 ${width} 104`,
      width: (width / 104) * 20,
      height: 20,
      preserveAspectRatio: "none",
    },
    svg("path", { d: hull }),
  );
}

/** What is known of a contact: that it is there, and its number. @param {string} number */
export function contactOf(number) {
  const text = svg("text", { class: "contact-number", y: 5, "text-anchor": "middle" });
  text.textContent = number;
  return svg(
    "g",
    { class: "contact" },
    svg("circle", { class: "contact-ring", r: 26 }),
    svg("path", { class: "contact-face", d: "M0-15L15 0L0 15L-15 0Z" }),
    text,
  );
}

/** An own unit that the enemy takes for a contact. @param {string} number */
export function veilOf(number) {
  const text = svg("text", { class: "contact-number", y: 5, "text-anchor": "middle" });
  text.textContent = number;
  return svg("g", { class: "veil" }, svg("circle", { class: "veil-ring", r: 24 }), text);
}

/** Flames over a burning ship. */
export function flame() {
  return svg("path", { class: "flame", d: "M0-13C5-7 8-3 8 3A8 8 0 0 1-8 3C-8-1-5-3-4-7C-2-5-1-4 0-13Z" });
}
