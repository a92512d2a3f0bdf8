/** What part of the chart is seen: pan by drag, zoom by wheel, pinch, double click and keys. */

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./motion.js").Motion} Motion */

const FRAME = 60; // units around what is brought into sight, for titles
const MARGIN = 48; // as a rule, so that no button hides a corner
const CLOSEST = 3.2;
const STILL = 5; // a pointer that moved less than this many pixels has clicked
const TOO_SMALL = 0.42; // text cannot be read when the whole chart is fitted smaller than this
const READABLE = 0.6;

export class Camera {
  #x = 0;
  #y = 0;
  #zoom = 1;
  #isFitted = true;
  #isHeld = false;
  #settling = 0;
  #gliding = 0;
  /** The size of the window, kept because asking for it makes the browser lay out the page. */
  #wide = 1;
  #high = 1;
  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {Point | null} */
  #pressed = null;
  #dragged = false;
  #resizes;
  #quiet = new AbortController();

  /**
   * @param {HTMLElement} window  what the chart is seen through
   * @param {HTMLElement} world  the chart
   * @param {{ width: number, height: number }} size  of the chart, in its own units
   * @param {Motion} motion
   * @param {number} [margin]  pixels by which the edge of the chart can be drawn into the window
   */
  constructor(window, world, size, motion, margin = MARGIN) {
    this.window = window;
    this.world = world;
    this.size = size;
    this.motion = motion;
    this.margin = margin;
    /** Called after every change of the zoom. @type {(zoom: number) => void} */
    this.onZoom = () => {};
    this.#resizes = new ResizeObserver(() => this.#resized());
    this.#resizes.observe(window);
    const { signal } = this.#quiet;
    window.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    window.addEventListener("pointermove", (event) => this.#move(event), { signal });
    window.addEventListener("pointerup", (event) => this.#up(event), { signal });
    window.addEventListener("pointercancel", (event) => this.#up(event), { signal });
    window.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    window.addEventListener("dblclick", (event) => this.#doubleClick(event), { signal });
    window.addEventListener("scroll", () => window.scrollTo(0, 0), { signal });
    this.#resized();
  }

  get zoom() {
    return this.#zoom;
  }

  /** Whether the pointer that was just released has moved the chart instead of clicking. */
  get wasDragged() {
    return this.#dragged;
  }

  /** Whether the player has chosen what is seen, by moving the chart or its scale; until the whole is shown again. */
  get isHeld() {
    return this.#isHeld;
  }

  /** Whether the whole chart is too small to read here, as on a phone. */
  get isNarrow() {
    return this.#fitZoom() < TOO_SMALL;
  }

  /** Shows the whole chart. */
  fit() {
    this.#isFitted = true;
    this.#isHeld = false;
    this.#glideTo(this.#fitZoom(), { x: this.size.width / 2, y: this.size.height / 2 });
  }

  /** @param {number} factor @param {Point} [at]  a point of the window that stays where it is */
  zoomBy(factor, at) {
    const around = at ?? { x: this.#wide / 2, y: this.#high / 2 };
    const fixed = this.toWorld(around);
    this.#isFitted = false;
    this.#isHeld = true;
    this.#zoom = this.#limited(this.#zoom * factor);
    this.#x = around.x - fixed.x * this.#zoom;
    this.#y = around.y - fixed.y * this.#zoom;
    this.#apply();
  }

  /** @param {number} dx @param {number} dy  in pixels of the window */
  panBy(dx, dy) {
    this.#isFitted = false;
    this.#isHeld = true;
    this.#x += dx;
    this.#y += dy;
    this.#apply();
  }

  /** Brings a part of the chart into sight, without moving when it is seen already. @param {Rect} rect */
  reveal(rect) {
    const [clientWidth, clientHeight] = [this.#wide, this.#high];
    const left = this.#x + rect.x * this.#zoom;
    const top = this.#y + rect.y * this.#zoom;
    const isSeen =
      left >= 0 && top >= 0 && left + rect.width * this.#zoom <= clientWidth && top + rect.height * this.#zoom <= clientHeight;
    const zoom = this.isNarrow ? Math.max(this.#zoom, READABLE) : this.#zoom;
    if (isSeen && zoom === this.#zoom) return;
    this.#isFitted = false;
    this.#glideTo(zoom, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  }

  /** Brings a place that the player wants to see into the middle. @param {Point} at */
  lookAt(at) {
    this.#isFitted = false;
    this.#isHeld = true;
    this.#glideTo(this.#zoom, at);
  }

  /** Brings a part of the chart into the window as large as is useful. @param {Rect} rect @param {number} [most]  the zoom at most */
  frame(rect, most) {
    this.#isFitted = false;
    this.#glideTo(this.zoomFor(rect, most), { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  }

  /** How large a part of the chart can be shown and is useful. @param {Rect} rect @param {number} [most] */
  zoomFor(rect, most = READABLE) {
    const whole = Math.min(this.#wide / (rect.width + FRAME), this.#high / (rect.height + FRAME));
    return Math.max(this.#fitZoom(), Math.min(whole, most));
  }

  /** @param {Point} point  of the window @returns {Point}  of the chart */
  toWorld(point) {
    return { x: (point.x - this.#x) / this.#zoom, y: (point.y - this.#y) / this.#zoom };
  }

  /** The point of the chart under a pointer. @param {{ clientX: number, clientY: number }} event */
  worldPoint(event) {
    const frame = this.window.getBoundingClientRect();
    return this.toWorld({ x: event.clientX - frame.left, y: event.clientY - frame.top });
  }

  /** Where a part of the chart lies on the page. @param {Rect} rect */
  onPage(rect) {
    const { left, top } = this.window.getBoundingClientRect();
    const zoom = this.#zoom;
    return new DOMRect(left + this.#x + rect.x * zoom, top + this.#y + rect.y * zoom, rect.width * zoom, rect.height * zoom);
  }

  /** Brings what lies somewhere on the page to the middle of what is left of the window below so many pixels. @param {DOMRect} rect @param {number} above */
  bringBelow(rect, above) {
    const { x, y } = this.worldPoint({ clientX: rect.left + rect.width / 2, clientY: rect.top + rect.height / 2 });
    const zoom = Math.max(this.#zoom, READABLE);
    this.#isFitted = false;
    this.#glideTo(zoom, { x, y: y - above / 2 / zoom });
  }

  /** The part of the chart that is seen. @returns {Rect} */
  seen() {
    const { x, y } = this.toWorld({ x: 0, y: 0 });
    return { x, y, width: this.#wide / this.#zoom, height: this.#high / this.#zoom };
  }

  /** Forgets the pointer that is down, because something else follows it now. @param {number} id */
  release(id) {
    this.#pointers.delete(id);
    this.#pressed = null;
  }

  close() {
    this.#quiet.abort();
    this.#resizes.disconnect();
    cancelAnimationFrame(this.#gliding);
  }

  #fitZoom() {
    return Math.min(this.#wide / this.size.width, this.#high / this.size.height);
  }

  /** @param {number} zoom */
  #limited(zoom) {
    return Math.min(Math.max(CLOSEST, this.#fitZoom()), Math.max(this.#fitZoom() * 0.92, zoom));
  }

  #resized() {
    this.#wide = this.window.clientWidth || 1;
    this.#high = this.window.clientHeight || 1;
    if (this.#isFitted) this.#place(this.#fitZoom(), { x: this.size.width / 2, y: this.size.height / 2 });
    else {
      this.#zoom = this.#limited(this.#zoom);
      this.#apply();
    }
  }

  /** @param {number} zoom @param {Point} centre */
  #place(zoom, centre) {
    this.#zoom = zoom;
    this.#x = this.#wide / 2 - centre.x * zoom;
    this.#y = this.#high / 2 - centre.y * zoom;
    this.#apply();
  }

  /** @param {number} zoom @param {Point} centre */
  #glideTo(zoom, centre) {
    cancelAnimationFrame(this.#gliding);
    const lasts = this.motion.time(320);
    if (!lasts) return this.#place(zoom, centre);
    const from = { zoom: this.#zoom, ...this.toWorld({ x: this.#wide / 2, y: this.#high / 2 }) };
    const begun = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - begun) / lasts);
      const eased = 1 - (1 - part) ** 3;
      const between = from.zoom * (zoom / from.zoom) ** eased;
      this.#place(between, { x: from.x + (centre.x - from.x) * eased, y: from.y + (centre.y - from.y) * eased });
      if (part < 1) this.#gliding = requestAnimationFrame(step);
    };
    this.#gliding = requestAnimationFrame(step);
  }

  #apply() {
    const [clientWidth, clientHeight] = [this.#wide, this.#high];
    this.#x = within(this.#x, this.size.width * this.#zoom, clientWidth, this.margin);
    this.#y = within(this.#y, this.size.height * this.#zoom, clientHeight, this.margin);
    // A layer of its own makes movement smooth; without it the text is drawn anew, and sharp.
    this.world.style.willChange = "transform";
    this.world.style.transform = `translate(${this.#x.toFixed(2)}px, ${this.#y.toFixed(2)}px) scale(${this.#zoom.toFixed(4)})`;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => (this.world.style.willChange = "auto"), 160);
    this.onZoom(this.#zoom);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 && event.button !== 1) return;
    cancelAnimationFrame(this.#gliding);
    this.#pointers.set(event.pointerId, this.#localOf(event));
    if (this.#pointers.size === 1) {
      this.#pressed = this.#localOf(event);
      this.#dragged = false;
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#localOf(event);
    if (this.#pointers.size === 1) {
      if (!this.#dragged) {
        if (!this.#pressed || Math.hypot(now.x - this.#pressed.x, now.y - this.#pressed.y) < STILL) return;
        this.#dragged = true;
        this.window.setPointerCapture(event.pointerId);
        this.window.classList.add("is-panned");
      }
      this.panBy(now.x - before.x, now.y - before.y);
    } else if (this.#pointers.size === 2) {
      const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const apart = (/** @type {Point} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.#dragged = true;
      this.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.zoomBy(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    this.#pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.window.classList.remove("is-panned");
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.#localOf(event));
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    if (/** @type {Element} */ (event.target).closest(".piece, .space")) return;
    this.zoomBy(event.shiftKey ? 1 / 1.6 : 1.6, this.#localOf(event));
  }

  /** @param {MouseEvent} event */
  #localOf(event) {
    const frame = this.window.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }
}

/**
 * Where the chart begins in a window, so that it fills it but for a margin; a smaller chart stands in the middle.
 * @param {number} wanted
 * @param {number} length  of the chart
 * @param {number} window
 * @param {number} margin
 */
function within(wanted, length, window, margin) {
  if (length <= window) return (window - length) / 2;
  return Math.min(margin, Math.max(window - margin - length, wanted));
}
