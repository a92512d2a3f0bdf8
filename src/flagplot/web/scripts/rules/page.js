/** The page of a rule book: chapters, search, and a jump to the clause that the address names. */

import { sentence, sources } from "../api.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { titled } from "../title.js";
import { chapters, ruleBook, searchClauses } from "./book.js";
import { sourcesSection } from "./sources.js";

const slug = location.pathname.split("/")[2] ?? "";
const list = byId("clauses");
const search = byId("search", HTMLInputElement);
const count = byId("count");

byId("chapters", HTMLDetailsElement).open = matchMedia("(min-width: 761px)").matches;
void furnish();
byId("guide-link").setAttribute("href", `/guide/${slug}`);

try {
  const [book, figures] = await Promise.all([ruleBook(slug), sources(slug)]);
  titled(`${book.title}: rule book · Flagplot`);
  byId("title").textContent = `${book.title}: rule book`;
  byId("follows").textContent = `Follows ${book.follows}.`;
  refill(
    byId("contents"),
    [...book.chapters, { key: "sources", title: "Where the figures come from" }].map((chapter) =>
      el("li", null, el("a", { href: `#chapter-${chapter.key}` }, chapter.title)),
    ),
  );
  const show = () => {
    const found = searchClauses(book, search.value);
    count.textContent = search.value ? `${found.length} of ${book.clauses.length} clauses` : "";
    refill(list, chapters(slug, book, found, { anchors: true }));
    if (!search.value) list.append(sourcesSection(figures));
    if (!found.length) list.append(el("p", null, "No clause contains all these words. Try fewer or shorter ones."));
  };
  search.addEventListener("input", show);
  show();
  window.addEventListener("hashchange", jump);
  jump();
} catch (error) {
  refill(list, el("p", { class: "sorry" }, sentence(error)));
}

/** Shows the clause of the address and gives it the focus. */
function jump() {
  const target = document.getElementById(location.hash.slice(1));
  for (const old of document.querySelectorAll(".clause.lit")) old.classList.remove("lit");
  if (!target) return;
  target.classList.add("lit");
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}
