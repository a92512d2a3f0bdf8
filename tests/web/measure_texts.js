/** The boxes of all texts that are in sight, row by row, and of the figures on the chart. */
() => {
  /** What covers what is below it, from below to above. */
  const SHEETS = ".panel, .trays .tray-group, .lineup-overlay, .decision-head, .decision-bottom, .filter, .narrowing, .confirm, .dial, .search-plot-body, .search-plot-toggle, .distance, .frame-pointer, .zoom, .legend-button, .legend, .log-heading, .table-head, .goals, .table-foot, .event-card, .event-pill, .end-sheet, dialog";
  const order = new Map([...document.querySelectorAll(SHEETS)].map((sheet, at) => [sheet, at + 1]));
  const owners = new Map();
  const ownerOf = (node) => {
    const whole = node.parentElement?.closest(".piece, .ship") ?? node;
    const pile = whole.dataset?.piece ? `${Math.round(whole.getBoundingClientRect().left)} ${Math.round(whole.getBoundingClientRect().top)}` : whole;
    if (!owners.has(pile)) owners.set(pile, owners.size);
    return owners.get(pile);
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const inSight = (element, { left, top, right, bottom }) => {
    const box = { left, top, right, bottom };
    for (let around = element; around; around = around.parentElement) {
      if (around !== document.documentElement && getComputedStyle(around).overflow === "visible") continue;
      const edge = around === document.documentElement ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : around.getBoundingClientRect();
      box.left = Math.max(box.left, edge.left);
      box.top = Math.max(box.top, edge.top);
      box.right = Math.min(box.right, edge.right);
      box.bottom = Math.min(box.bottom, edge.bottom);
    }
    return box.right - box.left > 3 && box.bottom - box.top > 4 ? box : null;
  };
  const sheetOf = (element) => order.get(element.closest(SHEETS)) ?? 0;
  const found = [];
  const add = (element, owner, rect, words, isFigure) => {
    const box = inSight(element, rect);
    if (box) found.push({ words, owner, is_figure: isFigure, sheet: sheetOf(element), ...box });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !isSeen(element) || element.closest("script, style, title, .visually-hidden")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) add(element, ownerOf(node), rect, node.data.trim().slice(0, 40), false);
  }
  for (const figure of document.querySelectorAll("#plot .piece:not(.is-under) .figure")) {
    if (isSeen(figure)) add(figure, ownerOf(figure), figure.getBoundingClientRect(), figure.closest(".piece").getAttribute("aria-label"), true);
  }
  return found;
};
