// The table's hand: sends forms, swaps regions that the server drew, keys, focus. Without it every page still works.
'use strict';
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // ---- a short message
  let saying = 0;
  function say(text) {
    const toast = document.getElementById('toast');
    if (!toast) return;
    // Its element is always there, so that it is read out.
    toast.textContent = text;
    clearTimeout(saying);
    saying = setTimeout(() => { toast.textContent = ''; }, 3200 + 40 * text.length);
  }

  // ---- what the page shows (docs/PROTOCOL.md)
  const page = document.body;
  let shown = null;         // the card on the desk
  let read = null;          // the rule on the desk
  let panel = 'log';        // what the desk shows
  const cards = new Map();  // cards that were looked at, until something changes
  let have = new Map();     // the regions, with their hashes
  const number = () => Number(page.dataset.number);
  const known = (after = number()) => `after=${after}&have=${[...have.values()].join(',')}`;
  const region = (name) => $(`[data-region="${CSS.escape(name)}"]`);
  const built = (html) => Object.assign(document.createElement('template'), { innerHTML: html }).content;
  function takeHave(text) { have = new Map((text || '').split(' ').filter(Boolean).map((one) => one.split(':'))); }
  takeHave(page.dataset.have);

  // Nothing is swapped under a finger or a pressed key: the click would be lost.
  let held = 0;
  const hold = () => { held = Date.now(); };
  const release = () => setTimeout(() => { held = 0; }, 0);
  addEventListener('pointerdown', hold, true);
  for (const kind of ['pointerup', 'pointercancel', 'blur', 'dragend']) addEventListener(kind, release, true);
  addEventListener('keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') hold(); }, true);
  addEventListener('keyup', release, true);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  // Nobody waits longer than two seconds for it, however often something is pressed.
  async function released() { const end = Date.now() + 2000; while (held && Date.now() < end) await pause(15); }

  function keep() {
    const active = document.activeElement;
    return {
      active, id: active?.id, card: active?.dataset?.card, asked: Boolean(active?.closest?.('.prompt, #stage')),
      tab: $('.tabs input:checked')?.id, scroll: scrollY, battle: page.dataset.battle, number: number(),
    };
  }

  function restore(before) {
    // The arena that was looked at stays, unless the battle has moved to another.
    const tab = before.tab && document.getElementById(before.tab);
    if (tab && before.battle === page.dataset.battle) tab.checked = true;
    const said = $('.chat');
    if (said) said.scrollTop = said.scrollHeight;
    showPanel($(`[data-panel="${panel}"]`) ? panel : 'log', Boolean($('.desk')?.dataset.open) && before.number === number());
    if (panel === 'card' && shown !== null) inspect(shown, false);
    else if (panel === 'card' && read) $('[data-panel-of=card]').innerHTML = read;
    // Who answered reads the new question first; everybody else stays where they are.
    const question = before.number !== number() && $('#ask-h');
    if (question && (before.asked || answered)) question.focus({ preventScroll: true });
    else if (!before.active?.isConnected) {
      const again = (before.id && document.getElementById(before.id)) ||
        (before.card && $(`.unit [data-card="${CSS.escape(before.card)}"]`));
      if (again) again.focus({ preventScroll: true });
    } else if (document.activeElement !== before.active) before.active.focus({ preventScroll: true });
    // Whoever is somewhere else hears that a question waits.
    const asked = document.getElementById('asked');
    if (asked && question && document.activeElement !== question && page.dataset.asked) asked.textContent = question.textContent;
    if (question && page.dataset.asked) notify(question.textContent);
    answered = false;
    if (scrollY !== before.scroll) scrollTo(0, before.scroll);
    if (question) inView();
    document.title = `${page.dataset.title || 'Table'} · Dejarik`;
    $$('[data-again]').forEach((button) => { button.hidden = false; });
    dejarikPlayer.buttons();
  }

  // Who acts, and the lane of the attack, are in view, however full their arena is.
  function inView() {
    const arena = $('.arena.now');
    const what = arena && ($('.lane', arena) || $('.attacking, .acting', arena));
    if (!what || arena.scrollHeight <= arena.clientHeight) return;
    const [a, b] = [arena.getBoundingClientRect(), what.getBoundingClientRect()];
    arena.scrollTop += b.top - a.top - (a.height - b.height) / 2;
  }

  // The groups of the log: those that are new come, those that are old go, all others stay as they are.
  function relist(name, names, parts) {
    const list = $(`[data-list="${name}"]`);
    const old = new Map([...list.children].map((one) => [one.dataset.region, one]));
    let last = null;
    for (const one of names) {
      const before = old.get(one);
      let node = before;
      if (parts[one]) {
        const fresh = built(parts[one][1]).firstElementChild;
        node = before ? dejarikMorph(before, fresh) : fresh;
      }
      const place = last ? last.nextSibling : list.firstChild;
      if (place !== node) list.insertBefore(node, place);
      last = node;
      old.delete(one);
    }
    for (const node of [...list.children]) if (!names.includes(node.dataset.region)) { have.delete(node.dataset.region); node.remove(); }
  }

  // ---- notices of the browser, for those who are somewhere else
  let notice = null;
  function notify(words) {
    if (!document.hidden || kept('dejarik-notices') !== 'on' || window.Notification?.permission !== 'granted') return;
    // Some browsers have them only for installed pages.
    try {
      notice = new Notification('It’s your turn', { body: words, tag: page.dataset.game });
      notice.onclick = () => { window.focus(); notice.close(); };
    } catch { /* the title of the page says it, too */ }
  }
  async function allowNotices(input) {
    const allowed = window.Notification ? await Notification.requestPermission() : 'missing';
    if (allowed === 'granted') return;
    input.checked = false;
    keep_it('dejarik-notices', 'off');
    say(allowed === 'missing' ? 'This browser has no notifications here.' : 'Your browser doesn’t allow notifications for this table.');
  }

  // ---- the clock: the server says what is left and from when on it is used up; the page counts.
  const ahead = Number($('meta[name=now]')?.content || Date.now()) - Date.now();
  const two = (part) => String(part).padStart(2, '0');
  function clockWords(left) {
    const seconds = Math.ceil(left / 1000);
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (days) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }
  let warned = '';          // the last warning: each is said once in a while that runs
  function tick() {
    for (const clock of $$('time[data-left]')) {
      const runs = clock.dataset.from !== undefined;
      const used = runs ? Math.max(0, Date.now() + ahead - Number(clock.dataset.from)) : 0;
      const left = Math.max(0, Number(clock.dataset.left) - used);
      const words = clockWords(left);
      if (clock.textContent !== words) clock.textContent = words;
      clock.classList.toggle('soon', left < 60000);
      clock.classList.toggle('last', left < 20000);
      if (!runs || clock.dataset.own === undefined || !used) continue;
      const stage = left < 20000 ? 20 : left < 60000 ? 60 : 0;
      const warning = stage ? `${clock.dataset.from} ${stage}` : '';
      if (warning && warning !== warned) say(stage === 20 ? 'You have less than 20 seconds left.' : 'You have less than a minute left.');
      if (warning) warned = warning;
    }
  }
  if ($('meta[name=now]')) setInterval(tick, 250);

  function change(news) {
    const fresh = new Map(Object.entries(news.body));
    for (const { name } of [...page.attributes]) {
      if (!fresh.has(name) && !['aria-busy', 'data-have', 'data-playing'].includes(name)) page.removeAttribute(name);
    }
    const groups = $$('[data-list=log] > details').length;
    if (news.whole !== undefined) {
      page.replaceChildren(built(news.whole));
      takeHave(news.have);
    } else {
      const parts = news.parts || {};
      const listed = new Set(Object.values(news.lists || {}).flat());
      for (const [name, [hash, html]] of Object.entries(parts)) {
        have.set(name, hash);
        if (listed.has(name)) continue;
        const [old, next] = [region(name), built(html).firstElementChild];
        // What is listed in a region is sent apart: it stays, or moves over.
        const lists = new Map($$('[data-list]', old).map((list) => [list.dataset.list, [...list.children]]));
        const now = dejarikMorph(old, next);
        for (const list of $$('[data-list]', now)) {
          const children = lists.get(list.dataset.list);
          if (children?.length && children[0].parentElement !== list) list.replaceChildren(...children);
        }
      }
      for (const [name, names] of Object.entries(news.lists || {})) relist(name, names, parts);
    }
    for (const [name, value] of fresh) if (page.getAttribute(name) !== value) page.setAttribute(name, value);
    $$('.log .ev').forEach((line) => line.classList.toggle('new', Number(line.dataset.step) > news.from));
    const details = $$('[data-list=log] > details');
    if (details.length !== groups) details.forEach((one, place) => { one.open = place + 2 >= details.length; });
  }

  // Whether the page has all that the news leave out.
  function fits(news) {
    if (news.whole !== undefined) return true;
    const parts = news.parts || {};
    const listed = Object.values(news.lists || {}).flat();
    return listed.every((name) => parts[name] || region(name)) &&
      Object.keys(parts).every((name) => listed.includes(name) || region(name));
  }

  function reload() {
    // Once: two servers with different scripts must not make a page go round and round.
    const last = Number(sessionStorage.getItem('dejarik-reload') || 0);
    if (Date.now() - last < 30_000) return;
    sessionStorage.setItem('dejarik-reload', String(Date.now()));
    location.reload();
  }

  async function take(news, jump) {
    if (news.game !== page.dataset.game) return;
    // Steps only ever grow: what leads to fewer of them was overtaken on its way. A replay goes where its viewer wants.
    if (news.to < number() && !jump) return;
    if (news.script !== page.dataset.script) { reload(); return; }
    // The players have gone on to another table.
    if (news.body['data-next'] && !page.dataset.next) { location.assign(news.body['data-next']); return; }
    // The game begins: its page has another style.
    if (page.dataset.before && !news.body['data-before']) { location.reload(); return; }
    if (!fits(news)) { have.clear(); wanted = true; return; }
    if (!jump) await dejarikPlayer.play(news);
    await released();
    if (news.to < number() && !jump) { dejarikPlayer.undo(); dejarikPlayer.settle(); return; }
    if (news.to !== number()) cards.clear();
    const still = page.dataset.still || page.dataset.before || news.whole !== undefined || jump;
    const before = keep();
    const all = () => { dejarikPlayer.undo(); change(news); dejarikPlayer.settle(); restore(before); };
    if (still) all(); else { dejarikMotion.begin(1); dejarikMotion.flip(all); }
  }
  let taking = Promise.resolve();
  function apply(news, jump = false) {
    taking = taking.then(() => take(news, jump)).catch((error) => { console.error(error); dejarikMotion.clear(); dejarikPlayer.undo(); dejarikPlayer.settle(); have.clear(); wanted = true; });
    return taking;
  }

  async function problem(response) {
    const words = new DOMParser().parseFromString(await response.text(), 'text/html');
    return Object.assign(new Error($('.lead', words)?.textContent || response.statusText), { status: response.status });
  }
  async function fetchPart(address) {
    const response = await fetch(address, { headers: { 'x-part': '1' } });
    if (!response.ok) throw await problem(response);
    return { text: await response.text(), address: response.url };
  }
  async function ask(address, options = {}, after = number()) {
    const response = await fetch(`${address}${address.includes('?') ? '&' : '?'}${known(after)}`, options);
    if (!response.ok) throw await problem(response);
    return response.json();
  }

  // Another script of ours has news.
  document.addEventListener('dejarik-show', (event) => apply(event.detail));

  // ---- forms: one after the other, with the step and the number that they had when they were sent
  const queue = [];
  let sending = false;
  let answered = false;     // by a form, wherever its button was
  async function send(form, button) {
    const data = new URLSearchParams(new FormData(form));
    if (button?.name) data.append(button.name, button.value);
    if (form.id === 'answer') answered = true;
    queue.push({ form, data, action: button?.hasAttribute('formaction') ? button.formAction : form.action });
    if (sending) return;
    sending = true;
    // What is sent brings everything with it: a refresh on its way isn't waited for.
    flying?.abort();
    while (queue.length) await sent(queue.shift());
    sending = false;
    if (wanted) refresh(); else check();
    rejoin();
    expect();
  }
  // Whoever has come or answered hears within seconds what comes of it, also from a stream that is dead and doesn't know it.
  let expecting = 0;
  function expect([first, ...rest] = [3000, 9000, 27_000]) {
    clearTimeout(expecting);
    if (!first || !page.dataset.live || page.dataset.asked) return;
    const shown = page.dataset.version;
    expecting = setTimeout(async () => {
      if (page.dataset.version === shown && !document.hidden) await refresh();
      expect(rest);
    }, first);
  }
  async function sent({ form, data, action }) {
    for (let tries = 0; ; tries++) {
      try {
        page.setAttribute('aria-busy', 'true');
        const news = await ask(action, { method: 'POST', body: data });
        page.removeAttribute('aria-busy');
        wire(true);
        if (form.matches('.say')) form.reset();
        await apply(news);
        return;
      } catch (error) {
        // No answer, not now, or not here: the same form again does no harm, the server knows it by its number. One that is
        // sent on (421) comes to another server the next time, perhaps not yet to the right one.
        if ((error.status === undefined || error.status === 503) && tries < 5 || error.status === 421 && tries < 12) {
          // Somebody who waits longer than a moment is told why.
          if (tries === 1 && error.status) say(error.status === 421 ? 'The game goes on at another server. Looking for it…' : 'The server can’t do that right now. Trying again…');
          if (!error.status) wire(false);
          await pause(error.status === 421 ? 300 : 400 * 2 ** tries);
          continue;
        }
        page.removeAttribute('aria-busy');
        say(error.message);
        wanted = true;
        return;
      }
    }
  }

  // ---- refreshing: one at a time, and none for a version that is shown already
  let flying = null;
  let wanted = false;
  let latest = '';
  async function refresh() {
    wanted = true;
    if (flying || sending) return;
    for (let tries = 0; wanted && !sending; tries++) {
      // Who watches and has paused goes on later.
      if (page.dataset.watch && dejarikPlayer.paused && !dejarikPlayer.stepping) return;
      wanted = false;
      flying = new AbortController();
      try {
        const news = await ask(`/t/${page.dataset.game}/events${page.dataset.watch ? '?pace=own' : ''}`, { signal: flying.signal });
        wire(true);
        await apply(news);
      } catch (error) {
        if (error.name !== 'AbortError' && error.status === undefined) wire(false);
        if (error.name !== 'AbortError' && error.status !== 404) wanted = true;
      } finally { flying = null; }
      if (wanted && !sending) await pause(Math.min(10_000, 300 * 2 ** Math.min(tries, 6)));
    }
    if (!sending) check();
  }
  // ---- a bar as long as there is no connection
  let lostAt = 0;
  let wireTimer = 0;
  function wire(well) {
    const bar = document.getElementById('wire');
    if (!bar || (well && !lostAt) || (!well && lostAt)) return;
    clearTimeout(wireTimer);
    lostAt = well ? 0 : Date.now();
    bar.classList.toggle('back', well);
    if (well) {
      if (bar.hidden) return;
      bar.textContent = 'The connection is back.';
      wireTimer = setTimeout(() => { bar.hidden = true; }, 4000);
    } else {
      const since = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      // A blink is none.
      wireTimer = setTimeout(() => { bar.textContent = `No connection to the table since ${since}. This page keeps trying, and nothing is lost.`; bar.hidden = false; }, 1500);
    }
  }

  // ---- since the last answer, once more
  async function again(from) {
    try {
      const past = await ask(`/t/${page.dataset.game}/again-from`, {}, from);
      dejarikPlayer.rewind(from);
      await apply(past, true);
      await refresh();
    } catch (error) { say(error.message); refresh(); }
  }
  document.addEventListener('click', (event) => {
    const from = event.target.closest?.('[data-again]')?.closest('[data-from]')?.dataset.from;
    if (from && !sending && !dejarikPlayer.playing) again(Number(from));
  });

  let last = '';
  function check() {
    if (!latest || latest === page.dataset.version) return;
    const [step] = latest.split('.').map(Number);
    // A message that was overtaken says nothing new.
    if (step < number()) return;
    // What the server shows may lag behind what it told: not as fast as it can.
    const again = latest === last;
    last = latest;
    if (again) setTimeout(() => { if (latest !== page.dataset.version) refresh(); }, 1000);
    else refresh();
  }

  // ---- the live stream: one for the whole browser, where it can share one
  let rejoin = () => {};
  function listen() {
    const game = page.dataset.game;
    if (!game || !page.dataset.live) return;
    expect();
    const hear = (news) => {
      if (news.lost !== undefined) { wire(!news.lost); return; }
      if (news.game !== game) return;
      // No place among those who watch: look now and then.
      if (news.full) { setTimeout(refresh, 10_000); return; }
      latest = news.version;
      last = '';
      check();
    };
    function alone() {
      const live = dejarikLive(hear);
      const seen = () => { if (document.hidden) live.stop(); else live.join(game, page.dataset.version); };
      document.addEventListener('visibilitychange', seen);
      addEventListener('pagehide', () => live.stop());
      addEventListener('pageshow', (event) => { if (event.persisted) seen(); });
      addEventListener('online', () => live.wake());
      rejoin = () => { if (!document.hidden) live.join(game, page.dataset.version); };
      seen();
    }
    const source = $('script[src*="/live.js"]')?.src;
    if (typeof SharedWorker === 'undefined' || !source) { alone(); return; }
    let worker;
    try { worker = new SharedWorker(source, 'dejarik-live'); } catch { alone(); return; }
    worker.onerror = () => { worker = null; alone(); };
    worker.port.onmessage = ({ data }) => hear(data);
    const here = (join) => worker?.port.postMessage({ game, join, version: page.dataset.version });
    here(true);
    // A worker that has lost this page knows it again with the next answer.
    rejoin = () => here(true);
    setInterval(() => here(false), 60_000);
    document.addEventListener('visibilitychange', () => { if (!document.hidden) here(true); });
    addEventListener('online', () => here(false));
    addEventListener('pagehide', () => worker?.port.postMessage({ leave: true }));
    addEventListener('pageshow', (event) => { if (event.persisted) here(true); });
  }

  // ---- the desk
  const narrow = matchMedia('(max-width: 900px)');
  function showPanel(name, open = narrow.matches) {
    panel = name;
    const desk = $('.desk');
    if (desk) desk.dataset.shown = name;
    // On a small screen the desk is a sheet.
    if (desk) { if (open && narrow.matches) desk.dataset.open = 'yes'; else delete desk.dataset.open; }
    $$('[data-panel]').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.panel === name)));
  }

  let waiting = 0;
  // A card on the desk; what is only drawn again opens no sheet that was closed.
  async function inspect(slot, opens = true) {
    const game = page.dataset.game;
    const box = $('[data-panel-of=card]');
    if (!box) return;
    shown = slot;
    if (!cards.has(slot)) {
      // A judge's position is in the address; a game has a name.
      const address = game ? `/t/${game}/card/${slot}` : `${location.pathname}${location.search}&card=${slot}`;
      try { cards.set(slot, (await fetchPart(address)).text); } catch { return; }
    }
    if (shown !== slot) return;
    $('[data-panel-of=card]').innerHTML = cards.get(slot);
    if (opens) showPanel('card');
  }
  // A rule is read beside the game, not instead of it.
  // What can be done now, and what not, beside the table.
  async function readMoves(link) {
    try {
      read = (await fetchPart(link.getAttribute('href'))).text;
      shown = null;
      $('[data-panel-of=card]').innerHTML = read;
      showPanel('card');
    } catch { location.href = link.href; }
  }
  async function readRule(link) {
    try {
      const { text } = await fetchPart(`/rules?q=${link.hash.slice(1)}`);
      shown = null;
      read = text;
      $('[data-panel-of=card]').innerHTML = text;
      showPanel('card');
    } catch { location.href = link.href; }
  }
  function look(target) {
    const card = target.closest?.('[data-card]');
    clearTimeout(waiting);
    // Where the desk would lie over the arena, a card is read when somebody asks for it.
    if (card && $('.desk') && !card.closest('.desk') && !narrow.matches) waiting = setTimeout(() => inspect(card.dataset.card), 140);
  }

  // ---- what something means, in one sentence: under the mouse, at the focus, under a finger that stays
  const tip = Object.assign(document.createElement('div'), { id: 'tip', hidden: true });
  tip.setAttribute('role', 'tooltip');
  let tipping = 0;
  let tipped = null;
  // The browser would show a title of its own beside it.
  function words(one) {
    if (one.title) { one.dataset.tip = one.title; one.removeAttribute('title'); }
    return one.dataset.tip || '';
  }
  function hideTip() {
    clearTimeout(tipping);
    if (tipped?.getAttribute('aria-describedby') === 'tip') tipped.removeAttribute('aria-describedby');
    tipped = null;
    if (tip.hidden) return false;
    tip.hidden = true;
    return true;
  }
  function showTip(one, all, focused = false) {
    hideTip();
    const told = all.map(words).filter((line, place, lines) => line && lines.indexOf(line) === place);
    if (!told.length || !one.isConnected) return;
    if (!tip.isConnected) document.documentElement.append(tip);
    tip.replaceChildren(...told.map((line) => Object.assign(document.createElement('p'), { textContent: line })));
    tip.hidden = false;
    const [at, own] = [one.getBoundingClientRect(), tip.getBoundingClientRect()];
    const below = at.bottom + 8 + own.height <= innerHeight;
    tip.style.left = `${Math.max(6, Math.min(at.left + at.width / 2 - own.width / 2, innerWidth - own.width - 6))}px`;
    tip.style.top = `${Math.max(6, Math.min(below ? at.bottom + 8 : at.top - own.height - 8, innerHeight - own.height - 6))}px`;
    tipped = one;
    if (focused && !one.hasAttribute('aria-describedby')) one.setAttribute('aria-describedby', 'tip');
  }
  const meant = (target) => $('.desk') && target.closest?.('[title], [data-tip]');
  // What is at the focus: itself, or the parts that it names; a card's where the desk doesn't show it.
  function focusTip(one) {
    if (!$('.desk') || !one.closest) return;
    const own = one.matches('[title], [data-tip]') ? [one] : [];
    const parts = one.dataset.tips ? $$(one.dataset.tips, one) : one.dataset.card && narrow.matches ? $$('[title], [data-tip]', one) : [];
    if (own.length + parts.length) showTip(one, [...own, ...parts], true);
  }
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const one = meant(event.target);
    if (one === tipped) return;
    hideTip();
    if (one) { words(one); tipping = setTimeout(() => showTip(one, [one]), 320); }
  });
  document.addEventListener('focusin', (event) => {
    // A finger that stays also brings the focus to what it touches.
    if (tipped && event.target.contains?.(tipped)) return;
    hideTip();
    if (event.target.matches(':focus-visible')) focusTip(event.target);
  });
  addEventListener('pointerdown', () => hideTip(), true);
  addEventListener('scroll', () => hideTip(), true);

  // ---- fingers: the first tap reads, and what can be done is on the sheet; a long press reads anything
  let finger = false;
  let pressing = 0;
  let read_it = false;
  addEventListener('pointerdown', (event) => {
    finger = event.pointerType === 'touch' || event.pointerType === 'pen';
    read_it = false;
    clearTimeout(pressing);
    const card = finger && event.target.closest?.('[data-card]');
    if (card && $('.desk')) pressing = setTimeout(() => { read_it = true; inspect(card.dataset.card); }, 450);
    const one = finger && !card && meant(event.target);
    if (one) pressing = setTimeout(() => { read_it = true; showTip(one, [one]); }, 450);
  }, true);
  for (const kind of ['pointerup', 'pointercancel', 'pointermove', 'scroll']) {
    addEventListener(kind, (event) => { if (kind !== 'pointermove' || Math.hypot(event.movementX, event.movementY) > 8) clearTimeout(pressing); }, true);
  }
  addEventListener('contextmenu', (event) => { if (finger && (event.target.closest?.('[data-card]') || meant(event.target))) event.preventDefault(); });
  addEventListener('click', (event) => {
    const card = finger && event.detail && event.target.closest?.('button.card, .plate button.name');
    if (!card && !read_it) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (card && !read_it) inspect(card.dataset.card);
    read_it = false;
  }, true);

  // ---- events
  document.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') look(event.target); });
  document.addEventListener('focusin', (event) => { if (event.target.matches(':focus-visible')) look(event.target); });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    const table = document.body.dataset.game && document.body.dataset.live;
    const action = event.submitter?.getAttribute('formaction') || form.getAttribute('action') || '';
    if (table && form.method === 'post' && !/\/(again|continue)$/.test(action)) {
      event.preventDefault();
      send(form, event.submitter);
    }
  });
  document.addEventListener('click', (event) => {
    const target = event.target;
    const card = target.closest?.('a[data-card]');
    if (card && $('.desk')) { event.preventDefault(); inspect(card.dataset.card); return; }
    const rule = target.closest?.('a[href^="/rules#"]');
    if (rule && $('.desk') && rule.textContent !== 'In the rulebook') { event.preventDefault(); readRule(rule); return; }
    const can = target.closest?.('[data-moves]');
    if (can && $('.desk')) { event.preventDefault(); readMoves(can); return; }
    const tab = target.closest?.('[data-panel]');
    // The same tab again closes the sheet.
    if (tab) showPanel(tab.dataset.panel, !($('.desk').dataset.open && panel === tab.dataset.panel));
    if (target.closest?.('[data-close]')) showPanel(panel, false);
    const copy = target.closest?.('[data-copy]');
    if (copy) navigator.clipboard?.writeText(copy.dataset.copy).then(() => say('Copied'), () => say('Couldn’t copy: select the link and copy it yourself'));
    if (target.closest?.('[data-back]')) history.back();
    if (target.closest?.('[data-print]')) print();
    if (target.matches?.('[data-select]')) target.select();
    if (!target.closest?.('.menu')) $$('.menu[open]').forEach((menu) => menu.removeAttribute('open'));
  });

  // Somebody who speaks to the computer, or whose screen reader wants the letters, can switch them off.
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep_it = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ } };
  const letters = () => kept('dejarik-keys') !== 'off';
  for (const input of $$('[data-keeps]')) {
    const name = `dejarik-${input.dataset.keeps}`;
    input.closest('[hidden]')?.removeAttribute('hidden');
    if (input.type === 'checkbox') input.checked = (kept(name) || input.dataset.usual) === 'on';
    else input.value = kept(name) || input.dataset.usual;
    input.addEventListener('change', () => {
      keep_it(name, input.type === 'checkbox' ? (input.checked ? 'on' : 'off') : input.value);
      dejarikTheme();
      if (input.dataset.keeps === 'sound' && input.checked) dejarikSound('turn');
      if (input.dataset.keeps === 'notices' && input.checked) allowNotices(input);
    });
  }

  function press(key) {
    const button = $$(`[data-key="${CSS.escape(key)}"]`).find((one) => one.offsetParent !== null);
    button?.click();
    return Boolean(button);
  }
  // Arrows move inside a row of cards or choices.
  function step(way) {
    const here = document.activeElement?.closest?.('.row, .cards, .choices, .zone, .groups');
    if (!here) return false;
    const all = $$('.card, .choice, .plate .name', here);
    const next = all[all.indexOf(document.activeElement) + way];
    next?.focus();
    return Boolean(next);
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    let done = true;
    if (key === 'escape') {
      if (hideTip()) { event.preventDefault(); return; }
      const menu = $('.menu[open], .until[open]');
      if (menu) { menu.removeAttribute('open'); $('summary', menu)?.focus(); }
      else if ($('.desk')?.dataset.open) showPanel(panel, false);
      else if (!press('esc')) done = press('u');
    } else if (['arrowleft', 'arrowup'].includes(key) && step(-1)) done = true;
    else if (['arrowright', 'arrowdown'].includes(key) && step(1)) done = true;
    else if ((key.length === 1 && letters()) || key.startsWith('arrow')) {
      const arena = { s: 'space', g: 'ground', c: 'character' }[key];
      if (press(key)) done = true;
      else if (arena && $('.arenas')) {
        const tab = document.getElementById(`tab-${arena}`);
        if (tab) tab.checked = true;
        ($(`#arena-${arena} .card`) || $(`#arena-${arena}`))?.focus();
      } else if (key === 'y') ($('#hand .card') || $('#hand'))?.focus();
      else if (key === 'l') { showPanel('log'); $('.log')?.focus(); }
      else if (key === 'o') showPanel('odds');
      else if (key === 'r') $('.prompt .rule')?.click();
      else if (key === '?') $('.menu:last-of-type summary')?.click();
      else done = false;
    } else done = false;
    if (done) event.preventDefault();
  });

  // ---- reading pages: filters, searches that answer while typing, files that are dropped
  function later(work, pause) { let timer = 0; return (...all) => { clearTimeout(timer); timer = setTimeout(() => work(...all), pause); }; }
  for (const input of $$('[data-filter]')) {
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase();
      $$(input.dataset.filter).forEach((item) => { item.hidden = !item.textContent.toLowerCase().includes(words); });
    });
  }
  for (const form of $$('[data-live-search]')) {
    form.addEventListener('input', later(async () => {
      const address = `${form.getAttribute('action')}?${new URLSearchParams(new FormData(form))}`;
      try { $('[data-results]').innerHTML = (await fetchPart(address)).text; history.replaceState(null, '', address); } catch (error) { say(error.message); }
    }, 180));
  }
  for (const input of $$('[data-guess]')) {
    const say_it = () => { input.closest('label').querySelector('output').textContent = input.value; };
    input.addEventListener('input', say_it);
    say_it();
  }
  for (const form of $$('[data-auto]')) {
    form.addEventListener('input', later(async () => {
      const address = `${form.action.split('?')[0]}?${new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))}`;
      try {
        const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
        $('[data-results]').replaceWith($('[data-results]', page));
        // What a card says stands in the empty fields.
        const drawn = $('[data-auto]', page).elements;
        for (const field of form.elements) {
          const now = field.name && drawn[field.name];
          if (!now) continue;
          if (now.placeholder) field.placeholder = now.placeholder;
          if (field.type === 'checkbox' && field.disabled !== now.disabled) [field.disabled, field.checked] = [now.disabled, now.checked];
        }
        history.replaceState(null, '', address);
      } catch { /* typing goes on */ }
    }, 220));
  }
  for (const form of $$('[data-drop]')) {
    form.addEventListener('dragover', (event) => event.preventDefault());
    form.addEventListener('drop', async (event) => {
      const file = event.dataTransfer?.files?.[0];
      if (!file) return;
      event.preventDefault();
      if (file.size > 1048576) return say('That file is too large for a deck.');
      $('textarea', form).value = await file.text();
      const name = $('[name=name]', form);
      if (name && !name.value) name.value = file.name.replace(/\.(dek|txt|json)$/i, '').replaceAll('_', ' ');
    });
  }
  // A replay goes on without loading pages (replay.js).
  window.dejarikTable = { ask, apply, say };
  if (page.dataset.watch) {
    document.getElementById('stage').hidden = false;
    dejarikPlayer.heed((what) => {
      if (what === 'attack' || what === 'turn') dejarikPlayer.rush(what);
      if (what !== 'back') refresh();
    });
  }
  $$('[data-again]').forEach((button) => { button.hidden = false; });
  inView();
  listen();
})();
