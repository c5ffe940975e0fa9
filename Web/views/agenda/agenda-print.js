import { OccurrenceButton } from '../../components/occurrence-button.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** The most that is printed, because the list has no end. */
const size = { days: 31, occurrences: 100, always: [] };

/**
 * @param {PrintModel} model
 * @returns {PrintPage} The days with events from the date on, on as many sheets as they need.
 */
export function agendaPage({ engine, date }) {
  const { days } = engine.agenda('later', date, size);
  const body = element(
    'div',
    {},
    ...days.map((day) =>
      element(
        'section',
        {},
        element('h2', { text: dateText(day.date, 'full') }),
        element(
          'ul',
          {},
          ...day.events.map((event) => {
            const row = new OccurrenceButton();
            row.show(event, day.date, true);
            return element('li', {}, row.element);
          }),
        ),
      ),
    ),
  );
  if (days.length === 0) body.append(element('p', { text: t('noEvents') }));
  const last = days.at(-1)?.date ?? date;
  return {
    title:
      last === date
        ? dateText(date, 'dayLong')
        : `${dateText(date, 'dayLong')} – ${dateText(last, 'dayLong')}`,
    kind: 'agenda',
    body,
  };
}
