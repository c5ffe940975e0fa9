// Shows the page as it looked last, before anything else runs: the core that draws it comes much later.

import { nextFrame } from './dom/frames.js';
import { eraseStills } from './state/device-copy.js';
import { stillFor } from './state/kept-still.js';

/** @typedef {import('./state/kept-still.js').StillElement} StillElement */

/** How long it's shown at most, should the page itself never come. */
const patienceMs = 10_000;
/** How long the page may take to come to rest, with what waits on this device, once it's complete. */
const settlingMs = 400;
/** Elements of the page's own are in this namespace here, so that they don't come to life. */
const lifeless = 'urn:meantime:still';
const drawn = 'http://www.w3.org/2000/svg';

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);

/**
 * @param {StillElement} kept @param {string | null} space The namespace of what is around it.
 * @param {HTMLElement} body Hands down the style of elements that can't have any: it's all variables.
 * @param {(() => void)[]} scrolls Gets what scrolls it, once it's in the page.
 */
function built([name, attributes, style, scroll, children], space, body, scrolls) {
  const inside = name === 'svg' ? drawn : space;
  const made = document.createElementNS(name.includes('-') ? lifeless : inside, name);
  for (const [attribute, value] of attributes) made.setAttribute(attribute, value);
  const styled = 'style' in made ? /** @type {HTMLElement} */ (made) : body;
  for (const [property, value] of style) styled.style.setProperty(property, value);
  if (scroll) scrolls.push(() => made.scrollTo(scroll[1], scroll[0]));
  for (const child of children)
    made.append(typeof child === 'string' ? child : built(child, inside, body, scrolls));
  return made;
}

/**
 * @param {import('./state/kept-still.js').Still} still
 * @returns {HTMLElement} A second body, as the style sheets want one around the page.
 */
function shown({ root, shell }) {
  /** @type {(() => void)[]} */
  const scrolls = [];
  const body = document.createElement('body');
  body.className = 'page-still';
  body.inert = true;
  body.ariaHidden = 'true';
  body.append(built(shell, body.namespaceURI, body, scrolls));
  for (const [name, value] of root) document.documentElement.setAttribute(name, value);
  document.documentElement.append(body);
  for (const scroll of scrolls) scroll();
  return body;
}

/** @returns {boolean} Whether the calendar itself has drawn its view. */
const isDrawn = () => document.body.querySelector('[data-view] [data-date]') !== null;

/** @param {HTMLElement} body Removed when the page itself is there, or something else than the calendar. */
function removeInTime(body) {
  const end = new AbortController();
  const remove = () => {
    body.remove();
    changes.disconnect();
    end.abort();
  };
  const changes = new MutationObserver(() => {
    const first = document.body.firstElementChild;
    if (first?.matches(':not(app-shell, .unseen)')) remove();
    else if ('complete' in document.documentElement.dataset) setTimeout(remove, settlingMs);
  });
  changes.observe(document.documentElement, { attributeFilter: ['data-complete'] });
  changes.observe(document.body, { childList: true });
  // What is used must not be covered by what isn't true any more.
  for (const use of ['pointerdown', 'wheel', 'keydown'])
    addEventListener(use, () => isDrawn() && remove(), { passive: true, signal: end.signal });
  setTimeout(remove, patienceMs);
}

/** The page's own script, which must not keep the still from being drawn. */
const run = () => import('./app.js');

/** @returns {HTMLElement | null} The still, if there is one that can be shown. */
function show() {
  try {
    const still = stillFor(new URL('.', src).pathname);
    return still && shown(still);
  } catch (error) {
    // Something else may have written it, or put its own elements into the page.
    console.debug(error);
    eraseStills();
    return null;
  }
}

const body = show();
if (body) {
  removeInTime(body);
  void nextFrame().then(() => setTimeout(run));
} else {
  void run();
}
