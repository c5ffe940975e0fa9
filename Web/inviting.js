import { fetchInvitation } from './api/groups.js';
import { t } from './lib/strings.js';

/** @param {string} token @returns {Promise<string>} Who invites, and into what; nothing of an invitation that is no good any more. */
export async function invitationLead(token) {
  try {
    const { group: { name }, invitedBy } = await fetchInvitation(token);
    return t('joinLead', { who: invitedBy, name });
  } catch {
    return '';
  }
}
