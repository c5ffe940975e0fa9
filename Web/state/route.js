import { isDate } from '../time/civil-date.js';

/** The names of the views in addresses, in the order they are offered. */
export const viewNames = /** @type {const} */ ([
  'day',
  'days',
  'week',
  'month',
  'year',
  'agenda',
  'board',
]);

/**
 * What an address asks for: a view and a date, whether the day's sheet covers the month, the fields
 * of a new event, the query in which something may have been handed over from outside (the lazy parts
 * know what), whether to search, and the address of a page over the view.
 *
 * @param {string} path
 * @param {string} [query]
 * @param {ViewName} [usual] The view of an address without one.
 * @returns {{ view: ViewName, date: string | null, isSheet: boolean, draft: Record<string, string>
 *   | null, received: string, isSearch: boolean, page: string }}
 */
export function parseRoute(path, query = '', usual = 'month') {
  const [, first = '', text = '', last = ''] = path.split('/');
  const draft = first === 'new' ? Object.fromEntries(new URLSearchParams(query)) : null;
  const view = viewNames.find((name) => name === first) ?? usual;
  const date = view === 'year' && /^\d{4}$/.test(text) ? `${text}-01-01` : text;
  const isKnown = view === first && isDate(date);
  return {
    view,
    date: isKnown ? date : null,
    isSheet: isKnown && view === 'month' && last === 'day',
    draft,
    received: draft ? '' : query,
    isSearch: first === 'search',
    page: first === 'settings' ? [first, text].filter(Boolean).join('/') : '',
  };
}

/** What an address can begin with besides the views. */
const otherNames = [
  '',
  'sign-in',
  'setup',
  'join',
  'widget',
  'new',
  'event',
  'search',
  'settings',
  'import',
];

/** @param {string} path @returns {boolean} Whether the calendar is at an address, or what belongs to it. */
export function isKnownPath(path) {
  const [, first = ''] = path.split('/');
  return otherNames.includes(first) || viewNames.some((name) => name === first);
}

/** @param {{ view: ViewName, date: string, isSheet?: boolean | undefined }} place */
export function pathOf({ view, date, isSheet }) {
  return `/${view}/${date}${isSheet ? '/day' : ''}`;
}
