import { disconnectGoogle } from '../../../api/external-calendars.js';
import { ask } from '../../../components/modal-dialog.js';
import { t } from '../../../i18n/strings.js';

/**
 * Removes a Google account and its calendars from here, after saying what that means.
 *
 * @param {Agenda} agenda @param {GoogleAccount} account @param {ExternalCalendar[]} sources Its calendars.
 * @returns {Promise<boolean>} Whether it was done.
 */
export async function askDisconnect(agenda, { id, email }, sources) {
  const answer = await ask({
    title: t('disconnectTitle', { name: email }),
    text: consequences(sources),
    choices: [
      { value: 'cancel', label: t('cancel') },
      { value: 'disconnect', label: t('disconnect'), tone: 'danger' },
    ],
  });
  if (answer !== 'disconnect') return false;
  await disconnectGoogle(id);
  for (const { calendar } of sources) agenda.apply({ type: 'calendar-removed', id: calendar });
  return true;
}

/** @param {ExternalCalendar[]} sources @returns {string} */
export function consequences(sources) {
  const waiting = sources.reduce((sum, source) => sum + (source.waiting ?? 0), 0);
  return [
    sources.length > 0 && t('disconnectCalendars', { n: sources.length }),
    t('disconnectAccess'),
    waiting > 0 && t('changesLost', { n: waiting }),
  ]
    .filter(Boolean)
    .join(' ');
}
