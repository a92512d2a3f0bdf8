/** The rule book as a drawer over the table, with a search box. */

import { sentence } from "../api.js";
import { openDialog } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { chapters, ruleBook, searchClauses } from "./book.js";

/** @param {string} slug */
export async function openDrawer(slug) {
  if (document.querySelector("dialog.drawer")) return;
  const list = el("div", { class: "drawer-clauses" }, el("p", { class: "soft" }, "Loading the rule book ..."));
  const search = el("input", {
    type: "search",
    class: "field",
    placeholder: "Search the rules",
    "aria-label": "Search the rules",
    autofocus: true,
  });
  const count = el("p", { class: "soft small-text", role: "status" });
  openDialog(
    "Rule book",
    [
      el(
        "div",
        { class: "drawer-search" },
        search,
        count,
        el(
          "p",
          { class: "small-text" },
          el("a", { href: `/guide/${slug}`, target: "_blank", rel: "noopener" }, "Guide: the game in five minutes"),
          " · ",
          el("a", { href: `/rules/${slug}`, target: "_blank", rel: "noopener" }, "The rule book on its own page"),
        ),
      ),
      list,
    ],
    { className: "drawer" },
  );
  try {
    const book = await ruleBook(slug);
    const show = () => {
      const found = searchClauses(book, search.value);
      count.textContent = search.value ? `${found.length} of ${book.clauses.length} clauses` : `${book.clauses.length} clauses`;
      refill(list, chapters(slug, book, found, { anchors: false }));
      if (!found.length) list.append(el("p", null, "No clause contains all these words. Try fewer or shorter ones."));
    };
    search.addEventListener("input", show);
    show();
  } catch (error) {
    refill(list, el("p", null, sentence(error)));
  }
}
