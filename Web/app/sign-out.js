import { confirmChoice } from '../components/confirm-dialog.js';
import { t } from '../i18n/strings.js';

/**
 * Asks before something is lost that only this device has.
 *
 * @param {number} draftCount
 * @param {number} changeCount How many changes wait for the server.
 * @returns {Promise<boolean>} Whether to sign out.
 */
export async function maySignOut(draftCount, changeCount) {
  const question =
    changeCount > 0
      ? t('signOutChanges', { n: changeCount })
      : t('signOutDrafts', { n: draftCount });
  const text = t(changeCount > 0 ? 'signOutChangesText' : 'signOutDraftsText');
  return draftCount + changeCount === 0 || confirmChoice(question, text, t('signOut'), true);
}
