/** What a finger does: it cannot point before it touches. */

/** Which kind of pointer went down last: some browsers say of every click that it came from a mouse. */
let last = "";

document.addEventListener("pointerdown", (event) => (last = event.pointerType), { capture: true, passive: true });

/** @param {Event} event */
export function isTouch(event) {
  if (!(event instanceof MouseEvent)) return false;
  if (event instanceof PointerEvent && event.pointerType === "touch") return true;
  return event.type === "click" && event.detail > 0 && last === "touch";
}
