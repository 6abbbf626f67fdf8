// The player: shows what happened, one event after another, on the page as it was; then the page of the server takes its
// place. It computes nothing of the game and may be left at any moment.
'use strict';
const dejarikPlayer = (() => {
  const M = dejarikMotion;
  const $ = (selector, root = document) => root?.querySelector(selector) ?? null;
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const page = document.body;
  const SPEEDS = { instant: 0, quick: 0.55, normal: 1, slow: 1.9 };
  // Milliseconds at normal speed.
  const TIMES = { turn: 1000, step: 520, pool: 420, roll: 900, draw: 320, build: 500, counter: 450, reveal: 850, deploy: 480, retreat: 520, play: 850, attack: 620, redirect: 620, use: 520, dice: 850, reroll: 620, sum: 520, prevent: 560, damage: 560, discard: 580, control: 800, over: 900, note: 450 };
  const BIG = new Set(['attack', 'play', 'discard', 'control', 'deploy', 'over']);
  // What a player does to the own cards needs no show: the cards move, and the next question is there.
  const LIGHT = new Set(['pool', 'draw', 'build', 'counter', 'reveal', 'deploy', 'retreat', 'step']);
  const LONGEST = 9000;

  let heard = 0;         // the last event that was taken in
  let said = 0;          // the last that was read out
  let playing = false;
  let paused = false;
  let skipping = false;
  let one = false;       // only the next event
  let wanted = false;    // somebody asked to see it
  let until = null;      // everything at once up to this kind
  let news = null;
  let resume = () => {};
  let changed = () => {};

  const kept = () => { try { return localStorage.getItem('dejarik-speed'); } catch { return null; } };
  let speed = kept() in SPEEDS ? kept() : 'normal';
  const near = (by) => by === 'you' || by === 'light';
  const tone = (by) => (by ? (near(by) ? 'near' : 'far') : '');
  const name = (token) => news.cards?.[token] || 'a card';
  const plain = (words) => words.replace(/\{([0-9a-f]{8})\}/g, (_, token) => name(token));
  // Cards have the colour of their side, as far as the page shows them.
  const side = (token) => M.card(token)?.closest('[data-side]')?.dataset.side || /data-side="(\w)"/.exec(news.faces?.[token] || '')?.[1] || '';
  function drawn(words) {
    return words.split(/(\{[0-9a-f]{8}\})/).map((part) => {
      const token = /^\{(.*)\}$/.exec(part)?.[1];
      if (!token) return M.text(part);
      return `<span class="${side(token)}" data-card="${token}">${M.text(name(token))}</span>`;
    }).join('');
  }

  // ---- one sentence an event, for those who hear the page and for the log
  function say(event) {
    if (event.n <= said) return;
    said = event.n;
    const box = document.getElementById('said');
    const line = Object.assign(document.createElement('p'), { textContent: plain(event.text) + (event.why ? ` ${event.why}` : '') });
    box?.append(line);
    while (box?.childElementCount > 60) box.firstElementChild.remove();
  }
  function note(event) {
    const list = $('[data-list=log]');
    if (!list) return;
    let live = $('.live', list);
    if (!live) { live = Object.assign(document.createElement('ol'), { className: 'plain live' }); list.append(live); }
    live.insertAdjacentHTML('beforeend', event.group ? `<li class="stage">${M.text(event.title || event.text)}</li>` : `<li class="ev new"><span>${drawn(event.text)}</span></li>`);
  }

  // ---- what an event leaves behind: values that the server says, never differences
  function commit(event) {
    for (const [whose, values] of Object.entries(event.after || {})) {
      if (whose === 'cards') { for (const [token, of] of Object.entries(values)) dress(token, of); continue; }
      for (const [what, value] of Object.entries(values)) {
        const pool = $(`[data-pool="${whose}-${what}"]`);
        if (pool) { $('dd', pool).textContent = value; pool.classList.toggle('none', value === 0); }
      }
    }
    if (event.kind === 'turn' || event.kind === 'control') hold(event);
    if (event.phase !== undefined) {
      $$('.phases li').slice(-9).forEach((one, place) => { one.className = place < event.phase ? 'done' : place === event.phase ? 'now' : ''; });
      if (event.arena) page.dataset.battle = event.arena; else delete page.dataset.battle;
      page.dataset.mode = event.phase < 3 ? 'build' : 'battle';
      $$('.arena').forEach((arena) => arena.classList.toggle('now', arena.dataset.arena === event.arena));
      if (event.arena) { const tab = document.getElementById(`tab-${event.arena}`); if (tab) tab.checked = true; }
      $$('.lane').forEach((lane) => lane.replaceWith(Object.assign(document.createElement('div'), { className: 'mid' })));
    }
  }
  function dress(token, of) {
    const card = M.card(token);
    if (!card) return;
    if (of.tapped !== undefined && card.matches('.unit')) card.classList.toggle('tapped', of.tapped);
    if (of.build !== undefined && card.matches('.back')) { const b = $('b', card); if (b) b.firstChild.data = of.build; }
    const pips = $('.pips:not(.built)', card);
    if (of.damage !== undefined && pips) [...pips.children].forEach((pip, place) => { pip.className = place < of.damage ? 'on' : ''; });
  }

  // ---- the lane of an attack
  function lane(event) {
    const arena = (M.card(event.to) || M.card(event.from))?.closest('.arena');
    const place = arena && $('.lane, .mid', arena);
    if (!place) return;
    const need = event.aim ? Math.max(1, Math.min(7, event.aim[0])) : '';
    const fresh = document.createElement('section');
    fresh.className = 'lane live';
    fresh.innerHTML = `<div class="lane-title"><h3><span class="${side(event.from)}">${M.text(name(event.from))}</span> <i>attacks</i> <span class="${side(event.to)}">${M.text(name(event.to))}</span></h3></div><p class="need">${event.aim ? `<b>${event.aim[1]} power, hit on ${need}+</b>` : ''}</p><ol class="dice"></ol><div class="sum"></div><div class="odds"></div>`;
    place.replaceWith(fresh);
  }
  const reads = (natural, event) => (event.aim ? (natural >= event.aim[0] ? 'hit' : 'miss') : '');

  // ---- the stage
  function told(event, place, all) {
    const stage = document.getElementById('stage');
    if (!stage) return;
    const cards = [...new Set([event.from, event.card, event.to].filter((token) => token && news.cards?.[token]))].slice(0, 2);
    $('.stage-cards', stage).innerHTML = cards.map((token) => `<span data-side="${side(token) || 'N'}">${M.text(name(token))}</span>`).join(event.from && cards.length > 1 ? '<i>→</i>' : '');
    $('.stage-told .eyebrow', stage).textContent = `${page.dataset.at === undefined ? 'What happens' : 'Replay'}, ${place + 1} of ${all.length}`;
    $('.sentence', stage).innerHTML = drawn(event.text) + (event.why ? ` <small>${M.text(event.why)}</small>` : '');
    $('.stage-line', stage).innerHTML = all.map((other, i) => `<li class="${BIG.has(other.kind) ? 'big' : ''} ${i <= place ? 'done' : ''}"></li>`).join('');
  }
  function buttons() {
    const toggle = $('#stage [data-do=toggle]');
    if (toggle) { toggle.textContent = paused ? '▶' : '❚❚'; toggle.setAttribute('aria-label', paused ? 'Play' : 'Pause'); }
    const skip = $('#stage [data-do=skip]');
    if (skip) skip.hidden = !playing;
    const button = $('[data-speed]');
    if (button) { button.hidden = false; button.textContent = `▸ ${speed[0].toUpperCase()}${speed.slice(1)}`; button.title = 'How fast events are shown: instant, quick, normal or slow'; button.setAttribute('aria-label', `Speed of what is shown: ${speed}`); }
  }

  // ---- who holds which arena, and what it means: as the server says
  function about(event) {
    const whose = { you: 'yours', them: `${$('.them')?.getAttribute('aria-label')?.replace('Opponent: ', '') || 'Opponent'}’s`, dark: 'Dark', light: 'Light' };
    const meter = $$('.arena-head').map((head) => {
      const by = event.held?.[head.closest('.arena').dataset.arena];
      return `<li class="${tone(by)}">${M.text($('h2', head).textContent)}: ${M.text(by ? whose[by] : 'open')}</li>`;
    }).join('');
    return `${event.why ? `<p>${M.text(event.why)}</p>` : ''}<ul class="meter">${meter}</ul>`;
  }
  function hold(event) {
    $$('.arena-head').forEach((head) => { head.dataset.held = tone(event.held?.[head.closest('.arena').dataset.arena]) || 'none'; });
  }

  // ---- how each kind is shown
  const shows = {
    async turn(event, time) {
      commit(event);
      await M.banner(event.title || event.text, about(event), '', time + 350);
    },
    async step(event, time) { commit(event); if (event.phase !== 8) await M.banner(event.title || event.text, '', tone(event.by), time + 150, true); },
    async pool(event, time) {
      const flows = Object.entries(event.after || {}).filter(([whose]) => whose !== 'cards').flatMap(([whose, values]) => Object.entries(values).map(([what, value]) => {
        const place = M.pool(`${whose}-${what}`);
        return { what, place, change: value - Number($(`[data-pool="${whose}-${what}"] dd`)?.textContent || 0) };
      }));
      const field = $('.arenas');
      await Promise.all(flows.map(({ what, place, change }) => (change > 0 ? M.fly(what, field, place, change, time * 0.8) : M.fly(what, place, field, -change, time * 0.8))));
      commit(event);
      await Promise.all(flows.map(({ place }) => M.bump(place)));
    },
    async roll(event, time) {
      const before = Object.fromEntries($$('[data-pool$="-build"]').map((one) => [one.dataset.pool, Number($('dd', one)?.textContent || 0)]));
      const number = event.dice?.[0] ?? event.amount;
      const box = M.add(`<div class="banner small"><span class="die hit" data-n="${number}"></span><p>${drawn(event.text)}</p></div>`);
      const field = M.box();
      Object.assign(box.style, { width: `${field.w}px`, left: `${field.x}px`, transform: `translateY(${field.cy - box.offsetHeight / 2}px)` });
      await M.tumble($('.die', box), number, time * 0.6);
      commit(event);
      await Promise.all(Object.entries(event.after || {}).map(([whose, values]) => (values.build === undefined ? 0 : M.fly('build', box, M.pool(`${whose}-build`), values.build - (before[`${whose}-build`] || 0), time * 0.6))));
      await M.wait(time * 0.5);
      box.remove();
    },
    async draw(event, time) {
      const [from, to] = [M.box(M.pool(`${event.by}-deck`)), M.box(M.pool(`${event.by}-hand`))];
      const card = M.add('<div class="back" data-side="N"></div>');
      await M.move(card, [{ transform: `translate(${from.cx - 18}px,${from.cy - 20}px)`, opacity: 0 }, { transform: `translate(${to.cx - 18}px,${to.cy - 20}px)`, opacity: 0.8 }], time);
      card.remove();
      commit(event);
    },
    async build(event, time) {
      const zone = M.pool(`${event.by}-zone`);
      await M.fly('build', M.pool(`${event.by}-build`), M.card(event.card) || zone, event.amount || 1, time * 0.8);
      commit(event);
      await M.puff(M.card(event.card) || zone, event.word || '', 'gold', time * 0.8);
    },
    async counter(event, time) { commit(event); await M.puff(M.card(event.card) || $('.arenas'), `${event.amount > 0 ? '+' : '−'}${Math.abs(event.amount || 0)}`, 'gold', time); },
    async reveal(event, time) { await spotlight(event, M.card(event.card) || M.pool(`${event.by}-zone`), time); commit(event); },
    async deploy(event, time) {
      let unit = null;
      await M.flip(() => { unit = enter(event); commit(event); });
      if (!M.spotted && news.faces?.[event.card]) await spotlight(event, M.pool(`${event.by}-hand`), time * 0.6);
      await M.put(unit || M.card(event.to));
      await M.move(unit, [{ transform: 'scale(1.12)', opacity: 0.6 }, { transform: 'none', opacity: 1 }], 200);
    },
    async retreat(event, time) { await depart(event, M.pool(`${near(M.card(event.card)?.closest('.yours') ? 'you' : 'them') ? sides()[0] : sides()[1]}-zone`), time); },
    async play(event, time) {
      await spotlight(event, near(event.by) ? M.card(event.card) || M.pool(`${event.by}-hand`) : M.pool(`${event.by}-hand`), time);
      if (event.pay) await M.fly('force', M.pool(`${event.by}-force`), $('.spot-at') || $('.arenas'), event.pay, 320);
      commit(event);
    },
    async attack(event, time) {
      commit(event);
      const tab = M.card(event.from) || M.card(event.to) ? null : document.getElementById(`tab-${page.dataset.battle}`);
      if (tab) tab.checked = true;
      lane(event);
      const [from, to] = [M.card(event.from), M.card(event.to)];
      const down = from && to && M.box(to).y > M.box(from).y ? 1 : -1;
      mark(from, 'attacking'); mark(to, 'defending');
      M.move(from, [{ transform: 'none' }, { transform: `translateY(${-6 * down}px)`, offset: 0.3 }, { transform: `translateY(${12 * down}px)`, offset: 0.6 }, { transform: 'none' }], time);
      await M.shoot(event.from, event.to, from?.closest('.yours') ? 'near' : 'far');
      await M.wait(time - 200);
    },
    async redirect(event, time) {
      if (event.pay) await M.fly('force', M.pool(`${event.by}-force`), M.card(event.to), event.pay, 320);
      commit(event);
      $$('.defending').forEach((unit) => unit.classList.remove('defending'));
      lane(event);
      const to = M.card(event.to);
      mark(to, 'defending');
      M.puff(to || $('.arenas'), event.word || '', tone(event.by), time);
      await M.shoot(event.from, event.to, M.card(event.from)?.closest('.yours') ? 'near' : 'far');
      await M.wait(300);
    },
    async use(event, time) {
      const card = M.card(event.card);
      if (event.pay) await M.fly('force', M.pool(`${event.by}-force`), card || $('.arenas'), event.pay, 320);
      commit(event);
      M.move(card, [{ transform: 'none' }, { transform: 'scale(1.06)', offset: 0.4 }, { transform: 'none' }], time);
      if (event.word) await M.puff(card || $('.arenas'), event.word, tone(event.by), time + 100); else await M.wait(time);
    },
    async dice(event, time) {
      commit(event);
      M.dim();
      const list = $('.lane:not(.over) .dice');
      if (!list || !event.dice?.length) { await M.wait(time * 0.6); return; }
      list.innerHTML = event.dice.map((natural) => `<li><span class="die" data-n="${natural}"></span><span class="reads"></span></li>`).join('');
      const dice = $$('.die', list);
      await Promise.all(dice.map((die, i) => M.wait(1 + i * 45).then(() => M.tumble(die, event.dice[i], time * 0.62))));
      dice.forEach((die, i) => read(die, event.dice[i], event));
      await M.wait(time * 0.5);
    },
    async reroll(event, time) {
      const [from, to] = event.dice || [];
      const die = $$('.lane .die').find((other) => Number(other.dataset.n) === from && !other.dataset.was);
      if (die) {
        die.dataset.was = from;
        await M.move(die, [{ transform: 'none' }, { transform: 'translateY(-12px) scale(1.2)' }], 160);
        die.classList.remove('hit');
        await M.tumble(die, to, time * 0.8);
        read(die, to, event, from);
      }
      commit(event);
      await M.wait(260);
    },
    async sum(event, time) {
      commit(event);
      const sum = $('.lane:not(.over) .sum');
      if (sum && event.amount !== undefined) {
        sum.innerHTML = `<p class="pending"><b>${event.amount}</b>${event.amount === 1 ? 'damage coming' : event.amount ? 'damage coming' : 'no hit'}</p>`;
        M.move(sum, [{ opacity: 0, transform: 'scale(.7)' }, { opacity: 1, transform: 'none' }], 260);
      }
      await M.wait(time + 200);
    },
    async prevent(event, time) {
      if (event.pay) await M.fly('force', M.pool(`${event.by}-force`), M.card(event.card) || $('.arenas'), event.pay, 320);
      commit(event);
      const card = M.card(event.card);
      M.move(card, [{ transform: 'none' }, { transform: 'translateX(10px)', offset: 0.3 }, { transform: 'translateX(-5px)', offset: 0.6 }, { transform: 'none' }], time);
      await M.puff(card || $('.arenas'), event.word || '', 'good', time + 150);
    },
    async damage(event, time) {
      const card = M.card(event.card);
      await M.fly('', M.card(event.from) || $('.lane .sum') || card, $('.pips', card) || card, event.amount || 1, time * 0.55);
      commit(event);
      M.puff(card || $('.arenas'), event.word || '', 'bad', time);
      await M.move(card, [0, -7, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), 280);
      await M.wait(time * 0.4);
    },
    discard(event, time) { return depart(event, M.pool(`${M.card(event.card)?.closest('.yours, .mine') ? sides()[0] : sides()[1]}-discard`), time); },
    async control(event, time) {
      commit(event);
      await M.banner(event.title || event.text, about(event), tone(event.by), time + 450);
    },
    async over(event, time) { commit(event); await M.banner(event.title || event.text, `<p>${M.text(event.why || plain(event.text))}</p>`, tone(event.by), time + 900); },
    async note(event, time) { commit(event); await M.wait(time); },
  };
  const sides = () => ($('[data-pool^="you-"]') ? ['you', 'them'] : ['light', 'dark']);
  function read(die, natural, event, was) {
    const word = reads(natural, event);
    die.classList.toggle('hit', word === 'hit');
    const beside = $('.reads', die.parentElement) || die.parentElement.appendChild(Object.assign(document.createElement('span'), { className: 'reads' }));
    beside.innerHTML = `${was ? `<s>${was}</s> ` : ''}${word}`;
    if (word === 'hit') M.move(die, [{ transform: 'none' }, { transform: 'translateY(-5px) scale(1.08)', offset: 0.4 }, { transform: 'none' }], 260);
  }
  // What the show alone has marked, and takes back at its end: the page says who fights then.
  const marks = [];
  function mark(unit, name) {
    if (!unit || unit.classList.contains(name)) return;
    unit.classList.add(name);
    marks.push([unit, name]);
  }
  function unmark() {
    for (const [unit, name] of marks.splice(0)) unit.classList.remove(name);
  }

  function spotlight(event, from, hold) {
    const face = news.faces?.[event.card];
    return face ? M.show(face, from, hold) : M.wait(hold * 0.6);
  }
  // A unit stands in its row before the page of the server says so.
  function enter(event) {
    if (!event.card || !event.arena) return null;
    const there = M.card(event.card);
    if (there?.closest('.row')?.dataset.list?.startsWith(event.arena)) return there;
    const name = `${event.arena}-${near(event.by) ? 'yours' : 'theirs'}`;
    const row = $(`[data-list="${name}"]`);
    if (!row) return null;
    there?.remove();
    const part = news.parts?.[`${name}-${event.card}`]?.[1];
    const unit = Object.assign(document.createElement('template'), { innerHTML: part || `<li class="unit" data-token="${event.card}"><span class="card"><span class="cap"><span class="name"></span></span></span></li>` }).content.firstElementChild;
    if (!part) {
      $('.name', unit).textContent = plain(`{${event.card}}`);
      unit.dataset.side = side(event.card) || 'N';
      const stats = /<p class="stats">(.*?)<\/p>/.exec(news.faces?.[event.card] || '')?.[1];
      if (stats) $('.card', unit).insertAdjacentHTML('beforeend', `<span class="foot"><span class="stats">${stats.replace(/<small>.*?<\/small>/g, '')}</span></span>`);
    }
    unit.removeAttribute('data-region');
    $$('form, button', unit).forEach((button) => button.setAttribute('inert', ''));
    unit.classList.remove('can', 'attacking', 'defending', 'acting', 'tapped');
    unit.classList.add('stand-in');
    row.append(unit);
    return unit;
  }
  async function depart(event, to, time) {
    const card = M.card(event.card);
    if (!card) { commit(event); await M.wait(time * 0.5); return; }
    const [a, b] = [M.box(card), M.box(to)];
    const copy = card.cloneNode(true);
    copy.removeAttribute('data-token'); copy.removeAttribute('data-region');
    Object.assign(copy.style, { width: `${a.w}px`, height: `${a.h}px`, listStyle: 'none', transform: `translate(${a.x}px,${a.y}px)` });
    document.getElementById('fx').append(copy);
    card.style.opacity = 0;
    await M.move(copy, [
      { transform: `translate(${a.x}px,${a.y}px)`, opacity: 1 },
      { transform: `translate(${a.x}px,${a.y - 8}px) scale(1.08) rotate(2deg)`, opacity: 1, offset: 0.3 },
      { transform: `translate(${b.cx - a.w / 2}px,${b.cy - a.h / 2}px) scale(.15) rotate(24deg)`, opacity: 0.25 },
    ], time);
    copy.remove();
    card.style.opacity = '';
    await M.flip(() => { if (card.matches('.unit')) card.remove(); commit(event); });
  }

  // ---- what a show changes is taken back before the page of the server takes its place: a show may be left half-way, and
  // the server sends only what differs from the page that it drew.
  const APART = '#said, #stage, #fx, #wire, #toast, #asked, .menu, .desk';
  const written = [];
  const watcher = new MutationObserver((records) => written.push(...records));
  function watch() {
    written.length = 0;
    watcher.observe(page, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true, characterDataOldValue: true });
  }
  function undo() {
    written.push(...watcher.takeRecords());
    watcher.disconnect();
    for (const { type, target, attributeName, oldValue, addedNodes, removedNodes, nextSibling } of written.splice(0).reverse()) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      if (element?.closest(APART) && !element.closest('[data-list=log]')) continue;
      if (type === 'characterData') target.data = oldValue;
      else if (type === 'childList') {
        if (target === page) continue;
        for (const node of addedNodes) if (node.parentNode === target) node.remove();
        const before = nextSibling?.parentNode === target ? nextSibling : null;
        for (const node of removedNodes) target.insertBefore(node, before);
      } else if (target === page || attributeName === 'open') continue; // the page's own are sent, and folds are their reader's
      else if (oldValue === null) target.removeAttribute(attributeName);
      else target.setAttribute(attributeName, oldValue);
    }
  }

  // ---- the show
  async function one_event(group, place, all) {
    const event = group[0];
    told(event, place, all);
    if (M.spotted && !['reveal', 'deploy', 'note', 'pool', 'counter'].includes(event.kind)) await M.put(M.pool(`${sides()[1]}-discard`));
    dejarikSound(event.kind);
    await Promise.all(group.map((other) => (shows[other.kind] || shows.note)(other, TIMES[other.kind] || TIMES.note)));
    group.forEach((other) => { say(other); note(other); });
  }
  // Whether a batch is shown on the page as it was; otherwise the page of the server takes its place at once.
  function worth(batch, events) {
    if (!events.length || batch.undo || batch.skipped || batch.whole !== undefined || document.hidden) return false;
    if (!SPEEDS[speed] || page.dataset.still || !document.getElementById('stage')) return false;
    return wanted || !events.every((event) => LIGHT.has(event.kind) && (event.by === 'you' || (event.kind === 'step' && event.by !== 'them')));
  }
  async function play(batch) {
    const events = (batch.events || []).filter((event) => event.n > heard);
    news = batch;
    if (worth(batch, events)) await show(events);
    wanted = false;
    for (const event of events) { say(event); heard = Math.max(heard, event.n); }
    return events.length > 0;
  }
  async function show(events) {
    const length = events.reduce((sum, event) => sum + (TIMES[event.kind] || 450) * 1.25, 0) * SPEEDS[speed];
    const rush = page.dataset.at !== undefined || page.dataset.watch ? 1 : Math.min(1, Math.max(0.55, LONGEST / Math.max(length, 1)));
    watch();
    playing = true;
    skipping = false;
    page.dataset.playing = 'yes';
    document.getElementById('stage').hidden = false;
    M.begin(SPEEDS[speed] * rush);
    buttons();
    for (let at = 0; at < events.length && !skipping;) {
      let many = 1;
      while (events[at + many]?.with) many += 1;
      if (until && events[at].kind !== until) { events.slice(at, at + many).forEach(say); at += many; continue; }
      if (until) { until = null; M.begin(SPEEDS[speed] * rush); }
      if (paused && !one) await new Promise((done) => { resume = done; });
      if (skipping) break;
      one = false;
      await one_event(events.slice(at, at + many), at, events);
      at += many;
    }
    playing = false;
    M.finish();
    M.clear();
    unmark();
  }
  // The page of the server is there: its question can be answered.
  function settle() {
    if (playing) return;
    if (!page.dataset.watch && page.dataset.at === undefined) { const stage = document.getElementById('stage'); if (stage) stage.hidden = true; }
    delete page.dataset.playing;
    buttons();
  }
  function skip() {
    if (!playing) return;
    skipping = true;
    // A replay that is paused stays so.
    if (page.dataset.at === undefined) paused = false;
    resume();
    M.finish();
  }
  function pause(wanted, alone = false) {
    paused = wanted;
    if (!paused && !alone) { resume(); changed(); }
    buttons();
  }

  // ---- keys and clicks: any of them skips, and the same press never answers
  const own = (target) => target.closest?.('#stage .transport, .desk, .menu, [data-speed], input, textarea, select, .wire');
  let pressed = false;
  addEventListener('pointerdown', (event) => {
    pressed = playing && !own(event.target);
    if (pressed) skip();
  }, true);
  addEventListener('click', (event) => {
    if (!pressed) return;
    pressed = false;
    if (event.target.closest?.('[form=answer], [form=hold], a[data-card], .unit')) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  addEventListener('keydown', (event) => {
    if (!playing || event.ctrlKey || event.metaKey || event.altKey || own(event.target)) return;
    if (['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === ' ') pause(!paused);
    else if (event.key === 'ArrowRight' && paused) { one = true; resume(); }
    else skip();
  }, true);
  document.addEventListener('visibilitychange', () => { if (document.hidden) skip(); });
  addEventListener('resize', () => { if (playing) M.aim(); });
  document.addEventListener('click', (event) => {
    if (event.target.closest?.('[data-speed]')) {
      const all = Object.keys(SPEEDS);
      speed = all[(all.indexOf(speed) + 1) % all.length];
      try { localStorage.setItem('dejarik-speed', speed); } catch { /* a browser that keeps nothing */ }
      if (speed === 'instant') skip();
      buttons();
    }
    const what = event.target.closest?.('#stage [data-do]')?.dataset.do;
    if (what === 'skip') skip();
    if (what === 'toggle') pause(!paused);
    if (what === 'step') { paused = true; one = true; buttons(); if (playing) resume(); else changed('step'); }
    if (['back', 'attack', 'turn'].includes(what)) changed(what);
  });
  buttons();

  return {
    play, skip, pause, undo, settle, buttons,
    // Tells another script when somebody wants to go on.
    heed(work) { changed = work; },
    // Everything at once up to an event of this kind.
    rush(kind) { until = kind; paused = false; resume(); if (playing) M.finish(); },
    // The story from here on is told again, and not read out again.
    rewind(step) { heard = step * 4096 + 4095; wanted = true; },
    get playing() { return playing; },
    get paused() { return paused; },
    get stepping() { return one; },
  };
})();
