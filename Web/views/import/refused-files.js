import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @typedef {import('../../state/calendar-files.js').RefusedFile} RefusedFile */

/** The most files that are named; the rest are only counted. */
const namedMax = 20;

/** @type {Record<import('../../state/calendar-files.js').FileFault, Message>} */
const faults = {
  broken: 'zipBroken',
  encrypted: 'zipEncrypted',
  method: 'zipMethod',
  tooMany: 'zipTooMany',
  tooLarge: 'zipTooLarge',
  empty: 'zipEmpty',
  database: 'zipDatabase',
  unreadable: 'fileUnreadable',
  notCalendar: 'fileNotCalendar',
  tooManyCalendars: 'importTooMany',
};

/** @param {RefusedFile} refused @returns {string} Why a file is left out. */
export const refusalText = ({ name, fault }) => t(faults[fault], { name });

/**
 * @param {RefusedFile[]} refused @returns {HTMLElement[]} The files left out of an import, and why.
 */
export function refusedList(refused) {
  if (refused.length === 0) return [];
  const rest = refused.length - namedMax;
  return [
    element(
      'ul',
      { class: 'import-refused', 'aria-label': t('importRefused') },
      ...refused
        .slice(0, namedMax)
        .map((each) =>
          element('li', { class: 'form-problem', dir: 'auto', text: refusalText(each) }),
        ),
      rest > 0 && element('li', { class: 'hint', text: t('importMoreProblems', { n: rest }) }),
    ),
  ];
}
