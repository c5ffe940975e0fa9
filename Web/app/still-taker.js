import { deviceStorage } from '../dom/device-storage.js';
import { whenIdle } from '../dom/frames.js';
import { hasUnfinishedInput } from '../dom/unfinished-input.js';
import { copyOwner, eraseStills } from '../state/device-copy.js';
import { keepStill, placeNow } from '../state/kept-still.js';
import { openingView } from '../state/opening-view.js';

/**
 * @typedef {import('../state/kept-still.js').StillElement} StillElement
 * @typedef {import('../state/kept-still.js').Pairs} Pairs
 */

/** How long nothing must change before the page is kept as it looks. */
const restMs = 1500;
/** How long to wait at most until the browser is idle after that. */
const idleMs = 4000;
/** What is true only at the moment. */
const leftOut = '.banner, .load-progress, .now-line, .now-pill';
const notKept = ['style', 'id', 'name', 'checked'];
/** What says how far the page has come. */
const progress = ['data-loaded', 'data-complete'];
/** Where this version's files are. */
const version = new URL('.', import.meta.url).pathname;

/** @param {Element} element @returns {Pairs} Its attributes, without those that would reach beyond the still. */
function attributesOf(element) {
  const isChecked = element instanceof HTMLInputElement && element.checked;
  const kept = [...element.attributes].filter(({ name }) => !notKept.includes(name));
  /** @type {Pairs} */
  const pairs = kept.map(({ name, value }) => [name, value]);
  return isChecked ? [...pairs, ['checked', '']] : pairs;
}

/**
 * @param {Element} element
 * @returns {Pairs} Its own style as it was written: a shorthand with variables can't be had otherwise.
 */
const styleOf = (element) =>
  (element.getAttribute('style') ?? '').split(';').flatMap((written) => {
    const [, name, value] = /^\s*([\w-]+):(.*)$/s.exec(written) ?? [];
    return name && value ? [/** @type {[string, string]} */ ([name, value.trim()])] : [];
  });

/** @param {Element} element */
const isSeen = (element) =>
  !element.matches(leftOut) && getComputedStyle(element).display !== 'none';

/** @param {Element} element @returns {StillElement} */
function stillOf(element) {
  const { scrollTop, scrollLeft } = element;
  /** @type {(string | StillElement)[]} */
  const children = [];
  for (const child of element.childNodes)
    if (child instanceof Text) children.push(child.data);
    else if (child instanceof Element && isSeen(child)) children.push(stillOf(child));
  return [
    element.localName,
    attributesOf(element),
    styleOf(element),
    scrollTop || scrollLeft ? [scrollTop, scrollLeft] : null,
    children,
  ];
}

/** @returns {boolean} Whether the page was opened at no view's address. */
const wasOpenedPlainly = () =>
  performance.getEntriesByType('navigation').some(({ name }) => new URL(name).pathname === '/');

/**
 * Keeps on the device how the page looks, so that the next start can show that before the core is there.
 *
 * @param {EventModel} model @param {import('./view-stage.js').ViewStage} stage
 * @param {string} account @param {AbortSignal} signal
 * @returns {() => void} Call it when an event has changed: the opening view may look different by now.
 */
export function takeStills({ agenda, edits, settings }, stage, account, signal) {
  let timer = 0;
  /** @type {number | null} How far the view was scrolled when the page had opened; null if it opened elsewhere. */
  let openingTop = null;
  /** Whether the opening view may look different by now. */
  let isSpoilt = false;

  const noteOpening = () => {
    openingTop ??= placeNow(version).top;
  };
  const isOpening = () =>
    openingTop !== null &&
    openingTop === placeNow(version).top &&
    stage.name === openingView(settings, deviceStorage()) &&
    stage.date === agenda.today;

  function take() {
    clearTimeout(timer);
    timer = 0;
    const { documentElement } = document;
    const isMoving = documentElement.classList.contains('dragging');
    if (copyOwner() !== account) return;
    if (isMoving || hasUnfinishedInput()) {
      // What was taken away meanwhile isn't shown at the next start.
      if (isSpoilt) eraseStills();
      isSpoilt = false;
      return takeSoon();
    }
    const root = attributesOf(documentElement).filter(([name]) => !progress.includes(name));
    const still = { ...placeNow(version), account, root, shell: stillOf(stage.shell) };
    keepStill('left', still);
    if (isOpening()) keepStill('opening', still);
    else if (isSpoilt) keepStill('opening', null);
    isSpoilt = false;
  }
  const takeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(take, idleMs), restMs);
  };
  const takeNow = () => {
    if (document.hidden && timer) take();
  };
  const spoil = () => {
    isSpoilt = true;
    takeSoon();
  };

  if (wasOpenedPlainly()) {
    noteOpening();
    document.addEventListener('view-rest', noteOpening, { signal });
  }
  document.addEventListener('view-rest', takeSoon, { signal });
  agenda.addEventListener('change', takeSoon, { signal });
  edits.addEventListener('edit', spoil, { signal });
  agenda.addEventListener('calendars', spoil, { signal });
  settings.addEventListener('change', spoil, { signal });
  addEventListener('resize', takeSoon, { signal });
  document.addEventListener('visibilitychange', takeNow, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  takeSoon();
  return spoil;
}
