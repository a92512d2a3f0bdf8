/** The account page: claim a name or sign in; for who has an account: password, mail, sessions; for all: their data. */

/** @import { Me } from "../types-together.js" */

import { matches, sentence } from "../api.js";
import * as people from "../api-people.js";
import { hangBell, takeDownBell } from "../bell.js";
import { byId, el, refill } from "../elements.js";
import { furnish, showWho } from "../pagehead.js";
import { wayBack } from "../wayback.js";
import { SHORTEST_PASSWORD, form } from "./forms.js";
import { notices } from "./notices.js";
import { recordTable } from "./record.js";
import { leaving, sessionList } from "./sessions.js";

const NO_NEW_ACCOUNTS = "This server does not accept new accounts right now. If you have an account, sign in.";

const host = byId("account");
const then = wayBack();
const guest = await furnish();
if (guest) show(guest, "");
else refill(host, el("p", { class: "sorry", role: "alert" }, "The server cannot be reached. Try again in a moment."));

/**
 * @param {Me} me
 * @param {string} said  what has just come about
 */
function show(me, said) {
  showWho(me);
  const record = el("div", { id: "record" });
  if (me.known) void showRecord(record);
  const changed = (/** @type {Me} */ now, /** @type {string} */ text) => {
    takeDownBell();
    void hangBell(now);
    if (now.account && !me.account && then) location.href = then;
    else show(now, text);
  };
  refill(
    host,
    said && el("p", { class: "verdict", role: "status", data: { good: true } }, said),
    me.account ? holder(me, changed) : stranger(me, changed),
    me.known && part("Your record", record),
    me.known && leaving(me, changed),
  );
  if (said) host.querySelector("h2")?.focus();
}

/** @param {HTMLElement} place */
async function showRecord(place) {
  try {
    refill(place, recordTable(await matches()));
  } catch (error) {
    refill(place, el("p", { class: "sorry", role: "alert" }, sentence(error)));
  }
  if (location.hash === "#record") place.scrollIntoView();
}

/** @typedef {(now: Me, text: string) => void} Changed */

/**
 * @param {Me} me
 * @param {Changed} changed
 */
function stranger(me, changed) {
  return [
    el("p", { class: "lead" }, lead(me)),
    me.guests_kept_days !== null && el("p", { class: "soft" }, `Games without an account are deleted ${days(me.guests_kept_days)} after their last move.`),
    el(
      "div",
      { class: "two-ways" },
      me.sign_up ? part("Claim a name", claim(me, changed)) : part("Claim a name", el("p", { class: "closed" }, NO_NEW_ACCOUNTS)),
      part("Sign in", signIn(me, changed)),
    ),
  ];
}

/**
 * What an account is good for, and who plays here without one.
 * @param {Me} me
 */
function lead(me) {
  if (!me.known && !me.guests) return "You need an account to play on this server.";
  const known = me.known ? `You play as ${me.name}, and only this browser knows you. ` : "";
  return `${known}With an account you find your games again from anywhere, and they can count for the ladder.`;
}

/** @param {number} number */
function days(number) {
  return number === 1 ? "a day" : `${number} days`;
}

/**
 * @param {Me} me
 * @param {Changed} changed
 */
function claim(me, changed) {
  return form(
    [
      { name: "name", label: "Name", value: me.known && !/^guest\b/i.test(me.name) ? me.name : "", autocomplete: "username" },
      { name: "password", label: "Password", type: "password", autocomplete: "new-password", least: SHORTEST_PASSWORD, help: `At least ${SHORTEST_PASSWORD} characters; longer is better.` },
    ],
    "Claim this name",
    async ({ name = "", password = "" }) => {
      changed(await people.claimName(name.trim(), password), "The name is yours, and you keep your games.");
      return null;
    },
  );
}

/**
 * @param {Me} me
 * @param {Changed} changed
 */
function signIn(me, changed) {
  const bring = el("input", { type: "checkbox", checked: true });
  return el(
    "div",
    null,
    form(
      [
        { name: "name", label: "Name", autocomplete: "username" },
        { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
      ],
      "Sign in",
      async ({ name = "", password = "" }) => {
        changed(await people.signIn(name.trim(), password, bring.checked), "Welcome back.");
        return null;
      },
      { more: me.known && el("label", { class: "switch" }, bring, el("span", null, "Keep the games of this browser")) },
    ),
    me.mail_possible &&
      el(
        "details",
        { class: "forgotten" },
        el("summary", null, "Forgotten your password?"),
        form([{ name: "name", label: "Name", autocomplete: "username" }], "Send me a mail", async ({ name = "" }) => {
          await people.forgotten(name.trim());
          return "If that name has a confirmed address, we sent a mail with a link. The link works for one hour.";
        }),
      ),
  );
}

/**
 * @param {Me} me
 * @param {Changed} changed
 */
function holder(me, changed) {
  return [
    part(
      "Your name",
      form([{ name: "name", label: "Name", value: me.name, autocomplete: "username" }], "Change it", async ({ name = "" }) => {
        const now = await people.rename(name.trim());
        changed(now, `Your name is ${now.name} now. Use it to sign in.`);
        return null;
      }),
    ),
    me.mail_possible && part("When it is your turn", notices(me, changed)),
    part(
      "Password",
      form(
        [
          { name: "old", label: "Current password", type: "password", autocomplete: "current-password" },
          { name: "fresh", label: "New password", type: "password", autocomplete: "new-password", least: SHORTEST_PASSWORD },
        ],
        "Change the password",
        async ({ old = "", fresh = "" }) => {
          changed(await people.changePassword(old, fresh), "Your password was changed. All other browsers are signed out.");
          return null;
        },
      ),
    ),
    part("Where you are signed in", sessionList(changed)),
  ];
}

/**
 * @param {string} title
 * @param {...(import("../elements.js").Child)} content
 */
function part(title, ...content) {
  return el("section", { class: "account-part" }, el("h2", { tabindex: "-1" }, title), ...content);
}
