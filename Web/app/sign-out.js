import { confirmChoice } from '../components/confirm-dialog.js';
import { t } from '../i18n/strings.js';

/**
 * Asks before something is lost that only this device has.
 *
 * @param {number} draftCount
 * @param {EditQueue} edits
 * @returns {Promise<boolean>} Whether to sign out.
 */
export async function maySignOut(draftCount, edits) {
  const changeCount = edits.waiting.n;
  const question =
    changeCount > 0
      ? t('signOutChanges', { n: changeCount })
      : t('signOutDrafts', { n: draftCount });
  const text =
    changeCount > 0 ? t('signOutChangesText', { n: changeCount }) : t('signOutDraftsText');
  return draftCount + changeCount === 0 || confirmChoice(question, text, t('signOut'), true);
}
