import { tell } from '../dom/element.js';

/**
 * Asks for what a hand or keys did to an event; what is held stays to be seen until it is answered.
 *
 * @param {HTMLElement} view Where it was done.
 * @param {{ key: string, times: Times, copy?: boolean }} dropped
 * @returns {Promise<boolean>} Whether it was carried out; it may have been refused or taken back.
 */
export function drop(view, { key, times, copy = false }) {
  return new Promise((settle) => tell(view, 'event-drop', { view, key, times, copy, settle }));
}

/** @param {Times} a @param {Times} b */
export function isSameTimes(a, b) {
  return a.allDay === b.allDay && a.start === b.start && a.end === b.end;
}
