/** Notes that only their writer can read, kept as they are written; what two windows write at once is kept both. */

/** @import { MatchApi } from "../api.js" */
/** @import { Notes } from "../types-together.js" */

import { Refusal, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { isInSight, onTab } from "./tabs.js";

const PAUSE_MS = 700;
const LONGEST_NOTES = 20_000;
const BETWEEN = "\n\n";

export class NotesPanel {
  /**
   * @param {HTMLElement} host
   * @param {MatchApi} api
   */
  constructor(host, api) {
    this.api = api;
    this.host = host;
    this.timer = 0;
    this.isKeeping = false;
    /** @type {Notes | null} what the server has, as far as this page knows */
    this.kept = null;
    this.state = el("p", { class: "notes-state soft small-text", role: "status" });
    this.field = el("textarea", {
      class: "field notes-field",
      "aria-label": "Notes that only you can read",
      placeholder: "Plans, suspicions, a reminder for next week: only you can read this.",
      maxlength: LONGEST_NOTES,
      on: { input: () => this.changed() },
    });
    this.ended = new AbortController();
    const { signal } = this.ended;
    refill(host, this.field, this.state);
    onTab(() => void this.load(), signal);
    document.addEventListener("visibilitychange", () => void this.load(), { signal });
    window.addEventListener("pagehide", () => void this.keep(), { signal });
  }

  close() {
    void this.keep();
    this.ended.abort();
    clearTimeout(this.timer);
  }

  get isUnsaved() {
    return this.kept !== null && this.field.value !== this.kept.text;
  }

  /** Fetches what another window may have written, whenever the notes come into sight. */
  async load() {
    if (!isInSight("notes") || this.isUnsaved) return;
    this.field.disabled = this.kept === null;
    try {
      const notes = await this.api.notes();
      if (this.isUnsaved || this.isKeeping) return;
      this.kept = notes;
      if (this.field.value !== notes.text) this.field.value = notes.text;
      refill(this.state, "Only you can read this.");
    } catch (error) {
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

  /** Saves one text after the other, each with the mark of the one before. */
  async keep() {
    clearTimeout(this.timer);
    if (this.isKeeping || !this.isUnsaved) return;
    this.isKeeping = true;
    try {
      while (this.kept && this.isUnsaved) await this.send(this.field.value, this.kept.mark);
      refill(this.state, "Saved.");
    } catch (error) {
      refill(this.state, `Not saved: ${sentence(error)}`);
    } finally {
      this.isKeeping = false;
    }
  }

  /**
   * Saves a text; where another window was faster, its text goes above this one, and both are to be saved.
   * @param {string} text
   * @param {string} mark
   */
  async send(text, mark) {
    try {
      this.kept = { text, mark: (await this.api.takeNotes(text, mark)).mark };
    } catch (error) {
      if (!(error instanceof Refusal && error.notes) || error.notes.mark === mark) throw error;
      this.kept = error.notes;
      if (!this.isUnsaved) return;
      this.putAbove(error.notes.text);
      notice("Your notes were changed in another window. Both texts are kept, the other one above yours.");
    }
  }

  /** @param {string} text */
  putAbove(text) {
    const { field } = this;
    const before = text ? text + BETWEEN : "";
    const { selectionStart, selectionEnd } = field;
    field.value = before + field.value;
    field.setSelectionRange(before.length + selectionStart, before.length + selectionEnd);
  }
}
