import { confirmChoice } from '../components/confirm-dialog.js';
import { t } from '../i18n/strings.js';

/**
 * Asks before drafts are lost: only this device has them.
 *
 * @param {number} draftCount
 * @returns {Promise<boolean>} Whether to sign out.
 */
export const maySignOut = async (draftCount) =>
  draftCount === 0 ||
  confirmChoice(t('signOutDrafts', { n: draftCount }), t('signOutDraftsText'), t('signOut'), true);
