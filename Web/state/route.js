import { isDate } from '../lib/civil-date.js';

/** The views by the names they have in addresses, in the order in which they are offered. */
export const viewNames = /** @type {const} */ (['day', 'days', 'week', 'month', 'year', 'list']);

/**
 * What an address asks for: a view and a date, whether the day's sheet stands over the month, and
 * what a new event is to say.
 *
 * @param {string} path @param {string} [query]
 * @returns {{ view: ViewName, date: string | null, isSheet: boolean, draft: Record<string, string> | null }}
 */
export function parseRoute(path, query = '') {
  const [, first = '', text = '', last = ''] = path.split('/');
  const draft = first === 'new' ? Object.fromEntries(new URLSearchParams(query)) : null;
  const view = viewNames.find((name) => name === first) ?? 'month';
  const date = view === 'year' && /^\d{4}$/.test(text) ? `${text}-01-01` : text;
  const isKnown = view === first && isDate(date);
  return { view, date: isKnown ? date : null, isSheet: isKnown && view === 'month' && last === 'day', draft };
}

/** @param {{ view: ViewName, date: string, isSheet?: boolean | undefined }} place */
export function pathOf({ view, date, isSheet }) {
  return `/${view}/${view === 'year' ? date.slice(0, 4) : date}${isSheet ? '/day' : ''}`;
}
