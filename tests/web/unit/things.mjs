/** Things that the server tells of, with what a test does not care about filled in. */

/** A space; its name is its id with a capital, unless another is given. */
export function space(id, more = {}) {
  return {
    id,
    name: capital(id),
    kind: "sea",
    x: 0.5,
    y: 0.5,
    width: 0.2,
    height: 0.2,
    within: null,
    mark: "",
    sign: "",
    side: "",
    ...more,
  };
}

export function board(spaces, links = []) {
  const sides = ["axis", "allied"].map((id) => ({ id, name: capital(id) }));
  return { title: "A sea", aspect: 1.6, sides, spaces, links, lines: [], areas: [] };
}

export function piece(id, where, more = {}) {
  return {
    id,
    kind: "ship",
    side: "axis",
    space: where,
    name: capital(id),
    count: 1,
    badges: [],
    pips: null,
    hidden: false,
    damage: null,
    ...more,
  };
}

export function view(...pieces) {
  const empty = { lineups: [], tracks: [], displays: [], cards: [], sheets: [], facts: [] };
  return { headline: "Turn 1", pieces, ...empty, lines: [], areas: [], trays: [], goals: [] };
}

export function option(value, { spaces = [], pieces = [], ...more } = {}) {
  return { value, label: capital(value), spaces, pieces, ...more };
}

export function string(id, through, more = {}) {
  const plain = { kind: "string", side: "axis", name: capital(id), pattern: 1, knots: [], sign: "1", badges: [] };
  return { id, through, ...plain, ...more };
}

export function line(text, more = {}) {
  return { key: text, kind: "event", text, rule: "X-1", faces: [], to: null, ...more };
}

export function position(more = {}) {
  const game = { view: view(), decision: null, to_move: "allied", thinking: false, undo: { can: false, why: "" }, result: null };
  const told = { log: [line("one"), line("two")], talk: [{ text: "Hello" }], heard: 1, moments: 3, by_order: false };
  return {
    type: "position",
    id: "m",
    game: "g",
    seat: "axis",
    seq: 3,
    seats: [],
    board: "game",
    table: { access: "open" },
    ...game,
    ...told,
    ...more,
  };
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
