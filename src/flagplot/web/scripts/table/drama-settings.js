/** What a player wants of the drama: event cards on or off, and how loud it is. Kept in this browser. */

import { keep, kept } from "../kept.js";

const CARDS = "flagplot.cards";
const VOLUME = "flagplot.sound";
/** @type {[string, string][]} */
const CARD_CHOICES = [
  ["on", "On"],
  ["off", "Off"],
];
/** @type {[number, string][]} */
const VOLUMES = [
  [0, "Off"],
  [0.3, "Low"],
  [1, "Full"],
];

export function hasCards() {
  return kept(CARDS) !== "off";
}

/** @param {boolean} isOn */
export function wantCards(isOn) {
  keep(CARDS, isOn ? "on" : "off");
}

/** From 0, silent, to 1. Silent until wanted. */
export function volume() {
  const value = Number(kept(VOLUME) ?? 0);
  return value >= 0 && value <= 1 ? value : 0;
}

/** Plays an effect, if any is wanted; what makes it is loaded then. @param {string} name */
export function sound(name) {
  const loud = volume();
  if (loud && !document.hidden) void import("../sound.js").then(({ play }) => play(name, loud));
}

/**
 * The rows of the settings about cards and sound.
 * @param {<T>(legend: string, name: string, values: [T, string][], current: T, use: (value: T) => void) => HTMLElement} choice
 */
export function dramaSettings(choice) {
  return [
    choice("Event cards", "cards", CARD_CHOICES, hasCards() ? "on" : "off", (value) => wantCards(value === "on")),
    choice("Sound", "sound", VOLUMES, VOLUMES.find(([value]) => value >= volume())?.[0] ?? 0, (value) => keep(VOLUME, String(value))),
  ];
}
