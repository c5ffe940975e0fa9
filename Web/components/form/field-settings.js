import { clock } from '../../time/clock.js';

/**
 * What date and time fields need to know about the page. It's set once instead of being passed
 * through every dialog with such a field.
 *
 * @type {{
 *   today: () => string,
 *   firstWeekday: () => number,
 *   read: (phrase: string) => Pick<QuickLine, 'title' | 'location' | 'repeat' | 'allDay' | 'hasDate' | 'start' | 'end'> | null,
 *   lead: (wanted: 'date' | 'time') => string,
 * }}
 */
export const fieldSettings = {
  today: clock.today,
  firstWeekday: () => 1,
  /** Reads a phrase as quick add does; null if the core can't. */
  read: () => null,
  /** The word that makes "sun" a day, or a bare number a time. */
  lead: (wanted) => (wanted === 'date' ? 'on' : 'at'),
};
