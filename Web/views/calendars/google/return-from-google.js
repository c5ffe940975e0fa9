import { tell } from '../../../dom/element.js';
import { takeLeftCalendar } from './consent-link.js';
import { openGoogleCalendars } from './google-calendars-dialog.js';

/**
 * Goes on where the browser left for Google: in the dialog of a calendar, or else with the
 * calendars of the account.
 *
 * @param {{ agenda: Agenda, notices: Notices }} page @param {string} account
 */
export function returnFromGoogle(page, account) {
  const calendar = takeLeftCalendar();
  if (calendar && page.agenda.calendars.has(calendar))
    tell(document, 'calendar-edit', { id: calendar });
  else openGoogleCalendars(page, account);
}
