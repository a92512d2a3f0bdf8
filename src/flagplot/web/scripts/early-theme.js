// Sets the theme, the palette and the size of the text before anything is drawn, so that the page does not flash.
(() => {
  const choices = { theme: ["light", "dark"], text: ["large", "larger"], palette: ["safe"] };
  try {
    for (const [attribute, values] of Object.entries(choices)) {
      const chosen = localStorage.getItem(`flagplot.${attribute}`);
      if (chosen !== null && values.includes(chosen)) document.documentElement.dataset[attribute] = chosen;
    }
  } catch {
    // A browser that keeps nothing shows the usual look.
  }
})();
