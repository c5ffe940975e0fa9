// Where calendars can be had as files.

/** @param {string} id */
export const calendarPath = (id) => `/api/v1/calendars/${encodeURIComponent(id)}`;

/** @param {string} id @returns {string} Where the whole calendar can be had as one file. */
export const exportPath = (id) => `${calendarPath(id)}/export`;

/**
 * @param {string} id
 * @param {string} href
 * @returns {string} Where one event, with its series, can be had as a file.
 */
export const exportEventPath = (id, href) =>
  `${calendarPath(id)}/events/${encodeURIComponent(href)}/export`;

/**
 * @param {string[]} [calendars] Everything without. @param {string} [name] What to call them.
 * @returns {string} Where they can be had as one file.
 */
export function exportSomePath(calendars = [], name = '') {
  const parts = [
    ...calendars.map((id) => ['calendar', id]),
    ...(name === '' ? [] : [['name', name]]),
  ];
  // Not by URLSearchParams: in an address a plus is a plus.
  return `/api/v1/export${parts.length > 0 ? '?' : ''}${parts.map(([field, value = '']) => `${field}=${encodeURIComponent(value)}`).join('&')}`;
}
