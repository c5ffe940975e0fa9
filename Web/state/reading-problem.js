import { isTemporary } from '../api/http.js';
import { t } from '../i18n/strings.js';
import { explain } from './error-messages.js';

/**
 * Why something can't be shown, in words for the user.
 *
 * @param {unknown} error @returns {string}
 */
export function readingProblem(error) {
  if (!isTemporary(error)) return explain(error);
  return t(error.code === 'offline' ? 'offlineRead' : 'serverAwayRead');
}
