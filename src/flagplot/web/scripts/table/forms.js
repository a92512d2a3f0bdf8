/** Displays of ships, tracks, cards, sheets and facts of a view, set like a naval form. */

/** @import { Card, Display, Fact, Sheet, Slot, Track, View } from "../types.js" */

import { el, refill } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { explained } from "./terms.js";

const MOST_LABELS = 16;
const FIGURE = /^[-+−]?[\d,.]+\s?(t|%)?$/;

/**
 * @param {HTMLElement} host
 * @param {View} view
 * @param {string} slug
 */
export function showForms(host, view, slug) {
  const at = host.childElementCount ? host.scrollTop : 0; // to ask for it lays out the page
  const shown = [piles(view.cards).map(([name, held]) => cards(name, held, slug)), view.displays.map(display)];
  refill(
    host,
    (view.lineups.length ? shown.reverse() : shown).flat(), // in a battle the ship comes first
    view.tracks.map(track),
    view.sheets.map(sheet),
  );
  if (at) host.scrollTop = at;
}

/**
 * The headline and the figures that belong to no place, as chips.
 * @param {HTMLElement} host
 * @param {View} view
 * @param {number} watchers  who look on
 */
export function showChips(host, view, watchers) {
  const facts = view.facts.filter((fact) => fact.about === null);
  refill(
    host,
    view.headline
      .split(": ")
      .map((part, index) => el("li", { class: index ? "chip phase" : "chip strong", title: part }, index ? part : view.brief || part)),
    facts.map(chip),
    watchers > 0 && el("li", { class: "chip" }, el("b", null, watchers), " watching"),
  );
}

/** @param {Fact} fact */
function chip(fact) {
  return el("li", { class: "chip" }, el("span", { ...explained(fact.name) }, `${fact.name} `, el("b", null, fact.value)));
}

/** @param {Track} track */
function track(track) {
  const zone = track.zones.findLast(([from]) => from <= track.at);
  return el(
    "section",
    { class: "track" },
    el("h3", null, el("span", { ...explained(track.name) }, track.name), zone && el("span", { class: "track-zone" }, zone[1])),
    el(
      "ol",
      { class: "cells", "aria-label": `${track.name}: ${track.cells[track.at] ?? ""}` },
      track.cells.map((cell, index) => {
        const begins = track.zones.find(([from]) => from === index && index > 0);
        const isMute = track.cells.length > MOST_LABELS && index % 4 !== 0 && index !== track.at;
        return el(
          "li",
          {
            class: "track-cell",
            "aria-current": index === track.at ? "true" : null,
            "data-begins": Boolean(begins),
            "data-mute": isMute,
            title: begins?.[1],
          },
          cell,
        );
      }),
    ),
  );
}

/** A ship: a gauge for everything that can run out, and the hull with what is carried in it. @param {Display} display */
function display(display) {
  return el(
    "section",
    { class: "display", "aria-label": display.name },
    el("h3", null, display.name),
    el("ul", { class: "gauges" }, display.tracks.map(gauge)),
    display.slots.length > 0 && el("ol", { class: "hull", "aria-label": "Hull" }, display.slots.map(slot)),
  );
}

/** @param {Track} track */
function gauge(track) {
  const most = track.cells.length - 1;
  const amount = track.cells[track.at] ?? "";
  return el(
    "li",
    { class: "gauge", "data-empty": track.at === 0, "aria-label": `${track.name} ${amount} of ${track.cells[most] ?? ""}` },
    el("span", { class: "gauge-name", ...explained(track.name) }, track.name),
    el("b", { class: "gauge-amount" }, amount),
    el(
      "span",
      { class: "gauge-pips", "aria-hidden": "true" },
      Array.from({ length: most }, (_, at) => el("i", { class: at < track.at ? "is-full" : null })),
    ),
  );
}

/** @param {Slot} slot */
function slot(slot) {
  const words = [slot.name || "empty", slot.is_lost ? "lost" : "", slot.text].filter(Boolean).join(": ");
  return el(
    "li",
    { class: "slot", "data-lost": slot.is_lost, "data-empty": !slot.name, title: words, "aria-label": `${slot.cell}: ${words}` },
    el("span", { class: "slot-cell" }, slot.cell),
    slot.is_lost ? el("s", null, slot.name || "lost") : el("span", null, slot.name || "–"),
  );
}

/** @param {Sheet} sheet */
function sheet(sheet) {
  const figures = sheet.columns.map(
    (_, column) => column > 0 && sheet.rows.every((row) => !row[column] || row[column] === "-" || FIGURE.test(row[column])),
  );
  return el(
    "section",
    { class: "sheet" },
    el(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": sheet.name },
      el(
        "table",
        { class: "form-table" },
        el("caption", null, sheet.name),
        el(
          "thead",
          null,
          el(
            "tr",
            null,
            sheet.columns.map((column, index) => el("th", { scope: "col", class: figures[index] ? "amount" : null }, column)),
          ),
        ),
        el(
          "tbody",
          null,
          sheet.rows.map((row) =>
            el(
              "tr",
              null,
              row.map((text, index) =>
                index === 0 ? el("th", { scope: "row" }, text) : el("td", { class: figures[index] ? "amount" : null }, text),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The cards by their piles, as these come.
 * @param {Card[]} all
 */
function piles(all) {
  /** @type {Map<string, Card[]>} */
  const found = new Map();
  for (const card of all) found.set(card.pile, [...(found.get(card.pile) ?? []), card]);
  return [...found];
}

/**
 * @param {string} pile
 * @param {Card[]} held
 * @param {string} slug
 */
function cards(pile, held, slug) {
  const inHand = held.length === 1 ? "A card in hand" : `${held.length} cards in hand`;
  return el(
    "section",
    { class: "hand" },
    el("h3", null, pile || inHand),
    el(
      "ul",
      { class: "cards" },
      held.map((card) =>
        el(
          "li",
          { class: "held-card" },
          el("h4", null, card.name),
          el("p", null, card.text),
          card.rule && ruleLink(slug, card.rule),
        ),
      ),
    ),
  );
}
