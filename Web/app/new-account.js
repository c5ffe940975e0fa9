import { changeCalendar } from '../api/calendars.js';
import { fetchCalendars, fetchInvitation } from '../api/groups.js';
import { t } from '../i18n/strings.js';

/**
 * @param {string} token
 * @returns {Promise<string>} Who invites to which group, in words; empty if the invitation is no
 *   longer valid.
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

/** The server's name for the first calendar of a new account. */
const serverName = 'Personal';

/** Renames the first calendar in the user's language. */
export async function nameCalendar() {
  const name = t('firstCalendar');
  if (name === serverName) return;
  const first = (await fetchCalendars()).find(
    (calendar) => calendar.name === serverName && calendar.level === 'own',
  );
  if (first) await changeCalendar(first.id, { name });
}
