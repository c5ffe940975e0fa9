import { tell } from '../../../dom/element.js';
import { takeLeftCalendar } from './consent-link.js';
import { openGoogleCalendars } from './google-calendars-dialog.js';

/**
 * Continues after the browser has returned from Google: in the calendar's dialog that it left, or
 * else with the account's calendars.
 *
 * @param {{ agenda: Agenda, notices: Notices }} page @param {string} account
 */
export function returnFromGoogle(page, account) {
  const calendar = takeLeftCalendar();
  if (calendar && page.agenda.calendars.has(calendar))
    tell(document, 'calendar-edit', { id: calendar });
  else openGoogleCalendars(page, account);
}
