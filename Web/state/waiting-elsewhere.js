import { tell } from '../dom/element.js';

/** How long to rest between two looks at what other tabs keep. */
const restMs = 1500;

/** @typedef {Pick<EditQueue, 'waiting' | 'elsewhere'>} Waits */

/**
 * Follows what waits in other tabs of the browser, which send it themselves: whoever opens a second tab without a
 * network is told there what was changed in the first. What is kept at two looks waits; most is saved sooner.
 *
 * @param {EventTarget & Waits} edits Fires `waiting` when it changes.
 * @param {Pick<import('./edit-log.js').EditLog, 'elsewhere' | 'onElsewhere'>} log @param {AbortSignal} signal
 */
export function followOtherTabs(edits, log, signal) {
  let timer = 0;
  /** @type {Set<string>} What was kept at the last look. */
  let seen = new Set();
  const look = async () => {
    const kept = (await log.elsewhere()).filter((each) => !('isQuiet' in each && each.isQuiet));
    if (signal.aborted) return;
    const waiting = kept.filter((each) => seen.has(nameOf(each)));
    seen = new Set(kept.map(nameOf));
    if (waiting.length < kept.length) lookSoon();
    const isSame = waiting.map(nameOf).join() === edits.elsewhere.map(nameOf).join();
    edits.elsewhere = waiting;
    if (!isSame) tell(edits, 'waiting', { sent: 0 });
  };
  const lookSoon = () => {
    timer ||= window.setTimeout(() => {
      timer = 0;
      void look();
    }, restMs);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  log.onElsewhere = lookSoon;
  lookSoon();
}

/** @param {Waits} edits @returns {number} How many changes wait in this tab and in others. */
export const countWaiting = ({ waiting, elsewhere }) => waiting.n + elsewhere.length;

/** @param {WaitingEdit | WaitingAnswer} change @returns {string} What tells it from the others, and from itself once it has another title. */
const nameOf = ({ client, place, title }) => `${client} ${place} ${title}`;
