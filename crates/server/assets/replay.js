// A replay: the same player, with a finished game as its source. Without it the page has links and a slider.
'use strict';
(() => {
  const page = document.body;
  if (page.dataset.at === undefined) return;
  const stage = document.getElementById('stage');
  const { ask, apply, say } = window.dejarikTable;
  const at = () => Number(page.dataset.at);
  const of = () => Number(document.getElementById('at')?.max || 0);
  let open = new URLSearchParams(location.search).get('open') === '1';
  let busy = false;
  let wish = null;   // where to go when what goes on is over
  stage.hidden = false;
  dejarikPlayer.pause(true);

  // Goes to a point; without one, to where something happens next, and shows how.
  async function go(to) {
    if (busy) { wish = { to }; dejarikPlayer.skip(); return; }
    busy = true;
    page.setAttribute('aria-busy', 'true');
    try {
      const news = await ask(`/r/${page.dataset.game}/events?${to === undefined ? '' : `at=${to}&`}open=${open ? 1 : 0}`);
      // Whoever wants to go elsewhere meanwhile doesn't wait for a show.
      const jump = to !== undefined || wish !== null;
      if (jump) dejarikPlayer.rewind(news.to);
      await apply(news, jump);
      history.replaceState(null, '', `/r/${page.dataset.game}?at=${at()}${open ? '&open=1' : ''}`);
    } catch (error) { say(error.message); dejarikPlayer.pause(true); }
    busy = false;
    if (wish) { const next = wish; wish = null; await go(next.to); return; }
    page.removeAttribute('aria-busy');
    if (at() >= of()) dejarikPlayer.pause(true);
    else if (!dejarikPlayer.paused) go();
  }
  const later = (name) => (page.dataset[name] || '').split(' ').map(Number).find((place) => place > at() + 1);
  dejarikPlayer.heed(async (what) => {
    if (what === 'back') { dejarikPlayer.pause(true); await go(Math.max(0, at() - 1)); }
    else if (what === 'attack' || what === 'turn') {
      const next = later(`${what}s`);
      // What comes next is played by itself, unless there is none.
      dejarikPlayer.pause(next === undefined, true);
      await go(next === undefined ? of() : next - 1);
    } else if (!busy && at() < of()) await go();
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.prompt a[href*="?at="]');
    if (!link) return;
    event.preventDefault();
    const asked = new URL(link.href).searchParams;
    open = asked.get('open') === '1';
    dejarikPlayer.pause(true);
    go(Number(asked.get('at')));
  });
  document.addEventListener('change', (event) => {
    if (event.target.id === 'at') { dejarikPlayer.pause(true); go(Number(event.target.value)); }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === ' ' && !event.target.closest?.('button, a, input, summary')) { event.preventDefault(); dejarikPlayer.pause(!dejarikPlayer.paused); }
  });
})();
