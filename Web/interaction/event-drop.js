import { tell } from '../dom/element.js';

/**
 * Asks the page to carry out a move by pointer or keyboard. The view shows the dropped event until
 * the answer is there.
 *
 * @param {HTMLElement} from The view, or a part of it.
 * @param {{ key: string, times: Times, copy?: boolean }} dropped
 * @returns {Promise<boolean>} Whether it was carried out, rather than refused or cancelled.
 */
export function dropEvent(from, { key, times, copy = false }) {
  const view = from.closest('[data-view]') ?? from;
  return new Promise((settle) => tell(from, 'event-drop', { view, key, times, copy, settle }));
}

/** @param {Times} a @param {Times} b */
export function isSameTimes(a, b) {
  return a.allDay === b.allDay && a.start === b.start && a.end === b.end;
}
