/** The page that proves the dice of a match. */

/** @import { Proof } from "./types.js" */

import * as api from "./api.js";
import { diceOf } from "./die.js";
import { byId, el, refill } from "./elements.js";
import { ruleLink } from "./rules/book.js";
import { furnish } from "./pagehead.js";

const id = location.pathname.split("/")[2] ?? "";
const match = new api.MatchApi(id);

void furnish();
byId("back").setAttribute("href", `/g/${id}`);

try {
  const [proof, position] = await Promise.all([match.proof(), match.position()]);
  show(proof, position.game);
} catch (error) {
  refill(byId("proof"), el("p", { class: "sorry" }, api.sentence(error)));
}

/**
 * @param {Proof} proof
 * @param {string} slug
 */
function show(proof, slug) {
  refill(
    byId("proof"),
    el("p", { class: "verdict", data: { good: !proof.error } }, verdict(proof)),
    !proof.typed &&
      el(
        "dl",
        { class: "proof-facts" },
        el("dt", null, "Fingerprint of the seed, published before the first roll"),
        el("dd", null, el("code", null, proof.seed_hash)),
        el("dt", null, "The seed, published after the last roll"),
        el("dd", null, proof.seed === null ? secretUntil(proof) : el("code", null, proof.seed)),
      ),
    proof.checks.length > 0 &&
      el(
        "section",
        null,
        el("h2", null, "What was checked"),
        el(
          "ul",
          { class: "checks" },
          proof.checks.map((check) => el("li", null, check)),
        ),
      ),
    el(
      "section",
      null,
      el("h2", null, "The throws"),
      proof.rolls.length ? throws(proof, slug) : el("p", null, "No dice have been rolled yet."),
    ),
  );
}

/** @param {Proof} proof */
function secretUntil({ opens_on }) {
  return opens_on ? `It is secret until ${opens_on}, because others may still be playing this game.` : "It is secret until the game is over.";
}

/** @param {Proof} proof */
function verdict(proof) {
  if (proof.error) return proof.error;
  if (proof.typed) return "The dice of this game were thrown on a real table and typed in, so there is nothing to prove.";
  if (proof.opens_on) return "Everybody plays a game of the day with the same dice. Its seed is locked in by the fingerprint below.";
  if (!proof.over)
    return "The game is still on. Its seed is locked in by the fingerprint below, and is published when the game is over.";
  if (!proof.from_the_start) return "The dice match the seed from where this game began. The seed cannot prove what came before.";
  return "The dice match the seed: nobody changed a roll.";
}

/**
 * @param {Proof} proof
 * @param {string} slug
 */
function throws(proof, slug) {
  return el(
    "div",
    { class: "table-scroll" },
    el(
      "table",
      { class: "form-table" },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          ["No.", "Throw", "Faces", "Rule"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        null,
        proof.rolls.map((roll) =>
          el(
            "tr",
            null,
            el("td", { class: "amount" }, roll.n),
            el("td", null, roll.text),
            el(
              "td",
              null,
              el(
                "span",
                { class: "dice" },
                diceOf(roll, 20),
              ),
            ),
            el("td", null, roll.rule && ruleLink(slug, roll.rule)),
          ),
        ),
      ),
    ),
  );
}
