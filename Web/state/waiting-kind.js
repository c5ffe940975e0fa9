/** @typedef {import('./waiting-events.js').WaitingEvent} WaitingEvent */
/** @typedef {'new' | 'changed' | 'series' | 'moved' | 'deleted'} WaitingKind */

/** What a form may change, besides the times. */
const fields = /** @type {const} */ ([
  'title',
  'allDay',
  'location',
  'notes',
  'url',
  'color',
  'status',
  'busy',
  'private',
  'categories',
  'reminders',
  'attendees',
  'repeatText',
]);

/**
 * @param {EventDetail} event
 * @returns {string} What is the same of an event that has only been moved.
 */
const exceptTimes = (event) => JSON.stringify(fields.map((name) => event[name]));

/**
 * What an edit that waits does to an event, in a word.
 *
 * @param {WaitingEvent} event
 * @param {(change: WaitingChange, which: 'base' | 'ical') => EventDetail | null} read Reads the text before or after a
 *   change; null if the core can't.
 * @returns {WaitingKind}
 */
export function kindOf({ edit, before, after }, read) {
  if (after.ical === undefined) return 'deleted';
  if (before.base === undefined) return isPartOfSeries(edit.changes, read) ? 'series' : 'new';
  const [was, now] = [read(before, 'base'), read(after, 'ical')];
  if (was?.repeats) return before === after ? 'series' : 'moved';
  if (!was || !now || exceptTimes(was) !== exceptTimes(now)) return 'changed';
  return before !== after || was.start !== now.start ? 'moved' : 'changed';
}

/**
 * @param {WaitingChange[]} changes @param {Parameters<typeof kindOf>[1]} read
 * @returns {boolean} Whether a new event is the later part of a series that was split, or a date that has left it.
 */
const isPartOfSeries = (changes, read) =>
  changes.some((change) => change.base !== undefined && read(change, 'base')?.repeats);
