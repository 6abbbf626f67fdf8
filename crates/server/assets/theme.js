// The theme: dark, light, or as the system has it. Before anything is drawn, so that nothing flashes.
'use strict';
function dejarikTheme() {
  let chosen = null;
  try { chosen = localStorage.getItem('dejarik-theme'); } catch { /* a browser that keeps nothing */ }
  const light = chosen === 'light' || (chosen === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  if (light) document.documentElement.dataset.theme = 'light'; else delete document.documentElement.dataset.theme;
}
dejarikTheme();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', dejarikTheme);
