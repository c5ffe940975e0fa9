import { namedColors } from '../../components/form/color-picker.js';
import { element } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/**
 * Counts events as the import does: changed dates belong to their series.
 *
 * @param {Pick<Inspection, 'series' | 'repeating' | 'first' | 'last'>} found
 * @returns {string} The file's contents in one line.
 */
export function factsOf({ series, repeating, first, last }) {
  const date = (/** @type {string} */ text) => dateText(text, 'shortYear');
  return [
    t('importEvents', { n: series }),
    repeating > 0 ? t('importRepeating', { n: repeating }) : '',
    first && last && last !== first
      ? t('importRange', { first: date(first), last: date(last) })
      : first && date(first),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {Inspection['sample']} sample @returns {HTMLElement} Some events of a file, by date. */
export const sampleList = (sample) =>
  element(
    'ul',
    { class: 'import-sample' },
    ...[...sample]
      .sort((a, b) => (a.start < b.start ? -1 : 1))
      .map(({ title, start, allDay }) =>
        element(
          'li',
          {},
          element('span', { text: dateText(start, 'shortYear') }),
          element('strong', { text: title || t('untitled') }),
          element('small', { text: allDay ? t('allDay') : timeText(start) }),
        ),
      ),
  );

/**
 * @param {Pick<Inspection, 'first' | 'last'>} found @param {string} today
 * @returns {string} The day between the first and the last event that is nearest to today; empty
 *   without events.
 */
export function nearestDay({ first, last }, today) {
  if (!first) return '';
  if (today < first) return first;
  return last && today > last ? last : today;
}

/** @param {string} color @returns {boolean} Whether a calendar can have it. */
export const isCalendarColor = (color) => /** @type {string[]} */ (namedColors).includes(color);
