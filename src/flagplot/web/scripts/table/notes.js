/** Notes that only their writer can read, kept as they are written. */

/** @import { MatchApi } from "../api.js" */

import { sentence } from "../api.js";
import { el, refill } from "../elements.js";
import { isInSight, onTab } from "./tabs.js";

const PAUSE_MS = 700;
const LONGEST_NOTES = 20_000;

export class NotesPanel {
  /**
   * @param {HTMLElement} host
   * @param {MatchApi} api
   */
  constructor(host, api) {
    this.api = api;
    this.host = host;
    this.timer = 0;
    this.loaded = false;
    this.kept = "";
    this.state = el("p", { class: "notes-state soft small-text", role: "status" });
    this.field = el("textarea", {
      class: "field notes-field",
      "aria-label": "Notes that only you can read",
      placeholder: "Plans, suspicions, a reminder for next week: only you can read this.",
      maxlength: LONGEST_NOTES,
      on: { input: () => this.changed() },
    });
    this.ended = new AbortController();
    refill(host, this.field, this.state);
    onTab(() => void this.load(), this.ended.signal);
    window.addEventListener("pagehide", () => void this.keep(), { signal: this.ended.signal });
  }

  close() {
    void this.keep();
    this.ended.abort();
    clearTimeout(this.timer);
  }

  async load() {
    if (this.loaded || !isInSight("notes")) return;
    this.loaded = true;
    this.field.disabled = true;
    try {
      this.kept = (await this.api.notes()).text;
      this.field.value = this.kept;
      refill(this.state, "Only you can read this.");
    } catch (error) {
      this.loaded = false;
      refill(this.state, sentence(error));
    } finally {
      this.field.disabled = false;
    }
  }

  changed() {
    refill(this.state, "Not saved yet ...");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.keep(), PAUSE_MS);
  }

  async keep() {
    clearTimeout(this.timer);
    const text = this.field.value;
    if (!this.loaded || text === this.kept) return;
    try {
      await this.api.takeNotes(text);
      this.kept = text;
      if (this.field.value === text) refill(this.state, "Saved.");
    } catch (error) {
      refill(this.state, `Not saved: ${sentence(error)}`);
    }
  }
}
