/** The browsers in which somebody is signed in, and the ways to leave: sign out, take the data along, be forgotten. */

/** @import { Me, SessionInfo } from "../types-together.js" */

import { sentence } from "../api.js";
import * as people from "../api-people.js";
import { ask, notice, openDialog } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { when } from "../times.js";
import { form } from "./forms.js";

const TYPED = "delete";

/** @typedef {(now: Me, text: string) => void} Changed */

/** @param {Changed} changed */
export function sessionList(changed) {
  const list = el("div", { class: "sessions" }, el("p", { class: "soft" }, "Looking ..."));
  const others = el("button", { type: "button", class: "button", hidden: true, on: { click: () => void end(people.signOutOthers) } }, "Sign out all others");
  const show = (/** @type {SessionInfo[]} */ found) => {
    others.hidden = found.every((one) => one.here);
    refill(list, el("ul", { class: "session-list" }, found.map((one) => session(one, () => void end(() => people.endSession(one.id))))));
  };
  const end = async (/** @type {() => Promise<SessionInfo[]>} */ request) => {
    try {
      show(await request());
    } catch (error) {
      notice(sentence(error));
    }
  };
  people.sessions().then(show, (error) => refill(list, el("p", { class: "sorry" }, sentence(error))));
  const leave = async (/** @type {() => Promise<Me>} */ request, /** @type {string} */ said) => {
    try {
      changed(await request(), said);
    } catch (error) {
      notice(sentence(error));
    }
  };
  const leaveEverywhere = async () => {
    const text = "All your browsers are signed out, including this one. You need your name and password to sign in again.";
    const isMeant = await ask("Sign out everywhere?", text, "Sign out everywhere", { no: "Stay signed in", isGrave: false });
    if (isMeant) await leave(people.signOutEverywhere, "You are signed out everywhere.");
  };
  return el(
    "div",
    null,
    list,
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "button", on: { click: () => void leave(people.signOut, "You are signed out here.") } }, "Sign out"),
      others,
      el("button", { type: "button", class: "button", on: { click: () => void leaveEverywhere() } }, "Sign out everywhere ..."),
    ),
  );
}

/**
 * @param {SessionInfo} one
 * @param {() => void} end
 */
function session(one, end) {
  const name = browserName(one.agent);
  return el(
    "li",
    null,
    el(
      "div",
      null,
      el("span", null, name, one.here && el("span", { class: "tag" }, "this one")),
      el("span", { class: "soft small-text" }, "last used ", when(one.seen)),
    ),
    !one.here &&
      el("button", { type: "button", class: "button small", "aria-label": `End the session of ${name}`, on: { click: end } }, "End"),
  );
}

/**
 * The browser and system in what a browser says of itself.
 * @param {string} agent
 */
function browserName(agent) {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1];
  const name = { Edg: "Edge", OPR: "Opera" }[browser ?? ""] ?? browser ?? "A browser";
  return system ? `${name} on ${system}` : name;
}

/**
 * @param {Me} me
 * @param {Changed} changed
 */
export function leaving(me, changed) {
  return el(
    "section",
    { class: "account-part" },
    el("h2", { tabindex: "-1" }, "Your data"),
    el("p", null, "You can download everything that this server stores about you, or delete it."),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button", href: "/api/me/data", download: "flagplot-my-data.json" }, "Export my data"),
      el("button", { type: "button", class: "button", on: { click: () => openFarewell(me, changed) } }, "Delete my data ..."),
    ),
  );
}

/**
 * @param {Me} me
 * @param {Changed} changed
 */
function openFarewell(me, changed) {
  const hasAccount = me.account !== null;
  const field = hasAccount
    ? { name: "proof", label: "Your password", type: "password", autocomplete: "current-password" }
    : { name: "proof", label: `Type “${TYPED}” to go on` };
  const dialog = openDialog(
    "Delete my data",
    [
      el(
        "p",
        null,
        "Your games alone or against the computer are deleted. Games against others are resigned and stay, without your name. This cannot be undone.",
      ),
      form(
        [field],
        "Delete everything",
        async ({ proof = "" }) => {
          if (!hasAccount && proof.trim().toLowerCase() !== TYPED) throw new Error(`Type “${TYPED}” if you mean it.`);
          const now = await people.beForgotten(hasAccount ? proof : null);
          dialog.close();
          changed(now, "Your data was deleted. Fair winds.");
          return null;
        },
        { isGrave: true },
      ),
    ],
    { className: "small" },
  );
}
