import { t } from '../../i18n/strings.js';

/** @param {number} days */
function distance(days) {
  if (days === 0) return t('onSameDay');
  return t(days > 0 ? 'daysLater' : 'daysEarlier', { n: Math.abs(days) });
}

/**
 * The effect of an action, without the events that it leaves alone.
 *
 * @param {SelectionAction} action @param {number} n @param {string} calendar The new calendar's
 *   name.
 */
function deed(action, n, calendar) {
  switch (action.do) {
    case 'shift':
      return t('willMove', { n, by: distance(Number(action.days)) });
    case 'copy':
      return t('willCopy', { n, by: distance(Number(action.days)) });
    case 'calendar':
      return t('willPut', { n, name: calendar });
    case 'color':
      return t('willColor', { n });
    case 'delete':
      return t('willDelete', { n });
  }
}

/**
 * A sentence about what an action will do to the selected events.
 *
 * @param {SelectionAction} action @param {SelectionEffect} effect @param {string} [calendar]
 * @returns {string}
 */
export function effectSentence(action, effect, calendar = '') {
  const { changed, dates, readOnly, proposals, unchanged, other } = effect;
  /** @type {[Message, number][]} */
  const rest = [
    ['onlyDates', dates],
    ['stayReadOnly', readOnly],
    ['stayProposed', proposals],
    ['stayUnchanged', changed > 0 ? unchanged : 0],
    ['stayOther', other],
  ];
  return [
    changed > 0 ? deed(action, changed, calendar) : t('nothingWouldChange'),
    ...rest.filter(([, n]) => n > 0).map(([message, n]) => t(message, { n })),
  ].join(' ');
}
