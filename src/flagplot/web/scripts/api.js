/** Speaks to the server: one function for each call, and errors in one sentence. */

/** @import { Board, Change, EndSheet, GameInfo, Guide, Hint, MatchInfo, Moment, NewMatch, Odds, OptionValue, OutlookPart, Past, Position, Proof, RuleBook, Sight, Source, Way, Whereabouts, WhyNot } from "./types.js" */
/** @import { Access, Daily, DayLadder, DecisionKind, Invitation, Notes, OfferKind, Span, TableNews } from "./types-together.js" */

/** An answer of the server that says no; `position` or `notes` come with it when the page was behind. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   * @param {Position | null} position
   * @param {Notes | null} [notes]
   */
  constructor(status, sentence, position, notes = null) {
    super(sentence);
    this.status = status;
    this.position = position;
    this.notes = notes;
  }
}

/** @returns {Promise<GameInfo[]>} */
export const games = () => call("GET", "/api/games");

/** @param {string} slug @returns {Promise<RuleBook>} */
export const ruleBook = (slug) => call("GET", `/api/games/${slug}/rules`);

/** @param {string} slug @returns {Promise<Source[]>} */
export const sources = (slug) => call("GET", `/api/games/${slug}/sources`);

/** @param {string} slug @returns {Promise<Guide>} */
export const guide = (slug) => call("GET", `/api/games/${slug}/guide`);

/** @returns {Promise<MatchInfo[]>} */
export const matches = () => call("GET", "/api/matches");

/** @param {NewMatch} match @returns {Promise<MatchInfo>} */
export const start = (match) => call("POST", "/api/matches", match);

/** @returns {Promise<Daily>} the game of the day */
export const daily = () => call("GET", "/api/daily");

/** @returns {Promise<MatchInfo>} your game of the day, begun if need be */
export const playDaily = () => call("POST", "/api/daily");

/** @param {string} [day] @returns {Promise<DayLadder>} how everybody did on a day */
export const dailyLadder = (day) => call("GET", `/api/daily/ladder${query({ day })}`);

/** @param {string} id @returns {Promise<null>} */
export const remove = (id) => call("DELETE", `/api/matches/${id}`);

/**
 * @param {Blob} file
 * @returns {Promise<MatchInfo>}
 */
export async function upload(file) {
  const answer = await reach("/api/matches/upload", {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  return read(answer);
}

/** @param {string} slug @returns {Promise<string>} the text of the chart */
export const boardSvg = (slug) => drawing(`/games/${slug}/board.svg`);

/** @param {string} slug @returns {Promise<string>} the text of the picture on the card of a game */
export const coverSvg = (slug) => drawing(`/games/${slug}/cover.svg`);

/** @param {string} path */
async function drawing(path) {
  const answer = await reach(path, {});
  if (!answer.ok) throw new Refusal(answer.status, "The chart of this game could not be loaded.", null);
  return answer.text();
}

/** What can be asked about one match. */
export class MatchApi {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/api/matches/${id}`;
  }

  /** @param {string} [seat] @returns {Promise<Position>} */
  position(seat) {
    return call("GET", this.path + query({ seat }));
  }

  /** The board that a position or a moment names. @param {string} scenario @returns {Promise<Board>} */
  board(scenario) {
    return call("GET", `${this.path}/board` + query({ scenario }));
  }

  /** @param {string} seat @param {number} seq @param {OptionValue} option @returns {Promise<Change>} */
  choose(seat, seq, option) {
    return call("POST", `${this.path}/choices`, { seat, seq, option });
  }

  /**
   * Answers several questions of one row: all of them, or none.
   * @param {string} seat @param {number} seq @param {OptionValue[]} options @returns {Promise<Change>}
   */
  chooseAll(seat, seq, options) {
    return call("POST", `${this.path}/choices`, { seat, seq, options });
  }

  /** Several steps at once come back as a position. @param {string} seat @param {number} seq @returns {Promise<Change | Position>} */
  undo(seat, seq) {
    return call("POST", `${this.path}/undo`, { seat, seq });
  }

  /**
   * What changed since `since`, or between the people since `heard`; null when nothing did within `wait` seconds.
   * @param {string} seat @param {number} since @param {number} heard @param {number} wait @param {AbortSignal} signal
   * @returns {Promise<Change | Position | TableNews | null>}
   */
  changes(seat, since, heard, wait, signal) {
    return call("GET", `${this.path}/changes${query({ seat, since, heard, wait })}`, undefined, signal);
  }

  /**
   * The odds of options, then of shortcuts by their keys.
   * @param {string} seat @param {number} seq @param {OptionValue[]} options @param {string[]} shortcuts @param {AbortSignal} signal
   * @returns {Promise<Odds[]>}
   */
  odds(seat, seq, options, shortcuts, signal) {
    return call("POST", `${this.path}/odds`, { seat, seq, options, shortcuts }, signal);
  }

  /** @param {string} seat @param {number} seq @param {AbortSignal} signal @returns {Promise<OutlookPart[]>} */
  outlook(seat, seq, signal) {
    return call("GET", `${this.path}/outlook${query({ seat, seq })}`, undefined, signal);
  }

  /** @param {string} seat @param {number} seq @param {string[]} targets @returns {Promise<Way>} */
  way(seat, seq, targets) {
    return call("POST", `${this.path}/way`, { seat, seq, targets });
  }

  /** @param {string} seat @param {number} seq @param {string} target @returns {Promise<WhyNot>} */
  whyNot(seat, seq, target) {
    return call("POST", `${this.path}/why-not`, { seat, seq, target });
  }

  /** @param {string} seat @param {number} seq @param {Hint["by"]} player @returns {Promise<Hint>} */
  hint(seat, seq, player) {
    return call("POST", `${this.path}/hint`, { seat, seq, player });
  }

  /** Lets the captain answer until the phase ends. @param {string} seat @param {number} seq @param {boolean} only_sequence @returns {Promise<Change>} */
  finish(seat, seq, only_sequence) {
    return call("POST", `${this.path}/finish`, { seat, seq, only_sequence });
  }

  /** @param {string} seat @returns {Promise<Moment[]>} */
  moments(seat) {
    return call("GET", `${this.path}/moments${query({ seat })}`);
  }

  /** @param {string} seat @param {number} n @param {AbortSignal} [signal] @returns {Promise<Sight>} */
  moment(seat, n, signal) {
    return call("GET", `${this.path}/moments/${n}${query({ seat })}`, undefined, signal);
  }

  /** The search plot of a seat, now or at a moment. @param {string} seat @param {number | null} moment @param {AbortSignal} signal @returns {Promise<Whereabouts>} */
  whereabouts(seat, moment, signal) {
    return call("GET", `${this.path}/whereabouts${query(moment === null ? { seat } : { seat, moment })}`, undefined, signal);
  }

  /** @returns {Promise<EndSheet>} of a game that is over */
  endSheet() {
    return call("GET", `${this.path}/report`);
  }

  /** Has a finished game analysed. @returns {Promise<import("./types-analysis.js").AnalysisState>} */
  beginAnalysis() {
    return call("POST", `${this.path}/analysis`);
  }

  /** How far the analysis is. @returns {Promise<import("./types-analysis.js").AnalysisState>} */
  analysis() {
    return call("GET", `${this.path}/analysis`);
  }

  /** @param {string} seat @param {number} moment @returns {Promise<MatchInfo>} */
  branch(seat, moment) {
    return call("POST", `${this.path}/branch`, { seat, moment });
  }

  /** What was seen before this game branched off. @returns {Promise<Past>} */
  past() {
    return call("GET", `${this.path}/past`);
  }

  /** @param {number} n @param {AbortSignal} [signal] @returns {Promise<Sight>} */
  pastMoment(n, signal) {
    return call("GET", `${this.path}/past/${n}`, undefined, signal);
  }

  /** @returns {Promise<Proof>} */
  proof() {
    return call("GET", `${this.path}/proof`);
  }

  // Between the people

  /** @param {string} seat @param {string} text @returns {Promise<TableNews>} */
  talk(seat, text) {
    return call("POST", `${this.path}/talk`, { seat, text });
  }

  /** @returns {Promise<Notes>} */
  notes() {
    return call("GET", `${this.path}/notes`);
  }

  /** @param {string} text @param {string} mark  of the text that was changed @returns {Promise<Notes>} */
  takeNotes(text, mark) {
    return call("PUT", `${this.path}/notes`, { text, mark });
  }

  /** @param {Access} access @returns {Promise<{ access: Access }>} */
  setAccess(access) {
    return call("PUT", `${this.path}/access`, { access });
  }

  /** An admiral answers at once. @param {string} seat @returns {Promise<void>} */
  hurry(seat) {
    return call("POST", `${this.path}/hurry`, { seat });
  }

  /** @param {string} seat @returns {Promise<Position>} */
  resign(seat) {
    return call("POST", `${this.path}/resign`, { seat });
  }

  /** @param {string} seat @returns {Promise<Position>} */
  claim(seat) {
    return call("POST", `${this.path}/claim`, { seat });
  }

  /** @param {string} seat @param {OfferKind} kind @returns {Promise<Position>} */
  offer(seat, kind) {
    return call("POST", `${this.path}/offers`, { seat, kind });
  }

  /** @param {string} seat @param {OfferKind} kind @param {boolean} accept @returns {Promise<Position>} */
  answer(seat, kind, accept) {
    return call("POST", `${this.path}/answers`, { seat, kind, accept });
  }

  /** @param {string} seat @returns {Promise<DecisionKind[]>} */
  kinds(seat) {
    return call("GET", `${this.path}/kinds${query({ seat })}`);
  }

  /**
   * A standing order; without an option the captain decides, without a key it is about what is asked now.
   * @param {string} seat @param {number} seq @param {Span} span @param {OptionValue | undefined} option @param {string} [key]
   * @returns {Promise<TableNews>}
   */
  order(seat, seq, span, option, key) {
    const captain = option === undefined;
    return call("POST", `${this.path}/orders`, { seat, seq, captain, span, option: captain ? null : option, key });
  }

  /** @param {string} seat @param {string} key @returns {Promise<TableNews>} */
  withdraw(seat, key) {
    return call("POST", `${this.path}/orders/withdraw`, { seat, key });
  }

  /** @param {string} seat @param {import("./types.js").Computer} player @returns {Promise<Position>} */
  giveSeat(seat, player) {
    return call("POST", `${this.path}/seats`, { seat, player });
  }

  /** @returns {Promise<Invitation>} of a public game */
  invitation() {
    return call("GET", `${this.path}/invitation`);
  }

  /** @param {string} seat @returns {Promise<MatchInfo>} */
  join(seat) {
    return call("POST", `${this.path}/join`, { seat });
  }
}

/** @param {{ [name: string]: string | number | undefined }} values */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (!given.length) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, headers: { Accept: "application/json" } };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { Accept: "application/json", "Content-Type": "application/json" };
  }
  return read(await reach(path, request));
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, "The server cannot be reached. Your game is safe. Try again in a moment.", null);
  }
}

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function read(answer) {
  if (answer.status === 204) return null;
  const text = await answer.text();
  let content = null;
  try {
    content = text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok)
      throw new Refusal(answer.status, "This page could not read the server's answer. Reload the page.", null);
  }
  if (answer.ok) return content;
  throw new Refusal(
    answer.status,
    content?.error ?? `The server answered ${answer.status} and did not say why.`,
    content?.position ?? null,
    content?.notes ?? null,
  );
}

/** @param {unknown} error @returns {string} the sentence to show */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error @returns {boolean} whether the page itself gave up the request */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
