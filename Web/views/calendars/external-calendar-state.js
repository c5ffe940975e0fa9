import { HTTPError } from '../../api/http.js';
import { whenText } from '../../components/setting-section.js';
import { listText, numberText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/** The failures of a source, by the server's word. */
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
  'storage-full': 'sourceStorageFull',
  'too-many-changes': 'sourceChangesTooMuch',
  'too-slow': 'sourceTooSlow',
  'too-many-redirects': 'sourceAnsweredWrongly',
  'not-calendar': 'sourceNotCalendar',
  'cut-short': 'sourceIncomplete',
  'not-readable': 'sourceAnsweredWrongly',
  'too-often': 'sourceAskedTooOften',
  interrupted: 'sourceTooSlow',
  'secret-lost': 'sourceSecretLost',
  'not-stored': 'sourceNotStored',
  'already-here': 'sourceIsHere',
  'not-taken': 'changeNotTaken',
  'consent-ended': 'consentEnded',
});

/**
 * Other words for the failures of an account's calendar, and of looking for an account's calendars.
 *
 * @type {Record<ExternalCalendar['kind'] | 'look-up', Record<string, Message>>}
 */
const otherWords = {
  feed: {},
  caldav: {
    'not-allowed': 'passwordRefused',
    'secret-lost': 'passwordLost',
    elsewhere: 'accountElsewhere',
  },
  google: {
    'not-found': 'googleCalendarGone',
    'not-allowed': 'googleNotAllowed',
    'secret-lost': 'consentEnded',
  },
  'look-up': {
    'address-not-valid': 'serverNotValid',
    'not-found': 'noCalendarsFound',
    'not-calendar': 'noCalendarsFound',
    'not-allowed': 'accountRefused',
    elsewhere: 'accountElsewhere',
  },
};

/** @param {string} word The server's word. @param {keyof typeof otherWords} of @returns {string} */
const failureText = (word, of) =>
  t(
    otherWords[of][word] ??
      failures[/** @type {keyof typeof failures} */ (word)] ??
      'sourceAnsweredWrongly',
  );

/**
 * @param {unknown} error @param {keyof typeof otherWords} [of] What failed.
 * @returns {string} Why it can't be read, or what else went wrong.
 */
export const externalCalendarProblem = (error, of = 'feed') =>
  error instanceof HTTPError && error.code === 'source-not-read'
    ? failureText(error.reason ?? '', of)
    : explain(error);

/** @param {ExternalCalendar} source @returns {string} How many changes are still to be sent; empty for none. */
export const waitingText = ({ waiting = 0 }) =>
  waiting > 0 ? t('changesWait', { n: waiting }) : '';

/**
 * @param {ExternalCalendar} source @returns {string} The progress of its present reading; empty if there's
 *   none.
 */
export const readingText = ({ reading }) =>
  reading ? t('eventsRead', { n: numberText(reading.done), total: numberText(reading.of) }) : '';

/**
 * @param {ExternalCalendar} source @returns {string} Which events can't be read, and why; empty if all can.
 */
const unreadText = ({ unread }) =>
  unread
    ? t('eventsNotRead', {
        n: unread.count,
        titles: listText([
          ...unread.titles.map((title) => t('quoted', { text: title })),
          ...(unread.count > unread.titles.length
            ? [t('moreFound', { n: unread.count - unread.titles.length })]
            : []),
        ]),
      })
    : '';

/** @param {ExternalCalendar} source @returns {string} When it was read, or what is wrong. */
export function externalCalendarState(source) {
  const { kind, failure, failedSince, read, paused, dropped = 0 } = source;
  if (!read && source.reading) return readingText(source);
  if (paused) return t('sourcePaused');
  if (failure)
    return t(read ? 'sourceFailedSince' : 'sourceNeverRead', {
      text: failureText(failure, kind),
      when: whenText(failedSince ?? 0),
    });
  if (!read) return t('sourceUnread');
  const text = t('sourceRead', { when: whenText(read) });
  return [text, dropped > 0 && t('sourceDropped', { n: dropped }), unreadText(source)]
    .filter(Boolean)
    .join(' ');
}
