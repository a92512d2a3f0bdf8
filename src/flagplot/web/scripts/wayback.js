/** The way to the account page and back to where one came from. */

const OF_ACCOUNTS = /^\/(account|confirm|reset)\b/;

/**
 * The address of the account page, which leads back when a name is claimed or somebody has signed in.
 * @param {string} [back]  a path of this server
 */
export function accountPath(back = location.pathname + location.search) {
  return OF_ACCOUNTS.test(back) ? "/account" : `/account?then=${encodeURIComponent(back)}`;
}

/** @returns {string | null} where this page was opened from; only a place on this server is believed */
export function wayBack() {
  const then = new URLSearchParams(location.search).get("then");
  if (!then?.startsWith("/")) return null;
  const { origin, href } = new URL(then, location.origin);
  return origin === location.origin ? href : null;
}
