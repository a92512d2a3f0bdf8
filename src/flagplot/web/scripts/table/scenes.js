/** The pictures of event cards, drawn from a few shapes. A picture is a word of the view vocabulary. */

import { svg } from "../elements.js";

const [WIDE, HIGH, HORIZON] = [560, 200, 96];
const INK = "#16283a";
/** Sky above, sky at the horizon, sea at the horizon, sea below. @type {{ [light: string]: [string, string, string, string] }} */
const LIGHTS = {
  day: ["#93b3bf", "#e8dfc0", "#4d7d93", "#173c55"],
  dusk: ["#5c6f86", "#e9b984", "#3d6078", "#12304a"],
  night: ["#0b1622", "#26405a", "#1a3247", "#08131d"],
  storm: ["#4c5860", "#97a2a3", "#44606b", "#1a3039"],
};
const SHIP = "M0 30 L8 46 H150 L164 26 H150 V22 H128 V16 H112 V6 H106 V-12 H103 V6 H96 V16 H86 V10 H72 V16 H60 V2 H56 V-16 H53 V2 H46 V18 H30 L10 14 V18 L26 24 H16 V30 Z";
const FREIGHTER = "M0 26 L6 46 H128 L138 22 H118 V26 H92 V10 H70 V26 H64 V-4 H61 V26 H30 V-2 H27 V26 Z M76 10 V-8 H88 V10 Z";
const BOAT = "M0 40 C20 34 30 34 46 34 L50 22 H64 L68 34 H96 C106 34 114 37 120 40 C100 46 20 46 0 40 Z M56 22 V8 H58 V22 Z";
const PLANE = "M0 10 H44 C52 10 56 14 60 20 L46 22 H12 L4 12 Z M8 10 L2 -6 H8 L18 10 Z M20 16 L38 34 H46 L36 16 Z";

/** @param {string} path @param {number} x @param {number} y @param {number} size @param {{ tilt?: number, fill?: string }} [how] */
function shape(path, x, y, size, { tilt = 0, fill = INK } = {}) {
  return svg("path", { d: path, fill, transform: `translate(${x} ${y}) rotate(${tilt} 70 40) scale(${size})` });
}

/** @param {string} light */
function weather(light) {
  const [top, low, near, deep] = LIGHTS[light] ?? LIGHTS.day ?? [];
  const id = `event-${light}`;
  const gradient = (/** @type {string} */ name, /** @type {string | undefined} */ from, /** @type {string | undefined} */ to) =>
    svg("linearGradient", { id: name, x1: 0, y1: 0, x2: 0, y2: 1 }, svg("stop", { offset: 0, "stop-color": from ?? INK }), svg("stop", { offset: 1, "stop-color": to ?? INK }));
  const waves = [118, 136, 152, 170, 186].flatMap((y, row) =>
    [0, 1, 2, 3].map((at) => svg("path", { d: `M${40 + at * 140 + row * 37 - 60} ${y} q 18 -5 36 0`, stroke: "#ffffff", "stroke-opacity": 0.35, fill: "none", "stroke-width": 1.5 })),
  );
  return [
    svg("defs", null, gradient(`${id}-sky`, top, low), gradient(`${id}-sea`, near, deep)),
    svg("rect", { width: WIDE, height: HORIZON, fill: `url(#${id}-sky)` }),
    light === "night"
      ? svg("circle", { cx: 450, cy: 34, r: 15, fill: "#e8e2c8" })
      : svg("circle", { cx: 430, cy: HORIZON - 4, r: 22, fill: "#fff0c0", opacity: light === "storm" ? 0 : 0.85 }),
    svg("rect", { y: HORIZON, width: WIDE, height: HIGH - HORIZON, fill: `url(#${id}-sea)` }),
    waves,
  ].flat();
}

/** A column of water. @param {number} x @param {number} y */
function splash(x, y) {
  return svg("path", { d: `M${x - 16} ${y} L${x - 10} ${y - 62} L${x - 4} ${y - 40} L${x + 1} ${y - 84} L${x + 7} ${y - 44} L${x + 13} ${y - 66} L${x + 18} ${y} Z`, fill: "#ffffff", opacity: 0.92 });
}

/** Fire with its smoke. @param {number} x @param {number} y @param {number} [size] */
function fire(x, y, size = 1) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})` },
    svg("path", { d: "M0 0 C-30 -30 10 -50 -22 -90 C30 -80 20 -50 48 -66 C70 -40 30 -20 24 0 Z", fill: "#2b333b", opacity: 0.75 }),
    svg("path", { d: "M-4 2 C-18 -16 2 -24 -2 -44 C18 -30 24 -16 16 2 Z", fill: "#f0a63a" }),
    svg("path", { d: "M0 2 C-6 -8 2 -14 3 -24 C12 -14 12 -6 9 2 Z", fill: "#fff0b0" }),
  );
}

/** @param {number} x @param {number} y @param {number} size */
function mast(x, y, size) {
  const arc = (/** @type {number} */ r) => svg("path", { d: `M${-r} ${-r} A ${r * 1.42} ${r * 1.42} 0 0 1 ${r} ${-r}`, fill: "none", stroke: "#fff6d8", "stroke-width": 3, opacity: 0.85 });
  return svg("g", { transform: `translate(${x} ${y}) scale(${size})` }, svg("path", { d: "M-16 84 L0 0 L16 84 M-11 58 H11 M-7 36 H7", stroke: INK, "stroke-width": 4, fill: "none" }), [12, 24, 36].map(arc));
}

/** @param {number} x @param {number} y */
function periscope(x, y) {
  return [
    svg("path", { d: `M${x - 6} ${y} V${y - 78} H${x + 18} V${y - 62} H${x + 8} V${y} Z`, fill: "#0b1a28" }),
    svg("rect", { x: x + 11, y: y - 75, width: 8, height: 10, rx: 2, fill: "#bfe0ee" }),
    svg("path", { d: `M${x - 70} ${y + 22} Q${x} ${y - 18} ${x + 76} ${y + 22}`, stroke: "#ffffff", "stroke-width": 3, fill: "none", opacity: 0.7 }),
  ];
}

/** @param {number} fromX @param {number} toX */
function track(fromX, toX) {
  return svg("path", { d: `M${fromX} 168 Q${(fromX + toX) / 2} 150 ${toX} 132`, stroke: "#ffffff", "stroke-width": 4, "stroke-dasharray": "3 5", fill: "none", opacity: 0.85 });
}

/** What each picture shows, and by which light. @type {{ [picture: string]: [string, () => (Element | Element[])[]] }} */
const PICTURES = {
  sea: ["day", () => [shape(SHIP, 250, 62, 0.9)]],
  aircraft: ["day", () => [shape(SHIP, 300, 68, 0.9), shape(PLANE, 90, 28, 1.3, { tilt: 8 }), shape(PLANE, 200, 14, 0.8, { tilt: 8 })]],
  battle: ["dusk", () => [shape(SHIP, 330, 66, 1), fire(378, 78, 0.5), splash(300, 130), splash(520, 126), shape(SHIP, 40, 84, 0.5), fire(62, 92, 0.25)]],
  breakdown: ["day", () => [shape(SHIP, 210, 66, 1), svg("path", { d: "M300 60 q 10 -30 -6 -48 q 40 10 60 -8 q -4 34 -30 56 Z", fill: "#3b3f42", opacity: 0.7 })]],
  convoy: ["dusk", () => [shape(FREIGHTER, 40, 64, 0.55), shape(FREIGHTER, 150, 60, 0.6), shape(FREIGHTER, 268, 62, 0.6), shape(FREIGHTER, 390, 66, 0.7), shape(SHIP, 180, 120, 0.5)]],
  fire: ["dusk", () => [shape(SHIP, 220, 72, 1.1), fire(300, 86, 0.9), fire(350, 92, 0.5)]],
  harbour: ["day", () => [svg("path", { d: "M0 96 V70 H60 V58 H96 V76 H150 V96 Z M176 96 V40 L226 30 L228 34 L186 46 V96 Z", fill: "#31434f" }), shape(SHIP, 260, 68, 1)]],
  hunt: ["storm", () => [shape(SHIP, 60, 58, 0.7), splash(330, 150), splash(400, 164), splash(270, 170), shape(BOAT, 300, 150, 0.8, { tilt: 14, fill: "#0c1c2a" })]],
  merchant: ["day", () => [shape(FREIGHTER, 260, 62, 1.2), shape(SHIP, 40, 76, 0.45)]],
  mine: ["day", () => [shape(SHIP, 260, 66, 1), splash(300, 140), svg("circle", { cx: 110, cy: 150, r: 18, fill: "#0d1a26" }), [0, 45, 90, 135].map((turn) => svg("rect", { x: 86, y: 148, width: 48, height: 4, rx: 2, fill: "#0d1a26", transform: `rotate(${turn} 110 150)` }))]],
  night: ["night", () => [shape(SHIP, 120, 70, 0.8, { fill: "#050b12" }), shape(SHIP, 330, 62, 0.6, { fill: "#050b12" }), svg("path", { d: "M180 84 L560 40 V110 Z", fill: "#fff3c0", opacity: 0.22 })]],
  periscope: ["day", () => [shape(SHIP, 290, 62, 1.1), track(150, 340), splash(372, 112), periscope(104, 168)].flat()],
  rescue: ["dusk", () => [shape(BOAT, 200, 92, 1.4), svg("path", { d: "M150 150 q 70 -16 220 0", stroke: "#ffffff", "stroke-width": 3, fill: "none", opacity: 0.6 })]],
  signal: ["dusk", () => [mast(120, 60, 1.1), shape(SHIP, 300, 70, 0.9)]],
  sinking: ["dusk", () => [shape(SHIP, 210, 66, 1.15, { tilt: 26 }), svg("rect", { y: 132, width: WIDE, height: 68, fill: "#1b4159", opacity: 0.92 }), fire(262, 84, 0.6), svg("path", { d: "M190 150 q 90 -14 190 2 M210 164 q 70 -10 150 2", stroke: "#ffffff", "stroke-width": 2.5, fill: "none", opacity: 0.6 })]],
  storm: ["storm", () => [shape(SHIP, 220, 70, 1, { tilt: -9 }), svg("path", { d: "M0 128 Q70 92 140 128 T280 128 T420 128 T560 128 V200 H0 Z", fill: "#22414e" }), Array.from({ length: 22 }, (_, at) => svg("path", { d: `M${at * 27} ${(at * 37) % 60} l-10 34`, stroke: "#ffffff", "stroke-opacity": 0.35, "stroke-width": 1.5 }))]],
  torpedo: ["dusk", () => [shape(FREIGHTER, 280, 60, 1.2, { tilt: 4 }), track(80, 330), splash(352, 118), fire(392, 88, 0.5)]],
};

/** @param {string} picture */
export function drawScene(picture) {
  const [light, parts] = PICTURES[picture] ?? PICTURES.sea ?? ["day", () => []];
  return svg("svg", { class: "event-scene", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, weather(light), parts().flat());
}
