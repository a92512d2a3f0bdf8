/** What happens at a table when the game is over: the panel, the end sheet that comes up once, the courses on the chart. */

/** @import { EndSheet, Position } from "../types.js" */
/** @import { Session } from "./session.js" */

import { isAbort, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { byId } from "../elements.js";
import { sound } from "./drama-settings.js";
import { showEnding } from "./ending.js";

const HARDLY_BEGUN = 8; // moments of a game that has nothing to report

export class Closing {
  /** @type {Promise<EndSheet> | null} */
  #sheet = null;
  /** @type {import("./endsheet.js").EndSheetPanel | null} */
  #panel = null;
  #hasComeUp = false;

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {Position} position */
  present(position) {
    const { session } = this;
    if (!position.result) return;
    showEnding(byId("decision"), session.board, position, position.result, () => session.replay.togglePlay(), () => void this.open(), session.company);
    const isAsked = position.table.offers.some((offer) => offer.seat !== session.seat);
    if (isAsked) this.close(); // the offer lies under the sheet
    this.#panel?.renew(position);
    if (this.#hasComeUp) return;
    this.#hasComeUp = true;
    if (!location.hash && position.moments > HARDLY_BEGUN) void this.open();
  }

  async open() {
    const { session } = this;
    const { position } = session;
    if (!position.result || this.#panel?.element.isConnected) return;
    try {
      const [sheet, { EndSheetPanel }, { drawCourses }] = await Promise.all([
        (this.#sheet ??= session.api.endSheet()),
        import("./endsheet.js"),
        import("../chart/courses.js"),
      ]);
      if (session.closed || session.looking) return;
      this.draw(sheet, drawCourses);
      this.#panel = new EndSheetPanel(sheet, {
        game: session.place.game,
        board: session.board,
        position,
        result: position.result,
        company: session.company,
        replay: session.replay,
        signOf: (kind) => session.plot.signOf(kind),
        closed: () => byId("decision").focus({ preventScroll: true }),
      });
      this.#panel.open();
      sound("end");
    } catch (error) {
      this.#sheet = null;
      if (!isAbort(error) && !session.closed) notice(sentence(error));
    }
  }

  /**
   * Draws the courses of the ships over the chart that lies on the table.
   * @param {EndSheet} sheet @param {typeof import("../chart/courses.js").drawCourses} drawCourses
   */
  draw(sheet, drawCourses) {
    const { chart } = this.session.plot;
    chart.world.querySelector(".courses")?.remove();
    const { courses } = sheet.report.summary;
    if (courses.length) chart.world.append(drawCourses(this.session.board, courses, chart.camera.size));
  }

  close() {
    this.#panel?.close();
  }
}
