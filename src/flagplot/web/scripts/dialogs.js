/** Dialogs, questions, short notices and popovers: everything that comes up over a page. */

/** @import { Child } from "./elements.js" */

import { el } from "./elements.js";

const NOTICE_MS = 9000;
const EDGE = 8;

/**
 * A modal dialog with a title and a way out; closes with Escape, by its button and by a click beside it.
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {{ className?: string, closed?: () => void }} [how]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { className = "", closed } = {}) {
  const heading = el("h2", { id: `dialog-${crypto.getRandomValues(new Uint32Array(1))[0]}` }, title);
  const dialog = el(
    "dialog",
    { class: `dialog ${className}`, "aria-labelledby": heading.id },
    el(
      "header",
      { class: "dialog-head" },
      heading,
      el(
        "button",
        { type: "button", class: "button quiet icon", "aria-label": "Close", on: { click: () => dialog.close() } },
        "✕",
      ),
    ),
    el("div", { class: "dialog-body" }, ...content),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  if (!dialog.querySelector("[autofocus]")) firstField(dialog)?.focus();
  return dialog;
}

/**
 * Where whoever opens a dialog begins: its first field, of several choices the one that is set.
 * @param {HTMLDialogElement} dialog
 * @returns {HTMLElement | null}
 */
function firstField(dialog) {
  const first = dialog.querySelector(".dialog-body :is(input, select, textarea, button):not(:disabled)");
  const set = first?.matches("[type=radio]") ? first.closest("fieldset")?.querySelector("[type=radio]:checked") : null;
  return /** @type {HTMLElement | null} */ (set ?? first);
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {string} yes  what the button says
 * @param {{ no?: string, isGrave?: boolean }} [how]  what the other one says; whether it cannot be taken back
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes, { no = "Keep it", isGrave = true } = {}) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(
      title,
      [
        el("p", null, text),
        el(
          "div",
          { class: "actions" },
          el(
            "button",
            {
              type: "button",
              class: isGrave ? "button danger" : "button primary",
              on: {
                click: () => {
                  answer = true;
                  dialog.close();
                },
              },
            },
            yes,
          ),
          el("button", { type: "button", class: "button", autofocus: true, on: { click: () => dialog.close() } }, no),
        ),
      ],
      { className: "small", closed: () => resolve(answer) },
    );
  });
}

/**
 * A notice at the foot of the page that goes away by itself; a later one takes its place.
 * @param {...Child} content
 * @returns {HTMLElement}
 */
export function notice(...content) {
  document.querySelector(".notice")?.remove();
  const box = el(
    "div",
    { class: "notice", role: "status" },
    el("p", null, ...content),
    el(
      "button",
      { type: "button", class: "button quiet icon", "aria-label": "Close this notice", on: { click: () => box.remove() } },
      "✕",
    ),
  );
  document.body.append(box);
  let timer = window.setTimeout(() => box.remove(), NOTICE_MS);
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", () => (timer = window.setTimeout(() => box.remove(), NOTICE_MS / 3)));
  closeAtNextTouch(box);
  return box;
}

/** A finger goes on with the game under a notice, and needs the room. @param {HTMLElement} box */
function closeAtNextTouch(box) {
  const gone = new AbortController();
  const touched = (/** @type {PointerEvent} */ event) => {
    const isUsed = event.target instanceof Node && box.contains(event.target);
    if (event.pointerType === "touch" && !isUsed) box.remove();
    if (!box.isConnected) gone.abort();
  };
  document.addEventListener("pointerdown", touched, { signal: gone.signal, capture: true });
}

/** @type {(() => void) | null} */
let closeCurrent = null;

/**
 * A small window beside an element; a click elsewhere or Escape closes it and gives the focus back.
 * @param {Element} anchor
 * @param {string} label  for screen readers
 * @param {...Child} content
 */
export function popover(anchor, label, ...content) {
  closeCurrent?.();
  const box = el("div", { class: "popover", role: "dialog", "aria-label": label, tabindex: "-1" }, ...content);
  const parent = anchor.closest("dialog") ?? document.body;
  parent.append(box);
  place(box, (anchor.closest(".notice") ?? anchor).getBoundingClientRect()); // a notice stays readable beside it
  const gone = new AbortController();
  const close = () => {
    gone.abort();
    box.remove();
    closeCurrent = null;
  };
  closeCurrent = close;
  box.focus({ preventScroll: true });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    if (anchor instanceof HTMLElement || anchor instanceof SVGElement) anchor.focus({ preventScroll: true });
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (event.target instanceof Node && !box.contains(event.target)) close();
    },
    { signal: gone.signal, capture: true },
  );
}

/**
 * Puts a box below a rectangle, or above it where there is no room.
 * @param {HTMLElement} box
 * @param {DOMRect} beside
 */
function place(box, beside) {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(beside.left, window.innerWidth - width - EDGE));
  const below = beside.bottom + EDGE;
  const top = below + height < window.innerHeight - EDGE ? below : Math.max(EDGE, beside.top - height - EDGE);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
