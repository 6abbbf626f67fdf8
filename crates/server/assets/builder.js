// The builder without page loads: buttons and typing send the form, and the server's answer takes its place. Without it
// every button loads the page.
'use strict';
(() => {
  const form = () => document.querySelector('form[data-builder]');
  if (!form()) return;
  const past = [];
  let shown = form().elements.list.value;
  // What isn't saved yet outlives the page in its tab: whoever comes back to the same list goes on with it.
  const draft = `dejarik-draft-${form().elements.kept.value}`;
  const base = shown;
  const held = () => { try { return JSON.parse(sessionStorage.getItem(draft)); } catch { return null; } };
  function hold() {
    const { name, format } = form().elements;
    try {
      if (shown === base) sessionStorage.removeItem(draft);
      else sessionStorage.setItem(draft, JSON.stringify({ base, list: shown, name: name.value, format: format.value }));
    } catch { /* a browser that keeps nothing */ }
  }
  const undo = () => { const button = form().querySelector('[data-undo]'); button.hidden = !past.length; };
  const list = () => form().elements.list;

  // One request at a time; what was typed meanwhile is sent afterwards, and what was pressed is never left out.
  const queue = [];
  let busy = false;
  async function send(more = [], wanted = null) {
    queue.push({ more, wanted });
    if (busy) return;
    busy = true;
    while (queue.length) {
      const { more, wanted } = queue.shift();
      // Typing that has been overtaken needs no answer.
      if (!more.length && wanted === null && queue.length) continue;
      const before = shown;
      if (wanted !== null) list().value = wanted;
      const data = new URLSearchParams([...new FormData(form()), ...more]);
      try {
        const response = await fetch(form().action, { method: 'POST', body: data, headers: { 'x-part': '1' } });
        const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
        if (!response.ok) { dejarikTable.say(fresh.querySelector('.lead')?.textContent || response.statusText); continue; }
        const next = fresh.querySelector('form[data-builder]');
        shown = next.elements.list.value;
        dejarikMorph(form(), next);
        list().value = shown;
        if (shown !== before && !data.has('undo')) past.push(before);
        hold();
      } catch { dejarikTable.say('No connection: nothing was changed.'); }
      undo();
    }
    busy = false;
  }

  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (event.target !== form()) return;
    if (button?.getAttribute('formaction') === '/decks/save') { try { sessionStorage.removeItem(draft); } catch { /* see above */ } }
    if (button?.hasAttribute('formaction')) return;
    event.preventDefault();
    send(button?.name ? [[button.name, button.value]] : []);
  });
  let typing = 0;
  document.addEventListener('input', (event) => {
    if (event.target.form !== form() || event.target.name !== 'q') return;
    clearTimeout(typing);
    typing = setTimeout(() => { form().elements.like.value = ''; send(); }, 120);
  });
  document.addEventListener('change', (event) => {
    if (event.target.form !== form()) return;
    if (event.target.name === 'list') send([], event.target.value);
    else if (['format', 'name'].includes(event.target.name)) send();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-undo]') || !past.length) return;
    send([['undo', '1']], past.pop());
  });
  // From the search to what it found, and back.
  document.addEventListener('keydown', (event) => {
    const rows = [...form().querySelectorAll('.found li')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const inText = event.target.matches?.('input, textarea, select');
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !inText && past.length) {
      event.preventDefault();
      send([['undo', '1']], past.pop());
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/' && !inText) { event.preventDefault(); form().elements.q.select(); return; }
    if (event.target.name !== 'q' && at < 0) return;
    // Cards stand side by side: up and down go to the next row.
    const wide = rows.filter((row) => row.offsetTop === rows[0].offsetTop).length;
    const steps = { ArrowDown: at < 0 ? 1 : wide, ArrowUp: -wide, ...(at < 0 ? {} : { ArrowRight: 1, ArrowLeft: -1 }) };
    const step = steps[event.key];
    if (step) {
      const to = at + step;
      const goal = to < 0 ? form().elements.q : rows[to]?.querySelector('button');
      if (goal) { event.preventDefault(); goal.focus(); }
    }
    const copies = at >= 0 && /^[0-4]$/.test(event.key) && rows[at].querySelector(`button[value^="${event.key} "]`);
    if (copies) { event.preventDefault(); copies.click(); }
    if (at >= 0 && event.key === 's') { event.preventDefault(); rows[at].querySelector('button[name=alike]')?.click(); }
  });
  const found = held();
  if (found && found.base === base && found.list !== base) {
    form().elements.name.value = found.name;
    form().elements.format.value = found.format;
    send([], found.list);
    dejarikTable.say('What you hadn’t saved is back. Undo drops it.');
  }
})();
