// The browser's part of the promise: a secret of its own, committed to before the table is locked and revealed after;
// and a small file of what was shown, so that nobody has to be believed later. Without it you type words yourself.
'use strict';
const dejarikPromise = (() => {
  // SHA-256, because browsers have no hash function on plain http.
  const K = [], H = [];
  for (let n = 2, found = 0; found < 64; n++) {
    if ([...Array(n).keys()].slice(2).some((d) => d * d <= n && n % d === 0)) continue;
    const bits = (root) => Math.floor((n ** root % 1) * 2 ** 32) >>> 0;
    if (found < 8) H.push(bits(1 / 2));
    K.push(bits(1 / 3));
    found++;
  }
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  function sha256(bytes) {
    const length = bytes.length;
    const padded = new Uint8Array((length + 72) >>> 6 << 6);
    padded.set(bytes);
    padded[length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(padded.length - 4, length << 3);
    const state = [...H];
    const w = new Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 64; i++) {
        if (i < 16) { w[i] = view.getUint32(block + 4 * i); continue; }
        const [a, b] = [w[i - 15], w[i - 2]];
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setInt32(4 * i, word));
    return new Uint8Array(out.buffer);
  }
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const utf8 = (text) => new TextEncoder().encode(text);
  // Each part with its length in front, so that no two lists of parts look the same.
  function hash(...parts) {
    const all = parts.flatMap((part) => [0, 8, 16, 24].map((shift) => (part.length >>> shift) & 255).concat([...part]));
    return sha256(Uint8Array.from(all));
  }
  const SEATS = { dark: 0, light: 1 };
  const commitment = (game, seat, secret) => hex(hash(utf8('dejarik/2 seat'), utf8(game), [SEATS[seat]], unhex(secret)));

  // ---- what the browser keeps: game, promise, transcript, the secrets of its seats, the last receipt
  const PREFIX = 'dejarik-promise-';
  const MOST = 60;
  const here = new Map();
  function read(game) {
    try { return JSON.parse(localStorage.getItem(PREFIX + game)) || here.get(game) || { game, secrets: {} }; } catch { return here.get(game) || { game, secrets: {} }; }
  }
  function write(kept) {
    here.set(kept.game, kept);
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + kept.game);
      const age = (name) => { try { return JSON.parse(localStorage.getItem(name)).at || 0; } catch { return 0; } };
      if (names.length >= MOST) names.sort((a, b) => age(a) - age(b)).slice(0, names.length - MOST + 1).forEach((name) => localStorage.removeItem(name));
      localStorage.setItem(PREFIX + kept.game, JSON.stringify(kept));
    } catch { /* this page remembers it as long as it is open */ }
  }
  function warn(text) {
    if (document.querySelector('.broken-promise')) return;
    const note = document.createElement('p');
    note.className = 'toast broken-promise';
    note.setAttribute('role', 'alert');
    note.textContent = text;
    document.body.append(note);
  }
  // What was shown once has to stay: otherwise the server breaks its promise, and you should know.
  function keep(shown) {
    const { fair: game, promise, transcript, receipt, steps } = shown;
    const kept = read(game);
    if ((kept.promise && kept.promise !== promise) || (kept.transcript && transcript && kept.transcript !== transcript)) {
      warn('The server shows another promise than before the game. Save your promise file, and don’t trust these dice.');
      return kept;
    }
    kept.promise = promise;
    if (transcript) kept.transcript = transcript;
    if (receipt && (!kept.receipt || Number(steps) >= kept.receipt[0])) kept.receipt = [Number(steps), receipt];
    kept.at = Date.now();
    write(kept);
    return kept;
  }

  // ---- doing the browser's part
  let busy = false;
  let missed = false;
  async function send(game, what, values) {
    const address = `/t/${game}/${what}?after=${document.body.dataset.number}`;
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(values) });
    return { ok: response.ok, status: response.status, news: response.ok ? await response.json() : null };
  }
  const own = new URLSearchParams(location.search).has('own');
  async function act() {
    const found = document.querySelector('[data-fair]')?.dataset;
    if (!found || !found.seats) return;
    const shown = { ...found, ...document.querySelector('[data-receipt]')?.dataset };
    const kept = keep(shown);
    // What the page shows meanwhile may ask for more, and the answer that is waited for may be older: look again then.
    if (busy) { missed = true; return; }
    if (own || !(shown.commit || shown.reveal)) return;
    busy = true;
    missed = false;
    const game = shown.fair;
    let sent;
    try {
      if (shown.commit) {
        for (const seat of shown.commit.split(' ')) kept.secrets[seat] ||= hex(crypto.getRandomValues(new Uint8Array(32)));
        write(kept);
        // Another page of this browser may have drawn a secret at the same time: what is kept counts.
        const { secrets } = read(game);
        sent = await send(game, 'commit', shown.commit.split(' ').map((seat) => [seat, commitment(game, seat, secrets[seat])]));
      } else {
        const seats = shown.reveal.split(' ');
        const known = seats.every((seat) => kept.secrets[seat]);
        if (known) sent = await send(game, 'reveal', seats.map((seat) => [seat, kept.secrets[seat]]));
        if (!known || sent.status === 409) {
          for (const id of ['lost', 'again']) document.getElementById(id)?.removeAttribute('hidden');
          return;
        }
      }
    } catch { /* not sent, or no answer: the same again does no harm */ } finally { busy = false; }
    // The new page has what is to be done next; showing it calls this again.
    if (sent?.ok) document.dispatchEvent(new CustomEvent('dejarik-show', { detail: sent.news }));
    if (missed) act();
    else if (!sent?.ok) setTimeout(act, 1500);
  }

  function file(game) {
    const { promise, transcript, secrets, receipt } = read(game);
    const seat = Object.keys(secrets || {})[0] || document.querySelector('[data-fair]')?.dataset.seats.split(' ')[0];
    return { game, seat: SEATS[seat], promise, transcript, entropy: secrets?.[seat], receipt };
  }
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-promise-file]');
    const game = document.querySelector('[data-fair]')?.dataset.fair;
    if (!link || !game || !read(game).promise) return;
    event.preventDefault();
    const save = document.createElement('a');
    save.href = URL.createObjectURL(new Blob([JSON.stringify(file(game), null, 2) + '\n'], { type: 'application/json' }));
    save.download = `promise-${game}.json`;
    save.click();
    setTimeout(() => URL.revokeObjectURL(save.href), 10_000);
  });

  new MutationObserver(() => act()).observe(document.documentElement, { subtree: true, attributes: true, attributeFilter: ['data-version', 'data-number'] });
  act();
  return { sha256, hex, hash, commitment, file, utf8, unhex };
})();
