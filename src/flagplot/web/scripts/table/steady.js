/** Keeps options in their places while the list around them changes: what a click hits is what the player saw there. */

const ARRIVAL_MS = 400; // for so long a click may still be meant for what was there before
const TREMOR = 4; // pixels that a resting hand moves

/** Where the mouse rests; a finger rests nowhere. @type {{ x: number, y: number } | null} */
let pointer = null;
/** What has come under the resting pointer by itself. @type {{ option: Element, at: number, x: number, y: number } | null} */
let arrival = null;

for (const by of ["pointermove", "pointerdown"]) {
  document.addEventListener(by, (event) => rest(/** @type {PointerEvent} */ (event)), { capture: true, passive: true });
}

/** @param {PointerEvent} event */
function rest({ pointerType, clientX: x, clientY: y }) {
  pointer = pointerType === "touch" ? null : { x, y };
  if (arrival && Math.hypot(x - arrival.x, y - arrival.y) > TREMOR) arrival = null;
}

/** @param {HTMLElement} panel */
export function isPointerIn(panel) {
  return pointer !== null && panel.contains(document.elementFromPoint(pointer.x, pointer.y));
}

/**
 * Whether a click came so soon after its option moved under the pointer that it was meant for another.
 * @param {MouseEvent} event
 */
export function isStray(event) {
  return event.detail > 0 && arrival?.option === event.currentTarget && performance.now() - arrival.at < ARRIVAL_MS;
}

/**
 * Changes something in a panel that scrolls; the option under the pointer, or else the focused or the first one in sight,
 * stays where it is.
 * @param {HTMLElement} panel
 * @param {() => void} change
 */
export function keepSteady(panel, change) {
  const under = optionUnderPointer(panel);
  const anchor = under ?? focusedIn(panel) ?? firstInSight(panel);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  const { height } = panel.getBoundingClientRect();
  change();
  const moved = () => (anchor ? anchor.getBoundingClientRect().top - top : 0);
  panel.scrollTop += moved();
  if (under && moved() >= 1) {
    holdHeight(panel, height); // it grew instead of scrolling
    panel.scrollTop += moved();
  }
  const now = optionUnderPointer(panel);
  if (pointer && now && now !== under) arrival = { option: now, at: performance.now(), ...pointer };
}

/**
 * @param {HTMLElement} panel
 * @param {number | null} height  null: as high as what it holds
 */
export function holdHeight(panel, height) {
  panel.style.height = height === null ? "" : `${height}px`;
  panel.classList.toggle("held", height !== null);
}

/** @param {HTMLElement} panel */
function optionUnderPointer(panel) {
  const option = pointer && document.elementFromPoint(pointer.x, pointer.y)?.closest("[data-option]");
  return option && panel.contains(option) ? option : null;
}

/** @param {HTMLElement} panel */
function focusedIn(panel) {
  const focused = document.activeElement;
  return focused?.matches("[data-option]") && panel.contains(focused) ? focused : null;
}

/** @param {HTMLElement} panel */
function firstInSight(panel) {
  if (!panel.scrollTop) return null;
  const { top } = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("[data-option]")].find((option) => option.getBoundingClientRect().top >= top) ?? null;
}
