import { t } from '../../i18n/strings.js';

/** @typedef {'noChoosingNow' | 'noRemovingNow' | 'noWithdrawingNow' | 'noDeadlineNow' | 'noSuggestingNow'} Needed */

/**
 * Why something can't be done to a proposal while there's no server: unlike an answer, it doesn't wait on the device.
 *
 * @param {Pick<Agenda, 'outage'>} agenda @param {Needed} message
 * @returns {string} Empty if it can be done.
 */
export const whyNotNow = ({ outage }, message) =>
  outage ? t(message, { why: t(outage === 'offline' ? 'whyOffline' : 'whyServerAway') }) : '';
