/** The page of a guide: a game in five minutes. */

import * as api from "./api.js";
import { byId, el, refill } from "./elements.js";
import { linkCitations } from "./rules/book.js";
import { furnish } from "./pagehead.js";
import { titled } from "./title.js";

const slug = location.pathname.split("/")[2] ?? "";

void furnish();
byId("rules-link").setAttribute("href", `/rules/${slug}`);
byId("play").addEventListener("click", async () => {
  try {
    location.href = `/g/${(await api.start({ game: slug })).id}`;
  } catch (error) {
    refill(byId("trouble"), api.sentence(error));
  }
});

try {
  const guide = await api.guide(slug);
  titled(`${guide.title} · Flagplot`);
  // The only markup that comes as text: the server renders it from the game's own guide.
  byId("guide").innerHTML = guide.html;
  linkCitations(slug, byId("guide"));
  // A wide table scrolls by itself, also by the keyboard.
  for (const table of byId("guide").querySelectorAll("table")) table.tabIndex = 0;
} catch (error) {
  refill(byId("guide"), el("p", { class: "sorry" }, api.sentence(error)));
}
