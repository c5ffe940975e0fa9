import { changeCalendar } from '../api/calendars.js';
import { fetchCalendars, fetchInvitation } from '../api/groups.js';
import { t } from '../i18n/strings.js';

/**
 * @param {string} token
 * @returns {Promise<string>} Who invites, and into what; nothing of an invitation that is no good
 *   any more.
 */
export async function invitationLead(token) {
  try {
    const {
      group: { name },
      invitedBy,
    } = await fetchInvitation(token);
    return t('joinLead', { who: invitedBy, name });
  } catch {
    return '';
  }
}

/** What the server calls the calendar that a new account begins with. */
const firstName = 'Personal';

/** Names it in the language of whoever made the account. */
export async function nameCalendar() {
  const name = t('firstCalendar');
  if (name === firstName) return;
  const first = (await fetchCalendars()).find(
    (calendar) => calendar.name === firstName && calendar.level === 'own',
  );
  if (first) await changeCalendar(first.id, { name });
}
