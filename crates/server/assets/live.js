// The one live stream of a browser. As a shared worker it serves all pages of the browser; where there are none, the page
// that is seen runs it itself. It only says which version a table has: pages ask for what they don't show.
'use strict';
function dejarikLive(tell) {
  const games = new Map(); // name of a game → the version that was heard last
  let source = null;
  let tries = 0;
  let next = 0;
  let silence = 0;
  let open = '';

  const list = () => [...games.keys()].sort().join(',');
  const later = (pause) => { clearTimeout(next); next = setTimeout(connect, pause); };
  function close() {
    clearTimeout(silence);
    source?.close();
    source = null;
    open = '';
  }
  // A server that is gone is asked again soon, then less and less often, and not by all pages at once.
  function lost() {
    close();
    tell({ lost: true });
    later(Math.min(15_000, 300 * 2 ** Math.min(tries++, 6)) * (0.5 + Math.random()));
  }
  // The stream beats every 15 seconds: a silent one is dead, whatever the browser thinks.
  const alive = () => { clearTimeout(silence); silence = setTimeout(lost, 40_000); };
  function connect() {
    close();
    if (!games.size) return;
    open = list();
    source = new EventSource(`/live?games=${[...games].map(([game, version]) => (version ? `${game}:${version}` : game)).join(',')}`);
    source.onopen = () => { tries = 0; tell({ lost: false }); alive(); };
    source.addEventListener('beat', alive);
    source.onmessage = (event) => {
      alive();
      const news = JSON.parse(event.data);
      if (news.version) games.set(news.game, news.version);
      tell(news);
    };
    source.onerror = lost;
    alive();
  }
  return {
    // A page shows a game; what was heard of it last is said at once.
    join(game, version) {
      const heard = games.get(game);
      if (heard === undefined) games.set(game, version);
      else if (heard) tell({ game, version: heard });
      if (open !== list()) later(20);
    },
    leave(game) {
      games.delete(game);
      // Without a page nothing runs here for long: the last one takes the stream with it at once.
      if (!games.size) { clearTimeout(next); close(); } else if (open !== list()) later(20);
    },
    // The browser is back: no waiting.
    wake() { if (!source && games.size) later(0); },
    stop() { clearTimeout(next); close(); games.clear(); },
  };
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  const pages = new Map(); // port → the page's game, and when it was heard of
  const live = dejarikLive((news) => { for (const [port, page] of pages) if (page.game === news.game || news.lost !== undefined) port.postMessage(news); });
  const gone = (port) => {
    const page = pages.get(port);
    pages.delete(port);
    if (page && ![...pages.values()].some((other) => other.game === page.game)) live.leave(page.game);
  };
  self.onconnect = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      if (data.leave) { gone(port); return; }
      const fresh = pages.get(port)?.game !== data.game;
      pages.set(port, { game: data.game, at: Date.now() });
      if (fresh || data.join) live.join(data.game, data.version);
      live.wake();
    };
  };
  // Pages say every minute that they are there; those that crashed don't.
  setInterval(() => {
    for (const [port, page] of pages) if (Date.now() - page.at > 300_000) gone(port);
  }, 60_000);
}
