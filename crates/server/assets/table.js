// The table's hand: sends forms, swaps parts that the server drew, keys, focus. Without it every page still works.
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

  // ---- swapping the table
  let shown = null;         // the card on the desk
  let read = null;          // the rule on the desk
  let panel = 'log';        // what the desk shows
  const cards = new Map();  // cards that were looked at, until something changes

  function keep() {
    const active = document.activeElement;
    return {
      id: active?.id, card: active?.dataset?.card, key: active?.dataset?.key, value: active?.value,
      tab: $('.tabs input:checked')?.id, scroll: scrollY,
      battle: $('.arenas')?.dataset.battle, typed: $('#say-line')?.value,
    };
  }

  function restore(before, next) {
    const body = document.body;
    for (const { name } of [...body.attributes]) if (!next.hasAttribute(name)) body.removeAttribute(name);
    for (const { name, value } of [...next.attributes]) body.setAttribute(name, value);
    body.replaceChildren(...next.childNodes);
    // The arena that was looked at stays, unless the battle has moved to another.
    const tab = before.tab && document.getElementById(before.tab);
    if (tab && before.battle === $('.arenas')?.dataset.battle) tab.checked = true;
    const line = $('#say-line');
    if (line && before.typed) line.value = before.typed;
    const said = $('.chat');
    if (said) said.scrollTop = said.scrollHeight;
    showPanel($(`[data-panel="${panel}"]`) ? panel : 'log');
    if (panel === 'card' && shown !== null) inspect(shown);
    else if (panel === 'card' && read) $('[data-panel-of=card]').innerHTML = read;
    const again = (before.id && document.getElementById(before.id)) ||
      (before.card && $(`.unit [data-card="${CSS.escape(before.card)}"]`));
    if (again) again.focus({ preventScroll: true });
    else if (before.key || before.value) ($('.prompt .choice') || $('#prompt'))?.focus({ preventScroll: true });
    scrollTo(0, before.scroll);
  }

  function swap(html) {
    const next = new DOMParser().parseFromString(html, 'text/html').body;
    if (!next.dataset.game) return;
    // Steps only ever grow: a page with fewer of them was overtaken on its way.
    const [now, then] = [document.body, next].map((body) => Number(body.dataset.number));
    if (then < now && next.dataset.game === document.body.dataset.game) return;
    // The game begins: its page has another style.
    if (document.body.dataset.before && !next.dataset.before) { location.reload(); return; }
    cards.clear();
    const before = keep();
    const name = () => $$('[data-token]').forEach((card) => { card.style.viewTransitionName = `card-${card.dataset.token}`; });
    if (!document.startViewTransition || calm.matches || next.dataset.still || next.dataset.before || document.hidden) return restore(before, next);
    name();
    const moving = document.startViewTransition(() => { restore(before, next); name(); });
    moving.finished.finally(() => $$('[data-token]').forEach((card) => { card.style.viewTransitionName = ''; }));
    // Any key or click skips the motion.
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => moving.skipTransition(), { once: true, capture: true });
    moving.ready.catch(() => {});
  }

  async function fetchPart(address, options = {}) {
    const response = await fetch(address, { ...options, headers: { 'x-part': '1', ...(options.headers || {}) } });
    const text = await response.text();
    if (!response.ok) {
      const page = new DOMParser().parseFromString(text, 'text/html');
      throw Object.assign(new Error($('.lead', page)?.textContent || response.statusText), { status: response.status });
    }
    return { text, address: response.url };
  }

  // Another script of ours has a newer table.
  document.addEventListener('dejarik-show', (event) => swap(event.detail));

  let busy = false;
  async function send(form, button) {
    if (busy) return;
    busy = true;
    const data = new URLSearchParams(new FormData(form));
    if (button?.name) data.append(button.name, button.value);
    document.body.setAttribute('aria-busy', 'true');
    try {
      const { text } = await fetchPart(form.action, { method: 'POST', body: data });
      if (form.matches('.say')) form.reset();
      swap(text);
    } catch (error) {
      say(error.message);
      if (error.status === 409) refresh();
    } finally {
      busy = false;
      document.body.removeAttribute('aria-busy');
    }
  }

  async function refresh() {
    try { swap((await fetchPart(`/t/${document.body.dataset.game}`)).text); } catch { /* the next message asks again */ }
  }

  // ---- the live connection
  let asking = false;
  let latest = '';
  function listen() {
    const game = document.body.dataset.game;
    if (!game || !document.body.dataset.live) return;
    const live = new EventSource(`/t/${game}/live`);
    // The connection says which version there is; the page asks for it if it shows another. After a lost connection the
    // first message says it again, so nothing is missed.
    const isNew = (version) => version !== document.body.dataset.version;
    const ask = async (version) => {
      if (!isNew(version)) return;
      if (asking || busy) { setTimeout(() => ask(latest), 250); return; }
      asking = true;
      await refresh();
      asking = false;
      if (latest !== version) ask(latest);
    };
    live.onmessage = (event) => { latest = event.data; ask(latest); };
    addEventListener('pagehide', () => live.close());
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
