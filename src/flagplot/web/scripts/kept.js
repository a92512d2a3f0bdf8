/** What this browser keeps for the player; one that keeps nothing works all the same, until the page is left. */

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} value  null: keep nothing under that name */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing is kept.
  }
}
