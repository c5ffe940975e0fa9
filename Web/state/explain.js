import { HTTPError } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { t } from '../lib/strings.js';

/**
 * What went wrong, in the user's words.
 *
 * @param {unknown} error @returns {string}
 */
export function explain(error) {
  if (error instanceof CoreError) {
    if (error.code === 'nothing-to-undo') return t('nothingToUndo');
    if (error.code === 'nothing-to-redo') return t('nothingToRedo');
    if (error.code === 'is-proposal') return t('isProposal');
    if (error.code === 'deadline-over') return t('deadlineIsOver');
    if (error.code === 'unknown-event') return t('eventGone');
    return t('notSaved', { detail: error.message });
  }
  return error instanceof HTTPError ? explainHTTP(error) : t('somethingWrong');
}

/** @param {HTTPError} error */
function explainHTTP({ code, detail, retrySeconds }) {
  switch (code) {
    case 'offline': return t('offlineEdit');
    case 'not-signed-in': return t('signedOut');
    case 'wrong-credentials': return t('wrongCredentials');
    case 'too-many-attempts': return t('tooManyAttempts', { seconds: retrySeconds || 30 });
    case 'not-found': return t('eventGone');
    case 'changed-elsewhere': return t('changedElsewhere');
    case 'too-large': return t('tooLarge');
    case 'not-valid': return t('notValid', { detail });
    case 'email-taken': return t('emailTaken');
    case 'last-sign-in-way': return t('lastSignInWay');
    case 'registration-closed': return t('back-registration-closed');
    case 'not-allowed': return t('notAllowed');
    case 'last-owner': return t('lastOwner');
    case 'is-proposal': return t('isProposal');
    case 'deadline-over': return t('deadlineIsOver');
    case 'last-calendar': return t('lastCalendar');
    case 'decided': return t('isDecided');
    case 'last-time': return t('lastTime');
    case 'too-many': return t('tooMany');
    case 'uid-taken':
    case 'not-empty':
    case 'failed': return t('notSaved', { detail });
  }
}
