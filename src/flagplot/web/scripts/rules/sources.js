/** Where the figures of a game come from: the last section of its rule book. */

/** @import { Source } from "../types.js" */

import { el } from "../elements.js";

/** @type {[Source["mark"], string][]} */
const HEADINGS = [
  ["owner", "From the owner of the printed game who keeps this server"],
  ["reconstructed", "Reconstructed, since the published text does not have them"],
  ["public", "From other public material"],
];

/** @param {Source[]} sources */
export function sourcesSection(sources) {
  const published = sources.reduce((sum, source) => sum + (source.mark === "rules" ? source.figures : 0), 0);
  return el(
    "section",
    { class: "chapter", id: "chapter-sources" },
    el("h2", null, "Where the figures come from"),
    HEADINGS.flatMap(([mark, heading]) => marked(heading, sources.filter((source) => source.mark === mark))),
    el("p", null, `The published text gives the other ${published} figures of the data files, or they follow from it.`),
  );
}

/**
 * The sources of one kind, file by file.
 * @param {string} heading
 * @param {Source[]} sources
 */
function marked(heading, sources) {
  if (!sources.length) return [];
  const files = [...new Set(sources.map((source) => source.file))];
  return [
    el("h3", null, heading),
    ...files.flatMap((file) => [
      el("h4", null, file),
      el(
        "ul",
        { class: "sources" },
        sources.filter((source) => source.file === file).map(listed),
      ),
    ]),
  ];
}

/** @param {Source} source */
function listed({ path, figures, how }) {
  return el(
    "li",
    null,
    el("code", null, path.replaceAll("|", " | ")),
    ` (${figures} figure${figures === 1 ? "" : "s"})`,
    how && `: ${how}`,
  );
}
