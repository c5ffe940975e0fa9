import { HTTPError, isOutage } from '../api/http.js';
import { currentSession } from '../api/session.js';
import { emblem } from '../components/emblem.js';
import { element } from '../dom/element.js';
import { pause } from '../dom/frames.js';
import { t } from '../i18n/strings.js';

/** The first pause before the server is asked again; each is twice as long as the one before. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Asks the server again and again until it answers, at first soon and then less often.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(failure: unknown) => boolean} isWaiting Whether to ask again after that failure.
 * @returns {Promise<Answer>} Rejects with the first other failure.
 */
async function untilAnswered(ask, isWaiting) {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(pauseMs);
    try {
      return await ask();
    } catch (error) {
      if (!isWaiting(error)) throw error;
    }
  }
}

/**
 * Says that the server can't be reached, and asks again until it answers: it may run while its
 * database is away.
 *
 * @param {unknown} failure Why the session couldn't be read the first time.
 * @returns {Promise<SessionAnswer>} Rejects with a failure that isn't one of the server or the
 *   connection.
 */
export async function waitForSession(failure) {
  if (!(failure instanceof HTTPError)) throw failure;
  showWaiting();
  return untilAnswered(currentSession, (error) => error instanceof HTTPError);
}

/**
 * Says that the server can't be reached, and signs in as soon as it answers.
 *
 * @param {() => Promise<SessionAnswer>} signIn
 * @param {HTMLElement} note Where it's said.
 * @returns {Promise<SessionAnswer>} Rejects if the server refuses it.
 */
export function signInLater(signIn, note) {
  note.textContent = t('serverTrouble');
  return untilAnswered(signIn, isOutage);
}

function showWaiting() {
  document.title = t('appName');
  document.body.replaceChildren(
    element(
      'main',
      { class: 'sign-in-page' },
      element(
        'div',
        { class: 'sign-in' },
        emblem(),
        element('h1', { text: t('appName') }),
        element('p', { class: 'lead', role: 'status', text: t('serverTrouble') }),
      ),
    ),
  );
}
