/** What a finger does: it cannot point before it touches. */

/** @param {Event} event */
export function isTouch(event) {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
