import { element } from '../dom/element.js';
import { ownerOf, showOwner, titleOf } from '../i18n/calendar-owners.js';
import { dateText, spanText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';

/** A title may have 100,000 characters, and one line shows far fewer. */
const titleMax = 300;

/**
 * An event that a search has found, as an option of a list.
 *
 * @param {Occurrence} event @param {Agenda} agenda
 */
export function foundEvent(event, agenda) {
  const { key, color, start, location, status } = event;
  const isThisYear = start.slice(0, 4) === agenda.today.slice(0, 4);
  const span = event.allDay ? t('allDay') : spanText(event, start.slice(0, 10));
  const calendar = ownerOf(event.calendar)?.name ?? agenda.calendars.get(event.calendar)?.name;
  const title = element('strong', { dir: 'auto', text: titleOf(event).slice(0, titleMax) });
  showOwner(title, event.calendar);
  return element(
    'li',
    {
      role: 'option',
      class: `found ${status}`,
      'data-key': key,
      'data-date': start.slice(0, 10),
      'data-color': color,
    },
    element('span', {
      class: 'found-date',
      text: dateText(start, isThisYear ? 'short' : 'shortYear'),
    }),
    title,
    element('small', {
      dir: 'auto',
      text: [span, location.slice(0, titleMax), calendar].filter(Boolean).join(' · '),
    }),
  );
}
