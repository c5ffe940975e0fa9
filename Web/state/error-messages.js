import { HTTPError } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { t } from '../i18n/strings.js';
import { titleWords } from '../i18n/visible-text.js';

/** @type {Message[]} Messages with the names of the error codes, in another spelling. */
const sameNames = [
  'wrongCredentials',
  'wrongCode',
  'tooManyAttempts',
  'changedElsewhere',
  'tooLarge',
  'notValid',
  'emailTaken',
  'lastSignInWay',
  'notAllowed',
  'organizersEvent',
  'lastOwner',
  'lastCalendar',
  'tooMany',
  'tooManyWrites',
  'storageFull',
  'diskFull',
  'ruleTooOften',
  'isProposal',
  'lastTime',
  'nothingToUndo',
  'nothingToRedo',
];

/**
 * @type {Partial<Record<string, Message>>} Messages by error code; other errors show their detail.
 */
const words = {
  offline: 'offlineEdit',
  'server-away': 'serverAwayEdit',
  storage: 'serverAwayEdit',
  'not-signed-in': 'signedOut',
  'not-found': 'eventGone',
  'unknown-event': 'eventGone',
  'registration-closed': 'back-registration-closed',
  'account-disabled': 'back-account-disabled',
  'deadline-over': 'deadlineIsOver',
  decided: 'isDecided',
  // The core's code for an edit that can't be undone.
  'core-changed-elsewhere': 'cannotUndo',
};
for (const name of sameNames)
  words[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = name;

/** @type {Partial<Record<Message, Message>>} What is said instead if nothing was to be saved. */
const readingWords = {
  offlineEdit: 'offlineRead',
  serverAwayEdit: 'serverAwayRead',
  notSaved: 'couldNotShow',
};

/** @type {Partial<Record<Message, Message>>} What is said instead if the event's title is known. */
const titledWords = { changedElsewhere: 'changedFirst', eventGone: 'deletedFirst' };

/** @param {unknown} error @returns {Message} */
function wordOf(error) {
  if (error instanceof CoreError)
    return words[`core-${error.code}`] ?? words[error.code] ?? 'notSaved';
  if (!(error instanceof HTTPError)) return 'somethingWrong';
  const { code, reason, isReading } = error;
  if (code === 'storage-full' && reason.startsWith('group')) return 'groupStorageFull';
  const word = words[code] ?? 'notSaved';
  return (isReading && readingWords[word]) || word;
}

/**
 * The cause of a failure, in words for the user.
 *
 * @param {unknown} error @returns {string}
 */
export function explain(error) {
  const {
    message = '',
    detail = message,
    retrySeconds = 0,
  } = /** @type {Partial<HTTPError>} */ (error);
  return t(wordOf(error), { detail, n: Math.ceil(retrySeconds / 60) });
}

/**
 * The cause of a failure, with what it was about.
 *
 * @param {string | undefined} title Of an event; without one, only the cause is said.
 * @param {unknown} error @returns {string}
 */
export function explainOf(title, error) {
  if (!title) return explain(error);
  const named = { title: titleWords(title) };
  const word = titledWords[wordOf(error)];
  return word ? t(word, named) : t('refusedTitled', { ...named, text: explain(error) });
}
