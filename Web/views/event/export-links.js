import { exportEventPath } from '../../api/export-paths.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { addDays } from '../../time/civil-date.js';

const googlePage = 'https://calendar.google.com/calendar/render';
/** The most characters of notes in a link, because servers limit the length of addresses. */
const notesMax = 1500;

/** @param {string} time @returns {string} As iCalendar writes it. */
const compact = (time) => time.replace(/[-:]/g, '');

/**
 * The address at which Google Calendar offers to add an event.
 *
 * @param {EventDetail} event @param {string} viewerZone
 */
export function googleAddress(event, viewerZone) {
  const { start, end } = event.own ?? event;
  const days = event.allDay ? [start, addDays(end, 1)] : [start, end];
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: days.map(compact).join('/'),
  });
  if (!event.allDay) query.set('ctz', event.own && event.zone ? event.zone : viewerZone);
  if (event.location) query.set('location', event.location);
  if (event.notes) query.set('details', event.notes.slice(0, notesMax));
  // The rule is also valid from this occurrence on, unless it counts from the first one.
  if (event.repeatText && !event.repeatText.includes('COUNT='))
    query.set('recur', `RRULE:${event.repeatText}`);
  return `${googlePage}?${query}`;
}

/** @param {EventDetail} event */
export const fileNameOf = ({ title }) => `${title || t('untitled')}.ics`;

/**
 * Links that take an event to other calendars.
 *
 * @param {EventDetail} event @param {string} viewerZone
 */
export function exportLinks(event, viewerZone) {
  return element(
    'div',
    { class: 'form-links' },
    element('a', {
      class: 'quiet',
      href: googleAddress(event, viewerZone),
      target: '_blank',
      rel: 'noreferrer',
      text: t('openInGoogle'),
    }),
    element('a', {
      class: 'quiet',
      href: exportEventPath(event.calendar, event.href),
      download: fileNameOf(event),
      text: t('addToApple'),
    }),
  );
}
