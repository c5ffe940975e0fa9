// Addresses for downloading calendars as files.

/** @param {string} id */
export const calendarPath = (id) => `/api/v1/calendars/${encodeURIComponent(id)}`;

/** @param {string} id @returns {string} The address of a whole calendar as one file. */
export const exportPath = (id) => `${calendarPath(id)}/export`;

/**
 * @param {string} id
 * @param {string} href
 * @returns {string} The address of one event, with its series, as a file.
 */
export const exportEventPath = (id, href) =>
  `${calendarPath(id)}/events/${encodeURIComponent(href)}/export`;

/**
 * @param {string[]} [calendars] All of them if empty. @param {string} [name] What to name the file.
 * @returns {string} The address of these calendars as one file.
 */
export function exportSomePath(calendars = [], name = '') {
  const parts = [
    ...calendars.map((id) => ['calendar', id]),
    ...(name === '' ? [] : [['name', name]]),
  ];
  // Not with URLSearchParams: it writes spaces as plus signs, which stay plus signs in an address.
  return `/api/v1/export${parts.length > 0 ? '?' : ''}${parts.map(([field, value = '']) => `${field}=${encodeURIComponent(value)}`).join('&')}`;
}
