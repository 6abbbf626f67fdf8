// The table as text keeps itself up to date: new sentences are added to the list of what happened, which is read out, and the
// rest of the page is changed in place, so that nobody loses their place.
'use strict';
(() => {
  const list = document.getElementById('happened');
  if (!list?.dataset.live) return;
  const { game } = list.dataset;
  let [busy, wanted] = [false, false];

  function add(fresh) {
    const last = Math.max(0, ...[...list.children].map((line) => Number(line.dataset.n)));
    for (const line of [...fresh.children]) if (Number(line.dataset.n) > last) list.append(line);
    while (list.childElementCount > 40) list.firstElementChild.remove();
    for (const [name, value] of Object.entries(fresh.dataset)) list.dataset[name] = value;
  }
  async function renew() {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      try {
        const response = await fetch(location.href.split('#')[0]);
        if (!response.ok) break;
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        const fresh = page.getElementById('happened');
        if (!fresh) break;
        const before = document.getElementById('q')?.textContent;
        add(fresh);
        // The list is ours: what stands there stays.
        fresh.replaceChildren(...[...list.children].map((line) => line.cloneNode(true)));
        dejarikMorph(document.getElementById('main'), page.getElementById('main'));
        const question = document.getElementById('q')?.textContent;
        if (question && question !== before) document.getElementById('asked').textContent = question;
        document.title = page.title;
      } catch { /* the stream says when the server is back */ }
    }
    busy = false;
  }
  const live = dejarikLive((news) => { if (news.game === game && news.version !== list.dataset.version) renew(); });
  live.join(game, list.dataset.version);
  addEventListener('pagehide', () => live.stop());
  addEventListener('pageshow', (event) => { if (event.persisted) live.join(game, list.dataset.version); });
})();
