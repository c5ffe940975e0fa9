import { HTTPError } from '../../api/http.js';
import { whenText } from '../../components/setting-section.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/** What can be wrong with a source, by the server's word for it. */
const failures = /** @type {const} */ ({
  'address-not-valid': 'sourceAddressNotValid',
  'address-not-public': 'sourceNotPublic',
  'not-reached': 'sourceNotReached',
  'not-found': 'sourceGone',
  'not-allowed': 'sourceNotAllowed',
  answered: 'sourceAnsweredWrongly',
  elsewhere: 'sourceNotAllowed',
  'too-large': 'sourceTooLarge',
  'too-many-events': 'sourceTooLarge',
  'too-slow': 'sourceTooSlow',
  'too-many-redirects': 'sourceAnsweredWrongly',
  'not-calendar': 'sourceNotCalendar',
  'cut-short': 'sourceIncomplete',
  'not-readable': 'sourceAnsweredWrongly',
  'too-often': 'sourceAskedTooOften',
  interrupted: 'sourceTooSlow',
  'secret-lost': 'sourceSecretLost',
});

/** @param {string} word The server's. @returns {string} */
const failureText = (word) =>
  t(failures[/** @type {keyof typeof failures} */ (word)] ?? 'sourceAnsweredWrongly');

/** @param {unknown} error @returns {string} Why an address can't be read, or what else is wrong. */
export const sourceProblem = (error) =>
  error instanceof HTTPError && error.code === 'source-not-read'
    ? failureText(error.reason ?? '')
    : explain(error);

/** @param {Source} source @returns {string} When it was read, or what is wrong. */
export function sourceState({ failure, failedSince, read, paused }) {
  if (paused) return t('sourcePaused');
  if (failure)
    return t(read ? 'sourceFailedSince' : 'sourceNeverRead', {
      text: failureText(failure),
      when: whenText(failedSince ?? 0),
    });
  return read ? t('sourceRead', { when: whenText(read) }) : t('sourceUnread');
}
