/** Builds elements safely: texts become text nodes, never markup. */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {object} Wiring
 * @property {{ [event: string]: (event: any) => void }} [on]  listeners
 * @property {{ [name: string]: string | number | boolean }} [data]  data- attributes
 * @typedef {Wiring & { [attribute: string]: any }} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes, listeners and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes ?? {});
  fill(element, children);
  return element;
}

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes ?? {});
  fill(element, children);
  return element;
}

/**
 * Replaces what an element contains.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * The element of the page with this id, of the kind that the caller needs.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!element || (kind && !(element instanceof kind)))
    throw new Error(`The page has no element "${id}" of the kind that is needed.`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, /** @type {EventListener} */ (listener));
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) element.setAttribute(`data-${key}`, String(text));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}
