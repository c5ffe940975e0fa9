import { isOffline } from '../api/http.js';
import { t } from '../i18n/strings.js';

/** @returns {string} Why the server can't be reached, and that the page goes on trying. */
export const outageText = () => t(isOffline() ? 'offlineTrouble' : 'serverTrouble');
