import { tell } from '../dom/element.js';

/**
 * Asks for what a pointer or keys did to an event; what is held stays to be seen until it is
 * answered.
 *
 * @param {HTMLElement} from Where it was done: a view, or a part of one.
 * @param {{ key: string, times: Times, copy?: boolean }} dropped
 * @returns {Promise<boolean>} Whether it was carried out; it may have been refused or taken back.
 */
export function dropEvent(from, { key, times, copy = false }) {
  const view = from.closest('[data-view]') ?? from;
  return new Promise((settle) => tell(from, 'event-drop', { view, key, times, copy, settle }));
}

/** @param {Times} a @param {Times} b */
export function isSameTimes(a, b) {
  return a.allDay === b.allDay && a.start === b.start && a.end === b.end;
}
