/** Speaks to the server about people: who this browser is, accounts, the lobby, invitations, ladders. */

/** @import { MatchInfo } from "./types.js" */
/** @import { Invitation, Ladder, LobbyEntry, Me, SessionInfo } from "./types-together.js" */

import { call, query } from "./api.js";

/** @returns {Promise<Me>} */
export const me = () => call("GET", "/api/me");

/** @param {string} name @returns {Promise<Me>} */
export const rename = (name) => call("PUT", "/api/me", { name });

/** @param {string} name @param {string} password @returns {Promise<Me>} */
export const claimName = (name, password) => call("POST", "/api/account", { name, password });

/** @param {string} name @param {string} password @param {boolean} bring_games @returns {Promise<Me>} */
export const signIn = (name, password, bring_games) => call("POST", "/api/session", { name, password, bring_games });

/** @returns {Promise<Me>} */
export const signOut = () => call("DELETE", "/api/session");

/** @returns {Promise<SessionInfo[]>} */
export const sessions = () => call("GET", "/api/sessions");

/** What is left of the sessions. @param {string} id @returns {Promise<SessionInfo[]>} */
export const endSession = (id) => call("DELETE", `/api/sessions/${encodeURIComponent(id)}`);

/** What is left of the sessions. @returns {Promise<SessionInfo[]>} */
export const signOutOthers = () => call("DELETE", "/api/sessions/others");

/** @returns {Promise<Me>} */
export const signOutEverywhere = () => call("DELETE", "/api/sessions");

/** @param {string} old @param {string} fresh @returns {Promise<Me>} */
export const changePassword = (old, fresh) => call("PUT", "/api/account/password", { old, new: fresh });

/** Another address needs the password. @param {string | null} email @param {boolean} wants_mail @param {string | null} password @returns {Promise<Me>} */
export const wish = (email, wants_mail, password) => call("PUT", "/api/account/notices", { email, wants_mail, password });

/** @param {string} token @returns {Promise<null>} */
export const confirm = (token) => call("POST", "/api/account/confirm", { token });

/** @param {string} name @returns {Promise<null>} */
export const forgotten = (name) => call("POST", "/api/account/forgotten", { name });

/** @param {string} token @param {string} password @returns {Promise<Me>} */
export const reset = (token, password) => call("POST", "/api/account/reset", { token, password });

/** @param {string | null} password @returns {Promise<Me>} */
export const beForgotten = (password) => call("DELETE", "/api/me", { password });

/**
 * @param {"open" | "running"} kind @param {string} search @param {string} [game] @param {AbortSignal} [signal]
 * @returns {Promise<LobbyEntry[]>}
 */
export const lobby = (kind, search, game, signal) => call("GET", `/api/lobby${query({ kind, search, game })}`, undefined, signal);

/** @param {string} invite @returns {Promise<Invitation>} */
export const invitation = (invite) => call("GET", `/api/invites/${encodeURIComponent(invite)}`);

/** @param {string} invite @param {string} seat @returns {Promise<MatchInfo>} */
export const joinInvited = (invite, seat) => call("POST", `/api/invites/${encodeURIComponent(invite)}/join`, { seat });

/** @param {string} slug @returns {Promise<Ladder>} */
export const ladder = (slug) => call("GET", `/api/ladder/${slug}`);
