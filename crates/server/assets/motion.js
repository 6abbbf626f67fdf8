// Motion: what moves on one layer above the table. Every movement is remembered while it lasts, so that it can be finished
// at once. Only transform and opacity are animated.
'use strict';
const dejarikMotion = (() => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const running = new Set();
  let factor = 1;    // how fast: 0 is at once
  let over = false;  // the rest is skipped
  const $ = (selector, root = document) => root?.querySelector(selector) ?? null;
  const layer = () => document.getElementById('fx');

  // Animates; without motion it is only waited for as long.
  function move(element, frames, time, options = {}) {
    if (!element || over || !factor) return Promise.resolve();
    const still = calm.matches;
    const animation = element.animate(still ? [{ opacity: 1 }, { opacity: 1 }] : frames, {
      duration: time * factor, easing: options.easing || 'cubic-bezier(.2,.7,.2,1)',
      fill: still ? 'none' : 'backwards', delay: still ? 0 : (options.delay || 0) * factor,
    });
    running.add(animation);
    return animation.finished.catch(() => {}).then(() => running.delete(animation));
  }
  const wait = (time) => move(layer(), [{ opacity: 1 }, { opacity: 1 }], time);
  function box(element) {
    const r = (element || $('.arenas')).getBoundingClientRect();
    return { x: r.x, y: r.y, w: r.width, h: r.height, cx: r.x + r.width / 2, cy: r.y + r.height / 2 };
  }
  function add(html) {
    const element = Object.assign(document.createElement('template'), { innerHTML: html.trim() }).content.firstElementChild;
    layer().append(element);
    return element;
  }
  const text = (words) => Object.assign(document.createElement('i'), { textContent: words }).innerHTML;
  const seen = (element) => Boolean(element?.offsetParent);
  function card(token) {
    if (!token) return null;
    const all = [...document.querySelectorAll(`[data-token="${token}"], .att [data-card="${token}"], .plaque[data-card="${token}"]`)];
    return all.find(seen) || null;
  }
  function pool(name) {
    const found = $(`[data-pool="${name}"]`);
    return seen(found) ? found : $(`[data-pool="${name.split('-')[0]}-force"]`);
  }
  // Small tokens fly from one place to another.
  function fly(kind, from, to, number, time) {
    const [a, b, many] = [box(from), box(to), Math.min(number, 8)];
    return Promise.all(Array.from({ length: many }, (_, i) => {
      const one = add(`<i class="tok ${kind}"></i>`);
      const bend = (i - (many - 1) / 2) * 18;
      return move(one, [
        { transform: `translate(${a.cx - 7}px,${a.cy - 7}px) scale(.4)`, opacity: 0 },
        { transform: `translate(${(a.cx + b.cx) / 2 + bend}px,${(a.cy + b.cy) / 2 - 24}px) scale(1.15)`, opacity: 1, offset: 0.55 },
        { transform: `translate(${b.cx - 7}px,${b.cy - 7}px) scale(.7)`, opacity: 0.9 },
      ], time, { delay: i * 55 }).then(() => one.remove());
    }));
  }
  // A word on a card.
  async function puff(at, words, tone, time = 620) {
    const [b, one] = [box(at), add(`<span class="puff ${tone}">${text(words)}</span>`)];
    const x = Math.max(6, Math.min(innerWidth - one.offsetWidth - 6, b.cx - one.offsetWidth / 2));
    const y = b.y + b.h / 2 - 16;
    one.style.transform = `translate(${x}px,${y}px)`;
    await move(one, [
      { transform: `translate(${x}px,${y + 12}px) scale(.8)`, opacity: 0 },
      { transform: `translate(${x}px,${y}px)`, opacity: 1, offset: 0.2 },
      { transform: `translate(${x}px,${y}px)`, opacity: 1, offset: 0.85 },
      { transform: `translate(${x}px,${y - 10}px)`, opacity: 0 },
    ], time);
    one.remove();
  }
  const bump = (element) => move($('dd', element) || element, [{ transform: 'scale(1)' }, { transform: 'scale(1.5)', offset: 0.4 }, { transform: 'scale(1)' }], 320);
  // The arrow keeps its place while the attack lasts.
  let arrow = null;
  function aim() {
    if (!arrow) return;
    const [from, to] = [card(arrow.from), card(arrow.to)];
    if (!from || !to) { arrow.element.remove(); arrow = null; return; }
    const [a, b] = [box(from), box(to)];
    const down = b.cy > a.cy;
    const [x1, y1, x2, y2] = [a.cx, down ? a.y + a.h - 14 : a.y + 14, b.cx, down ? b.y + 2 : b.y + b.h - 2];
    arrow.element.style.width = `${Math.max(Math.hypot(x2 - x1, y2 - y1) - 8, 10)}px`;
    arrow.element.style.transform = `translate(${x1}px,${y1}px) rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)`;
  }
  // Who attacks and who is attacked are in view; where a crowded arena has no room for both, the attacker is.
  function gather(from, to) {
    const arena = from?.closest('.arena');
    if (!arena || arena.scrollHeight <= arena.clientHeight) return;
    const [room, ...both] = [arena, from, to].filter(Boolean).map((one) => one.getBoundingClientRect());
    const [top, bottom] = [Math.min(...both.map((one) => one.top)), Math.max(...both.map((one) => one.bottom))];
    arena.scrollTop += bottom - top > room.height ? both[0].top - room.top - 8 : (top + bottom - room.top - room.bottom) / 2;
  }
  async function shoot(from, to, tone) {
    arrow?.element.remove();
    gather(card(from), card(to));
    arrow = { element: add(`<div class="arrow ${tone}"><i class="shaft"></i><i class="head"></i></div>`), from, to };
    aim();
    const element = arrow?.element;
    await Promise.all([
      move($('.shaft', element), [{ transform: 'scaleX(0)' }, { transform: 'none' }], 320),
      move($('.head', element), [{ transform: `translateX(-${element?.style.width || '0px'}) scale(.5)`, opacity: 0 }, { transform: 'none', opacity: 1 }], 320),
    ]);
  }
  const dim = () => { if (arrow) arrow.element.classList.add('dim'); };
  // A card, large, until it is put away.
  let spot = null;
  async function show(face, from, hold) {
    spot?.element.remove();
    const element = add(`<div class="spot-at">${face}</div>`);
    const [field, w, h] = [box(), element.offsetWidth, element.offsetHeight];
    const [x, y] = [Math.max(8, field.cx - w / 2), Math.max(48, field.cy - h / 2)];
    element.style.transform = `translate(${x}px,${y}px)`;
    spot = { element, x, y, w };
    const a = from && box(from);
    await move(element, [
      { transform: `translate(${(a?.cx ?? x) - w / 2}px,${(a?.cy ?? y) - h / 2}px) scale(.16) rotate(-6deg)`, opacity: 0.2 },
      { transform: `translate(${x}px,${y}px)`, opacity: 1 },
    ], 300);
    await wait(hold);
  }
  async function put(to) {
    if (!spot) return;
    const { element, x, y, w } = spot;
    spot = null;
    const [b, h] = [to && box(to), element.offsetHeight];
    await move(element, [
      { transform: `translate(${x}px,${y}px)`, opacity: 1 },
      { transform: `translate(${(b?.cx ?? x) - w / 2}px,${(b?.cy ?? y) - h / 2}px) scale(${b ? Math.max(b.w / w, 0.1) : 0.9})`, opacity: b ? 0.4 : 0 },
    ], 300);
    element.remove();
  }
  async function banner(title, about, tone, time, small) {
    const element = add(`<div class="banner ${tone} ${small ? 'small' : ''}"><h2>${text(title)}</h2><i class="hair"></i>${about || ''}</div>`);
    const field = box();
    Object.assign(element.style, { width: `${field.w}px`, left: `${field.x}px` });
    const y = field.cy - element.offsetHeight / 2;
    element.style.transform = `translateY(${y}px)`;
    move($('.hair', element), [{ transform: 'scaleX(0)' }, { transform: 'none' }], time * 0.5);
    await move(element, [
      { transform: `translateY(${y + 14}px)`, opacity: 0 }, { transform: `translateY(${y}px)`, opacity: 1, offset: 0.16 },
      { transform: `translateY(${y}px)`, opacity: 1, offset: 0.84 }, { transform: `translateY(${y - 8}px)`, opacity: 0 },
    ], time);
    element.remove();
  }
  // A die rolls, and ends with its number.
  async function tumble(die, number, time) {
    if (!calm.matches && !over && factor) {
      let face = number;
      const turn = setInterval(() => { face = 1 + ((face + 1 + Math.floor(Math.random() * 4)) % 6); die.dataset.n = face; }, Math.max(40, time * factor / 9));
      await move(die, [
        { transform: 'translateY(-26px) rotate(-220deg)', opacity: 0 }, { transform: 'translateY(6px) rotate(30deg)', opacity: 1, offset: 0.5 },
        { transform: 'translateY(-4px) rotate(-10deg)', offset: 0.75 }, { transform: 'none' },
      ], time);
      clearInterval(turn);
    } else await wait(time);
    die.dataset.n = number;
  }
  // Does something to the page; cards that are elsewhere afterwards go there.
  async function flip(work, time = 260) {
    const places = new Map();
    if (!over && factor && !calm.matches && !document.hidden) {
      for (const one of document.querySelectorAll('[data-token]')) if (seen(one)) places.set(one.dataset.token, box(one));
    }
    work();
    aim();
    const moves = [];
    for (const one of places.size ? document.querySelectorAll('[data-token]') : []) {
      const before = places.get(one.dataset.token);
      if (!before || !seen(one) || moves.length >= 20) continue;
      const now = box(one);
      const [dx, dy] = [before.cx - now.cx, before.cy - now.cy];
      if (Math.abs(dx) + Math.abs(dy) > 3) moves.push(move(one, [{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], time));
    }
    await Promise.all(moves);
  }
  return {
    move, wait, box, add, text, card, pool, fly, puff, bump, shoot, dim, aim, show, put, banner, tumble, flip, calm,
    // The next show: how fast.
    begin(speed) { factor = speed; over = false; },
    finish() { over = true; for (const animation of running) animation.finish(); },
    // Nothing stays on the layer.
    clear() { layer()?.replaceChildren(); arrow = null; spot = null; },
    get spotted() { return Boolean(spot); },
    get over() { return over; },
  };
})();
