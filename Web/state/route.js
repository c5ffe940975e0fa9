import { isDate } from '../lib/civil-date.js';

/**
 * What an address asks for.
 *
 * @param {string} path @param {string} [query]
 * @returns {{ view: 'month' | 'day', date: string | null, draft: Record<string, string> | null }}
 */
export function parseRoute(path, query = '') {
  const [, view = '', date = ''] = path.split('/');
  const draft = view === 'new' ? Object.fromEntries(new URLSearchParams(query)) : null;
  const isKnown = (view === 'month' || view === 'day') && isDate(date);
  return { view: view === 'day' ? 'day' : 'month', date: isKnown ? date : null, draft };
}
