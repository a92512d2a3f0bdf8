/** Small changes to words. */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} name as programs write it */
export function inWords(name) {
  return capital(name.replaceAll("_", " "));
}

/** @param {string} name of a scenario, as it is typed */
export function scenarioName(name) {
  return name.split(/[-_]/).map(capital).join(" ");
}
