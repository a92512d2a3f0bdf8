/** The rule book of a game: fetched once, its clauses shown beside whatever cites them. */

/** @import { Clause, RuleBook } from "../types.js" */

import * as api from "../api.js";
import { popover } from "../dialogs.js";
import { el } from "../elements.js";

const CITATION = /\b[A-Z]{2,3}-[A-Z]{2,4}-\d{2}\b/g;
const KINDS = { rule: "", option: "Optional rule", ruling: "Ruling" };

/** @type {Map<string, Promise<RuleBook>>} */
const fetched = new Map();

/**
 * @param {string} slug
 * @returns {Promise<RuleBook>}
 */
export function ruleBook(slug) {
  let book = fetched.get(slug);
  if (!book) {
    book = api.ruleBook(slug);
    book.catch(() => fetched.delete(slug));
    fetched.set(slug, book);
  }
  return book;
}

/**
 * A citation that opens its clause in a popover; without scripts' help it is a plain link to the rule book.
 * @param {string} slug
 * @param {string} id
 * @param {string} [text]
 */
export function ruleLink(slug, id, text = id) {
  const link = el(
    "a",
    {
      class: "rule-link",
      href: `/rules/${slug}#${id}`,
      "aria-label": text === id ? `Rule ${id}` : `${text}, rule ${id}`,
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void showClause(slug, id, link);
        },
      },
    },
    text,
  );
  return link;
}

/**
 * @param {string} slug
 * @param {string} id
 * @param {Element} anchor
 */
async function showClause(slug, id, anchor) {
  try {
    const clause = (await ruleBook(slug)).clauses.find((candidate) => candidate.id === id);
    popover(
      anchor,
      `Rule ${id}`,
      ...(clause ? clauseContent(slug, clause) : [el("p", null, `The rule book has no clause ${id}.`)]),
    );
  } catch (error) {
    popover(anchor, `Rule ${id}`, el("p", null, api.sentence(error)));
  }
}

/**
 * @param {string} slug
 * @param {Clause} clause
 */
function clauseContent(slug, clause) {
  return [
    el("h3", null, clause.title),
    clauseText(slug, clause.text),
    el(
      "p",
      { class: "popover-foot" },
      KINDS[clause.kind] && `${KINDS[clause.kind]} · `,
      el("a", { href: `/rules/${slug}#${clause.id}`, target: "_blank", rel: "noopener" }, `${clause.id} in the rule book`),
    ),
  ];
}

/**
 * The text of a clause, in which other clauses can be opened.
 * @param {string} slug
 * @param {string} text
 */
export function clauseText(slug, text) {
  return el(
    "div",
    { class: "clause-text" },
    text.split(/\n\s*\n/).map((paragraph) => el("p", null, cited(slug, paragraph))),
  );
}

/**
 * @param {string} slug
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function cited(slug, text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(CITATION)) {
    parts.push(text.slice(from, match.index), ruleLink(slug, match[0]));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/**
 * Makes the citations in a piece of the page open their clauses.
 * @param {string} slug
 * @param {HTMLElement} root
 */
export function linkCitations(slug, root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    const parts = cited(slug, text.data);
    if (parts.length > 1 && !text.parentElement?.closest("a, code")) text.replaceWith(...parts);
  }
}

/**
 * The clauses that hold every word of a search, by id, title or text.
 * @param {RuleBook} book
 * @param {string} search
 */
export function searchClauses(book, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return book.clauses.filter((clause) => {
    const text = `${clause.id} ${clause.title} ${clause.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The clauses chapter by chapter, with an anchor each.
 * @param {string} slug
 * @param {RuleBook} book
 * @param {Clause[]} clauses
 * @param {{ anchors: boolean }} how  anchors: whether the clauses carry their ids, so that addresses can jump to them
 */
export function chapters(slug, book, clauses, { anchors }) {
  return book.chapters.map((chapter) => {
    const own = clauses.filter((clause) => clause.chapter === chapter.key);
    if (!own.length) return null;
    return el(
      "section",
      { class: "chapter", id: anchors ? `chapter-${chapter.key}` : null },
      el("h2", null, chapter.title),
      own.map((clause) =>
        el(
          "article",
          { class: "clause", id: anchors ? clause.id : null, data: { kind: clause.kind } },
          el(
            "h3",
            null,
            el("a", { class: "clause-id", href: `/rules/${slug}#${clause.id}` }, clause.id),
            " ",
            clause.title,
            KINDS[clause.kind] && el("span", { class: "tag" }, KINDS[clause.kind]),
          ),
          clauseText(slug, clause.text),
        ),
      ),
    );
  });
}
