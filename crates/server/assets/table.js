// The table's hand: sends forms, swaps regions that the server drew, keys, focus. Without it every page still works.
'use strict';
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  // ---- a short message
  function say(text) {
    const toast = document.createElement('p');
    toast.className = 'toast';
    toast.setAttribute('role', 'status');
    toast.textContent = text;
    document.body.append(toast);
    setTimeout(() => toast.remove(), 3200);
  }

  // ---- what the page shows (docs/PROTOCOL.md)
  const page = document.body;
  let shown = null;         // the card on the desk
  let read = null;          // the rule on the desk
  let panel = 'log';        // what the desk shows
  const cards = new Map();  // cards that were looked at, until something changes
  let have = new Map();     // the regions, with their hashes
  let heard = 0;            // the last event that was taken in
  const number = () => Number(page.dataset.number);
  const known = () => `after=${number()}&have=${[...have.values()].join(',')}`;
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
  async function released() { while (held && Date.now() - held < 2000) await pause(15); }

  function keep() {
    const active = document.activeElement;
    return {
      active, id: active?.id, card: active?.dataset?.card, key: active?.dataset?.key, value: active?.value,
      tab: $('.tabs input:checked')?.id, scroll: scrollY, battle: page.dataset.battle, typed: $('#say-line')?.value,
    };
  }

  function restore(before) {
    // The arena that was looked at stays, unless the battle has moved to another.
    const tab = before.tab && document.getElementById(before.tab);
    if (tab && before.battle === page.dataset.battle) tab.checked = true;
    const line = $('#say-line');
    if (line && before.typed && !line.value) line.value = before.typed;
    const said = $('.chat');
    if (said) said.scrollTop = said.scrollHeight;
    showPanel($(`[data-panel="${panel}"]`) ? panel : 'log');
    if (panel === 'card' && shown !== null) inspect(shown);
    else if (panel === 'card' && read) $('[data-panel-of=card]').innerHTML = read;
    if (before.active?.isConnected) {
      if (document.activeElement !== before.active) before.active.focus({ preventScroll: true });
    } else {
      const again = (before.id && document.getElementById(before.id)) ||
        (before.card && $(`.unit [data-card="${CSS.escape(before.card)}"]`));
      if (again) again.focus({ preventScroll: true });
      else if (before.key || before.value) ($('.prompt .choice') || $('#prompt'))?.focus({ preventScroll: true });
    }
    scrollTo(0, before.scroll);
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
        node = built(parts[one][1]).firstElementChild;
        if (before?.tagName === 'DETAILS') node.open = before.open;
        before?.remove();
      }
      const place = last ? last.nextSibling : list.firstChild;
      if (place !== node) list.insertBefore(node, place);
      last = node;
      old.delete(one);
    }
    for (const [gone, node] of old) { node.remove(); have.delete(gone); }
  }

  function change(news) {
    const fresh = new Map(Object.entries(news.body));
    for (const { name } of [...page.attributes]) {
      if (!fresh.has(name) && !['aria-busy', 'data-have'].includes(name)) page.removeAttribute(name);
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
        const [old, next] = [region(name), built(html)];
        // What is listed in a region is sent apart: it moves over.
        for (const list of $$('[data-list]', next)) list.replaceChildren(...($(`[data-list="${list.dataset.list}"]`, old)?.children || []));
        old.replaceWith(next);
      }
      for (const [name, names] of Object.entries(news.lists || {})) relist(name, names, parts);
    }
    for (const [name, value] of fresh) if (page.getAttribute(name) !== value) page.setAttribute(name, value);
    $$('.log .ev').forEach((line) => line.classList.toggle('new', Number(line.dataset.step) > news.from));
    const details = $$('[data-list=log] > details');
    if (details.length !== groups) details.forEach((one, place) => { one.open = place + 2 >= details.length; });
  }

  // Each sentence is read out once.
  function tell(news) {
    const box = $('#said');
    for (const event of news.events || []) {
      if (event.n <= heard) continue;
      heard = event.n;
      const line = document.createElement('p');
      line.textContent = event.text.replace(/\{([0-9a-f]{8})\}/g, (mark, token) => news.cards?.[token] || mark);
      box?.append(line);
    }
    while (box?.childElementCount > 60) box.firstElementChild.remove();
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

  async function take(news) {
    if (news.game !== page.dataset.game) return;
    // Steps only ever grow: what leads to fewer of them was overtaken on its way.
    if (news.to < number()) return;
    if (news.script !== page.dataset.script) { reload(); return; }
    // The game begins: its page has another style.
    if (page.dataset.before && !news.body['data-before']) { location.reload(); return; }
    if (!fits(news)) { have.clear(); wanted = true; return; }
    await released();
    if (news.to < number()) return;
    if (news.to > number()) cards.clear();
    const still = news.whole === undefined && !Object.keys(news.parts || {}).some((name) => !['step', 'receipt'].includes(name));
    const before = keep();
    const all = () => { change(news); restore(before); tell(news); };
    const name = () => $$('[data-token]').forEach((card) => { card.style.viewTransitionName = `card-${card.dataset.token}`; });
    if (still || !document.startViewTransition || calm.matches || news.body['data-still'] || news.body['data-before'] || document.hidden) { all(); return; }
    name();
    const moving = document.startViewTransition(() => { all(); name(); });
    moving.finished.finally(() => $$('[data-token]').forEach((card) => { card.style.viewTransitionName = ''; }));
    // Any key or click skips the motion.
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => moving.skipTransition(), { once: true, capture: true });
    moving.ready.catch(() => {});
    await moving.updateCallbackDone;
  }
  let taking = Promise.resolve();
  function apply(news) {
    taking = taking.then(() => take(news)).catch((error) => { console.error(error); have.clear(); wanted = true; });
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
  async function ask(address, options = {}) {
    const response = await fetch(`${address}${address.includes('?') ? '&' : '?'}${known()}`, options);
    if (!response.ok) throw await problem(response);
    return response.json();
  }

  // Another script of ours has news.
  document.addEventListener('dejarik-show', (event) => apply(event.detail));

  // ---- forms: one after the other, with the step and the number that they had when they were sent
  const queue = [];
  let sending = false;
  async function send(form, button) {
    const data = new URLSearchParams(new FormData(form));
    if (button?.name) data.append(button.name, button.value);
    queue.push({ form, data, action: form.action });
    if (sending) return;
    sending = true;
    page.setAttribute('aria-busy', 'true');
    // What is sent brings everything with it: a refresh on its way isn't waited for.
    flying?.abort();
    while (queue.length) await sent(queue.shift());
    sending = false;
    page.removeAttribute('aria-busy');
    if (wanted) refresh(); else check();
  }
  async function sent({ form, data, action }) {
    for (let tries = 0; ; tries++) {
      try {
        const news = await ask(action, { method: 'POST', body: data });
        if (form.matches('.say')) form.reset();
        await apply(news);
        return;
      } catch (error) {
        // No answer, or not now: the same form again does no harm, the server knows it by its number.
        if ((error.status === undefined || error.status === 503) && tries < 5) {
          // Somebody who waits longer than a moment is told why.
          if (tries === 1) say(error.status ? 'The server can’t do that right now. Trying again…' : 'The server doesn’t answer. Trying again…');
          await pause(400 * 2 ** tries);
          continue;
        }
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
      wanted = false;
      flying = new AbortController();
      try {
        await apply(await ask(`/t/${page.dataset.game}/events`, { signal: flying.signal }));
      } catch (error) {
        if (error.name !== 'AbortError' && error.status !== 404) wanted = true;
      } finally { flying = null; }
      if (wanted && !sending) await pause(Math.min(10_000, 300 * 2 ** Math.min(tries, 6)));
    }
    if (!sending) check();
  }
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
  function listen() {
    const game = page.dataset.game;
    if (!game || !page.dataset.live) return;
    const hear = (news) => {
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
    setInterval(() => here(false), 60_000);
    document.addEventListener('visibilitychange', () => { if (!document.hidden) here(true); });
    addEventListener('online', () => here(false));
    addEventListener('pagehide', () => worker?.port.postMessage({ leave: true }));
    addEventListener('pageshow', (event) => { if (event.persisted) here(true); });
  }

  // ---- the desk
  function showPanel(name) {
    panel = name;
    $$('[data-panel-of]').forEach((part) => { part.hidden = part.dataset.panelOf !== name; });
    $$('[data-panel]').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.panel === name)));
  }

  let waiting = 0;
  async function inspect(slot) {
    const game = document.body.dataset.game;
    const box = $('[data-panel-of=card]');
    if (!game || !box) return;
    shown = slot;
    if (!cards.has(slot)) {
      try { cards.set(slot, (await fetchPart(`/t/${game}/card/${slot}`)).text); } catch { return; }
    }
    if (shown !== slot) return;
    $('[data-panel-of=card]').innerHTML = cards.get(slot);
    showPanel('card');
  }
  // A rule is read beside the game, not instead of it.
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
    if (card && $('.desk')) waiting = setTimeout(() => inspect(card.dataset.card), 140);
  }

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
    const tab = target.closest?.('[data-panel]');
    if (tab) showPanel(tab.dataset.panel);
    const copy = target.closest?.('[data-copy]');
    if (copy) navigator.clipboard?.writeText(copy.dataset.copy).then(() => say('Copied'), () => say('Couldn’t copy: select the link and copy it yourself'));
    if (target.closest?.('[data-back]')) history.back();
    if (target.closest?.('[data-print]')) print();
    if (target.matches?.('[data-select]')) target.select();
    if (!target.closest?.('.menu')) $$('.menu[open]').forEach((menu) => menu.removeAttribute('open'));
  });

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
      const menu = $('.menu[open]');
      if (menu) menu.removeAttribute('open');
      else if (!press('esc')) done = press('u');
    } else if (['arrowleft', 'arrowup'].includes(key) && step(-1)) done = true;
    else if (['arrowright', 'arrowdown'].includes(key) && step(1)) done = true;
    else if (key.length === 1 || key.startsWith('arrow')) {
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
  for (const form of $$('[data-auto]')) {
    form.addEventListener('input', later(async () => {
      const address = `${form.action.split('?')[0]}?${new URLSearchParams(new FormData(form))}`;
      try {
        const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
        $('[data-results]').replaceWith($('[data-results]', page));
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
  const slider = $('[data-slider] input');
  slider?.addEventListener('change', () => slider.form.requestSubmit());

  listen();
})();
