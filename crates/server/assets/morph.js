// Morphing: an element becomes another one in place, so that focus, scroll, open folds and what somebody types survive.
'use strict';
const dejarikMorph = (() => {
  // What stays the same thing when it is drawn again.
  // A form's fields hide its own properties: one called `id` would be taken for its id.
  const key = (node) => (node.nodeType === 1 && (node.getAttribute('id') || node.dataset.region || node.dataset.token)) || '';
  const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && key(one) === key(other);

  function attributes(old, next) {
    const checked = next.hasAttribute('checked');
    if (old.type && 'checked' in old && old.hasAttribute('checked') !== checked) old.checked = checked;
    for (const { name } of [...old.attributes]) {
      // A fold is open as long as its reader wants.
      if (!next.hasAttribute(name) && !(name === 'open' && old.tagName === 'DETAILS')) old.removeAttribute(name);
    }
    for (const { name, value } of next.attributes) {
      if (old.getAttribute(name) !== value && !(name === 'open' && old.tagName === 'DETAILS')) old.setAttribute(name, value);
    }
  }

  function children(old, next) {
    const known = new Map([...old.childNodes].filter(key).map((node) => [key(node), node]));
    const kept = new Set();
    let at = old.firstChild;
    for (const fresh of [...next.childNodes]) {
      let match = key(fresh) ? known.get(key(fresh)) : null;
      if (!key(fresh)) for (match = at; match && (kept.has(match) || !alike(match, fresh)); match = match.nextSibling);
      if (match && !alike(match, fresh)) match = null;
      if (match === at && at) at = at.nextSibling;
      else old.insertBefore(match || fresh, at);
      kept.add(match ? morph(match, fresh) : fresh);
    }
    for (const node of [...old.childNodes]) if (!kept.has(node)) node.remove();
  }

  // Makes `old` what `next` is; the node that stands there afterwards. What is listed in it stays: it is sent apart.
  function morph(old, next) {
    if (!alike(old, next)) { old.replaceWith(next); return next; }
    if (old.nodeType !== 1) { if (old.data !== next.data) old.data = next.data; return old; }
    attributes(old, next);
    if (!next.hasAttribute('data-list')) children(old, next);
    return old;
  }
  return morph;
})();
