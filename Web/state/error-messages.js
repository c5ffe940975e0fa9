import { HTTPError } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { t } from '../i18n/strings.js';

/**
 * @type {Partial<Record<string, Message>>} Messages by error code; any other error shows its
 *   detail.
 */
const words = {
  offline: 'offlineEdit',
  'not-signed-in': 'signedOut',
  'wrong-credentials': 'wrongCredentials',
  'wrong-code': 'wrongCode',
  'too-many-attempts': 'tooManyAttempts',
  'not-found': 'eventGone',
  'unknown-event': 'eventGone',
  'changed-elsewhere': 'changedElsewhere',
  'too-large': 'tooLarge',
  'not-valid': 'notValid',
  'email-taken': 'emailTaken',
  'last-sign-in-way': 'lastSignInWay',
  'registration-closed': 'back-registration-closed',
  'account-disabled': 'back-account-disabled',
  'not-allowed': 'notAllowed',
  'organizers-event': 'organizersEvent',
  'last-owner': 'lastOwner',
  'last-calendar': 'lastCalendar',
  'too-many': 'tooMany',
  'rule-too-often': 'ruleTooOften',
  'is-proposal': 'isProposal',
  'deadline-over': 'deadlineIsOver',
  decided: 'isDecided',
  'last-time': 'lastTime',
  'nothing-to-undo': 'nothingToUndo',
  'nothing-to-redo': 'nothingToRedo',
};

/**
 * What went wrong, in the user's words.
 *
 * @param {unknown} error @returns {string}
 */
export function explain(error) {
  if (error instanceof CoreError)
    return t(words[error.code] ?? 'notSaved', { detail: error.message });
  if (!(error instanceof HTTPError)) return t('somethingWrong');
  return t(words[error.code] ?? 'notSaved', {
    detail: error.detail,
    seconds: error.retrySeconds || 30,
  });
}
