/** The page of a guide: a game in five minutes. */

import * as api from "./api.js";
import { byId, el, refill } from "./elements.js";
import { showGuide } from "./rules/glance.js";
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
  titled(`${(await showGuide(byId("guide"), slug)).title} · Flagplot`);
} catch (error) {
  refill(byId("guide"), el("p", { class: "sorry" }, api.sentence(error)));
}
