// The rooms beside the tables keep themselves up to date: the lobby, and the list of one's games on the start page. Both are
// told that something has changed, and take the page anew in place, so that nobody loses what they have typed.
'use strict';
(() => {
  async function renew(id) {
    const response = await fetch(location.href.split('#')[0]);
    if (response.redirected && new URL(response.url).pathname !== location.pathname) { location.replace(response.url); return null; }
    if (!response.ok) return null;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(id);
    return fresh ? dejarikMorph(document.getElementById(id), fresh) : null;
  }
  // For those who are somewhere else, want to be told, and whose browser may.
  function notify(title, body, tag) {
    let wants = '';
    try { wants = localStorage.getItem('dejarik-notices'); } catch { /* nothing is kept here */ }
    if (!document.hidden || wants !== 'on' || window.Notification?.permission !== 'granted') return;
    try { new Notification(title, { body, tag }); } catch { /* some phones have them only for apps */ }
  }
  // One at a time, and one more for what was told meanwhile.
  function once(work) {
    let [busy, wanted] = [false, false];
    return async () => {
      wanted = true;
      if (busy) return;
      busy = true;
      while (wanted) {
        wanted = false;
        try { await work(); } catch { /* the stream says when the server is back */ }
      }
      busy = false;
    };
  }

  const lobby = document.getElementById('lobby');
  if (lobby?.dataset.live) {
    let [source, tries, later, silence] = [null, 0, 0, 0];
    const look = once(() => renew('lobby'));
    const close = () => { clearTimeout(later); clearTimeout(silence); source?.close(); source = null; };
    const lost = () => { close(); later = setTimeout(connect, Math.min(15_000, 300 * 2 ** Math.min(tries++, 6)) * (0.5 + Math.random())); };
    const alive = () => { clearTimeout(silence); silence = setTimeout(lost, 40_000); };
    function connect() {
      close();
      source = new EventSource(document.getElementById('lobby').dataset.live);
      source.onopen = () => { tries = 0; alive(); };
      source.addEventListener('beat', alive);
      source.onmessage = ({ data }) => {
        alive();
        const news = JSON.parse(data);
        if (news.game) {
          close();
          notify('Your game is ready', 'Somebody fits.', news.game);
          location.replace(news.game);
        } else if (news.version !== document.getElementById('lobby').dataset.version) look();
      };
      source.onerror = lost;
      alive();
    }
    addEventListener('pagehide', close);
    addEventListener('pageshow', (event) => { if (event.persisted) connect(); });
    connect();
  }

  // The start page: whose turn it is in one's games.
  const mine = document.getElementById('mine');
  const games = mine?.dataset.games?.split(' ').filter(Boolean) ?? [];
  if (games.length) {
    const turns = () => Number(document.getElementById('mine').dataset.turns);
    const look = once(async () => {
      const before = turns();
      await renew('mine');
      if (turns() > before) notify('It’s your turn', turns() === 1 ? 'In one game.' : `In ${turns()} games.`, 'dejarik-turns');
    });
    const heard = new Map();
    // What is heard first is what the page shows.
    const live = dejarikLive((news) => {
      if (!news.version) return;
      if (heard.has(news.game) && heard.get(news.game) !== news.version) look();
      heard.set(news.game, news.version);
    });
    const join = () => games.forEach((game) => live.join(game, heard.get(game)));
    addEventListener('pagehide', () => live.stop());
    addEventListener('pageshow', (event) => { if (event.persisted) join(); });
    join();
  }
})();
