import { changeCalendar } from '../api/calendars.js';
import { fetchCalendars, fetchJoinLinkPreview } from '../api/groups.js';
import { register, setUp } from '../api/registration.js';
import { t } from '../i18n/strings.js';

/**
 * @param {string} token
 * @returns {Promise<string>} A sentence about who invites to which group; empty if the link
 *   is no longer valid.
 */
export async function joinLead(token) {
  try {
    const {
      group: { name },
      invitedBy,
    } = await fetchJoinLinkPreview(token);
    return t('joinLead', { who: invitedBy, name });
  } catch {
    return '';
  }
}

/** The server's name for the first calendar of a new account. */
const serverName = 'Personal';

/**
 * Makes an account and signs in to it.
 *
 * @param {'first' | 'new'} kind @param {Record<string, string>} fields The fields of the form.
 * @param {string} joinToken The token of a link to join that allows it; empty for none.
 * @returns {Promise<SessionAnswer>}
 */
export async function makeAccount(kind, fields, joinToken) {
  const { email = '', password = '', code = '', name = '' } = fields;
  const session =
    kind === 'first'
      ? await setUp({ code, email, name, password })
      : await register({ email, name, password, ...(joinToken ? { invitation: joinToken } : {}) });
  // Failing to rename the first calendar mustn't stop a new account.
  await nameCalendar().catch(() => {});
  return session;
}

/** Renames the first calendar in the user's language. */
async function nameCalendar() {
  const name = t('firstCalendar');
  if (name === serverName) return;
  const first = (await fetchCalendars()).find(
    (calendar) => calendar.name === serverName && calendar.level === 'own',
  );
  if (first) await changeCalendar(first.id, { name });
}
