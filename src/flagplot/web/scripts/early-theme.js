// Sets the theme that the guest has chosen before anything is drawn, so that the page does not flash.
(() => {
  const chosen = localStorage.getItem("flagplot.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
